"""Which hidden fields are tokens, and how they are read anew."""

import pytest

from discovery.connection.form_tokens import (
    FormGoneError,
    changing_parameters,
    fresh_values,
    looks_like_token,
    settle_tokens,
)
from discovery.connection.requests import build_request
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from tests.discovery.connection.pages import described, page_of

FORM = (
    "<form method=post action='/find{session}'><input name=q>"
    "<input type=hidden name=csrf_token value={token}>"
    "<input type=hidden name=cx value=0176abc9de8f2a1b4c5d6e7f8091a2b3>"
    "<input type=hidden name=lang value=en></form>"
)
LOGIN = "<form method=post action=/login><input name=user><input type=password name=p></form>"


def form(html: str) -> SearchForm:
    return find_forms(page_of(html))[0]


TOKENS = [
    *(("csrfmiddlewaretoken", "kJ8s9dLq2mZ"), ("__VIEWSTATE", "/wEPDwUKLTEzNzY5")),
    *(("authenticity_token", "QmFzZTY0IHRva2Vu=="), ("form_build_id", "form-9a8b7c")),
    *(("sid", "0a1b2c3d4e"), ("k", "9f86d081884c7d659a2feaa0c55ad015")),
    ("h", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
    ("x", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"),
]
SETTINGS = [
    *(("lang", "en"), ("sid", "1"), ("side", "left-column"), ("token", "")),
    ("category", "books-and-magazines-for-children"),
    ("restrict", "http://www.a.example/books/2019/index.html"),
    *(("from", "2019-01-01T00:00:00"), ("fields", "title,author,subject,year")),
    ("n", "1234567890123456789012"),
]


@pytest.mark.parametrize(("name", "value"), TOKENS + SETTINGS)
def test_tokens_by_their_shape(name, value):
    assert looks_like_token(name, value) is ((name, value) in TOKENS)


def test_what_changes_between_visits_or_is_named_so_is_a_token():
    first, second = (form(FORM.format(token=token, session="")) for token in ("abcdef1", "abcdef2"))
    assert changing_parameters(first, second) == {"csrf_token"}
    assert changing_parameters(first, first) == frozenset()
    html = FORM.format(token="abcdef1", session="")
    description = described(html)
    assert set(description.tokens) == {"csrf_token", "cx"}
    settled = settle_tokens(description, form(html), form(html))
    assert settled.tokens == ("csrf_token",)
    changed = form(html.replace("value=en", "value=ru"))
    assert set(settle_tokens(description, form(html), changed).tokens) == {"csrf_token", "lang"}


def test_fresh_values_and_addresses_replace_the_stored_ones():
    description = described(FORM.format(token="abcdef1", session=""))
    assert description.needs_form_page
    now = page_of(LOGIN + FORM.format(token="newtoken2", session=""))
    fresh = fresh_values(description, now)
    assert fresh["csrf_token"] == "newtoken2"
    body = build_request(description, "tea", fresh).body or b""
    assert b"q=tea&csrf_token=newtoken2&" in body
    assert b"lang=en" in body
    description = described(FORM.format(token="abcdef1", session=";jsessionid=AAA"))
    assert description.action_changes
    now = page_of(FORM.format(token="abcdef1", session=";jsessionid=BBB"))
    request = build_request(description, "tea", fresh_values(description, now))
    assert request.url.endswith("/find;jsessionid=BBB")


def test_a_form_without_tokens_needs_no_page_and_one_that_is_gone_is_told():
    description = described("<form><input name=q><input type=hidden name=a value=b></form>")
    assert not description.needs_form_page
    assert fresh_values(description, page_of(LOGIN)) == {}
    description = described(FORM.format(token="abcdef1", session=""))
    with pytest.raises(FormGoneError, match="no longer"):
        fresh_values(description, page_of(LOGIN))
