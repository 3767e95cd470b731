"""Lists of engines in every format that people have."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_description import describe_template
from discovery.connection.requests import build_request, paged_request
from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import EngineListError, EngineProposal, engine_key
from discovery.engine_lists.result_selectors import ResultSelectors

CASES = Path(__file__).with_name("cases")
LISTS = sorted(path for path in CASES.iterdir() if not path.name.endswith(".expected.json"))
QUERY = "a é"


def told(proposal: EngineProposal) -> dict[str, Any]:
    """Return what a list says of an engine, the requests for two pages among it."""
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
def test_a_list_is_read_as_expected(path: Path) -> None:
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


def test_one_engine_described_in_several_ways_has_one_key() -> None:
    templates = (
        "https://www.a.example/?q={searchTerms}&x=1",
        "http://a.example?x=1&q={searchTerms}",
    )
    assert len({engine_key(describe_template(template)) for template in templates}) == 1
    other = describe_template("https://a.example/images?q={searchTerms}")
    assert engine_key(other) != engine_key(describe_template(templates[0]))


@settings(max_examples=60)
@given(st.lists(st.text(max_size=30), max_size=8), st.sampled_from(("", "a.yml", "a.csv")))
def test_no_text_crashes_the_readers(lines: list[str], filename: str) -> None:
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    try:
        found = read_engine_list(data, filename)
    except EngineListError as error:
        assert error.reason
    else:
        for proposal in found.proposals:
            assert proposal.home_url.startswith(("http://", "https://"))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(("https://a.example/?q={searchTerms}", "{{{s}}}", "POST", "engine")),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ("u", "s", "d", "r", "url", "name", "_urls", "params", "base", "urls", "search", "data",
             "recordType", "search_url", "value", "method", "searchTermParamName", "template",
             "chrome_settings_overrides", "search_provider", "engines", "x")
        ),
        inner, max_size=6,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=150)
@given(JSON_VALUES)
def test_wrong_types_everywhere(value: Any) -> None:
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
def test_a_host_alone_has_the_scheme_of_its_template(
    home: str, template: str, expected: str
) -> None:
    data = json.dumps([{"s": "A", "d": home, "u": template}]).encode()
    (proposal,) = read_engine_list(data, "bang.json").proposals
    assert proposal.home_url == expected
