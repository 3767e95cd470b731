"""Answers, states and numbers in words."""

from django.utils import timezone, translation
from django.utils.formats import get_format, number_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from metasearch.search.highlighting import clean_text
from wrappers.engines.answer import Answer
from wrappers.engines.registry import UnavailableEngine, UnavailableEngines

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
# What exactly happened; what its kind alone does not say.
REASON_WORDS = {
    AnswerReason.RECORDS_OF_CUT_PAGE: gettext_lazy("the page breaks off"),
    AnswerReason.SHOWN_INSTEAD: gettext_lazy("other things are shown instead"),
    AnswerReason.NOTHING_TO_ASK: gettext_lazy("nothing to ask for in these words"),
    AnswerReason.PAST_LAST_PAGE: gettext_lazy("no further page"),
    AnswerReason.CONSTRAINTS: gettext_lazy("not as its answers were"),
    AnswerReason.CONTRADICTION: gettext_lazy("the page contradicts what was read"),
    AnswerReason.CLAIMS_MATCHES_SHOWS_NONE: gettext_lazy("it claims matches, none was found on it"),
    AnswerReason.START_PAGE: gettext_lazy("it shows its start page"),
    AnswerReason.UNKNOWN_MESSAGE: gettext_lazy("it answers with a message"),
    AnswerReason.QUERY_IGNORED: gettext_lazy("it ignores what is asked"),
    AnswerReason.SAME_PAGE_AGAIN: gettext_lazy("the first page came again"),
    AnswerReason.OTHER_QUERY: gettext_lazy("it answers another query"),
    AnswerReason.FORM_GONE: gettext_lazy("its search form is gone"),
    AnswerReason.NEXT_PAGE_UNKNOWN: gettext_lazy("the way to its next page is not known yet"),
    AnswerReason.ROBOT_CHECK: gettext_lazy("it checks for robots"),
    AnswerReason.LOGIN: gettext_lazy("it asks for a login"),
    AnswerReason.CONSENT: gettext_lazy("it asks for consent"),
    AnswerReason.CHOICE: gettext_lazy("it asks its visitors something first"),
    AnswerReason.JAVASCRIPT: gettext_lazy("its page needs JavaScript"),
    AnswerReason.RATE_LIMITED: gettext_lazy("too many requests"),
    AnswerReason.REFUSED: gettext_lazy("it refuses access"),
    AnswerReason.SERVER_ERROR: gettext_lazy("an error of its server"),
    AnswerReason.CLIENT_ERROR: gettext_lazy("its address does not answer searches"),
    AnswerReason.MAINTENANCE: gettext_lazy("it is being maintained"),
    AnswerReason.ENGINE_MESSAGE: gettext_lazy("it did not accept the query"),
    AnswerReason.EMPTY_BODY: gettext_lazy("an empty answer"),
    AnswerReason.NOT_HTML: gettext_lazy("the answer is no web page"),
    AnswerReason.TOO_LARGE: gettext_lazy("the answer is too large"),
    AnswerReason.CUT_SHORT: gettext_lazy("the answer broke off"),
    AnswerReason.BAD_ADDRESS: gettext_lazy("its address is wrong"),
    AnswerReason.REFUSED_ADDRESS: gettext_lazy("its address may not be asked"),
    AnswerReason.DNS: gettext_lazy("its host is not known"),
    AnswerReason.CONNECTION: gettext_lazy("no connection"),
    AnswerReason.TLS: gettext_lazy("no secure connection"),
    AnswerReason.PROTOCOL: gettext_lazy("garbled answer"),
    AnswerReason.REDIRECTS: gettext_lazy("it redirects in circles or nowhere"),
    AnswerReason.ROBOTS_TXT: gettext_lazy("its robots.txt forbids it"),
    AnswerReason.QUERY_NOT_SENDABLE: gettext_lazy("the query cannot be sent to it"),
    AnswerReason.INTERNAL: gettext_lazy("an internal error"),
    AnswerReason.NO_BROWSER: gettext_lazy("it needs a browser, and none is installed here"),
    AnswerReason.OVERLOADED: gettext_lazy("we are too busy to ask it"),
    AnswerReason.SLOW_BODY: gettext_lazy("its page came too slowly"),
    AnswerReason.TOO_HEAVY: gettext_lazy("its page is too heavy to read"),
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
    "Files": gettext_lazy("Files"),
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


def describe_answer(answer: Answer) -> str:
    if answer.kind is AnswerKind.RESULTS and answer.left_out:
        words = _("the first %(count)s of %(shown)s results on its page") % {
            "count": len(answer.records),
            "shown": number_format(len(answer.records) + answer.left_out, force_grouping=True),
        }
    elif answer.kind is AnswerKind.RESULTS:
        words = _results_in_words(len(answer.records), answer.total)
    else:
        words = str(KIND_WORDS[answer.kind])
    reason = REASON_WORDS.get(answer.reason)
    if reason is None:
        return words
    return _("%(answer)s: %(reason)s") % {"answer": words, "reason": reason}


def public_detail(answer: Answer) -> str:
    """Return what an engine answered as an English sentence for anybody.

    An answer's own detail may tell of addresses inside the network, or of settings.
    """
    with translation.override("en"):
        return describe_answer(answer)


def answer_detail(answer: Answer) -> str:
    """Return, for operators, why an answer is of its kind, empty where that is its results."""
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
    digits = 2 if seconds < 10 else 1
    return _("%(seconds)s s") % {"seconds": format_decimal(seconds, digits)}


def format_decimal(number: float, digits: int) -> str:
    """Return a number as the language writes it: rounded, which Django's own does not."""
    return f"{number:.{digits}f}".replace(".", get_format("DECIMAL_SEPARATOR"))


def format_percent(share: float) -> str:
    return _("%(percent)d%%") % {"percent": round(100 * share)}


def state_label(state: str) -> str:
    known = EngineState(state)
    return str(STATE_WORDS.get(known, known.label))


def category_label(category: str) -> str:
    return str(CATEGORY_WORDS.get(category, category))


def unavailable_labels(engines: UnavailableEngines) -> list[dict[str, str]]:
    return [
        {"name": clean_text(engine.name, MAX_NAME_LENGTH), "state": unavailable_label(engine)}
        for engine in engines.named
    ]


def unavailable_label(engine: UnavailableEngine) -> str:
    state = state_label(engine.state)
    if engine.next_check_at is None:
        return state
    if engine.next_check_at <= timezone.now():
        return _("%(state)s; being looked into") % {"state": state}
    time = timeuntil(engine.next_check_at, depth=1)
    return _("%(state)s; tried again in %(time)s") % {"state": state, "time": time}
