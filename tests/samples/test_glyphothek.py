"""The site behind a POST form with a token that belongs to the session."""

import base64

import pytest

FORM = {"formular": "zeichensuche", "begriff": "arrow", "bereich": "alle", "los": "Suchen"}
EXPIRED = "Ihre Sitzung ist abgelaufen"


async def read_token(visitor):
    page = await visitor.get("/")
    return visitor.search_form(page).fields["marke"]


async def test_the_token_of_the_session_is_answered_again_and_again(visit):
    visitor = await visit("glyphothek")
    token = await read_token(visitor)
    for query in ("arrow", "letter"):
        page = await visitor.post("/suche", FORM | {"marke": token, "begriff": query})
        assert visitor.results(page)
        # The page of results shows the form with the same token: the session goes on.
        assert visitor.search_form(page).fields["marke"] == token


@pytest.mark.parametrize("marke", ["", "0" * 32, "é"])
async def test_a_wrong_token_gets_the_form_again(marke, visit):
    visitor = await visit("glyphothek")
    await read_token(visitor)
    page = await visitor.post("/suche", FORM | {"marke": marke})
    assert EXPIRED in page.text
    assert visitor.results(page) == []
    assert visitor.search_form(page).fields["marke"]


async def test_a_missing_token_gets_the_form_again(visit):
    visitor = await visit("glyphothek")
    await read_token(visitor)
    assert EXPIRED in (await visitor.post("/suche", FORM)).text


async def test_a_missing_hidden_field_gets_the_form_again(visit):
    visitor = await visit("glyphothek")
    token = await read_token(visitor)
    fields = {"marke": token, "begriff": "arrow"}
    assert EXPIRED in (await visitor.post("/suche", fields)).text


async def test_a_token_is_worth_nothing_without_its_cookie(visit):
    visitor = await visit("glyphothek")
    token = await read_token(visitor)
    visitor.client.session.cookie_jar.clear()
    assert EXPIRED in (await visitor.post("/suche", FORM | {"marke": token})).text


async def test_a_token_is_worth_nothing_in_another_session(visit):
    one, other = await visit("glyphothek"), await visit("glyphothek")
    token = await read_token(one)
    assert token != await read_token(other)
    assert EXPIRED in (await other.post("/suche", FORM | {"marke": token})).text


async def test_the_form_is_post_only(visit):
    visitor = await visit("glyphothek")
    page = await visitor.get("/suche?begriff=arrow&formular=zeichensuche")
    assert visitor.results(page) == []


async def test_the_choice_of_a_kind_narrows_the_answer(visit):
    visitor = await visit("glyphothek")
    token = await read_token(visitor)
    fields = FORM | {"marke": token, "begriff": "superscript", "bereich": "ziffern"}
    page = await visitor.post("/suche", fields)
    assert visitor.results(page)
    for path, _ in visitor.results(page):
        assert "Zahl" in (await visitor.get(path)).text


@pytest.mark.parametrize("packed", ["", "!", "AAAA", base64.b64encode(b"\xff|x").decode()])
async def test_a_broken_link_to_a_further_page_gets_the_form(packed, visit):
    visitor = await visit("glyphothek")
    async with visitor.client.get("/blaettern", params={"suche": packed}) as response:
        assert response.status == 200
        assert 'name="marke"' in await response.text()


async def test_an_oversized_form_is_refused(visit):
    visitor = await visit("glyphothek")
    page = await visitor.post("/suche", FORM | {"begriff": "a" * 100_000})
    assert page.status == 413


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "no-such-charset"])
async def test_bytes_that_are_no_text_are_refused_or_answered(charset, visit):
    visitor = await visit("glyphothek")
    headers = {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"}
    async with visitor.client.post("/suche", data=b"begriff=\xff", headers=headers) as response:
        assert response.status in {200, 400, 415}
