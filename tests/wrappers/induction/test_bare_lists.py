"""Lists too bare to look like results: between bars of links, proved by varying with a query."""

from collections.abc import Sequence
from unittest.mock import Mock

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.induction.candidates.inducers import INDUCERS, InducerName
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import NoRecordsError, Sample

NAMES = "robin raven heron finch stork swift crane eagle goose quail owl rook tern".split()
BAR = "<a href='/'>Home</a> <a href='/help.html'>Help</a> <a href='/new.html'>New search</a>"


def _link(name: str) -> str:
    return f"<a href='/birds/{name}.html'>The {name} and its nest</a>"


def _columns(count: int) -> str:
    cells = ("".join(f"{_link(name)}<br>" for name in NAMES[n::count]) for n in range(count))
    return f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr></table>"


LISTS = {
    "paragraphs": "".join(f"<p>{_link(name)}" for name in NAMES),
    "terms": f"<dl>{''.join(f'<dt>{_link(name)}' for name in NAMES)}</dl>",
    "definitions": f"<dl>{''.join(f'<dd>{_link(name)}' for name in NAMES)}</dl>",
    "columns": _columns(3),
    "letters": "".join(f"<h3>{name[0]}</h3>{_link(name)}<br>" for name in NAMES),
}


def _page(rows: str) -> Page:
    html = f"<html><body>{BAR}<hr><h2>Birds</h2>{rows}<hr>[ {BAR.replace(' <', ' ] [ <')} ]</body>"
    return parse_page(html.encode(), "http://birds.example/find?q=nest")


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_of_bare_links_is_read_without_the_bars_around_it(kind):
    page = _page(LISTS[kind])
    wrapper = learn_wrapper([Sample(page, "nest")]).wrapper
    titles = [record.title for record in wrapper.extract(page).records]
    assert sorted(titles) == sorted(f"The {name} and its nest" for name in NAMES)


def test_the_bars_alone_are_no_results():
    with pytest.raises(NoRecordsError):
        learn_wrapper([Sample(_page("<p>No bird has that."), "nest")])


MENU = "<p><a href=/>Home</a> | <a href=/changes>Changes</a> | <a href=/prefs>Settings</a></p>"
OF_QUERIES = {
    "tea": ["Assam", "Darjeeling", "Keemun", "Oolong", "Sencha", "Rooibos"],
    "pot": ["Kettle", "Samovar", "Urn", "Oolong", "Crucible"],
    "cup": ["Beaker", "Mug", "Goblet", "Chalice", "Tumbler", "Stein", "Horn"],
}
NOTHING = "<p>No pages found.</p>"
NEWS = ["Storm", "Harvest", "Election", "Comet", "Drought"]


def page_of(query: str, names: list[str]) -> Page:
    lines = "".join(f"<a href='?{name}'>{name}</a><br>" for name in names)
    markup = f"<html><body>{MENU}{lines or NOTHING}<hr>{MENU}</body></html>"
    return parse_page(markup.encode(), f"http://wiki.example/?search={query}")


SAMPLES = [Sample(page_of(query, names), query) for query, names in OF_QUERIES.items()]


def test_bare_links_that_change_with_the_query_are_results():
    wrapper = learn_wrapper(SAMPLES, page_of("zzz", [])).wrapper
    for sample, names in zip(SAMPLES, OF_QUERIES.values(), strict=True):
        found = [record.title for record in wrapper.extract(sample.page).records]
        assert found == names
    assert wrapper.extract(page_of("qqq", [])).records == ()


def test_bare_links_that_stay_are_none():
    """Each page echoes its query and shows the same news, the one without results too."""
    pages = [
        parse_page(
            f"<html><body>{MENU}<h1>{query}</h1>".encode()
            + "".join(f"<a href=/n/{name}?from={query}>{name}</a><br>" for name in NEWS).encode(),
            f"http://wiki.example/?search={query}",
        )
        for query in ("tea", "pot", "cup", "zzz")
    ]
    samples = [
        Sample(page, query) for page, query in zip(pages, ("tea", "pot", "cup"), strict=False)
    ]
    with pytest.raises(NoRecordsError):
        learn_wrapper(samples, pages[-1])


def test_what_was_found_may_stand_in_a_menu_of_all_there_is():
    menu = "".join(f"<li><a href='/{n}'>Story {n} of the menu</a>" for n in range(40))

    def page(query: str, found: Sequence[int]) -> Page:
        hits = "".join(
            f"<div class=hit><h2><a href='/{n}'>Story {n} of the {query}</a></h2>"
            f"<p>What story {n} tells of the {query}, in a line or two.</p></div>"
            for n in found
        )
        text = hits or "<p>Nothing was found.</p>"
        source = f"<ul>{menu}</ul><section><h1>Results: {query}</h1>{text}</section>"
        return parse_page(source.encode(), "http://s.example/")

    samples = [
        Sample(page(query, found), query)
        for query, found in (("sea", range(9)), ("wind", range(5, 17)), ("rain", range(20, 31)))
    ]
    learned = learn_wrapper(samples, page("qzxvw", ()))
    read = learned.wrapper.records(page("moon", (3, 30)))
    assert [record.url for record in read] == ["http://s.example/3", "http://s.example/30"]
    assert not learned.wrapper.records(page("qzxvw", ()))


def _catalogue(names: Sequence[str]) -> Page:
    """Words before each link, and below them two links that every page shows."""
    lines = "".join(f"\n<br>Tin of: <a href='{name}.html'>{name} from afar</a>" for name in names)
    ways = "<a href='/new.html'>New from afar</a> | <a href='/old.html'>Old from afar</a>"
    markup = f"<body><h1>Tins</h1>{lines or NOTHING}\n<hr>{ways}</body>"
    return parse_page(markup.encode(), "http://shop.example/find")


def test_rows_that_every_page_shows_are_left_out_where_another_rule_reads_the_rest():
    samples = [Sample(_catalogue(names), query) for query, names in OF_QUERIES.items()]
    wrapper = learn_wrapper(samples).wrapper
    found = [record.title for record in wrapper.extract(samples[1].page).records]
    assert found == [f"{name} from afar" for name in OF_QUERIES["pot"]]


def test_papers_inducers_propose_where_pages_have_no_classes(monkeypatch):
    proposed = Mock(return_value=[[] for _ in SAMPLES])
    monkeypatch.setitem(INDUCERS, InducerName.VINTS, proposed)
    learn_wrapper(SAMPLES, page_of("zzz", []))
    assert proposed.called
    proposed.reset_mock()
    named = [
        Sample(parse_page(s.page.body.replace(b"<a ", b"<a class=x "), s.page.url), s.query)
        for s in SAMPLES
    ]
    learn_wrapper(named, page_of("zzz", []))
    assert not proposed.called
    learn_wrapper(named, page_of("zzz", []), (InducerName.ELEMENT_GROUPS, InducerName.VINTS))
    assert proposed.called
