"""Answers that are no HTML, shown as pages."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.data.parsing import MAX_ATTRIBUTES
from discovery.pages.data.roles import learn_template
from discovery.pages.data.site_index import find_index
from discovery.pages.data.value import MAX_DEPTH, MAX_VALUES
from discovery.pages.page import NotHtmlError, Page, PageTooHeavyError, parse_answer
from tests.cases import cases

CASES = cases(__file__)

ITEMS = [
    {"title": "Green tea", "url": "/p/1", "text": "Leaves that are not fermented at all."},
    {"title": "Black tea", "url": "/p/2", "text": "Leaves that are fermented to the end."},
    {"title": "Oolong", "url": "/p/3", "text": "Leaves in between the other two kinds."},
]
COLUMNS = zip(*(item.values() for item in ITEMS), strict=True)
TITLES = [("Green tea", "/p/1"), ("Black tea", "/p/2"), ("Oolong", "/p/3")]
ATOM = CASES["atom"]
RSS = CASES["rss"]
SRU = CASES["sru"]


def shown(body: str) -> Page:
    return parse_answer(body.encode(), "https://a.example/search")


def headings(body: str) -> list[tuple[str | None, str | None]]:
    return [(link.text, link.get("href")) for link in shown(body).root.findall(".//h3/a")]


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(ITEMS),
        json.dumps({"results": ITEMS}),
        json.dumps({"data": {"search": {"edges": [{"node": item} for item in ITEMS]}}}),
        json.dumps({"hits": {"hits": [{"_source": item, "_score": 1.5} for item in ITEMS]}}),
        json.dumps({"pages": {str(1000 + n): item for n, item in enumerate(ITEMS)}}),
        json.dumps({"columns": list(ITEMS[0]), "rows": [list(i.values()) for i in ITEMS]}),
        json.dumps([list(ITEMS[0]), *(list(item.values()) for item in ITEMS)]),
        json.dumps(["tea", *map(list, COLUMNS)]),
        json.dumps({"payload": json.dumps({"items": ITEMS})}),
        "\n".join(map(json.dumps, ITEMS)),
        "".join(f"data: {json.dumps(item)}\n\n" for item in ITEMS),
        f"/**/callback({json.dumps({'items': ITEMS})});",
        f"var found = {json.dumps(ITEMS)};",
        f")]}}',\n{json.dumps({'items': ITEMS})}",
    ],
)
def test_records_in_any_envelope_have_their_titles_and_addresses(body):
    assert headings(body) == TITLES


def test_keys_markup_and_marks_are_read_by_what_they_hold():
    items = [{"q": i["url"], "k": i["title"], "a": i["text"] * 4, "z": "en"} for i in ITEMS]
    assert headings(json.dumps({"x": items})) == TITLES
    page = shown(json.dumps({"html": "<ul><li><a href='/p/1'>Green</a></ul></div>", "n": 1}))
    assert [(a.text, a.getparent().tag) for a in page.root.iter("a")] == [("Green", "li")]
    marks = "\u2028\u2029\x85"
    texts = [json.dumps({**item, "text": f"a{marks}b"}, ensure_ascii=False) for item in ITEMS]
    assert headings("\n".join(texts)) == TITLES
    assert headings("".join(f"data: {text}\n\n" for text in texts)) == TITLES


def test_feeds_library_answers_and_events_are_read():
    assert headings(ATOM) == [("Green tea", "/p/1"), ("Black tea", "/p/2")]
    addresses = ["https://a.example/p/1", "https://a.example/p/2"]
    assert [lead for _, lead in headings(RSS)] == addresses
    assert headings(SRU) == list(zip(["Green tea :", "Black tea"], addresses, strict=True))
    assert "12 results" in shown(ATOM).text and "Leaves not" in shown(ATOM).text
    assert [link.get("href") for link in shown(ATOM).root.findall(".//a[@rel='next']")] == [
        "/search?q=tea&page=2"
    ]
    pieces = "".join(
        f"event: piece\ndata: <li><a href={item['url']}>\ndata: {item['title']}</a></li>\n\n"
        for item in ITEMS
    )
    page = shown(pieces + 'event: end\ndata: {"total": 2}\n\n')
    assert [link.text.strip() for link in page.root.iter("a")] == [i["title"] for i in ITEMS]
    assert headings("".join(f"id: 1\ndata: {json.dumps(item)}\n" for item in ITEMS)) == TITLES
    spread = "".join(f"data: {line}\n" for line in json.dumps(ITEMS, indent=1).splitlines())
    assert headings(f"retry: 10\n{spread}\n") == TITLES


def test_an_answer_without_records_says_so():
    page = parse_answer(b"", "http://a.example/", "application/x-ndjson")
    assert "no results" in page.text
    with pytest.raises(NotHtmlError):
        parse_answer(b"", "http://a.example/", "text/html")
    text = shown('{"results": [], "total": 0}').text
    assert "no results" in text and "0 results" in text


@pytest.mark.parametrize("body", ["<html><p>text</p></html>", "<p>a {b}</p>", "<?xml?><html/>"])
def test_pages_stay_pages(body):
    assert shown(body).data is None


def test_hostile_data_is_bounded():
    for body in ("[" * 100_000, '{"a":' * 2 * MAX_DEPTH + "1" + "}" * 2 * MAX_DEPTH):
        with pytest.raises(NotHtmlError):
            shown(body)
    with pytest.raises(PageTooHeavyError):
        shown(json.dumps(list(range(MAX_VALUES + 1))))
    entities = "".join(f'<!ENTITY e{n + 1} "&e{n};&e{n};&e{n};">' for n in range(30))
    bomb = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "xxxx">{entities}]><r>&e30;</r>'
    assert len(shown(bomb).root.text_content()) < len(bomb)
    attributes = " ".join(f'a{n}="x"' for n in range(MAX_ATTRIBUTES + 1))
    with pytest.raises(PageTooHeavyError, match="attributes"):
        shown(f'<?xml version="1.0"?><r {attributes}/>')


@pytest.mark.parametrize(
    "text",
    [
        "<script json>" * 30_000,
        '\\"{' * 30_000,
        "\"{'{`{\\" * 30_000,
        json.dumps({"t": dict.fromkeys("abcd", "/x"), "d": [{"#key": ["a"], "title": "T"}] * 9}),
        json.dumps(
            {f"t{n}": dict.fromkeys("abcd", "/x") for n in range(2_000)}
            | {"d": [{"#key": "a", "title": "Tea"}] * 5_000}
        ),
        json.dumps(
            {f"t{n}": [[1, 2]] for n in range(5_000)} | {f"n{n}": ["a"] for n in range(5_000)}
        ),
        json.dumps({f"p{n}": [{"title": "Green tea", "url": "/p"}] for n in range(20_000)}),
    ],
    ids=["scripts", "escapes", "quotes", "keys", "tables", "names", "paths"],
)
def test_what_is_no_index_is_left_in_time(text):
    started = time.process_time()
    assert find_index(f"x = 1;{text}") is None and find_index(text) is None
    assert time.process_time() - started < 10


def test_the_address_of_a_record_is_learned_from_links_seen():
    objects = [{("id",): n, ("at", "slug"): f"tea-{n}", ("n",): "x"} for n in (3, 14, 15)]
    links = ["https://a.example/", *(f"https://a.example/i/{n}/tea-{n}?v=1" for n in (3, 14, 15))]
    template = learn_template(objects, links)
    assert template is not None
    assert template.fill({("id",): 9, ("at", "slug"): "oil 9"}) in (
        "https://a.example/i/9/oil%209?v=1",
        "https://a.example/i/9/tea-9?v=1",
    )
    assert str(template) == "https://a.example/i/{id}/{at.slug}?v=1"
    assert learn_template(objects, ["https://a.example/about"]) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=25,
)


@settings(max_examples=60, deadline=None)
@given(value=VALUES)
def test_any_json_is_a_page_or_refused(value):
    try:
        page = shown(json.dumps(value))
    except NotHtmlError:
        return
    assert page.root.tag == "html"


@settings(max_examples=30, deadline=None)
@given(order=st.permutations(sorted(ITEMS[0])), keys=st.lists(st.sampled_from("abcde"), max_size=4))
def test_order_of_keys_and_further_envelopes_change_no_record(order, keys):
    value: object = [{key: item[key] for key in order} for item in ITEMS]
    for key in keys:
        value = {key: value, "note": "one more level"}
    assert headings(json.dumps(value)) == TITLES
