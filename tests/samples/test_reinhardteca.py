"""The site with its search form two links from home, and an address for every question."""

LAYOUT_FORM = "/consulta/buscador"


async def test_the_form_is_two_links_from_home(visit):
    visitor = await visit("reinhardteca")
    home = await visitor.get("/")
    linked = {home.resolve(href) for href in home.root.xpath("//a/@href")}
    assert not any("texto" in form.fields for form in home.root.forms)
    assert LAYOUT_FORM not in linked
    further = set()
    for address in linked:
        page = await visitor.get(address)
        assert not any("texto" in form.fields for form in page.root.forms)
        further |= {page.resolve(href) for href in page.root.xpath("//a/@href")}
    assert LAYOUT_FORM in further


async def test_a_question_gets_an_address_of_its_own(visit):
    visitor = await visit("reinhardteca")
    page = await visitor.ask("Form, FIELD")
    assert page.address == "/buscar/form+field/"
    pages = await visitor.ask_for_all_pages("Form, FIELD")
    assert pages[1].address == "/buscar/form+field/2/"


async def test_words_of_other_scripts_survive_the_address(visit):
    visitor = await visit("reinhardteca")
    page = await visitor.ask("Ελλάδα")
    assert page.status == 200
    assert "ελλαδα" in page.text


async def test_settings_are_documented_with_their_defaults(visit):
    visitor = await visit("reinhardteca")
    results = dict(visitor.results(await visitor.ask("databases")))
    assert "/referencia/DATABASES" in results
    assert "Default: {}" in (await visitor.get("/referencia/DATABASES")).text


async def test_the_news_letter_takes_an_address(visit):
    visitor = await visit("reinhardteca")
    assert "Gracias" in (await visitor.post("/boletin", {"correo": "a@b.example"})).text
