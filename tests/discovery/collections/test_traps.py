"""Collections of sites full of traps, by the algorithm that is used in earnest."""

from itertools import count

import pytest

from discovery.collections.crawls import CollectionRequest, crawl_runner, prepare_collection
from discovery.jobs.crawls import CrawlState
from tests.discovery.crawl_web import Site, link
from tests.small_server import Reply

pytestmark = pytest.mark.django_db(transaction=True)
ITEMS = 60
PER_LIST = 10
TOP = f"<div id=top>{link('/', 'home')}</div>"


def item(number: int, session: int) -> str:
    following = link(f"/item/{(number + 1) % ITEMS}?PHPSESSID={session}", "next item")
    return (
        f"<html><head><title>Item {number} - Shop</title></head><body>{TOP}"
        f"<div class=product><h1>Item {number}</h1><table class=facts><tr><th>Price</th>"
        f"<td>{number}.50</td></tr><tr><th>Weight</th><td>{number} kg</td></tr></table>"
        f"<p class=text>Some words about item {number}.</p>{following}</div></body></html>"
    )


def list_page(number: int) -> str:
    first = number * PER_LIST
    entries = "".join(
        link(f"/item/{each}", f"Item {each}") for each in range(first, first + PER_LIST)
    )
    following = link(f"/list/{number + 1}", "more") if first + PER_LIST < ITEMS else ""
    return f"<body>{TOP}<ul class=list>{entries}</ul>{following}</body>"


@pytest.fixture
def site(web: tuple[Site, ...]) -> Site:
    """A shop with an endless calendar, and sessions in its links."""
    requests = count()

    def answer(path: str) -> str | Reply | None:
        kind, _, rest = path.strip("/").partition("/")
        if not kind:
            return f"<body>{link('/list/0', 'items')}{link('/calendar?day=1', 'days')}</body>"
        if kind == "item":
            return item(int(rest.partition("?")[0]), next(requests))
        if kind == "list":
            return list_page(int(rest))
        if kind.startswith("calendar"):
            day = int(path.rpartition("=")[2])
            days = "".join(link(f"/calendar?day={day + each}", "day") for each in range(1, 8))
            return f"<body><table class=days>{days}</table><p>{day}</p></body>"
        return None

    web[0].other = answer
    return web[0]


def test_the_class_is_found_and_the_traps_are_left(site: Site) -> None:
    request = CollectionRequest(samples=(f"{site.address}item/7",), entry_url=site.address)
    collection = crawl_runner().work_now(prepare_collection(request))
    assert collection.state == CrawlState.DONE
    members = set(collection.pages.members().values_list("url", flat=True))
    wanted = {f"{site.address}item/{number}" for number in range(ITEMS)}
    assert members == wanted
    assert collection.downloads < 400
    assert len(site.visits) == len(set(site.visits))
    assert not [path for path in site.visits if "PHPSESSID" in path]


def test_a_page_that_is_like_any_other_does_not_bring_the_whole_site(site, monkeypatch):
    monkeypatch.setattr("discovery.collections.slices.DOUBTFUL_DOWNLOADS", 100)
    site.pages["/lone"] = "<body><h1>About us</h1><p>words</p></body>"
    wanted = CollectionRequest(samples=(f"{site.address}lone",))
    collection = crawl_runner().work_now(prepare_collection(wanted))
    assert collection.state == CrawlState.DONE
    assert "cannot be told from others" in collection.reason
    assert collection.confidence is not None and collection.confidence < 0.3
    assert collection.downloads < 150
