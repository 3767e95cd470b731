"""External style sheets of pages: bounded, guarded, and no failure is an error."""

import time

import pytest

from discovery.pages.page import Page, parse_page
from discovery.pages.visibility import keep_styles, linked_rules, wanted_sheets
from discovery.web import fetching
from discovery.web.fetching import Fetcher, fetch_style_sheets
from discovery.web.guard import AllowedHosts
from tests.discovery.web.hostile_server import HostileServer, Request, serving

CSS = "Content-Type: text/css"


def wanted(page: Page, given: dict[str, str]) -> list[str]:
    return list(wanted_sheets(page.root, page.base_url, given))


async def fetched(site: HostileServer, markup: str) -> dict[str, str]:
    """Return the sheets of a page of `site` whose head is `markup`, by path."""
    kept: dict[str, str] = {}
    async with Fetcher(AllowedHosts.parse([site.endpoint])) as fetcher:
        page = parse_page(f"<head>{markup}<body><p class=x>x".encode(), site.url("/a/page"))
        await fetch_style_sheets(fetcher, page, kept)
    return {address.removeprefix(site.url("/")): text for address, text in kept.items()}


def test_the_sheets_that_apply_are_wanted_and_what_they_import() -> None:
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


async def test_what_a_page_and_its_sheets_name_is_fetched_and_used() -> None:
    async with serving(HostileServer()) as site:
        site.page("/one.css", b"@import 'two.css'; p {color: red}", CSS)
        site.page("/two.css", b".x {display: none}", CSS)
        kept = await fetched(site, "<link rel=stylesheet href=/one.css>")
        assert kept == {
            "one.css": "@import 'two.css'; p {color: red}",
            "two.css": ".x {display: none}",
        }
        page = parse_page(b"<link rel=stylesheet href=/one.css><p class=x>x<p>y", site.url())
        sheets = {site.url(f"/{path}"): text for path, text in kept.items()}
        styles = keep_styles(linked_rules([(page.root, page.base_url)], sheets), [page.root])
        texts = list(page.root.iter("p"))
        assert [page.visibility(styles).shows(text) for text in texts] == [False, True]
        assert all(map(page.visibility().shows, texts))


async def test_sheets_that_cannot_be_had_are_empty_and_not_asked_for_again() -> None:
    async with serving(HostileServer()) as site:
        site.page("/gone.css", b"p {display: none}", CSS, status="404 Not Found")
        markup = (
            "<link rel=stylesheet href=/gone.css><link rel=stylesheet href=http://127.0.0.1:1/>"
        )
        kept = await fetched(site, markup)
        assert set(kept.values()) == {""} and len(kept) == 2
        assert len(site.requests) == 1


async def test_private_addresses_are_refused() -> None:
    async with serving(HostileServer()) as site, serving(HostileServer()) as inside:
        inside.page("/secret.css", b"p {color: red}", CSS)
        kept = await fetched(site, f"<link rel=stylesheet href={inside.url('/secret.css')}>")
        assert not inside.requests and set(kept.values()) == {""}


async def test_sheets_without_end_or_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "FETCHING_TIME", 2.0)

    async def hang(request: Request) -> None:
        await request.hang()

    async with serving(HostileServer()) as site:
        site.handlers["/slow.css"] = hang
        site.page("/large.css", b" " * 3_000_000, CSS)
        many = "".join(f"<link rel=stylesheet href=/{n}.css>" for n in range(100))
        started = time.monotonic()
        kept = await fetched(
            site,
            f"<link rel=stylesheet href=/large.css><link rel=stylesheet href=/slow.css>{many}",
        )
        assert time.monotonic() - started < 30
        assert len(site.requests) <= fetching.MAX_SHEETS
        assert len(kept["large.css"]) == fetching.MAX_SHEET_BYTES
        assert "slow.css" not in kept
