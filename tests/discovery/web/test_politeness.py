"""Politeness: pauses between the requests to a host, and robots.txt (RFC 9309)."""

import asyncio
import socket
import time

import pytest

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.politeness import (
    DEFAULT_DELAY,
    MAX_DELAY,
    MAX_HOSTS,
    MAX_PARALLEL,
    ROBOT_NAME,
    HostRateLimiter,
    Robots,
    parse_robots,
)
from tests.cases import cases
from tests.discovery.web.hostile_server import failure

CASES = cases(__file__)

pytestmark = pytest.mark.timed


CRAWL = {"deadline": 10, "polite": True, "obey_robots": True}


async def crawl(fetcher: Fetcher, url: str) -> int:
    response = await fetcher.fetch(url, **CRAWL)
    return response.status


async def test_requests_to_one_host_are_spaced_out_and_others_do_not_wait():
    rate_limiter = HostRateLimiter()
    starts: dict[str, list[float]] = {"a": [], "b": []}

    async def visit(host: str) -> None:
        async with rate_limiter.turn(host, 0.05):
            starts[host].append(time.monotonic())

    await asyncio.gather(*(visit(host) for host in "aaaab"))
    gaps = [after - before for before, after in zip(starts["a"], starts["a"][1:], strict=False)]
    assert len(gaps) == 3
    assert min(gaps) > 0.04
    assert starts["b"][0] < starts["a"][1]


async def test_a_turn_given_up_is_free_for_the_next():
    rate_limiter = HostRateLimiter()
    async with rate_limiter.turn("a", 0.02):
        pass
    waiting = [asyncio.create_task(rate_limiter.turn("a", 60).__aenter__()) for _ in range(5)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    async with asyncio.timeout(30), rate_limiter.turn("a", 0):
        pass


async def test_the_hosts_remembered_are_bounded_and_few_requests_under_way_at_once():
    rate_limiter = HostRateLimiter()
    for number in range(MAX_HOSTS + 50):
        async with rate_limiter.turn(str(number), 0.0):
            pass
    assert len(rate_limiter._hosts) == MAX_HOSTS
    rate_limiter = HostRateLimiter()
    running, most = 0, 0

    async def visit() -> None:
        nonlocal running, most
        async with rate_limiter.turn("a", 0.0):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1

    await asyncio.gather(*(visit() for _ in range(10)))
    assert most == MAX_PARALLEL


@pytest.mark.parametrize(("text", "url", "allowed"), CASES["robots"])
def test_robots_rules_are_those_of_rfc_9309(text, url, allowed):
    rules = parse_robots(text)
    assert rules.can_fetch(f"http://a.example{url}", ROBOT_NAME) is allowed


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"User-agent: r{n}\n" for n in range(12_000)) + "Disallow: /a\n" * 12_000,
        "User-agent: *\n" + "".join(f"Disallow: /*a*b*c*d{n}*e$\n" for n in range(15_000)),
        "User-agent: *\nDisallow: /" + "*a" * 200_000,
    ],
)
def test_hostile_robots_files_cost_little(text):
    began = time.process_time()
    rules = parse_robots(text)
    rules.can_fetch("http://a.example/" + "abcd" * 500, ROBOT_NAME)
    assert time.process_time() - began < 2


async def test_robots_is_read_once_and_obeyed_by_crawls_only(server, fetcher):
    server.page("/robots.txt", b"User-agent: *\nDisallow: /private\nSitemap: http://s.example/m")
    server.page("/private", b"")
    server.page("/open", b"")
    statuses = await asyncio.gather(*(crawl(fetcher, server.url("/open")) for _ in range(5)))
    assert statuses == [200] * 5
    server.page("/moved", b"", "Location: /private?x=1", status="302 Found")
    for path in ("/private?x=1", "/moved"):
        error = await failure(fetcher, server.url(path), **CRAWL)
        assert error.reason is AnswerReason.ROBOTS_TXT
    assert (await fetcher.fetch(server.url("/private"), deadline=10)).status == 200
    paths = [request.path for request in server.requests]
    assert paths.count("/robots.txt") == 1
    assert "/private?x=1" not in paths
    rules = await fetcher.robots_of(server.url("/open"))
    assert rules.sitemaps == ("http://s.example/m",)


@pytest.mark.parametrize(
    ("status", "allowed"),
    [
        *(("404 Not Found", True), ("403 Forbidden", True), ("301 In a circle", True)),
        *(("500 Oops", False), ("503 Busy", False)),
    ],
)
async def test_a_missing_robots_allows_all_and_a_failing_one_nothing(
    server, fetcher, status, allowed
):
    circle = ["Location: /robots.txt"] if status.startswith("301") else []
    server.page("/robots.txt", b"User-agent: *\nDisallow: /", *circle, status=status)
    server.page("/page", b"")
    if allowed:
        assert await crawl(fetcher, server.url("/page")) == 200
        return
    error = await failure(fetcher, server.url("/page"), **CRAWL)
    assert error.reason is AnswerReason.ROBOTS_TXT
    assert status[:3] in str(error)


async def test_one_waiter_that_gives_up_does_not_lose_the_file_for_the_others():
    async def slow_source(url: str) -> tuple[int, bytes]:
        await asyncio.sleep(0.05)
        return 200, b"User-agent: *\nDisallow: /x"

    robots = Robots(slow_source)
    impatient = asyncio.create_task(robots.rules("http://a.example"))
    patient = asyncio.create_task(robots.rules("http://a.example"))
    await asyncio.sleep(0.01)
    impatient.cancel()
    assert not (await patient).allows("http://a.example/x")
    await robots.close()


async def test_crawl_delay_is_honoured_within_bounds():
    async def source(url: str) -> tuple[int, bytes]:
        delay = {"http://slow.example": b"5", "http://never.example": b"1e9"}
        return 200, b"User-agent: *\nCrawl-delay: " + delay.get(
            url.removesuffix("/robots.txt"), b"0"
        )

    robots = Robots(source)
    assert (await robots.rules("http://slow.example")).delay == 5
    assert (await robots.rules("http://never.example")).delay == MAX_DELAY
    assert (await robots.rules("http://quick.example")).delay == DEFAULT_DELAY


async def test_private_hosts_are_asked_without_pauses(server, fetcher):
    began = time.monotonic()
    for _ in range(5):
        await fetcher.fetch(server.url("/page"), deadline=10, polite=True)
    assert time.monotonic() - began < 4 * DEFAULT_DELAY


async def test_waiting_for_a_turn_does_not_count_against_the_deadline(server, monkeypatch):
    """A public host is played by a private one that the guard is told to take for public."""
    server.page("/page", b"")
    async with Fetcher(AllowedHosts.parse([server.endpoint])) as fetcher:
        monkeypatch.setattr(fetcher._guard, "is_private", lambda host: False)
        began = time.monotonic()
        responses = await asyncio.gather(
            *(fetcher.fetch(server.url("/page"), deadline=0.9, polite=True) for _ in range(2))
        )
    assert [response.status for response in responses] == [200, 200]
    assert time.monotonic() - began >= DEFAULT_DELAY


async def test_a_site_whose_robots_cannot_be_fetched_fails_for_that_reason(server):
    async with Fetcher() as fetcher:
        error = await failure(fetcher, server.url("/page"), **CRAWL)
    assert error.reason is AnswerReason.REFUSED_ADDRESS
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    async with Fetcher(AllowedHosts.parse([f"127.0.0.1:{port}"])) as fetcher:
        error = await failure(fetcher, f"http://127.0.0.1:{port}/", **CRAWL)
    assert error.reason is AnswerReason.CONNECTION
    assert "robots.txt" in str(error)
