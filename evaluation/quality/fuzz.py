"""Fuzzing of what reads files and pages of strangers: no crash, no hang.

usage: python -m evaluation.quality.fuzz [--examples N] [--json FILE]
"""

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_description import describe, describe_template
from discovery.connection.opensearch import opensearch_links, read_opensearch, write_opensearch
from discovery.connection.requests import build_request
from discovery.connection.schema_org import find_search_actions
from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import EngineListError, engine_key
from discovery.forms.classification import classify
from discovery.forms.finding import find_forms
from discovery.pages.page import NotHtmlError, parse_page
from evaluation.speed.imports import bangs, opml, selector_engines, table
from wrappers.adaptation.adaptation import NotAdaptedError
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import take_tree_grams
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.no_result import find_suggestion
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

EXAMPLES = 24_000
# Seconds that one input may take; a busy machine is allowed for.
LIMIT = 5.0
ADDRESS = "https://a.example/"

DESCRIPTION = describe_template("https://a.example/find?q={searchTerms}&lang=en", site_name="A")
PAGE = b"""<!doctype html><html lang="en"><title>A</title>
<link rel="search" type="application/opensearchdescription+xml" href="/o.xml">
<script type="application/ld+json">{"@type": "WebSite", "potentialAction": {"@type": "SearchAction",
"target": "https://a.example/?q={term}", "query-input": "required name=term"}}</script>
<form action="/find" method="post" accept-charset="utf-8"><label for="q">Search</label>
<input type="search" id="q" name="q"><select name="lang"><option value="en" selected>English
<option value="de">German</select><input type="hidden" name="token" value="a1b2">
<button name="go" value="1">Search</button></form><input name="outside"><p>text"""
RESULTS = (
    b"<html><ul class=menu><li><a href='/a'>A</a><li><a href='/b'>B</a></ul><p>1-8 of 20"
    + b"".join(
        b"<div class=r><h3><a href='http://s%d.example/%d'>Title %d</a></h3><p>Text on %d</div>"
        % (number, number, number, number)
        for number in range(8)
    )
    + b"<a href='/find?q=text&p=2'>Next</a>"
)
RESULT_WRAPPER = learn_wrapper([Sample(parse_page(RESULTS, ADDRESS), "text")]).wrapper
RESULT_GRAMS = take_tree_grams(RESULT_WRAPPER, [parse_page(RESULTS, ADDRESS)])
FIREFOX = json.dumps({"data": [{"recordType": "engine", "base": {"name": "A", "urls": {"search": {
    "base": "https://a.example/find", "params": [{"name": "k", "value": "v"}],
    "searchTermParamName": "q", "method": "POST"}}}}]}).encode()  # fmt: skip


def read_list(data: bytes) -> None:
    """Read a list of engines; what it proposes can be stored and asked."""
    for proposal in read_engine_list(data).proposals:
        if proposal.description:
            assert engine_key(proposal.description)
            build_request(from_xml(to_xml(proposal.description)), "a b")


def read_description(data: bytes) -> None:
    description = from_xml(data)
    assert from_xml(to_xml(description)) == description


def read_document(data: bytes) -> None:
    """Read an OpenSearch document; it can be asked and stored."""
    description = read_opensearch(data, ADDRESS)
    build_request(description, "a b")
    from_xml(to_xml(description))


def read_page(data: bytes) -> None:
    """Find a page's forms and declarations, and describe each form by each of its fields."""
    page = parse_page(data, ADDRESS)
    opensearch_links(page)
    for description in find_search_actions(page):
        from_xml(to_xml(description))
    for form in find_forms(page):
        verdict = classify(form)
        if verdict.query_field and form.action:
            build_request(describe(form, verdict.query_field, page), "a b")


def read_answer(data: bytes) -> None:
    """Learn from a result page, read it, judge it, and adapt the wrapper of another page to it."""
    page = parse_page(data, ADDRESS)
    judged = classify_answer(page, RESULT_WRAPPER.extract(page, "text"), query="text")
    assert judged.kind
    assert judged.detail
    RESULT_WRAPPER.request_after(page)
    find_suggestion(page, "text")
    samples = [Sample(page, "text")]
    with suppress(InductionError):
        learned = learn_wrapper(samples).wrapper
        assert Wrapper.from_json(learned.to_json()) == learned
        learned.extract(page, "text")
    with suppress(NotAdaptedError):
        prepare_repair(RESULT_WRAPPER, RESULT_GRAMS, samples).run()


READERS: dict[str, tuple[Callable[[bytes], None], tuple[bytes, ...]]] = {
    "engine lists": (
        read_list,
        (*(make(3).encode() for make in (bangs, selector_engines, opml, table)), FIREFOX),
    ),
    "connection descriptions": (read_description, (to_xml(DESCRIPTION),)),
    "OpenSearch": (read_document, (write_opensearch(DESCRIPTION),)),
    "pages": (read_page, (PAGE,)),
    "result pages": (read_answer, (RESULTS,)),
}
REFUSALS = (DescriptionError, EngineListError, NotHtmlError)
PIECES = st.one_of(
    st.binary(max_size=12),
    st.text(max_size=8).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(
        [b"{", b"}", b"[", b"]", b'"', b"\\", b"\n- ", b": ", b"&a ", b"*a ", b"<<: ", b"<", b">",
         b"&amp;", b"<!DOCTYPE x>", b"\0", b"{searchTerms}", b"{pageno}", b"http://", b"//[",
         b"%7B", b"1e999", b"9" * 40, b"</form>", b"<form>", b"<input>", b"<![CDATA[", b"=", b"'"]
    ),
)  # fmt: skip
CHANGES = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), PIECES, st.booleans()), min_size=1, max_size=8
)


def change(seed: bytes, changes: list[tuple[float, int, bytes, bool]]) -> bytes:
    """Return `seed` with pieces put in, in place of some bytes, or with a part of it repeated."""
    data = bytearray(seed)
    for where, removed, piece, repeat in changes:
        place = int(where * len(data))
        data[place : place + removed] = data[: removed * 5] if repeat else piece
    return bytes(data)


def fuzz(reader: Callable[[bytes], None], seeds: tuple[bytes, ...], examples: int) -> list[float]:
    """Give `reader` changed seeds; return the seconds each took. Raises what it raises."""
    seconds: list[float] = []

    @settings(
        max_examples=examples, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.sampled_from(seeds), CHANGES)
    def run(seed: bytes, changes: list[tuple[float, int, bytes, bool]]) -> None:
        data = change(seed, changes)
        started = perf_counter()
        try:
            reader(data)
        except REFUSALS as refusal:
            assert str(refusal)
        seconds.append(perf_counter() - started)
        assert seconds[-1] < LIMIT, data

    run()
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="inputs in all")
    parser.add_argument("--json", help="write the figures here")
    arguments = parser.parse_args()
    figures = {}
    for name, (reader, seeds) in READERS.items():
        seconds = fuzz(reader, seeds, -(-arguments.examples // len(READERS)))
        figures[name] = {"inputs": len(seconds), "longest": max(seconds)}
        print(f"{name:<24} {len(seconds):,} inputs, no crash, longest {max(seconds):.3f} s")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
