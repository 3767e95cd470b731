"""The wiki, redesigned by one click."""

import pytest

from samples import SITES

QUERY = "function"


@pytest.fixture
def site():
    return next(site for site in SITES if site.name == "syntaxia")


def skeleton(page) -> set[tuple[str, str]]:
    return {(each.tag, each.get("class", "")) for each in page.root.body.iter("*")}


async def test_a_click_redesigns_the_markup_alone_and_a_second_brings_it_back(site, visit):
    visitor = await visit(site.name)
    before = await visitor.ask(QUERY)
    await visitor.post(site.redesign_path, {})
    after = await visitor.ask(QUERY)
    assert after.address == before.address
    assert visitor.results(after) == visitor.results(before) != []
    kept = skeleton(before) & skeleton(after)
    assert {tag for tag, name in kept if name} == set()
    pages = await visitor.ask_for_all_pages(QUERY)
    shown = [path for page in pages for path, _ in visitor.results(page)]
    assert shown == [record.path for record in site.search(QUERY)]
    first = await visitor.ask(QUERY)
    for _ in range(2):
        page = await visitor.post(site.redesign_path, {})
        assert page.address == site.redesign_path
    assert (await visitor.ask(QUERY)).body == first.body
    for _ in range(2):
        for address in ("/", site.redesign_path, "/category/Modules", "/wiki/Module_json"):
            page = await visitor.get(address)
            buttons = page.root.xpath("//form[@method='post'][@action='/redesign']/button/text()")
            assert any("design" in text for text in buttons)
        assert visitor.search_form(page).method == "GET"
        assert (await visitor.get("/nothing/here")).status == 404
        await visitor.post(site.redesign_path, {})
