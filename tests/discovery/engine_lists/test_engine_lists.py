"""Lists of engines in every format that people have, and files that want to do harm."""

import json
import tracemalloc
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.encodings import web_charset
from discovery.connection.form_description import describe_template
from discovery.connection.given import read_given, read_openapi
from discovery.connection.requests import build_request, paged_request
from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import (
    MAX_LIST_BYTES,
    EngineListError,
    EngineProposal,
    engine_key,
)
from discovery.engine_lists.result_selectors import ResultSelectors
from tests.strategies import json_values

CASES = Path(__file__).with_name("cases")
LISTS = sorted(path for path in CASES.iterdir() if not path.name.endswith(".expected.json"))
QUERY = "a é"


def told(proposal: EngineProposal) -> dict[str, Any]:
    told: dict[str, Any] = {
        name: getattr(proposal, name) for name in ("name", "home_url", "line", "wanted")
    }
    if proposal.description:
        requests = [paged_request(proposal.description, QUERY, page) for page in (1, 2)]
        told["requests"] = [
            " ".join(filter(None, (each.method, each.url, (each.body or b"").decode())))
            for each in requests
            if each
        ]
        told["suggestions"] = proposal.description.suggestions
    if proposal.selectors:
        told["selectors"] = proposal.selectors.to_json()
        assert ResultSelectors.from_json(told["selectors"]) == proposal.selectors
    return told


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_list_is_read_as_expected(path):
    """A list is added as a file, and beside it what it is read as."""
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    for name in ("", path.name):
        found = read_engine_list(path.read_bytes(), name)
        assert found.format == expected["format"]
        for proposal, wanted in zip(found.proposals, expected["proposals"], strict=True):
            assert {key: told(proposal).get(key) for key in wanted} == wanted
            assert ("requests" in wanted) is (proposal.description is not None)
        for entry, wanted in zip(found.rejected, expected["rejected"], strict=True):
            assert (entry.line, entry.excerpt) == (wanted["line"], wanted["excerpt"])
            assert wanted["reason"] in entry.reason


def test_one_engine_described_in_several_ways_has_one_key():
    templates = (
        "https://www.a.example/?q={searchTerms}&x=1",
        "http://a.example?x=1&q={searchTerms}",
    )
    assert len({engine_key(describe_template(template)) for template in templates}) == 1
    other = describe_template("https://a.example/images?q={searchTerms}")
    assert engine_key(other) != engine_key(describe_template(templates[0]))


@settings(max_examples=60)
@given(st.lists(st.text(max_size=30), max_size=8), st.sampled_from(("", "a.yml", "a.csv")))
def test_no_text_crashes_the_readers(lines, filename):
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    try:
        found = read_engine_list(data, filename)
    except EngineListError as error:
        assert error.reason
    else:
        for proposal in found.proposals:
            assert proposal.home_url.startswith(("http://", "https://"))


KEYS = (
    "u s d r url name _urls params base urls search data recordType search_url value method "
    "searchTermParamName template chrome_settings_overrides search_provider engines x"
).split()
TEXTS = ("https://a.example/?q={searchTerms}", "{{{s}}}", "POST", "engine")


@settings(max_examples=150)
@given(json_values(st.sampled_from(KEYS), st.sampled_from(TEXTS)))
def test_wrong_types_everywhere(value):
    for content in (value, [value], {"data": [value]}):
        try:
            found = read_engine_list(json.dumps(content).encode())
        except EngineListError:
            continue
        for proposal in found.proposals:
            if proposal.description:
                assert from_xml(to_xml(proposal.description))
                assert build_request(proposal.description, "x").url


@pytest.mark.parametrize(
    "home, template, expected",
    [
        ("a.example", "http://a.example/?q={{{s}}}", "http://a.example/"),
        ("a.example", "https://a.example/?q={{{s}}}", "https://a.example/"),
        ("https://a.example/", "http://a.example/?q={{{s}}}", "https://a.example/"),
        ("a.example", "/?q={{{s}}}", "https://a.example/"),
    ],
)
def test_a_host_alone_has_the_scheme_of_its_template(home, template, expected):
    data = json.dumps([{"s": "A", "d": home, "u": template}]).encode()
    (proposal,) = read_engine_list(data, "bang.json").proposals
    assert proposal.home_url == expected


# Generous: a busy machine is slow, what these files try takes for ever.
SECONDS = 20.0
MEGABYTES = 400


def refused(data: bytes, filename: str = "") -> str:
    """Return why a file is refused; none may take long or much memory."""
    started = process_time()
    tracemalloc.start()
    try:
        with pytest.raises(EngineListError) as caught:
            read_engine_list(data, filename)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 1_000_000
    finally:
        tracemalloc.stop()
    assert process_time() - started < SECONDS
    return str(caught.value)


def test_too_much_is_refused_and_long_values_cut():
    assert "allowed" in refused(b"x" * 100_000_000)
    assert "more than" in refused(b"[" + b"0," * 60_000 + b"0]")
    assert "more than" in refused(b"a.example\n" * 60_000)
    with pytest.raises(EngineListError, match="larger"):
        read_engine_list(b"engines:\n" + b"- [a]\n" * 250_000)
    long = "x" * 1_000_000
    entries = [
        {"s": long, "u": "https://a.example/?q={{{s}}}"},
        {"s": "b", "u": f"https://a.example/{long}?q={{{{{{s}}}}}}"},
        {"s": "c", "u": "https://c.example/?q={{{s}}}", "d": long},
    ]
    data = json.dumps(entries).encode()
    assert len(data) < MAX_LIST_BYTES
    found = read_engine_list(data)
    assert [len(proposal.name) for proposal in found.proposals] == [200, 1]
    assert [len(entry.excerpt) < 200 for entry in found.rejected] == [True]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        *((b"", "empty"), (b" \n", "empty"), (b"\xff\xfe\n\0", "empty")),
        (b"\x89PNG\r\n\x1a\n\0\0", "line 3: the file is no text"),
        *((b"mozLz40\0abc", "unpack"), (b"[1, 2", "no JSON"), (b'{"a": "b', "no JSON")),
        (b'[{"u": "https://a.example/?q={{{s}}}"}] []', "no JSON"),
        *((b"[" * 100_000, "nested too deeply"), (b'{"a":' * 100_000, "nested too deeply")),
        *((b"[" + b"9" * 10_000 + b"]", "no JSON"), (b'["' + b'\\"' * 3_000_000, "no JSON")),
        *((b"<a>" * 100_000, "XML"), (b"<html></html>", "no list of engines")),
        (b"engines: [" + b"[" * 100_000, "nested too deeply"),
        (b"engines:\n- {a: *unknown}", "line 2: no YAML"),
        (b"engines: 7\nengine: x", "no list 'engines'"),
        *((b"engines:\n\t- x", "no YAML"), (b"engines: \x01", "no YAML")),
        (b'name,url\n"a,https://a.example/\nb,c\n', "line 2: no table"),
    ],
)
def test_what_is_no_list_is_refused(data, word):
    assert word in refused(data)


def test_nothing_is_expanded_copied_or_made_an_object():
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = f'<!DOCTYPE o [<!ENTITY a0 "ha">{laughs}]><opml><body>&a11;</body></opml>'
    refused(text.encode())
    outside = '<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml>&x;</opml>'
    assert "DOCTYPE" in refused(outside.encode())
    bomb = "a0: &a0 {k: v}\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 40)
    )
    found = read_engine_list(f"{bomb}engines:\n- *a39\n- {{name: *a39}}\n".encode(), "s.yml")
    assert not found.proposals
    assert len(found.rejected) == 2
    merged = "m0: &m0 {k: v}\n" + "".join(
        f"m{n}: &m{n} {{<<: *m{n - 1}, k{n}: v}}\n" for n in range(1, 3_000)
    )
    started = process_time()
    read_engine_list(f"{merged}engines: [*m2999]\n".encode(), "s.yml")
    assert process_time() - started < SECONDS
    text = "engines:\n- !!python/object/apply:os.system [echo hurt]\n- !!binary abc\n"
    found = read_engine_list(text.encode(), "s.yml")
    assert len(found.rejected) == 2


@pytest.mark.parametrize(
    "xpath",
    [
        *("//a[" * 200 + "1" + "]" * 200, "(" * 900 + "1" + ")" * 900, "//*" * 400),
        *("re:test(., '(a+)+$')", "document('file:///etc/passwd')", "//a\0", "$x"),
    ],
)
def test_selectors_from_outside_are_bounded_or_refused(xpath):
    entry = {"name": "x", "search_url": "https://a.example/?q={query}", "url_xpath": xpath,
             "title_xpath": "//a"}  # fmt: skip
    text = "engines:\n- " + json.dumps(entry, ensure_ascii=True)
    found = read_engine_list(text.encode(), "s.yml")
    assert len(found.proposals) + len(found.rejected) == 1
    for proposal in found.proposals:
        # Unknown functions and variables compile; evaluated, they are errors.
        assert proposal.selectors
        assert len(proposal.selectors.url) <= 1_000


@pytest.mark.parametrize("host", ["a.e[b]x", "[::1", "a[[b.example"])
def test_an_address_whose_host_is_none_is_rejected_by_name(host):
    found = read_engine_list(json.dumps({"A": f"https://{host}/?q={{searchTerms}}"}).encode())
    assert (len(found.proposals), len(found.rejected)) == (0, 1)
    with pytest.raises(DescriptionError):
        read_given(f"https://{host}/?q=%s")


def test_a_server_whose_host_is_none_is_refused_by_name():
    operation = {"get": {"parameters": [{"name": "q", "in": "query"}]}}
    document = {"openapi": "3.0.0", "servers": [{"url": "http://[::1"}], "paths": {"/s": operation}}
    with pytest.raises(DescriptionError):
        read_openapi(json.dumps(document).encode(), "https://a.example/")
    assert web_charset("\ud800") is None
