"""Only the page that says "nothing found" was redesigned."""

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


class NoResultDesign(Design):
    """The engine, whose page without results may be a document of its own, with any status."""

    whole_page: str = ""
    nothing_status: int = 200

    def page(self, request: Request) -> Reply:
        if self.whole_page and is_without_results(self, request):
            return Reply(self.whole_page, self.nothing_status)
        return super().page(request)


def is_without_results(design: Design, request: Request) -> bool:
    return request.path == design.action and bool(request.query) and not search(request.query)


@pytest.fixture
def new_design() -> NoResultDesign:
    return NoResultDesign()


@pytest.mark.parametrize("language", MESSAGES)
@pytest.mark.parametrize("alone", [False, True])
def test_it_is_learned_anew_and_the_wrapper_stays(engine, design, language, alone):
    if alone:
        text = MESSAGES[language].replace("<a ", "<b ").replace("</a>", "</b>")
        design.whole_page = f"<html lang={language}><title>Shed</title><body>{text}</body></html>"
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
    design.whole_page, design.nothing_status = page, status
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
    real, turns = design.page, iter(range(1000))

    def differing(request: Request) -> Reply:
        if not is_without_results(design, request):
            return real(request)
        turn = next(turns)
        words = NOUNS[turn % 5 :: 5] + ADJECTIVES[turn % 7 :: 3]
        lines = "".join(f"<p>{word} for {words[0]} people</p>" for word in words)
        return Reply(f"<html><title>{words[0]}</title><body>{lines}<a href=/>home</a></body>")

    design.page = differing
    report = check_engine(engine)
    assert (report.after, report.mended) == ("ACTIVE", False)
    assert WrapperVersion.objects.count() == 1
