"""The site behind a POST form with a token that belongs to the session."""

import base64

import pytest

FORM = {"terms": "json"}
EXPIRED = "Your visit has expired"


async def read_token(visitor):
    page = await visitor.get("/")
    return visitor.search_form(page).fields["token"]


async def test_the_token_of_the_session_is_answered_again_and_again(visit):
    visitor = await visit("tracebackery")
    token = await read_token(visitor)
    for query in ("json", "file"):
        page = await visitor.post("/search", FORM | {"token": token, "terms": query})
        assert visitor.results(page)
        # The page of results shows the form with the same token: the session goes on.
        assert visitor.search_form(page).fields["token"] == token


async def test_a_token_is_that_of_the_session(visit):
    visitor, other = await visit("tracebackery"), await visit("tracebackery")
    token = await read_token(visitor)
    foreign = await read_token(other)
    for wrong in ({"token": ""}, {"token": "0" * 32}, {"token": "é"}, {"token": foreign}, {}):
        page = await visitor.post("/search", FORM | wrong)
        assert EXPIRED in page.text
        assert visitor.results(page) == []
        assert visitor.search_form(page).fields["token"]
    visitor.client.session.cookie_jar.clear()
    assert EXPIRED in (await visitor.post("/search", FORM | {"token": token})).text


@pytest.mark.parametrize("packed", ["", "!", "AAAA", base64.b64encode(b"\xff|x").decode()])
async def test_a_broken_link_to_a_further_page_gets_the_form(packed, visit):
    visitor = await visit("tracebackery")
    async with visitor.client.get("/browse", params={"search": packed}) as response:
        assert response.status == 200
        assert 'name="token"' in await response.text()


async def test_an_oversized_form_is_refused(visit):
    visitor = await visit("tracebackery")
    page = await visitor.post("/search", FORM | {"terms": "a" * 100_000})
    assert page.status == 413
