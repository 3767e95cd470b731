"""Selectors that come with imported engines: made into wrappers, never obeyed blindly."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.models import Engine, EngineState
from wrappers.engines.page_processes import PageProcesses
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper
from wrappers.imports.importing import import_file
from wrappers.induction.pipeline import LearnedWrapper
from wrappers.induction.samples import Sample
from wrappers.learning import imported_selectors
from wrappers.learning.imported_selectors import INDUCER, apply_selectors, run_selectors
from wrappers.learning.jobs import plan_learning
from wrappers.learning.rendering import StoredSample
from wrappers.learning.work import LEARNING
from wrappers.models import SamplePage

WORDS = ("apple", "birch", "cedar", "daisy")


@pytest.fixture(scope="module")
def processes() -> Iterator[PageProcesses]:
    """One process for all tests: it takes seconds to start."""
    own = PageProcesses()
    yield own
    own.end()


def stored(markup: str) -> SamplePage:
    body = SamplePage.compress(f"<html><body>{markup}</body></html>".encode())
    return SamplePage(query="x", url="http://a.example/find", content_type="text/html", body=body)


def result_pages() -> list[SamplePage]:
    menu = '<ul id="menu">' + "".join(f'<li><a href="/m{n}">m{n}</a></li>' for n in range(6))
    pages = []
    for word in WORDS:
        records = "".join(
            f'<div class="hit n{n}"><h3><a href="/{word}/{n}">{word} {n}</a></h3><p>text</p></div>'
            for n in range(5)
        )
        pages.append(stored(f'{menu}</ul><div id="main">{records}</div>'))
    return pages


def samples_of(pages: list[SamplePage]) -> list[StoredSample]:
    return [(each, Sample(each.page(), each.query)) for each in pages]


RIGHT = ResultSelectors(
    results='//div[contains(@class, "hit")]', url="./h3/a/@href", title="./h3/a", content="./p"
)


def urls(processes: PageProcesses, selectors: ResultSelectors, number: int = 0) -> list[object]:
    found = run_selectors(processes, selectors, result_pages())
    return list(found[number])


def test_selectors_are_evaluated_elsewhere_and_those_of_a_menu_or_a_bomb_are_no_example(
    processes, monkeypatch
):
    wanted = [f"http://a.example/apple/{n}" for n in range(5)]
    assert urls(processes, RIGHT) == wanted
    assert urls(processes, ResultSelectors(url="//h3/a/@href", title="//h3/a")) == wanted
    assert urls(processes, ResultSelectors(url="//h3/a", title="//h3/a")) == wanted
    menu = ResultSelectors(url='//ul[@id="menu"]//a/@href', title="//ul//a")
    assert apply_selectors(processes, menu, samples_of(result_pages()), None) == (
        None, "the imported selectors find no records",
    )  # fmt: skip
    monkeypatch.setattr(imported_selectors, "DEADLINE", 1.5)
    bomb = "//*[count(//*[count(//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]) > 0]) > 0]"
    started = perf_counter()
    selectors = ResultSelectors(results=bomb, url=".//a/@href", title=".//a")
    assert apply_selectors(processes, selectors, samples_of(result_pages()), None) == (
        None, "the imported selectors could not be evaluated",
    )  # fmt: skip
    assert perf_counter() - started < 60


@pytest.mark.parametrize(
    "url", ["count(//a)", "true()", "$unknown", "unknown(.)", "//nothing", "/"]
)
def test_what_finds_nothing_gives_nothing(processes, url):
    assert urls(processes, ResultSelectors(url=url, title="//a")) == []


@pytest.mark.parametrize(
    "selectors",
    [RIGHT, ResultSelectors(url='//div[@id="main"]//a/@href', title='//div[@id="main"]//a')],
)
def test_selectors_become_a_wrapper(processes, selectors):
    learned, told = apply_selectors(processes, selectors, samples_of(result_pages()), None)
    assert learned, told
    assert learned.inducer == INDUCER
    assert learned.support == len(WORDS)
    other = stored('<div class="hit"><h3><a href="/new/1">new</a></h3><p>snippet</p></div>')
    (record,) = learned.wrapper.records(other.page())
    assert (record.url, record.title, record.snippet) == (
        "http://a.example/new/1", "new", "snippet",
    )  # fmt: skip


def test_a_learned_wrapper_that_leaves_advertisements_out_is_kept(processes):
    rule = RecordRule(
        (ElementKey((SelectorStep("div", ("hit",)),)),),
        Extent.ELEMENT,
        (TitleRule(TitleKind.HEADING),),
    )
    # Of the five records of a page, the selectors take the last for one and the wrapper does not.
    keys = tuple(ElementKey((SelectorStep("div", ("hit", f"n{number}")),)) for number in range(4))
    sections = tuple(rule.replace(keys=(key,)) for key in keys)
    learned = LearnedWrapper(Wrapper(sections), 4, "test", 1.0)
    kept, told = apply_selectors(processes, RIGHT, samples_of(result_pages()), learned)
    assert (kept, told) == (learned, "the imported selectors agree")
    fewer = LearnedWrapper(Wrapper(sections[:2]), 4, "test", 1.0)
    better, told = apply_selectors(processes, RIGHT, samples_of(result_pages()), fewer)
    assert (better.inducer, told) == (INDUCER, "the imported selectors decide")


SETTINGS = Path(__file__).with_name("settings.yml").read_text(encoding="utf-8")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("results", ['//li[.//p[@class="more"]]', "//no-such-thing"])
def test_an_engine_with_selectors_is_learned_and_checked(samples, results):
    settings = SETTINGS.format(home=samples["modulary"], results=results)
    assert import_file(settings.encode(), "settings.yml").created == 1
    engine = Engine.objects.get()
    job = LEARNING.work_slice(plan_learning(engine, enqueue=False).pk, 100)
    assert job.outcome == EngineState.ACTIVE, job.log
    told = next(step["outcome"] for step in job.log if step["name"] == "learn")
    assert "imported selectors" in told
    paging = next(step["outcome"] for step in job.log if step["name"] == "learn_paging")
    assert "page" in paging
