"""The whole way on a sample site: collected by structure, wrapped, searched, crawled again."""

import asyncio

import pytest
from django.urls import reverse

from discovery.collections.crawls import prepare_collection
from discovery.jobs.crawls import CrawlState
from discovery.models import Collection, Engine
from samples.standard_library import MODULES
from tests.discovery.crawling.made_sites import HOME, JAZZ, jazz_site, team_site
from wrappers.collections.collection_jobs import collect_now
from wrappers.engines.registry import ask_collection, ready_engine

pytestmark = pytest.mark.django_db(transaction=True)


def collect(samples: dict[str, str]) -> Collection:
    home = samples["modulary"]
    return collect_now(
        prepare_collection(Collection(samples=[f"{home}module/abc"], entry_url=home))
    )


def test_modules_are_collected_and_found_and_later_crawls_follow_the_pattern(samples, client):
    collection = collect(samples)
    assert collection.state == CrawlState.DONE
    members = set(collection.pages.members().values_list("final_url", flat=True))
    wanted = {f"{samples['modulary']}module/{module}" for module in MODULES}
    assert len(members & wanted) >= 0.95 * len(wanted)
    assert len(members & wanted) >= 0.98 * len(members)
    assert collection.downloads <= 1.5 * len(wanted) + 150
    engine = Engine.objects.get(collection=collection)
    answer = asyncio.run(ask_collection(ready_engine(engine.slug), "calendar"))
    assert answer.records[0].url == f"{samples['modulary']}module/calendar"
    found = client.get(reverse("api_search"), {"q": "calendar"}).json()
    assert found["results"][0]["url"] == f"{samples['modulary']}module/calendar"
    assert [each["kind"] for each in found["engines"]] == ["RESULTS"]
    assert collection.name in client.get(reverse("engines")).content.decode()
    assert collection.pattern is not None
    again = collect(samples)
    assert again == collection
    assert again.found >= collection.found
    assert again.downloads <= collection.found + 20 < collection.downloads
    assert (again.new_pages, again.gone_pages) == (0, 0)


SITES = {
    "structure": (team_site(), HOME, "players/p3-2"),
    "indesit": (team_site(), HOME, "players/p3-2"),
    "example": (jazz_site(40), JAZZ, "detalhes-artistas.asp?cd=3"),
}


@pytest.mark.parametrize("method", SITES)
def test_each_method_collects_and_is_crawled_again(web, method):
    pages, home, sample = SITES[method]
    here = web[0].address
    for address, page in pages.items():
        path = address.replace(home, "/")
        # No two pages are the same to the last byte.
        web[0].pages[path] = f"{page.replace(home, here)}<footer>{path}</footer>"
    for _ in range(2):
        wanted = Collection(samples=[here + sample], entry_url=here, method=method)
        collection = collect_now(prepare_collection(wanted))
        assert (collection.state, collection.method) == (CrawlState.DONE, method)
        members = set(collection.pages.members().values_list("final_url", flat=True))
        kind = sample.rstrip("0123456789-")
        wished = {address.replace(home, here) for address in pages if kind in address}
        assert members >= wished and len(members) <= 1.1 * len(wished)
    assert collection.run == 2
    assert (collection.pattern is not None) == (method == "example")
