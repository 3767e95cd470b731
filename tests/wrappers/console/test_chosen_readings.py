"""A reading of a sample is taken by one click or one command, and given up again."""

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone
from django_q.models import OrmQ

from discovery.models import Collection
from tests.discovery.crawl_web import Site, link
from tests.programs import called
from tests.wrappers.console.test_collections import crawl_off, work_off
from wrappers.tasks import read_collection

pytestmark = pytest.mark.django_db(transaction=True)
# Pages of one template by how their names begin; `lang_` is what is looked for.
KINDS = {"lang_": 8, "func_": 12, "x": 14}
OTHERS = 14


@pytest.fixture
def site(web: tuple[Site, ...]) -> Site:
    manual = web[0]
    paths = [f"/doc/{kind}{chr(97 + n)}.html" for kind, most in KINDS.items() for n in range(most)]
    news = [f"/news/{n}.html" for n in range(OTHERS)]
    manual.pages["/"] = "<ul>" + "".join(f"<li>{link(path)}" for path in (*paths, *news)) + "</ul>"
    for path in paths:
        words = f"<h1>{path}</h1><div class=text><p>About {path}</div><pre>{path}</pre>"
        manual.pages[path] = f"<body class=doc>{link('/')}{words}"
    for path in news:
        manual.pages[path] = f"<body class=news><table><tr><td>{path}<td>{link('/')}</table>"
    return manual


def found(collection: Collection) -> list[str]:
    return sorted(page.url.rpartition("/")[2] for page in collection.pages.members())


def test_a_narrower_reading_is_taken_by_a_click_and_taken_back(console, site):
    given = {"samples": f"{site.address}doc/lang_c.html", "method": "auto", "max_downloads": 100}
    console.post("discovery_collection_add", **given)
    collection = work_off()
    assert len(found(collection)) == sum(KINDS.values())
    page, asked = ("discovery_collection_change", collection.pk), len(site.visits)

    shown = console.text(*page)
    [button] = re.findall(r"/lang\*, .*?name=\"(_reading_[1-9])\"", shown, re.DOTALL)
    assert "_reading_0" not in shown
    console.post(*page, **{button: ""})
    collection = work_off()
    assert found(collection) == [f"lang_{chr(97 + n)}.html" for n in range(KINDS["lang_"])]
    assert collection.items.count() == KINDS["lang_"]
    assert (collection.run, len(site.visits)) == (1, asked)
    assert "chosen by a person" in collection.confidence_reason

    shown = console.text(*page)
    assert "Taken." in shown and button not in shown
    console.post(*page, _reading_0="")
    collection = work_off()
    assert len(found(collection)) == sum(KINDS.values())
    assert (collection.chosen_reading, len(site.visits)) == ("", asked)


def test_the_command_takes_readings_by_their_numbers(site):
    sample = f"{site.address}doc/lang_c.html"
    with pytest.raises(CommandError, match="no reading 1"):
        collect(sample, "--reading", "1")
    readings = collect(sample)["readings"]
    assert all(set(reading) == {"basis", "pages", "examples"} for reading in readings)
    number = 1 + next(n for n, each in enumerate(readings) if "/lang*" in each["basis"])
    assert collect(sample, "--reading", str(number))["found"] == KINDS["lang_"]
    # What was chosen holds when the site is crawled again.
    assert collect(sample)["found"] == KINDS["lang_"]
    with pytest.raises(CommandError, match="no reading 9"):
        collect(sample, "--reading", "9")
    assert collect(sample, "--reading", "0")["found"] == sum(KINDS.values())
    # The next crawl follows the pattern learned, which tells no readings.
    again = collect(sample)["readings"]
    assert [each["basis"] for each in again] == [each["basis"] for each in readings]
    assert collect(sample, "--reading", str(number))["found"] == KINDS["lang_"]
    assert collect(sample, "--reading", "0")["found"] == sum(KINDS.values())


def collect(*arguments: str) -> dict[str, Any]:
    outcome: dict[str, Any] = json.loads(called("collect", *arguments, "--json")[0])
    return outcome


def test_a_reading_taken_before_the_items_are_read_waits_for_nothing(console, site):
    given = {"samples": f"{site.address}doc/lang_c.html", "method": "auto", "max_downloads": 100}
    console.post("discovery_collection_add", **given)
    collection = crawl_off()
    # The worker that ended the crawl has not given it back, and the reading of items waits.
    later = timezone.now() + Collection.LEASE_LENGTH
    Collection.objects.update(lease_holder="of the last slice", lease_until=later)
    number = next(n for n, each in enumerate(collection.readings, 1) if "lang*" in each["basis"])
    OrmQ.objects.all().delete()
    console.post("discovery_collection_change", collection.pk, **{f"_reading_{number}": ""})
    assert OrmQ.objects.count() == 1
    # What waited of the crawl before finds another under way.
    assert not read_collection(collection.pk)
    assert not collection.items.exists()
    collection = work_off()
    assert collection.items.count() == KINDS["lang_"]
