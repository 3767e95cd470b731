"""What is learned once: an engine of a known template is read at once; nothing else is."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django_q.models import OrmQ

from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind
from tests.small_server import Reply, Request
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import (
    DOCUMENTS,
    Design,
    Document,
    Layout,
    cards,
    laid_out,
    plain,
    search,
)
from wrappers.extraction.constraints import NO_CONSTRAINTS
from wrappers.learning.memory import among_kin
from wrappers.learning.work import add_engine
from wrappers.models import WrapperVersion
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)
TREES = "alder beech cedar dogwood elm fir ginkgo hazel ironwood juniper".split()
PLACES = "avenue bog cliff dune estuary forest grove heath inlet jungle".split()
FOREST = tuple(
    Document(f"/tree/{place}/{tree}", f"{tree.title()} of the {place}", f"Where a {tree} grows.")
    for tree in TREES
    for place in PLACES
)


def find_trees(query: str) -> list[Document]:
    words = query.casefold().split()
    return [d for d in FOREST if words and set(words) <= set(d.title.casefold().split())]


def hiding(page: Reply, value: str) -> Reply:
    """Return a page whose form sends a value that nobody sees, and that declares its search."""
    declared = "<link rel=search type=application/opensearchdescription+xml href=/search.xml>"
    sent = f"{declared}<input type=hidden name=site value={value}>" if value else ""
    return replace(page, body=str(page.body).replace("</form>", f"{sent}</form>"))


@dataclass
class Shed(Design):
    """A site whose form hides a value."""

    hidden: str = ""

    def page(self, request: Request) -> Reply:
        return hiding(super().page(request), self.hidden)


@dataclass
class Forest(Shed):
    """Another site that runs the program of the first."""

    find: Any = find_trees
    requests: list[str] = field(default_factory=list)

    def page(self, request: Request) -> Reply:
        self.requests.append(request.path)
        reply = super().page(request)
        body = str(reply.body).replace("The Shed", "The Forest")
        if request.path == "/":
            body += " ".join(f"<span>{word}</span>" for word in (*TREES, *PLACES) * 3)
        return replace(reply, body=body)


def learned(served, forest: Forest, known: Layout = plain, **changes: Any):
    first = add_engine(served(Shed(records=known, **changes)))
    assert first.outcome == EngineState.ACTIVE, first.log
    job = add_engine(served(forest))
    assert job.outcome == EngineState.ACTIVE, job.log
    return job, job.engine.wrapper_versions.get()


@pytest.mark.parametrize(("hidden", "homes"), [("", 1), ("main", 1), ("forest", 2)])
def test_an_engine_of_a_known_template_is_learned_by_four_pages(served, hidden, homes):
    """A value that both sites hide alike is given to every visitor; another may be a token."""
    forest = Forest(hidden=hidden)
    job, version = learned(served, forest, hidden=hidden and "main")
    assert version.strategy == "remembered"
    assert "The Shed" in job.reason
    pages = [path for path in forest.requests if path != "/robots.txt"]
    assert pages.count("/") == homes and len(pages) <= homes + 3, pages
    answer = answer_of(job.engine, "cedar")
    assert [record.title for record in answer.records] == [d.title for d in find_trees("cedar")]
    assert answer_of(job.engine, "qzxwvkjhgf").kind is AnswerKind.NO_RESULTS


@dataclass
class Wald(Forest):
    """A site of the same program in another language, whose commonest word it knows."""

    find: Any = lambda query: find_trees(query.replace("zeit", "cedar"))

    def page(self, request: Request) -> Reply:
        reply = super().page(request)
        return replace(reply, body=str(reply.body).replace("lang=en", "lang=de"))


def find_widely(query: str) -> list[Document]:
    """Return more than a page of what a word finds, and of what begins like it."""
    first = query[:1].casefold()
    like = [d for d in DOCUMENTS if f" {first}" in d.title]
    return like if search(query) else []


def test_in_another_language_page_2_is_asked_as_the_known_engine_asks_for_it(served):
    job, version = learned(served, Wald(), find=find_widely)
    known = WrapperVersion.objects.exclude(pk=version.pk).get()
    assert known.wrapper["next_page"] is not None and known.connection.paging is not None
    assert (version.strategy, version.wrapper["next_page"]) == ("remembered", None), job.log
    found = answer_of(job.engine, "of", 2).records
    assert [record.title for record in found] == [d.title for d in FOREST[10:20]]
    assert answer_of(job.engine, "cedar", 2).kind is AnswerKind.NO_RESULTS


list_of_links = laid_out("<div>", "<p class=r><a href={d.url}>{d.title}</a> {d.text}</p>", "</div>")


@pytest.mark.parametrize("layout", [cards, list_of_links])
def test_another_template_is_learned_from_its_own_pages(served, layout):
    job, version = learned(served, Forest(records=layout))
    assert version.strategy == "learn_anew"
    assert "recall" in [step["name"] for step in job.log]
    answer = answer_of(job.engine, "cedar")
    assert [record.title for record in answer.records] == [d.title for d in find_trees("cedar")]


def test_one_asked_otherwise_is_not_tried(served):
    job, version = learned(served, Forest(parameter="words"))
    told = next(step["outcome"] for step in job.log if step["name"] == "recall")
    assert (version.strategy, told[:1]) == ("learn_anew", "0")


def test_where_one_is_mended_the_others_of_its_template_are_checked(served):
    shed, forest = Design(), Forest()
    first, second = (add_engine(served(site)).engine for site in (shed, forest))
    shed.records = forest.records = cards
    OrmQ.objects.all().delete()
    assert check_engine(first).mended
    assert [task.name() for task in OrmQ.objects.all()] == [f"check {second.slug}"]
    mended = check_engine(second)
    assert (mended.after, mended.strategy) == (EngineState.ACTIVE, "remembered")
    assert answer_of(second, "cedar").records[0].title == find_trees("cedar")[0].title


def test_versions_stored_before_there_were_keys_are_remembered(served):
    add_engine(served(Design()))
    WrapperVersion.objects.update(form_key="")
    assert add_engine(served(Forest())).engine.wrapper_versions.get().strategy == "remembered"


def test_what_an_engine_shows_itself_is_joined_with_what_its_kind_keeps_to():
    own = NO_CONSTRAINTS.replace(sites=("a.example",), page_size=20)
    known = NO_CONSTRAINTS.replace(
        sites=("b.example",), page_size=10, mandatory=("url", "title"), names_query=True
    )
    joined = among_kin(own, known)
    assert (joined.sites, joined.page_size) == (("a.example",), 20)
    assert (joined.mandatory, joined.names_query) == (("url", "title"), True)


def test_records_that_lead_to_the_engine_itself_do_so_on_each_of_its_kind(served):
    job, version = learned(served, Forest())
    first = WrapperVersion.objects.exclude(pk=version.pk).get()
    host = job.engine.home_url.split("/")[2]
    assert first.constraints["sites"] and version.constraints["sites"] == [host]
