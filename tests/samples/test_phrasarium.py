"""The site whose home page answers, and whose phrases are full of markup and placeholders."""


async def test_a_collection_is_opened_by_its_form(visit):
    visitor = await visit("phrasarium")
    page = await visitor.get("/raccolta?nome=auth")
    assert page.address == "/raccolta/auth"
    assert (await visitor.get("/raccolta?nome=none")).status == 404


async def test_markup_in_phrases_is_shown_as_text(visit):
    visitor = await visit("phrasarium")
    page = await visitor.ask("strong")
    titles = [title for _, title in visitor.results(page)]
    assert any("<strong>" in title for title in titles)
    assert not page.root.xpath("//section//strong")


async def test_phrases_beside_the_results_change_with_the_page(visit):
    visitor = await visit("phrasarium")
    beside = {
        tuple((await visitor.ask(query)).root.xpath("//section[@class='altro']/h3/a/@href"))
        for query in ("user", "valore", "campo")
    }
    assert len(beside) == 3
    assert all(len(links) == 3 for links in beside)


async def test_only_neighbouring_pages_are_linked(visit):
    visitor = await visit("phrasarium")
    pages = await visitor.ask_for_all_pages("user")
    counts = [len(page.root.xpath("//p[@class='sfoglia']/a")) for page in pages]
    assert counts == [1, *[2] * (len(pages) - 2), 1]
