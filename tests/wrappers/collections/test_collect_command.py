"""`manage.py collect`: what it prints, writes and exits with."""

import json
from typing import Any

import pytest
from django.core.management import CommandError

from discovery.models import Collection, Engine
from tests.programs import called
from tests.small_server import Reply
from tests.wrappers.shop import ITEMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("breadth_first")]


def collect(*arguments: str) -> tuple[dict[str, Any], str]:
    out, said = called("collect", *arguments, "--json")
    return json.loads(out), said


def test_the_pages_are_printed_written_and_searched_beside_the_engines(shop, tmp_path):
    urls = tmp_path / "urls.txt"
    outcome, said = collect(f"{shop.address}item/2", "--out", str(urls))
    assert (outcome["found"], outcome["downloads"]) == (ITEMS, ITEMS + 2)
    assert outcome["confidence"] == 0.9
    assert outcome["state"] == "DONE"
    assert outcome["seconds"] > 0
    assert {"found", "downloads", "seconds", "confidence", "pattern"} <= set(outcome)
    addresses = urls.read_text().splitlines()
    assert sorted(addresses) == [f"{shop.address}item/{number}" for number in range(ITEMS)]
    assert f"{ITEMS} of {ITEMS} items read" in said
    engine = Engine.objects.get()
    for arguments in ((), ("--engine", engine.slug)):
        found = json.loads(called("search", "gadget3", *arguments, "--json")[0])
        assert [result["url"] for result in found["results"]] == [f"{shop.address}item/3"]
        (asked,) = found["engines"]
        assert (asked["slug"], asked["kind"], asked["count"]) == (engine.slug, "RESULTS", 1)
        assert asked["total"] == 1


def test_the_same_call_crawls_again(shop):
    out, _ = called("collect", f"{shop.address}item/2")
    assert f"{ITEMS} pages with {ITEMS + 2} downloads" in out, "for people"
    del shop.pages["/item/4"]
    outcome, _ = collect(f"{shop.address}item/2")
    assert (outcome["found"], outcome["gone"], outcome["new"]) == (ITEMS - 1, 1, 0)
    assert Collection.objects.get().run == 2


def test_a_sample_that_cannot_be_read_fails(shop):
    shop.pages["/item/2"] = Reply(b"%PDF", content_type="application/pdf")
    outcome = json.loads(called("collect", f"{shop.address}item/2", "--json", code=1)[0])
    assert outcome["state"] == "FAILED"
    assert "No sample page could be read: no web page" in outcome["reason"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("javascript:alert(1)",),
        ("http://a.example/x", "http://b.example/y"),
        ("http://a.example/x", "--entry", "http://b.example/"),
        ("http://a.example/x", "--engine", "nobody"),
        ("http://a.example/x", "--max-downloads", "0"),
        ("http://a.example/x", "--method", "magic"),
        ("http://a.example/x", "--out", "/nowhere/urls.txt"),
        (),
    ],
)
def test_wrong_calls_are_told_apart(arguments):
    with pytest.raises(CommandError) as raised:
        called("collect", *arguments)
    assert raised.value.returncode in (1, 2)
    assert raised.value.returncode == 2 or "error" in str(raised.value).lower()


def test_an_interruption_pauses(shop, monkeypatch):
    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(CommandError, match="Paused") as raised:
        patch.setattr("wrappers.management.commands.collect.collect_now", interrupted)
        collect(f"{shop.address}item/2")
    assert raised.value.returncode == 1
    assert Collection.objects.get().state == "PAUSED"
    outcome, _ = collect(f"{shop.address}item/2")
    assert outcome["found"] == ITEMS
