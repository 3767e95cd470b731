"""The deep web behind a form: pages that only the site's search engine leads to."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from discovery.collections.crawls import crawl_runner, prepare_collection
from discovery.collections.methods import Checkpoint
from discovery.connection.form_description import describe
from discovery.connection.requests import EngineRequest
from discovery.forms.classification import rank_search_forms
from discovery.models import CollectingMethod, Collection
from discovery.pages.page import Page, parse_page
from discovery.pages.urls import resolve_url
from tests.discovery.crawl_web import SEARCH_FORM, Site
from tests.faults import expire_leases, killed_at
from wrappers.collections.generated_queries import (
    MAX_ANSWER_PAGES,
    MAX_IDLE_OF_FORM,
    MAX_IDLE_QUERIES,
    AskedSite,
    SiteQueries,
    estimate_collection,
)
from wrappers.models import CollectionQuestion

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("breadth_first")]
# Each item names the next ones: whoever asks its words finds them.
WORDS = tuple(f"{first}{second}ter" for first in ("gar", "mon", "sil", "bro") for second in "aeiou")
PER_PAGE = 3


@pytest.fixture
def site(web: tuple[Site, ...]) -> Site:
    library = web[0]
    library.pages["/"] = SEARCH_FORM
    for number, word in enumerate(WORDS):
        following = " ".join((*WORDS, *WORDS)[number : number + 4])
        library.pages[f"/item/{word}"] = (
            f'<title>{word}</title><body class="item"><h1>{word}</h1>'
            f"<p>We tell of {following} and others.</p>"
        )
    library.other = lambda path: answer(library, path)
    return library


def answer(site: Site, path: str) -> str | None:
    parts = urlsplit(path)
    if parts.path != "/results":
        return None
    asked = parse_qs(parts.query)
    query, page = asked["q"][0], int(asked.get("page", ["1"])[0])
    found = [word for word in WORDS if query in str(site.pages[f"/item/{word}"])]
    shown = found[(page - 1) * PER_PAGE : page * PER_PAGE]
    links = "".join(f'<li><a href="/item/{word}">{word}</a></li>' for word in shown)
    following = f'<a href="/results?q={query}&page={page + 1}" rel="nofollow">next</a>'
    return f"<ul>{links}</ul>{following if len(found) > page * PER_PAGE else ''}"


def read(page: Page, query: str, number: int) -> tuple[list[str | None], EngineRequest | None]:
    links = [
        (link.text, resolve_url(page.base_url, link.get("href"))) for link in page.root.iter("a")
    ]
    following = [address for text, address in links if text == "next" and address]
    return (
        [url for _, url in links if url and "/item/" in url],
        EngineRequest("GET", following[0]) if following else None,
    )


def questions(collection: Collection) -> SiteQueries:
    page = parse_page(SEARCH_FORM.encode(), collection.samples[0].partition("item")[0])
    form, verdict = rank_search_forms(page)[0]
    assert verdict.query_field is not None
    queries = SiteQueries(collection)
    asked = AskedSite(describe(form, verdict.query_field, page), MAX_IDLE_QUERIES, read)
    queries.__dict__["_site"] = asked
    return queries


def collect(site: Site, ask: Any = questions, **values: Any) -> Collection:
    wanted = Collection(samples=[f"{site.address}item/{WORDS[0]}"], **values)
    return crawl_runner(ask).work_now(prepare_collection(wanted))


def test_pages_behind_the_form_are_collected_and_their_number_estimated(site):
    collection = collect(site)
    size = estimate_collection(collection)
    assert size is not None and len(WORDS) <= size <= len(WORDS) + 3
    collection.refresh_from_db()
    assert collection.estimated_size == size
    assert collection.found == len(WORDS)
    assert len(site.visits) == len(set(site.visits)) == collection.downloads
    rows = CollectionQuestion.objects.all()
    assert all(row.answered for row in rows)
    # Queries stop soon after they bring nothing new.
    late = [row for row in rows if row.found == len(WORDS)]
    assert len(late) + 1 >= MAX_IDLE_QUERIES
    assert len(rows) < 60


def test_a_killed_worker_asks_nothing_twice(site):
    collection = prepare_collection(Collection(samples=[f"{site.address}item/{WORDS[0]}"]))
    with killed_at(Checkpoint, "give", 7):
        crawl_runner(questions).work_now(collection)
    stored = {page.final_url.removeprefix(site.address) for page in collection.pages.all()}
    before = len(site.visits)
    expire_leases(Collection)
    collection = crawl_runner(questions).work_now(collection)
    assert collection.found == len(WORDS)
    assert not {path[1:] for path in site.visits[before:]} & stored


def test_answers_are_read_page_by_page_but_not_for_ever(site):
    site.other = lambda path: (
        f'<ul><li><a href="/item/{len(path)}">x</a></li></ul>'
        f'<a href="{path.partition("&")[0]}&page={"x" * len(path)}" rel="nofollow">next</a>'
        if path.startswith("/results")
        else None
    )
    collection = collect(site, max_downloads=40)
    first = [path for path in site.visits if path.startswith("/results")][: MAX_ANSWER_PAGES + 1]
    assert len({path.partition("&")[0] for path in first}) == 2
    assert collection.downloads == len(site.visits) == 40, "the budget holds for questions too"


def queries_of(site: Site) -> list[str]:
    return [path for path in site.visits if path.startswith("/results")]


def test_a_form_met_on_the_way_is_asked_by_itself(site, monkeypatch):
    # No later page of an answer is asked for: who has not learned to read it does not know how.
    monkeypatch.setattr(f"{__name__}.PER_PAGE", 4)
    collection = collect(site, SiteQueries, entry_url=site.address)
    assert collection.found == len(WORDS)
    assert queries_of(site)


def test_a_form_that_does_not_help_is_given_up(site):
    site.other = lambda path: "<p>Nothing was found.</p>" if "/results" in path else None
    collection = collect(site, SiteQueries, entry_url=site.address)
    assert collection.found == 1
    assert len(queries_of(site)) == MAX_IDLE_OF_FORM


@pytest.mark.parametrize(
    ("home", "values"),
    [
        # No form is posted by itself, methods of papers follow links alone, there may be no form.
        (SEARCH_FORM.replace("<form", '<form method="post"'), {}),
        (SEARCH_FORM, {"method": CollectingMethod.INDESIT}),
        ("<p>Welcome.</p>", {}),
    ],
)
def test_where_nothing_is_asked(site, home, values):
    site.pages["/"] = home
    assert collect(site, SiteQueries, entry_url=site.address, **values).found == 1
    assert not queries_of(site)
