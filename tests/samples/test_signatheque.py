"""The site in Latin-1."""

import pytest


async def test_the_charset_stands_in_the_markup_alone(visit):
    visitor = await visit("signatheque")
    page = await visitor.ask("file")
    assert page.content_type == "text/html"
    assert b"charset=iso-8859-1" in page.body
    assert "réponses pour".encode("latin-1") in page.body
    with pytest.raises(UnicodeDecodeError):
        page.body.decode("utf-8")


@pytest.mark.parametrize(
    ("encoded", "shown"), [("caract%E8re", "caractère"), ("%26%238594%3B+arrow", "→ arrow")]
)
async def test_queries_come_in_the_charset_of_the_form(encoded, shown, visit):
    visitor = await visit("signatheque")
    page = await visitor.get(f"/recherche.cgi?mot={encoded}")
    assert page.root.xpath("//input[@name='mot']/@value") == [shown]


async def test_accented_words_find_records_and_lead_through_pages(visit):
    visitor = await visit("signatheque")
    pages = await visitor.ask_for_all_pages("paramètre facultatif")
    assert len(pages) > 2
    assert all("paramètre" in page.text for page in pages)
