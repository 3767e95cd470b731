import time

import pytest
from hypothesis import given, settings

from discovery.pages.blocked import find_blockage
from discovery.pages.messages import ObstacleKind
from discovery.pages.page import parse_page
from tests.cases import cases
from tests.strategies import html_documents

CASES = cases(__file__)

FORM = "<form action=/find><input name=q><input type=submit value=Search></form>"
RECORDS = "".join(
    f"<li><a href=/item/{n}>Record number {n}</a><p>What this record {n} says about it.</p></li>"
    for n in range(30)
)


def kind_of(
    body: str, url: str = "http://a.example/find?q=x", status: int = 200
) -> ObstacleKind | None:
    blockage = find_blockage(parse_page(body.encode(), url, status=status))
    return blockage.kind if blockage is not None else None


@pytest.mark.parametrize(("kind", "body"), CASES["obstacles"])
def test_obstacles_are_told_by_their_pages(kind, body):
    assert kind_of(body) is (ObstacleKind[kind] if kind else None)


def test_obstacles_are_told_by_status_and_address_and_wide_pages_in_time():
    denied = "<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2d351ab8</p>"
    assert kind_of(denied, status=403) is ObstacleKind.REFUSAL
    consent = (
        "<title>Before you continue</title><p>We use cookies and data to deliver and maintain our "
        "services.</p><form action=/save><button>Reject all</button><button>Accept all</button>"
    )
    assert kind_of(consent, "https://consent.s.example/ml?continue=x") is ObstacleKind.CONSENT
    began = time.process_time()
    fields = b"<div>name <input></div>" * 20_000
    assert find_blockage(parse_page(b"<form>" + fields + b"<input type=password>")) is None
    assert time.process_time() - began < 3


@pytest.mark.parametrize("part", CASES["embedded"])
@pytest.mark.parametrize("records", [RECORDS, "<p>Nothing was found.</p>"])
def test_a_page_that_embeds_such_things_is_a_page(part, records):
    assert kind_of(f"<title>Find</title>{FORM}{part}<ul>{records}</ul>") is None


@settings(max_examples=60, deadline=None)
@given(html_documents())
def test_any_page_is_judged_and_what_blocks_it_put_into_words(markup):
    blockage = find_blockage(parse_page(f"<html>{markup}".encode()))
    assert blockage is None or str(blockage) == f"{blockage.kind} ({blockage.mark})"
