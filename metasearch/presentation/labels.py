"""Answers, states and numbers in words."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import get_format, number_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from discovery.models import EngineState
from metasearch.search import clean_text
from wrappers.engines import Answer, UnavailableEngine
from wrappers.extraction import AnswerKind

# Characters shown of the name of an engine, and of the reason for an answer.
MAX_NAME_LENGTH = 60
MAX_DETAIL_LENGTH = 240

# What an answer without results is called.
KIND_WORDS = {
    AnswerKind.NO_RESULTS: gettext_lazy("no results"),
    AnswerKind.BROKEN: gettext_lazy("its page was not understood"),
    AnswerKind.BLOCKED: gettext_lazy("turned us away"),
    AnswerKind.ERROR: gettext_lazy("could not be asked"),
    AnswerKind.TIMEOUT: gettext_lazy("did not answer in time"),
}
# The states that people who search meet, in words.
STATE_WORDS = {
    EngineState.ACTIVE: gettext_lazy("in use"),
    EngineState.BROKEN: gettext_lazy("broken"),
    EngineState.SUSPENDED: gettext_lazy("out of reach"),
    EngineState.PAUSED: gettext_lazy("paused"),
}
# The categories that are proposed (metasearch/brokering); others are as the operator wrote them.
CATEGORY_WORDS = {
    "Books": gettext_lazy("Books"),
    "Food": gettext_lazy("Food"),
    "Images": gettext_lazy("Images"),
    "Jobs": gettext_lazy("Jobs"),
    "Maps": gettext_lazy("Maps"),
    "Music": gettext_lazy("Music"),
    "News": gettext_lazy("News"),
    "Reference": gettext_lazy("Reference"),
    "Science": gettext_lazy("Science"),
    "Shopping": gettext_lazy("Shopping"),
    "Software": gettext_lazy("Software"),
    "Travel": gettext_lazy("Travel"),
    "Videos": gettext_lazy("Videos"),
}
ANSWERED = frozenset({AnswerKind.RESULTS, AnswerKind.NO_RESULTS})
# What a user needs no reason for.
SELF_EXPLAINING = ANSWERED | {AnswerKind.TIMEOUT}


def describe_answer(answer: Answer) -> str:
    """Return what an engine answered, in a few words."""
    if answer.kind is AnswerKind.RESULTS:
        return _results_in_words(len(answer.records), answer.total)
    return str(KIND_WORDS[answer.kind])


def answer_detail(answer: Answer) -> str:
    """Return why an answer is of its kind, empty where that is nothing but its results."""
    if answer.kind is AnswerKind.RESULTS:
        return ""
    return clean_text(answer.detail, MAX_DETAIL_LENGTH)


def _results_in_words(count: int, total: int | None) -> str:
    if total is None or total <= count:
        return ngettext("%(count)s result", "%(count)s results", count) % {"count": count}
    return ngettext("%(count)s of %(total)s result", "%(count)s of %(total)s results", total) % {
        "count": count,
        "total": number_format(total, force_grouping=True),
    }


def format_seconds(seconds: float) -> str:
    """Return a duration as people read it: two digits after the point below ten seconds."""
    digits = 2 if seconds < 10 else 1
    return _("%(seconds)s s") % {"seconds": format_decimal(seconds, digits)}


def format_decimal(number: float, digits: int) -> str:
    """Return a number with so many digits after the point, as the language writes it.

    Django's own function cuts digits off where this rounds, and takes five times as long.
    """
    return f"{number:.{digits}f}".replace(".", get_format("DECIMAL_SEPARATOR"))


def format_percent(share: float) -> str:
    """Return a share as people read it, in whole hundredths."""
    return _("%(percent)d%%") % {"percent": round(100 * share)}


def state_label(state: str) -> str:
    """Return the state of an engine in a few words."""
    known = EngineState(state)
    return str(STATE_WORDS.get(known, known.label))


def category_label(category: str) -> str:
    """Return the name of a category as it is shown."""
    return str(CATEGORY_WORDS.get(category, category))


def unavailable_labels(engines: Sequence[UnavailableEngine]) -> list[dict[str, str]]:
    """Return names and states of engines that are not asked, as they are shown."""
    return [
        {
            "name": clean_text(engine.name, MAX_NAME_LENGTH),
            "state": unavailable_label(engine),
        }
        for engine in engines
    ]


def unavailable_label(engine: UnavailableEngine) -> str:
    """Return why an engine is not asked at present, and when it is tried again."""
    state = state_label(engine.state)
    if engine.next_check_at is None:
        return state
    if engine.next_check_at <= timezone.now():
        return _("%(state)s; being looked into") % {"state": state}
    time = timeuntil(engine.next_check_at, depth=1)
    return _("%(state)s; tried again in %(time)s") % {"state": state, "time": time}
