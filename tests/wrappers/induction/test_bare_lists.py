"""Hand-made pages: lists of bare links between bars of links, and little else."""

import pytest

from discovery.pages.page import Page, parse_page
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
    "breaks": "".join(f"{_link(name)}<br>" for name in NAMES),
    "paragraphs": "".join(f"<p>{_link(name)}" for name in NAMES),
    "terms": f"<dl>{''.join(f'<dt>{_link(name)}' for name in NAMES)}</dl>",
    "definitions": f"<dl>{''.join(f'<dd>{_link(name)}' for name in NAMES)}</dl>",
    "columns": _columns(3),
    "letters": "".join(f"<h3>{name[0]}</h3>{_link(name)}<br>" for name in NAMES),
    "some letters": "".join(
        f"{f'<h3>{name[0]}</h3>' if place % 3 == 0 else ''}{_link(name)}<br>"
        for place, name in enumerate(NAMES)
    ),
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
