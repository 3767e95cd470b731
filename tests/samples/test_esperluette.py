"""The site in Latin-1."""

import pytest


async def test_the_charset_stands_in_the_markup_alone(visit):
    visitor = await visit("esperluette")
    page = await visitor.ask("letter")
    assert page.content_type == "text/html"
    assert b"charset=iso-8859-1" in page.body
    assert "entités trouvées".encode("latin-1") in page.body
    with pytest.raises(UnicodeDecodeError):
        page.body.decode("utf-8")


async def test_characters_beyond_the_charset_are_references(visit):
    visitor = await visit("esperluette")
    page = await visitor.ask("rightwards arrow")
    assert b"&#8594;" in page.body
    assert "→" in page.text


@pytest.mark.parametrize(
    ("encoded", "shown"), [("caract%E8re", "caractère"), ("%26%238594%3B+arrow", "→ arrow")]
)
async def test_queries_come_in_the_charset_of_the_form(encoded, shown, visit):
    visitor = await visit("esperluette")
    page = await visitor.get(f"/recherche.cgi?mot={encoded}")
    assert page.root.xpath("//input[@name='mot']/@value") == [shown]


async def test_accented_words_find_records_and_lead_through_pages(visit):
    visitor = await visit("esperluette")
    pages = await visitor.ask_for_all_pages("symbole mathématique")
    assert len(pages) > 5
    assert all("mathématique" in page.text for page in pages)


async def test_an_entity_is_found_by_its_reference(visit):
    visitor = await visit("esperluette")
    results = visitor.results(await visitor.ask("&eacute;"))
    assert {title for _, title in results} == {"&eacute;", "&Eacute;"}


async def test_a_flood_of_fields_is_refused(visit):
    visitor = await visit("esperluette")
    page = await visitor.get("/recherche.cgi?" + "&".join(f"f{n}=1" for n in range(100)))
    assert page.status == 400
