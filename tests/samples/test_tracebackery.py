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


@pytest.mark.parametrize("wrong", ["", "0" * 32, "é"])
async def test_a_wrong_token_gets_the_form_again(wrong, visit):
    visitor = await visit("tracebackery")
    await read_token(visitor)
    page = await visitor.post("/search", FORM | {"token": wrong})
    assert EXPIRED in page.text
    assert visitor.results(page) == []
    assert visitor.search_form(page).fields["token"]


async def test_a_missing_token_gets_the_form_again(visit):
    visitor = await visit("tracebackery")
    await read_token(visitor)
    assert EXPIRED in (await visitor.post("/search", FORM)).text


async def test_a_token_is_worth_nothing_without_its_cookie(visit):
    visitor = await visit("tracebackery")
    token = await read_token(visitor)
    visitor.client.session.cookie_jar.clear()
    assert EXPIRED in (await visitor.post("/search", FORM | {"token": token})).text


async def test_a_token_is_worth_nothing_in_another_session(visit):
    one, other = await visit("tracebackery"), await visit("tracebackery")
    token = await read_token(one)
    assert token != await read_token(other)
    assert EXPIRED in (await other.post("/search", FORM | {"token": token})).text


async def test_the_form_is_post_only(visit):
    visitor = await visit("tracebackery")
    page = await visitor.get("/search?terms=json")
    assert visitor.results(page) == []


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


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "no-such-charset"])
async def test_bytes_that_are_no_text_are_refused_or_answered(charset, visit):
    visitor = await visit("tracebackery")
    headers = {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"}
    async with visitor.client.post("/search", data=b"terms=\xff", headers=headers) as response:
        assert response.status in {200, 400, 415}
