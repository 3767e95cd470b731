"""Lists of engines in every format that people have."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_description import describe_template
from discovery.connection.requests import EngineRequest, build_request, paged_request
from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import EngineList, EngineListError, EngineProposal, engine_key
from discovery.engine_lists.result_selectors import ResultSelectors


def read(content: Any, filename: str = "") -> EngineList:
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    return read_engine_list(text.encode(), filename)


def only(content: Any, filename: str = "") -> EngineProposal:
    found = read(content, filename)
    assert not found.rejected
    return found.proposals[0]


def request_of(proposal: EngineProposal, query: str = "a b", page: int = 1) -> EngineRequest:
    assert proposal.description
    request = paged_request(proposal.description, query, page)
    assert request
    return request


ONE = "https://a.example/?q={searchTerms}"
OPENSEARCH = """<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
    <ShortName>A</ShortName>
    <Url type="text/html" template="https://a.example/?q={searchTerms}"/>
    </OpenSearchDescription>"""
PROVIDER = {"name": "A", "search_url": ONE, "encoding": "cp1252"}


@pytest.mark.parametrize(
    ("entries", "query", "asked"),
    [
        *((entries, "a b", "https://a.example/?q=a+b") for entries in (
            [{"name": "A", "url": ONE}],
            {"bangs": [{"s": "A", "u": "https://a.example/?q={{{s}}}"}]},
            {"A": ONE},
            {"A": {"url": "https://a.example/?q=%s"}},
            {"A": {"template": "https://a.example/?q=%7BsearchTerms%7D"}},
            [{"s": "A", "d": "a.example", "u": "/?q={{{s}}}"}],
            OPENSEARCH,
        )),
        # An extension's manifest, and a table with templates and charsets.
        ({"name": "x", "chrome_settings_overrides": {"search_provider": PROVIDER}}, "é",
         "https://a.example/?q=%E9"),
        ("name,search_url,home,encoding\nA,https://a.example/?q=%s,a.example,windows-1251\n", "ж",
         "https://a.example/?q=%E6"),
    ],
)  # fmt: skip
def test_one_engine_in_many_shapes(entries: Any, query: str, asked: str) -> None:
    proposal = only(entries)
    assert (proposal.name, proposal.home_url) == ("A", "https://a.example/")
    assert request_of(proposal, query).url == asked


def test_a_bang_has_a_line_and_a_rank() -> None:
    bang = {"c": "Tech", "d": "www.a.example", "r": 17, "s": "Site A", "sc": "Docs", "t": "a"}
    found = read([{**bang, "u": "https://www.a.example/find?q={{{s}}}&x=1"}])
    proposal = found.proposals[0]
    assert found.format == "bangs (JSON)"
    assert (proposal.line, proposal.name, proposal.wanted) == (2, "Site A", 17)
    assert request_of(proposal).url == "https://www.a.example/find?q=a+b&x=1"


def test_bad_bangs_are_listed_with_line_and_reason() -> None:
    text = """[
      {"s": "good", "u": "https://a.example/?q={{{s}}}"},
      {"s": "script", "u": "javascript:alert({{{s}}})"},
      {"s": "behind", "u": "https://b.example/#{{{s}}}"},
      {"s": "number", "u": 7},
      {"s": "none"},
      {"s": "twice", "u": "https://c.example/?q={{{s}}}", "u": "https://d.example/?q={{{s}}}"},
      {"s": "host", "u": "https://{{{s}}}.example/"},
      {"s": "user", "u": "https://me:secret@e.example/?q={{{s}}}"},
      {"s": "nul", "u": "https://f.example/\\u0000?q={{{s}}}"},
      null, 3, ["x"]
    ]"""
    found = read(text)
    assert [proposal.line for proposal in found.proposals] == [2]
    assert [entry.line for entry in found.rejected] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11]
    reasons = dict(zip([e.excerpt for e in found.rejected], found.rejected, strict=True))
    for name, word in (
        ("script", "no http"), ("behind", "#"), ("number", "no text"), ("none", "no address"),
        ("twice", "twice"), ("host", "host"), ("user", "user name"), ("nul", "control"),
    ):  # fmt: skip
        assert word in reasons[name].reason, name


def test_firefox_configuration() -> None:
    record = {
        "recordType": "engine",
        "identifier": "a",
        "base": {
            "name": "A",
            "urls": {
                "search": {
                    "base": "https://a.example/find",
                    "params": [
                        {"name": "client", "value": "{partnerCode}"},
                        {"name": "channel", "experimentConfig": "x"},
                        {"name": "k", "value": "ü &"},
                    ],
                    "searchTermParamName": "q",
                },
                "suggestions": {"base": "https://a.example/ac", "searchTermParamName": "q"},
            },
        },
    }
    found = read({"data": [record, {"recordType": "defaultEngines"}], "timestamp": 1})
    assert found.format == "browser engines (JSON)"
    (proposal,) = found.proposals
    assert request_of(proposal).url == "https://a.example/find?k=%C3%BC+%26&q=a+b"
    assert proposal.description
    assert proposal.description.suggestions == "https://a.example/ac?q={searchTerms}"
    assert "defaultEngines" in found.rejected[0].reason


def test_a_posting_engine_of_firefox() -> None:
    engine = {
        "_name": "P",
        "_urls": [
            {"type": "application/x-suggestions+json", "template": "https://a.example/s"},
            {
                "template": "https://a.example/find",
                "method": "POST",
                "params": [{"name": "q", "value": "{searchTerms}"}],
            },
        ],
    }
    request = request_of(only({"version": 6, "engines": [engine]}))
    assert (request.method, request.url) == ("POST", "https://a.example/find")
    assert request.body == b"q=a+b"


def test_chromiums_engines() -> None:
    text = """{
      // a comment of Chromium's
      "kMaxPrepopulatedEngineID": 1,
      "elements": {
        "bigone": {
          "name": "Big // One",
          "search_url": "{google:baseURL}search?q={searchTerms}&{google:RLZ}ie={inputEncoding}",
          "suggest_url": "{google:baseSuggestURL}search?q={searchTerms}"
        }
      }
    }"""
    proposal = only(text)
    assert (proposal.name, proposal.line) == ("Big // One", 5)
    assert request_of(proposal).url == "https://www.google.com/search?q=a+b&ie=utf-8"


SETTINGS = """
general:
  debug: false
engines:
  - name: alpha
    engine: xpath
    search_url: https://alpha.example/find?q={query}&start={pageno}&l={lang}{time_range}
    results_xpath: //div[@class="hit"]
    url_xpath: .//h3/a/@href
    title_xpath: .//h3/a
    content_xpath: .//p
    paging: true
    first_page_num: 0
    page_size: 10
    weight: 3

  - name: beta
    engine: xpath
    search_url: https://beta.example/s/{query}/page/{pageno}/
    url_xpath: //h3/a/@href
    title_xpath: //h3/a
  - name: posted
    engine: xpath
    search_url: https://posted.example/find
    method: POST
    request_body: q={query}&p={pageno}
  - name: program
    engine: duckduckgo
  - name: wiki
    engine: mediawiki
    base_url: https://wiki.example/
  - {name: data, engine: json_engine, search_url: 'https://d.example/?q={query}'}
  - name: bomb
    engine: xpath
    search_url: https://bomb.example/?q={query}
    url_xpath: //a[
    title_xpath: //a
  - {name: unknown, method: POST, search_url: 'https://u.example/', request_body: 'q={what}'}
  - name: twice
    name: again
  - just text
"""


def test_selector_engines() -> None:
    found = read(SETTINGS)
    alpha, beta, posted, wiki = found.proposals
    assert alpha.line == 5
    assert alpha.wanted == 3
    assert alpha.selectors == ResultSelectors(
        ".//h3/a/@href", ".//h3/a", '//div[@class="hit"]', ".//p"
    )
    stored = json.loads(json.dumps(alpha.selectors.to_json()))
    assert ResultSelectors.from_json(stored) == alpha.selectors
    assert request_of(alpha).url == "https://alpha.example/find?q=a+b&start=0&l=en"
    assert request_of(alpha, page=3).url == "https://alpha.example/find?q=a+b&start=20&l=en"
    assert request_of(beta).url == "https://beta.example/s/a%20b/page/1/"
    assert request_of(beta, page=2).url == "https://beta.example/s/a%20b/page/2/"
    assert request_of(posted, page=2).body == b"q=a+b&p=2"
    assert (wiki.description, wiki.home_url) == (None, "https://wiki.example/")
    assert [(entry.excerpt, entry.line) for entry in found.rejected] == [
        ("program", 27), ("data", 32), ("bomb", 33), ("unknown", 38), ("again", 39),
        ("just text", 39),
    ]  # fmt: skip
    assert "no XPath" in found.rejected[2].reason


def test_anchors_and_merges_of_yaml() -> None:
    text = """
common: &common {engine: xpath, search_url: "https://a.example/?q={query}"}
engines:
  - <<: *common
    name: a
  - {<<: *common, name: b, search_url: "https://b.example/?q={query}"}
"""
    homes = [proposal.home_url for proposal in read(text, "settings.yml").proposals]
    assert homes == ["https://a.example/", "https://b.example/"]


def test_opml() -> None:
    text = """<?xml version="1.0"?>
<opml version="2.0"><body>
<outline text="Folder">
  <outline text="A &amp; co" htmlUrl="https://a.example/x"/>
  <outline title="Feed" xmlUrl="https://b.example/feed.xml"/>
  <outline text="T" url="https://c.example/?q=%s"/>
  <outline text="bad" htmlUrl="mailto:x@d.example"/>
</outline></body></opml>"""
    found = read(text)
    assert [(each.name, each.home_url) for each in found.proposals] == [
        ("A & co", "https://a.example/x"),
        ("Feed", "https://b.example/"),
        ("T", "https://c.example/"),
    ]
    assert found.proposals[2].description
    assert [(entry.line, entry.excerpt) for entry in found.rejected] == [(7, "mailto:x@d.example")]


def test_plain_addresses() -> None:
    text = (
        "# engines\nhttps://a.example/x,y\n\nb.example\nnot an address\nhttps://c.example/?q=%s\n"
    )
    found = read(text)
    assert found.format == "addresses"
    assert [each.home_url for each in found.proposals] == [
        "https://a.example/x,y", "https://b.example/", "https://c.example/",
    ]  # fmt: skip
    assert [(entry.line, entry.excerpt) for entry in found.rejected] == [(5, "not an address")]


@pytest.mark.parametrize(
    "text",
    [
        "name,url,rank\nA,https://a.example/,4\n",
        "Rank;Name;Website\n4;A;a.example\n",
        '"wanted"\t"title"\t"home"\n4\tA\thttps://a.example/\n',
    ],
)
def test_tables_with_and_without_headings(text: str) -> None:
    found = read(text)
    proposal = found.proposals[0]
    assert found.format == "CSV"
    assert proposal.home_url == "https://a.example/"
    assert (proposal.name, proposal.wanted, proposal.line) == ("A", 4, 2)
    found = read('A,https://a.example/\n"B, the second",https://b.example/\n')
    names = [(proposal.name, proposal.home_url) for proposal in found.proposals]
    assert names == [("A", "https://a.example/"), ("B, the second", "https://b.example/")]


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "windows-1252"])
def test_other_encodings(charset: str) -> None:
    data = "name,url\nMünchen,https://m.example/\n".encode(charset)
    assert read_engine_list(data).proposals[0].name == "München"


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
            found = read(content)
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
