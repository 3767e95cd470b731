"""What holds for any input: documented errors only, stability, bounded time and refusals."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import NotHtmlError, parse_page
from tests.wrappers.extraction.record_nodes import key, rule_of
from tests.wrappers.induction.test_pipeline import BIRDS, FISH, LAYOUTS, learned, result_page
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import (
    DifferentSitesError,
    InductionError,
    PageTooLargeError,
    Sample,
)

TAGS = st.sampled_from(
    "div p a br hr li ul ol dl dt dd table tr td h3 b font span form nav img script".split()
)
NAMES = st.sampled_from(["", "r", "r odd", 'x"y', "{{x}}", "été", "a]b", "1"])


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Return tags, closed or not, in any order, with links and texts between them."""
    parts = []
    for _ in range(draw(st.integers(0, 40))):
        tag, name = draw(TAGS), draw(NAMES)
        href = draw(st.sampled_from(["/a", "http://x.example/?q=1", "javascript:x()", "#", "//["]))
        address = f" href='{href}' onclick=\"location='{href}'\"" if tag == "a" else ""
        parts.append(f"<{tag} class='{name}' id='{name}'{address}>")
        parts.append(
            draw(st.sampled_from(["", "text", "Großer Titel", "1. ", "日本語", "\x00&#0;"]))
        )
        if draw(st.booleans()):
            parts.append(f"</{draw(TAGS)}>")
    return "".join(parts)


@settings(max_examples=60, deadline=None)
@given(st.lists(markup(), min_size=1, max_size=3), st.one_of(st.none(), markup()))
def test_any_markup_gives_a_wrapper_or_a_named_refusal(pages, nothing):
    try:
        samples = [Sample(parse_page(page.encode()), "title 日本語") for page in pages]
        no_result = None if nothing is None else parse_page(nothing.encode())
        learned = learn_wrapper(samples, no_result)
    except (InductionError, NotHtmlError):
        return
    for sample in samples:
        for record in learned.wrapper.extract(sample.page).records:
            assert record.url is None or record.url.startswith(("http://", "https://"))
            assert record.title or record.url


REWRITINGS: dict[str, Callable[[str], bytes]] = {
    "lines end as on other systems": lambda text: text.replace("><", ">\r\n<").encode(),
    "space between": lambda text: text.replace("><", ">\n  <").encode(),
    "tags in capitals": lambda text: re.sub(
        r"</?[a-z]\w*", lambda tag: tag[0].upper(), text
    ).encode(),
    "comments between": lambda text: text.replace("<", "<!-- <li> --><").encode(),
    "letters as entities": lambda text: re.sub(
        r"[a-z](?=[^<>]*<)", lambda letter: f"&#{ord(letter[0])};", text
    ).encode(),
    "attributes the other way round": lambda text: re.sub(
        r"(<\w+) (\w+='[^']*') (\w+='[^']*')", r"\1 \3 \2", text
    ).encode(),
    "further attributes": lambda text: re.sub(r"<(\w+)", r"<\1 data-x='1' lang=en", text).encode(),
    "another charset": lambda text: text.replace(
        "<html>", "<html><meta charset=windows-1251>"
    ).encode("cp1251", "ignore"),
    "as UTF-16": lambda text: text.encode("utf-16"),
    "cut after the records": lambda text: text.partition("<p><a href='/about'>")[0].encode(),
}


@pytest.mark.parametrize("rewriting", REWRITINGS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_other_spellings_of_a_page_read_the_same(layout, rewriting):
    wrapper = learned(layout).wrapper
    for query, names in (("feathers", BIRDS), ("scales", FISH)):
        page = result_page(query, names, *LAYOUTS[layout])
        rewritten = parse_page(REWRITINGS[rewriting](page.body.decode()), page.url)
        assert [(r.url, r.title, r.snippet) for r in wrapper.extract(rewritten).records] == [
            (r.url, r.title, r.snippet) for r in wrapper.extract(page).records
        ]


def test_a_page_of_another_site_among_others_is_left_out():
    cards = [
        Sample(result_page(q, names, *LAYOUTS["cards"]), q)
        for q, names in (("feathers", BIRDS), ("scales", FISH))
    ]
    elsewhere = parse_page(
        b"<body class=shop><main id=top>" + b"<section class=offer><a href='http://x.example/o'>"
        b"offer</a></section>" * 12, "http://other.example/"
    )  # fmt: skip
    learned = learn_wrapper([cards[0], Sample(elsewhere, "offer"), cards[1]])
    assert learned.wrapper.formula == learn_wrapper(cards).wrapper.formula
    with pytest.raises(DifferentSitesError, match="not of one site"):
        learn_wrapper([cards[0], Sample(elsewhere, "offer")])


def test_a_tag_with_a_control_character():
    page = result_page("feathers", BIRDS, "<li><a href='{url}'>{title}</a><p>{text}</p></li>")
    odd = parse_page(page.body.replace(b"<h1>", b"<ta\x01ble>").replace(b"</h1>", b""), page.url)
    assert learn_wrapper([Sample(odd, "feathers")]).wrapper.records(odd)


def test_deeper_than_browsers_nest_is_refused():
    page = parse_page(b"<body>" + b"<div>" * 1_000 + b"<a href='/x'>x</a>" * 20)
    with pytest.raises(PageTooLargeError, match="512 levels"):
        learn_wrapper([Sample(page, "x")])


def test_many_class_names_are_no_harm():
    record, before, after = LAYOUTS["ordered list"]
    many = " ".join(f"c{number}" for number in range(20_000))
    samples = [
        Sample(result_page(q, BIRDS, record, f"<div class='{many}'>{before}", after), q)
        for q in ("feathers", "scales")
    ]
    learned = learn_wrapper(samples, samples[0].page)
    assert len(learned.wrapper.records(samples[1].page)) == len(BIRDS)


def test_records_of_tags_never_closed_are_read_in_time():
    body = b"".join(b"<font><li><a href='/p/%d'>page %d</a> text" % (n, n) for n in range(1_000))
    started = time.process_time()
    records = Wrapper((rule_of(key("li")),)).records(
        parse_page(b"<body>" + body, "http://a.example/")
    )
    assert time.process_time() - started < 3
    assert [record.title for record in records] == [f"page {n}" for n in range(1_000)]


def test_deep_and_wide_pages_end_in_time():
    deep = b"<div>" * 500 + b"<a href='/x'>x</a>" * 20
    wide = b"".join(
        b"<li><a href='/p/%d'>page number %d</a> and some text about it" % (n, n)
        for n in range(20_000)
    )
    for body in (deep, wide):
        started = time.process_time()
        try:
            learned = learn_wrapper([Sample(parse_page(b"<body>" + body), "page")])
            learned.wrapper.extract(parse_page(body))
        except InductionError:
            pass
        assert time.process_time() - started < 60
