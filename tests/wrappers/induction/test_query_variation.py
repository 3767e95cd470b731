"""Lists too bare to look like results, proved by varying with the query."""

from collections.abc import Sequence

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import NoRecordsError, Sample

MENU = "<p><a href=/>Home</a> | <a href=/changes>Changes</a> | <a href=/prefs>Settings</a></p>"
NAMES = {
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


SAMPLES = [Sample(page_of(query, names), query) for query, names in NAMES.items()]


def test_bare_links_that_change_with_the_query_are_results():
    wrapper = learn_wrapper(SAMPLES, page_of("zzz", [])).wrapper
    for sample, names in zip(SAMPLES, NAMES.values(), strict=True):
        found = [record.title for record in wrapper.extract(sample.page).records]
        assert found[-len(names) + 1 :] == names[1:]
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
