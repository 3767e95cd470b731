"""Files that earlier code wrote are read by today's, and say the same."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.requests import build_request, paged_request
from discovery.crawling.navigation.navigation_pattern import NavigationPattern, describe_navigation
from discovery.pages.page import parse_page
from tests.small_server import Request
from tests.upgrade.sites import HOST, THING_NAMES, ShowSite, make_sites
from wrappers.extraction.page_class import PageClassWrapper

STORED = Path(__file__).resolve().parent / "stored"
QUERY = "früh & spät"
REQUESTS = json.loads((STORED / "requests.json").read_text(encoding="utf-8"))


def load(name: str) -> Any:
    return json.loads((STORED / name).read_text(encoding="utf-8"))


def as_data(request: Any) -> dict[str, Any] | None:
    """Return a request as it is stored."""
    if request is None:
        return None
    body = None if request.body is None else request.body.decode("latin-1")
    return {"method": request.method, "url": request.url, "body": body}


@pytest.mark.parametrize("name", ["shed", "cellar", "porch", "barn", "attic", "shelf"])
def test_a_stored_wrapper_reads_the_same_records(name):
    expected = load(f"records-{name}.json")
    address = f"http://{HOST}:{make_sites()[name].port}/find?q=copper"
    printed = io.StringIO()
    call_command(
        "extract_records",
        str(STORED / f"wrapper-{name}.json"),
        str(STORED / f"page-{name}.html"),
        url=address,
        query="copper",
        json=True,
        stdout=printed,
    )
    read = json.loads(printed.getvalue())
    assert len(read["records"]) == len(expected["records"]) == 6
    for found, wanted in zip(read["records"], expected["records"], strict=True):
        assert {field: found[field] for field in wanted} == wanted
    for field in ("total", "kind", "next_page"):
        assert read[field] == expected[field]


@pytest.mark.parametrize("name", REQUESTS)
def test_a_stored_connection_asks_as_it_did(name):
    description = from_xml((STORED / f"connection-{name}.xml").read_bytes())
    expected = REQUESTS[name]
    fresh = dict.fromkeys(expected["tokens"], "fresh-value")
    for each in (description, from_xml(to_xml(description))):
        assert sorted(each.tokens) == expected["tokens"]
        assert as_data(build_request(each, QUERY, fresh)) == expected["first"]
        assert as_data(paged_request(each, QUERY, 2, fresh)) == expected["second"]


@pytest.mark.parametrize("name", ["gallery", "museum"])
def test_a_stored_navigation_pattern_leads_the_same_way(name):
    stored = load(f"navigation-{name}.json")
    pattern = NavigationPattern.from_json(stored["pattern"])
    assert list(describe_navigation(pattern)) == stored["lines"]
    again = NavigationPattern.from_json(pattern.to_json())
    assert describe_navigation(again) == describe_navigation(pattern)


def test_a_stored_page_class_reads_the_same_item():
    site = ShowSite(18_750)
    wrapper = PageClassWrapper.from_json(load("page-class-museum.json"))
    page = site(Request("/thing/7")).body
    item = wrapper.extract(parse_page(page.encode(), site.thing(7)))
    assert item.title == THING_NAMES[7]
    assert ("Price", "7.50") in {(name, value) for name, value in item.fields}
    assert f"An exhibit called {THING_NAMES[7]}" in item.text
