"""Records that no person sees are no results: not learned, not read, not found again."""

from collections.abc import Sequence
from functools import cache

import pytest

from discovery.pages.page import parse_page
from discovery.pages.visibility import keep_styles, linked_rules
from tests.cases import cases
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample, as_seen

CASES = cases(__file__)

QUERIES = {
    "tea": "Green tea house|History of tea|Tea rooms of York|Brewing a strong cup|Leaves of Assam",
    "jam": "Plum jam recipes|Jars and lids|The jam museum|Marmalade makers|Setting points of fruit",
    "rye": "Rye bread baking|Fields of rye|The old mill|Sourdough for winter|Grain prices today",
}
LINK = '<link rel="stylesheet" href="/site.css">'
SHEET = "http://a.example/site.css"


def page_of(
    query: str, style: str, hiding: str, *, linked: bool = False, tag: str = "li"
) -> Sample:
    """Return a page of results, among them records that `hiding` hides."""

    def record(attributes: str, address: str, title: str) -> str:
        return (
            f"<{tag} {attributes}><h3><a href='/page/{address}'>{title}</a></h3>"
            f"<p>All there is to say of {title.lower()}, at some length and with care.</p></{tag}>"
        )

    records = []
    for place, title in enumerate(QUERIES[query].split("|")):
        if place % 2 == 0:
            records.append(record(hiding, f"trap-{query}-{place}", f"Cheap pills {place}"))
        records.append(record('class="hit"', f"{query}/{place}", title))
    head = LINK if linked else f"<style>{style}</style>"
    markup = (
        f"<html><head>{head}</head><body><nav><a href='/'>Home</a> <a href='/help'>Help</a></nav>"
        f"<form action='/find'><input name=q value='{query}'></form>"
        f"<div class='results'>{''.join(records)}</div>"
        "<footer><a href='/about'>About us</a></footer>"
    )
    return Sample(parse_page(markup.encode(), f"http://a.example/find?q={query}"), query)


def seen(samples: list[Sample], sheets: dict[str, str]) -> list[Sample]:
    """Return the samples with what is kept of the style sheets they link."""
    pages = [(each.page.root, each.page.base_url) for each in samples]
    return as_seen(samples, keep_styles(linked_rules(pages, sheets), [root for root, _ in pages]))


def samples_of(style: str, hiding: str, *, linked: bool = False) -> list[Sample]:
    samples = [page_of(query, style, hiding, linked=linked) for query in QUERIES]
    return seen(samples, {SHEET: style} if linked else {})


def titles(wrapper: Wrapper, sample: Sample) -> list[str]:
    """Return the titles that a wrapper reads from a page as it comes when searching."""
    page = parse_page(sample.page.body, sample.page.url)
    return [record.title for record in wrapper.extract(page).records]


def assert_read_rightly(wrapper: Wrapper, samples: Sequence[Sample]) -> None:
    stored = Wrapper.from_json(wrapper.to_json())
    for sample in samples:
        assert titles(stored, sample) == QUERIES[sample.query or ""].split("|")


# Each kind of style, whatever hides: `discovery/pages/styles.toml` has the others.
WAYS = CASES["ways"]


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(("style", "hiding"), WAYS)
def test_decoys_are_neither_learned_nor_read(style, hiding, linked):
    """Hidden records among the results are left out, though they are built as these are."""
    samples = samples_of(style, hiding, linked=linked)
    assert_read_rightly(learn_wrapper(samples).wrapper, samples)


@pytest.mark.parametrize(("style", "hiding"), WAYS)
def test_decoys_that_come_later_are_not_read(style, hiding):
    """What was on no page learned from is hidden by what stands on the page, or was kept."""
    plain = [page_of(query, style, 'class="promo" hidden', linked=True) for query in QUERIES]
    wrapper = learn_wrapper(seen(plain, {SHEET: style})).wrapper
    later = page_of("tea", style, hiding, linked=True)
    assert titles(wrapper, later) == QUERIES["tea"].split("|")


@cache
def plain_design() -> tuple[Wrapper, TreeGrams]:
    """Return what is known of the engine before it is redesigned."""
    before = samples_of("", "hidden")
    wrapper = learn_wrapper(before).wrapper
    return wrapper, take_tree_grams(wrapper, [each.page for each in before])


@pytest.mark.parametrize(("style", "hiding"), WAYS)
def test_decoys_are_not_taken_when_mending(style, hiding):
    """After a redesign the results are found again, not what is hidden beside them."""
    pages = [page_of(query, style, hiding, linked=True, tag="article") for query in QUERIES]
    adapted = prepare_repair(*plain_design(), seen(pages, {SHEET: style})).run().wrapper
    assert_read_rightly(adapted, pages)


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(("style", "around"), CASES["revealed"])
def test_what_scripts_reveal_is_read(style, around, linked):
    """Where all results are hidden by a rule, it tells nothing; decoys in them stay hidden."""
    style += ".trap{display:none}"
    samples = []
    for query in QUERIES:
        sample = page_of(query, style, 'class="hit trap"', linked=linked)
        markup = sample.page.body.replace(b"class='results'", around.encode() or b"class='results'")
        samples.append(Sample(parse_page(markup, sample.page.url), query))
    samples = seen(samples, {SHEET: style} if linked else {})
    assert_read_rightly(learn_wrapper(samples).wrapper, samples)


def test_links_hidden_in_records():
    """A hidden link before the title is not the title."""
    body = "".join(
        f"<li><a href='/trap/{n}' style='display:none'>Trap {n}</a>"
        f"<h3><a href='/page/{n}'>Result number {n} of many</a></h3><p>Some words of it {n}.</p>"
        for n in range(6)
    )
    page = parse_page(f"<ul>{body}</ul>".encode(), "http://a.example/find?q=x")
    wrapper = learn_wrapper([Sample(page, "x")]).wrapper
    found = wrapper.extract(page).records
    assert [record.url for record in found] == [f"http://a.example/page/{n}" for n in range(6)]


def test_hidden_starts_end_records():
    """A hidden record is no text of the one before it."""

    def list_of(names: Sequence[str]) -> bytes:
        parts = (
            f"<dt{'' if n % 3 else ' hidden'}><a href='/{name}'>{name} title</a></dt>"
            f"<dd{'' if n % 3 else ' hidden'}>{name} said at some length for all to read</dd>"
            for n, name in enumerate(names)
        )
        return f"<dl>{''.join(parts)}</dl>".encode()

    pages = [
        parse_page(list_of([f"{q}{n}" for n in range(9)]), f"http://a.example/{q}") for q in "xyz"
    ]
    wrapper = learn_wrapper([Sample(page, None) for page in pages]).wrapper
    records = wrapper.extract(pages[0]).records
    assert [record.title for record in records] == [f"x{n} title" for n in range(9) if n % 3]
    assert all(record.snippet.count("length") == 1 for record in records)


def test_what_a_sheet_shows_again_is_read_in_full():
    """A record has its text although its elements say that they are hidden."""
    undone = "[hidden].hit{display:revert}"
    samples = samples_of("", "hidden")
    wrapper = learn_wrapper(samples).wrapper
    page = page_of("tea", undone, "hidden").page
    body = page.body.replace(b'class="hit"', b'class="hit" hidden')
    records = wrapper.records(parse_page(body, page.url))
    assert records == wrapper.records(samples[0].page)
    assert all(record.snippet for record in records)
