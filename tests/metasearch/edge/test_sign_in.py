"""Where searching needs it, nothing but what is named open is served to who has not signed in."""

import base64
from http import HTTPStatus
from typing import Any
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client
from django.urls import URLPattern, reverse

from metasearch.edge import sign_in
from metasearch.edge.rate_limit import new_access_key
from metasearch.mcp_server.http import MCP_PATH
from metasearch.models import AccessKey
from metasearch.processes.asgi import application
from metasearch.urls import urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)
OPEN = {"favicon.ico", "robots.txt", "healthz", "readyz", "metrics"}
ADDRESSES = [f"/{each.pattern}" for each in urlpatterns if isinstance(each, URLPattern)]
CLOSED = [each for each in ADDRESSES if each[1:] not in OPEN and not each.startswith("/admin/")]
CLOSED += [MCP_PATH, "/nowhere", "/administrators", "/static", "//"]
PAGES = [(b"accept", b"text/html,*/*;q=0.8")]


@pytest.fixture(autouse=True)
def needed(settings: Any) -> None:
    settings.SEARCH_NEEDS_SIGN_IN = True


async def answer(path: str, headers: Any = (), method: str = "GET", query: str = "") -> Any:
    asked = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    head = [(b"host", b"localhost"), (b"content-length", b"0"), *headers]
    server = ApplicationCommunicator(application, {**asked, "headers": head})
    await server.send_input({"type": "http.request", "body": b""})
    start = await server.receive_output(timeout=20)
    return start["status"], {name.decode().lower(): v.decode() for name, v in start["headers"]}


@pytest.mark.parametrize("path", CLOSED)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS"])
async def test_nothing_is_open_that_is_not_named(path, method):
    status, headers = await answer(path, method=method, query="q=json&format=json")
    assert (status, headers["www-authenticate"]) == (HTTPStatus.UNAUTHORIZED, "Bearer")


@pytest.mark.parametrize("path", sorted(f"/{each}" for each in OPEN))
async def test_probes_and_what_the_sign_in_page_is_made_of_are_open(path):
    assert (await answer(path))[0] not in {401, 303}
    assert (await answer("/static/metasearch/icon.svg"))[0] == 200
    assert (await answer("/admin/login/"))[0] == 200


async def test_a_browser_is_sent_to_sign_in_and_back():
    status, headers = await answer("/search", PAGES, query="q=a+b&page=2")
    assert (status, headers["cache-control"]) == (303, "no-store")
    assert headers["location"] == "/admin/login/?next=%2Fsearch%3Fq%3Da%2Bb%26page%3D2"
    # What a form holds is in no address.
    _, headers = await answer("/search", PAGES, method="POST")
    assert headers["location"] == "/admin/login/?next=%2Fsearch"


def session_of(name: str, **fields: Any) -> str:
    """Return the cookie of an account that signed in by the page for it."""
    get_user_model().objects.create_user(name, password="right", **fields)
    client = Client()
    form = {"username": name, "password": "right"}
    response = client.post(f"{reverse('admin:login')}?next=/engines", form)
    assert (response.status_code, response.headers["Location"]) == (302, "/engines")
    return f"sessionid={client.cookies['sessionid'].value}"


def cookie(text: str) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", text.encode())]


async def test_an_account_of_no_operator_searches_until_it_is_closed_or_signs_out():
    session = cookie(await sync_to_async(session_of)("reader"))
    assert (await answer("/engines", session))[0] == 200
    assert (await answer("/admin/", session))[0] == 302, "the console stays closed"
    await get_user_model().objects.aupdate(is_active=False)
    assert (await answer("/engines", session))[0] == 401
    await get_user_model().objects.aupdate(is_active=True)
    assert (await answer("/engines", session))[0] == 200
    assert (await answer("/engines", cookie("sessionid=made-up")))[0] == 401


def test_who_signed_in_can_sign_out(client, settings):
    get_user_model().objects.create_user("reader", password="right")
    client.post("/admin/login/", {"username": "reader", "password": "right"})
    page = client.get("/admin/", follow=True).content.decode()
    assert f'action="{reverse("sign_out")}"' in page
    assert client.post(reverse("sign_out")).status_code == 302
    assert "sessionid" not in client.cookies or not client.cookies["sessionid"].value
    settings.SEARCH_NEEDS_SIGN_IN = False
    told = client.post("/admin/login/", {"username": "reader", "password": "right"})
    assert "staff account" in told.content.decode(), "only the console is there to sign in to"


async def test_programs_show_an_access_key_as_bearer_or_password():
    key, fingerprint = new_access_key()
    row = await AccessKey.objects.acreate(name="program", fingerprint=fingerprint)
    basic = base64.b64encode(f"anybody:{key}".encode()).decode()
    for shown in (f"Bearer {key}", f"Basic {basic}"):
        authorization = [(b"authorization", shown.encode())]
        assert (await answer("/api/v1/engines", authorization))[0] == 200
    row.revoked_at = row.created_at
    await row.asave()
    for wrong in (f"Bearer {key}", f"Basic {basic}", "Basic &", "Basic /w==", "Bearer", "odd"):
        authorization = [(b"authorization", wrong.encode())]
        assert (await answer("/api/v1/engines", authorization))[0] == 401, wrong
        assert (await answer("/engines", [*authorization, *PAGES]))[0] == 303, wrong


@pytest.mark.parametrize("needed", [True, False])
async def test_a_key_with_a_limit_waits_though_the_site_is_open(settings, needed, monkeypatch):
    monkeypatch.setattr("metasearch.edge.rate_limit.TOLD_AFTER", 0)
    settings.SEARCH_NEEDS_SIGN_IN = needed
    key, fingerprint = new_access_key()
    await AccessKey.objects.acreate(name="a", fingerprint=fingerprint, searches_a_minute=2)
    shown = [(b"authorization", f"Bearer {key}".encode())]
    asked = [(await answer("/api/v1/search", shown, query="q=x"))[0] for _ in range(3)]
    assert asked == [503, 503, 429], "there is no engine"
    shown = [(b"authorization", b"Bearer metasearch_made_up")]
    assert (await answer("/api/v1/search", shown, query="q=x"))[0] == 401
    settings.SEARCH_NEEDS_SIGN_IN = False
    shown = [(b"authorization", b"Basic of_a_proxy")]
    assert (await answer("/api/v1/engines", shown))[0] == 200


async def test_without_the_database_nobody_is_let_in(monkeypatch):
    async def away(_request: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("metasearch.edge.accounts.aget_user", away)
    assert (await answer("/engines", cookie("sessionid=any")))[0] == 503
    monkeypatch.setattr(sign_in, "known_key", Mock(side_effect=OperationalError))
    assert (await answer("/engines", [(b"authorization", b"Bearer any")]))[0] == 503
