"""Only the page that says "nothing found" was redesigned."""

from collections.abc import Callable
from itertools import count

import pytest

from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind
from tests.cases import cases
from tests.small_server import Reply, Request
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, Design, search
from wrappers.models import EngineWatch, WrapperVersion
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)
CASES = cases(__file__)
NOTHING = "qzxwvkjhgf"
MESSAGES = CASES["messages"]


def answer_nothing_with(design: Design, answer: Callable[[], Reply]) -> None:
    """Have the page without results be another document."""
    real = design.page

    def page(request: Request) -> Reply:
        is_empty = request.path == design.action and request.query and not search(request.query)
        return answer() if is_empty else real(request)

    design.page = page


@pytest.mark.parametrize("language", MESSAGES)
@pytest.mark.parametrize("alone", [False, True])
def test_it_is_learned_anew_and_the_wrapper_stays(engine, design, language, alone):
    if alone:
        text = MESSAGES[language].replace("<a ", "<b ").replace("</a>", "</b>")
        page = f"<html lang={language}><title>Shed</title><body>{text}</body></html>"
        answer_nothing_with(design, lambda: Reply(page))
    else:
        design.nothing = MESSAGES[language]
    assert answer_of(engine, NOTHING).kind is not AnswerKind.NO_RESULTS
    before = WrapperVersion.objects.get()
    report = check_engine(engine)
    assert (report.kind, report.after, report.mended) == ("RESULTS", "ACTIVE", True)
    assert report.strategy == "unchanged_wrapper"
    after = WrapperVersion.objects.get(is_active=True)
    assert after.wrapper == before.wrapper
    assert after.constraints == before.constraints
    assert answer_of(engine, NOTHING).kind is AnswerKind.NO_RESULTS
    assert answer_of(engine, "candle").records[0].title == search("candle")[0].title
    assert EngineWatch.objects.get().failures == 0
    states = set(engine.events.values_list("after", flat=True))
    assert EngineState.BROKEN not in states


@pytest.mark.parametrize(("page", "status"), CASES["refusals"].values(), ids=CASES["refusals"])
def test_a_refusal_is_never_learned(engine, design, page, status):
    answer_nothing_with(design, lambda: Reply(page, status))
    report = check_engine(engine)
    assert (report.after, report.mended) == ("ACTIVE", False)
    assert WrapperVersion.objects.count() == 1
    assert answer_of(engine, NOTHING).kind is not AnswerKind.NO_RESULTS


def test_a_refusal_that_comes_to_all_after_some_queries_is_not_learned(engine, design):
    real, asked = design.page, []

    def tired(request: Request) -> Reply:
        asked.append(request.path)
        # Tired between the known queries and the impossible ones, in the check and in the mending.
        if request.path == design.action and not search(request.query):
            design.tired = True
        if getattr(design, "tired", False) and len(asked) > 7:
            return Reply("<html><title>Shed</title><body><p>Come back tomorrow, friend.</p></body>")
        return real(request)

    design.page = tired
    design.nothing = MESSAGES["la"]
    report = check_engine(engine)
    assert not report.mended
    assert WrapperVersion.objects.count() == 1


def test_pages_that_differ_are_not_learned(engine, design):
    turns = count()

    def differing() -> Reply:
        turn = next(turns)
        words = NOUNS[turn % 5 :: 5] + ADJECTIVES[turn % 7 :: 3]
        lines = "".join(f"<p>{word} for {words[0]} people</p>" for word in words)
        return Reply(f"<html><title>{words[0]}</title><body>{lines}<a href=/>home</a></body>")

    answer_nothing_with(design, differing)
    report = check_engine(engine)
    assert (report.after, report.mended) == ("ACTIVE", False)
    assert WrapperVersion.objects.count() == 1
