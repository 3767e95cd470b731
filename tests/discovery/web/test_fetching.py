"""Fetching in order: what a well-behaved site gets and gives; its style sheets."""

import asyncio
import gzip
import time
import zlib
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from django.core.exceptions import ImproperlyConfigured

from discovery.connection.requests import EngineRequest
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page, parse_page
from discovery.pages.visibility import keep_styles, linked_rules, wanted_sheets
from discovery.web import fetching, guard
from discovery.web.fetching import Fetcher, fetch_style_sheets, open_fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.local_delay import BEAT, LocalDelay, LoopDelay, Stage
from discovery.web.response import CookieSession
from tests.discovery.web.hostile_server import (
    HostileServer,
    Request,
    answer,
    failure,
    hang,
    serving,
)

pytestmark = pytest.mark.timed


async def test_a_page_comes_with_address_status_type_and_headers(server, fetcher):
    server.page("/page", b"<p>text", "Content-Type: text/html; charset=utf-8", 'ETag: "1"')
    response = await fetcher.fetch(server.url("/page?q=a+b%E9#part"), deadline=10)
    assert response.url == server.url("/page?q=a+b%E9")
    assert (response.status, response.body) == (200, b"<p>text")
    assert response.content_type == "text/html; charset=utf-8"
    assert response.headers["etag"] == '"1"'
    (request,) = server.requests
    assert request.path == "/page?q=a+b%E9"
    assert "Metasearch" in request.headers["user-agent"]
    assert request.headers["accept"].startswith("text/html")
    assert request.headers["accept-language"]
    assert "cookie" not in request.headers


async def test_a_form_is_posted_as_built_and_a_conditional_request_sent(server, fetcher):
    server.page("/search", b"found")
    form = "application/x-www-form-urlencoded"
    request = EngineRequest("POST", server.url("/search"), b"q=caf%E9", form)
    assert (await fetcher.fetch(request, deadline=10)).body == b"found"
    (received,) = server.requests
    assert (received.method, received.body) == ("POST", b"q=caf%E9")
    assert received.headers["content-type"] == form
    server.raw("/page", b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n')
    date = "Tue, 01 Jul 2025 00:00:00 GMT"
    response = await fetcher.fetch(server.url("/page"), deadline=10, etag='"1"', last_modified=date)
    assert (response.status, response.body) == (304, b"")
    assert server.requests[1].headers["if-modified-since"] == date


@pytest.mark.parametrize(
    ("status", "body"),
    [
        *((status, b"sorry") for status in ("404 Not Found", "500 Oops", "299 Odd", "999 No")),
        # A redirect without a place, and an empty body.
        ("302 Found", b"where to?"),
        ("200 OK", b""),
    ],
)
async def test_every_status_is_an_answer(server, fetcher, status, body):
    server.page("/page", body, status=status)
    # A query in any charset is sent as it is built.
    url = server.url("/page?q=%93a%94;b=%26%2B&c[]=1&d=100%")
    response = await fetcher.fetch(url, deadline=10)
    assert (response.status, response.body) == (int(status[:3]), body)
    assert response.content_type is None
    assert server.url(server.requests[0].path) == url


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"text" * 9999, mtime=0)),
        ("deflate", zlib.compress(b"text" * 9999)),
        ("deflate", zlib.compress(b"text" * 9999, wbits=-15)),
        ("gzip", gzip.compress(b"text" * 5000, mtime=0) + gzip.compress(b"text" * 4999, mtime=0)),
        ("identity", b"text" * 9999),
    ],
)
async def test_bodies_are_decompressed(server, fetcher, encoding, packed):
    server.page("/page", packed, f"Content-Encoding: {encoding}")
    response = await fetcher.fetch(server.url("/page"), deadline=10)
    assert response.body == b"text" * 9999
    advertised = server.requests[0].headers["accept-encoding"]
    assert {name.strip() for name in advertised.split(",")} == {"gzip", "deflate"}


@pytest.mark.parametrize(
    ("location", "path"),
    [("/page", "/page"), ("/caf\xe9 x", "/caf%E9%20x"), ("http:///127.0.0.1:{port}/a", "/a")],
)
async def test_a_location_is_followed_byte_for_byte_on_the_same_connection(
    server, fetcher, location, path
):
    server.page("/old", b"", f"Location: {location.format(port=server.port)}", status="301 Moved")
    server.page(path, b"x" * 3000)
    for _ in range(5):
        response = await fetcher.fetch(
            server.url("/old"), deadline=5, max_bytes=1000, cut_at_limit=True
        )
        assert response.body == b"x" * 1000
    assert server.connections == 1


async def test_a_post_on_a_connection_just_closed_is_sent_again(server, fetcher):
    async def close_second(request: Request) -> None:
        if len(server.requests) == 2:
            request.writer.close()
        else:
            request.send(answer(b"found"))

    server.handlers["/search"] = close_second
    request = EngineRequest("POST", server.url("/search"), b"q=1", "text/plain")
    for _ in range(2):
        assert (await fetcher.fetch(request, deadline=10)).body == b"found"
    assert [received.body for received in server.requests] == [b"q=1"] * 3


@pytest.mark.parametrize(
    ("status", "method_after"),
    [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")],
)
async def test_a_post_is_redirected_as_browsers_do(server, fetcher, status, method_after):
    server.page("/form", b"", "Location: results?q=1#top", status=f"{status} Moved")
    server.page("/results", b"found")
    form = "application/x-www-form-urlencoded"
    request = EngineRequest("POST", server.url("/form"), b"q=1", form)
    response = await fetcher.fetch(request, deadline=10)
    assert (response.url, response.body) == (server.url("/results?q=1"), b"found")
    last = server.requests[-1]
    kept = method_after == "POST"
    assert last.method == method_after
    assert last.body == (b"q=1" if kept else b"")
    assert last.headers.get("content-type") == (form if kept else None)


async def test_cookies_are_kept_through_redirects_and_calls_and_apart(server, fetcher):
    server.page(
        "/", b"", "Set-Cookie: id=a b=\"c\"; Path=/", "Set-Cookie: t=1", "Location: /two",
        status="302 Found",
    )  # fmt: skip
    server.page("/two", b"", "Set-Cookie: id=2; Path=/two")
    server.page("/three", b"", "Set-Cookie: t=; Max-Age=0; Path=/")
    session, other = CookieSession(), CookieSession()
    for path in ("/", "/two", "/three", "/four"):
        await fetcher.fetch(server.url(path), deadline=10, session=session)
    await fetcher.fetch(server.url("/two"), deadline=10, session=other)
    await fetcher.fetch(server.url("/two"), deadline=10)
    assert [request.headers.get("cookie") for request in server.requests] == [
        *(None, 'id=a b="c"; t=1', "t=1; id=2", 'id=a b="c"; t=1', 'id=a b="c"'),
        *(None, None),
    ]


async def test_cookies_of_one_host_do_not_reach_another(server):
    allowed = AllowedHosts.parse([server.endpoint, f"localhost:{server.port}"])
    server.page(
        "/", b"", "Set-Cookie: secret=1", f"Location: {server.url('/next', 'localhost')}",
        status="307 Elsewhere",
    )  # fmt: skip
    session = CookieSession()
    async with Fetcher(allowed) as fetcher:
        await fetcher.fetch(server.url("/"), deadline=10, session=session, etag='"1"')
        await fetcher.fetch(server.url("/next"), deadline=10, session=session, etag='"1"')
    first, second, third = server.requests
    assert first.headers["if-none-match"] == '"1"'
    assert second.headers["host"].startswith("localhost")
    assert "cookie" not in second.headers
    assert "if-none-match" not in second.headers
    assert third.headers["cookie"] == "secret=1"


async def test_the_settings_say_which_private_hosts_are_allowed(server, settings):
    server.page("/page", b"text")
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    async with open_fetcher() as fetcher:
        error = await failure(fetcher, server.url("/page"))
    assert error.reason is AnswerReason.REFUSED_ADDRESS
    assert "METASEARCH_ALLOWED_PRIVATE_HOSTS" in str(error)
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.0/8"]
    async with open_fetcher() as fetcher:
        assert (await fetcher.fetch(server.url("/page"), deadline=10)).body == b"text"


async def test_a_wrong_setting_is_named_and_a_fetcher_works_only_while_open(server, settings):
    fetcher = Fetcher(AllowedHosts.parse([server.endpoint]))
    with pytest.raises(RuntimeError, match="async with"):
        await fetcher.fetch(server.url("/"), deadline=10)
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1"]
    with pytest.raises(ImproperlyConfigured, match=r"'127\.0\.0\.1' is neither host:port"):
        open_fetcher()


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"<title>Wait</title><meta http-equiv='Refresh' content='1; url=/found?n=1&amp;m=2'>", ()),
        (b"One moment", ("Refresh: 0; url=/found?n=1&m=2",)),
    ],
)
async def test_what_only_leads_on_is_followed_where_asked(server, fetcher, body, headers):
    server.page("/wait", body, *headers)
    server.page("/found", b"found")
    request = EngineRequest("POST", server.url("/wait"), b"q=fish", "text/plain")
    response = await fetcher.fetch(request, deadline=10, follow_refresh=True)
    assert (response.url, response.body) == (server.url("/found?n=1&m=2"), b"found")
    assert [each.method for each in server.requests] == ["POST", "GET"]
    assert (await fetcher.fetch(server.url("/wait"), deadline=10)).body == body


@pytest.mark.parametrize(
    ("place", "reason"),
    [("/a", AnswerReason.REDIRECTS), ("http://169.254.169.254/", AnswerReason.REFUSED_ADDRESS)],
)
async def test_refreshes_end_and_lead_to_no_private_address(server, fetcher, place, reason):
    server.page("/a", b"<meta http-equiv=refresh content='0;url=/b'>")
    server.page("/b", f"<meta http-equiv=refresh content='0;url={place}'>".encode())
    error = await failure(fetcher, server.url("/a"), 10, follow_refresh=True)
    assert error.reason is reason


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_page_that_leads_to_itself_at_once_is_not_asked_again(server, fetcher, method):
    server.page("/a", b"<meta http-equiv=refresh content=0>One moment")
    request = EngineRequest(method, server.url("/a"), b"q=fish", "text/plain")
    error = await failure(fetcher, request, 10, follow_refresh=True)
    assert "leads to itself" in str(error)
    assert error.reason is AnswerReason.REDIRECTS
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"<meta http-equiv=refresh content='300;url=/other'>",
        b"<meta http-equiv=refresh content=5>",
        b"<meta http-equiv=refresh content='5;url=/page'>",
        b"<noscript><meta http-equiv=refresh content='0;url=/other'></noscript>",
        b"<meta http-equiv=refresh content='0;url=/other'>" + b"<a href=/x>result</a>" * 10,
    ],
)
async def test_a_page_of_its_own_stays(server, fetcher, body):
    server.page("/page", body)
    assert (await fetcher.fetch(server.url("/page"), deadline=10, follow_refresh=True)).body == body


CSS = "Content-Type: text/css"


def wanted(page: Page, given: dict[str, str]) -> list[str]:
    return list(wanted_sheets(page.root, page.base_url, given))


async def fetched(server: HostileServer, fetcher: Fetcher, markup: str) -> dict[str, str]:
    kept: dict[str, str] = {}
    page = parse_page(f"<head>{markup}<body><p class=x>x".encode(), server.url("/a/page"))
    await fetch_style_sheets(fetcher, page, kept)
    return {address.removeprefix(server.url("/")): text for address, text in kept.items()}


def test_the_sheets_that_apply_are_wanted_and_what_they_import():
    page = parse_page(
        b"<link rel=stylesheet href=/a.css><link rel='alternate stylesheet' href=/b.css>"
        b"<link rel=stylesheet media=print href=/c.css><link rel=stylesheet>"
        b"<style>@import 'd.css';</style><link rel=icon href=/e><link rel=stylesheet href=/a.css>",
        "http://a.example/x/",
    )
    a, d = "http://a.example/a.css", "http://a.example/x/d.css"
    assert wanted(page, {}) == [a, d]
    given = {a: "@import url(f.css);", d: ""}
    assert wanted(page, given) == ["http://a.example/f.css"]


async def test_what_a_page_and_its_sheets_name_is_fetched_and_used(server, fetcher):
    server.page("/one.css", b"@import 'two.css'; p {color: red}", CSS)
    server.page("/two.css", b".x {display: none}", CSS)
    kept = await fetched(server, fetcher, "<link rel=stylesheet href=/one.css>")
    assert kept == {"one.css": "@import 'two.css'; p {color: red}", "two.css": ".x {display: none}"}
    page = parse_page(b"<link rel=stylesheet href=/one.css><p class=x>x<p>y", server.url())
    sheets = {server.url(f"/{path}"): text for path, text in kept.items()}
    styles = keep_styles(linked_rules([(page.root, page.base_url)], sheets), [page.root])
    texts = list(page.root.iter("p"))
    assert [page.visibility(styles).shows(text) for text in texts] == [False, True]
    assert all(map(page.visibility().shows, texts))


async def test_sheets_that_cannot_be_had_or_are_private_are_empty_and_not_asked_for_again(
    server, fetcher
):
    server.page("/gone.css", b"p {display: none}", CSS, status="404 Not Found")
    async with serving(HostileServer()) as inside:
        inside.page("/secret.css", b"p {color: red}", CSS)
        hrefs = ("/gone.css", "http://127.0.0.1:1/", inside.url("/secret.css"))
        markup = "".join(f"<link rel=stylesheet href={href}>" for href in hrefs)
        kept = await fetched(server, fetcher, markup)
        assert list(kept.values()) == [""] * 3
        assert (len(server.requests), inside.requests) == (1, [])


async def test_sheets_without_end_or_number(server, fetcher, monkeypatch):
    monkeypatch.setattr(fetching, "FETCHING_TIME", 2.0)
    server.handlers["/slow.css"] = hang
    server.page("/large.css", b" " * 3_000_000, CSS)
    many = "".join(f"<link rel=stylesheet href=/{n}.css>" for n in ("large", "slow", *range(100)))
    started = time.monotonic()
    kept = await fetched(server, fetcher, many)
    assert time.monotonic() - started < 30
    assert len(server.requests) <= fetching.MAX_SHEETS
    assert len(kept["large.css"]) == fetching.MAX_SHEET_BYTES
    assert "slow.css" not in kept


DEADLINE = 1.0


@pytest.fixture
def slow(server: HostileServer) -> HostileServer:
    server.handlers["/slow"] = hang
    return server


async def test_who_was_never_asked_for_want_of_a_connection_is_not_late(slow, monkeypatch):
    monkeypatch.setattr(guard, "MAX_CONNECTIONS_PER_HOST", 1)
    async with Fetcher(AllowedHosts.parse([slow.endpoint])) as fetcher:
        both = (failure(fetcher, slow.url("/slow"), DEADLINE) for _ in range(2))
        errors = await asyncio.gather(*both)
    assert {error.reason for error in errors} == {AnswerReason.NO_ANSWER, AnswerReason.OVERLOADED}


async def test_who_could_not_be_heard_while_we_were_busy_is_not_late(slow, fetcher):
    asking = asyncio.create_task(failure(fetcher, slow.url("/slow"), DEADLINE))
    await asyncio.sleep(BEAT)
    time.sleep(DEADLINE)  # noqa: ASYNC251  the loop is to stand still
    assert (await asking).reason is AnswerReason.OVERLOADED


@pytest_asyncio.fixture
async def delay() -> AsyncIterator[LoopDelay]:
    measured = LoopDelay()
    measured.start()
    await asyncio.sleep(0)
    yield measured
    await measured.stop()


async def test_a_wait_that_stops_the_clock_is_not_lost(delay):
    lost = LocalDelay(delay, 1.0)
    time.sleep(BEAT + 0.1)  # noqa: ASYNC251  the loop is to stand still
    before = lost.seconds
    assert before > 0.09
    time.sleep(0.1)  # noqa: ASYNC251  the loop is to stand still
    lost.leave_out(before)
    assert lost.seconds == pytest.approx(before, abs=0.09)


async def test_a_busy_loop_and_a_full_queue_are_not_counted_twice(delay):
    began = asyncio.get_running_loop().time()
    lost = LocalDelay(delay, 1.0)
    lost.enter_queue()
    time.sleep(BEAT + 0.1)  # noqa: ASYNC251  the loop is to stand still
    lost.leave_queue()
    await asyncio.sleep(0.01)
    assert 0.1 < lost.seconds <= asyncio.get_running_loop().time() - began


async def test_a_wait_for_a_turn_at_the_loop_is_lost_and_keeps_others_out():
    delay = LoopDelay()
    lost, lock = LocalDelay(delay, 1.0), delay.turns
    await lock.acquire()
    asyncio.get_running_loop().call_later(0.4, lock.release)
    async with lost.turn():
        assert lost.stage is Stage.TURN
    assert not lock.locked()
    assert lost.seconds > 0.3
    assert not lost.is_fair
    assert delay.recent > 0.06


async def test_a_stop_of_the_loop_is_measured_before_and_after_its_beat(delay):
    beats: list[float] = []
    delay.on_beat = beats.append
    before = delay.total
    time.sleep(BEAT + 0.2)  # noqa: ASYNC251  the loop is to stand still
    assert delay.total - before > 0.19
    await asyncio.sleep(0.01)
    assert max(beats) > 0.19
    assert delay.total - before > 0.19
    assert 0 < delay.recent < 0.19, "one stop is not the usual delay"
    await delay.stop()
    before = delay.total
    await asyncio.sleep(2 * BEAT)
    assert delay.total == before, "nothing is measured after its end"
