"""Outcomes: what an answer or a page turned out to be, and why none came; the one vocabulary."""

from enum import StrEnum
from typing import Any, Self


class _TellingEnum(StrEnum):
    """Values that are stored or shown, each with what it tells besides."""

    _told: Any

    def __new__(cls, value: str, told: Any) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member._told = told
        return member


class AnswerKind(_TellingEnum):
    """What an engine's answer turned out to be. TIMEOUT is given by who waited for it."""

    # A kind has a label (`KIND_WORDS` in metasearch/presentation/labels.py) and a colour in plots
    # (`STACKED_KINDS` in metasearch/console/overview.py, site.css). It counts as out of reach or
    # not (`UNREACHABLE_KINDS`), as kept or not (`CACHED_KINDS` in metasearch/search/dispatch).

    RESULTS = "RESULTS", "with results"
    NO_RESULTS = "NO_RESULTS", "with no results"
    BROKEN = "BROKEN", "by a page that is not understood"
    BLOCKED = "BLOCKED", "by a refusal"
    ERROR = "ERROR", "by an error"
    TIMEOUT = "TIMEOUT", "too late"

    @property
    def words(self) -> str:
        """How an engine answered, after “was answered”, for logs and reasons."""
        return str(self._told)


# Answers that tell nothing of an engine's pages.
UNREACHABLE_KINDS = (AnswerKind.TIMEOUT, AnswerKind.ERROR, AnswerKind.BLOCKED)


class AnswerReason(_TellingEnum):
    """What exactly happened; each reason belongs to one kind.

    Reasons are part of the JSON of a search: values are added, never renamed. Their labels for
    people are in `REASON_WORDS` of metasearch/presentation/labels.py.
    """

    @property
    def kind(self) -> AnswerKind:
        kind: AnswerKind = self._told
        return kind

    @property
    def is_ours(self) -> bool:
        """Whether the engine was not asked for something here: nothing is known of it."""
        return self in (AnswerReason.OVERLOADED, AnswerReason.NO_BROWSER)

    RECORDS = "records", AnswerKind.RESULTS
    # The page breaks off; what came before could be read.
    RECORDS_OF_CUT_PAGE = "records_of_cut_page", AnswerKind.RESULTS
    # In place of a list the only match was opened, or the page called like the query.
    PAGE_ITSELF = "page_itself", AnswerKind.RESULTS

    NO_RESULT_PAGE = "no_result_page", AnswerKind.NO_RESULTS
    # Nothing was found, and what is popular or similar is shown in its place.
    SHOWN_INSTEAD = "shown_instead", AnswerKind.NO_RESULTS
    ZERO_HITS = "zero_hits", AnswerKind.NO_RESULTS
    SAYS_NOTHING_FOUND = "says_nothing_found", AnswerKind.NO_RESULTS
    # The query has no word, and the engine shows its start page.
    NOTHING_TO_ASK = "nothing_to_ask", AnswerKind.NO_RESULTS
    PAST_LAST_PAGE = "past_last_page", AnswerKind.NO_RESULTS

    CONSTRAINTS = "constraints", AnswerKind.BROKEN
    CONTRADICTION = "contradiction", AnswerKind.BROKEN
    CLAIMS_MATCHES_SHOWS_NONE = "claims_matches_shows_none", AnswerKind.BROKEN
    START_PAGE = "start_page", AnswerKind.BROKEN
    NOT_UNDERSTOOD = "not_understood", AnswerKind.BROKEN
    # The engine's own page has a message, in words that are not known, in the place of an answer.
    UNKNOWN_MESSAGE = "unknown_message", AnswerKind.BROKEN
    # The same records come whatever is asked.
    QUERY_IGNORED = "query_ignored", AnswerKind.BROKEN
    SAME_PAGE_AGAIN = "same_page_again", AnswerKind.BROKEN
    # The page says that it answers another query.
    OTHER_QUERY = "other_query", AnswerKind.BROKEN
    FORM_GONE = "form_gone", AnswerKind.BROKEN
    # The page before leads on in a way that was not learned.
    NEXT_PAGE_UNKNOWN = "next_page_unknown", AnswerKind.BROKEN

    ROBOT_CHECK = "robot_check", AnswerKind.BLOCKED
    LOGIN = "login", AnswerKind.BLOCKED
    CONSENT = "consent", AnswerKind.BLOCKED
    # It asks for one's age, country or language before it shows anything.
    CHOICE = "choice", AnswerKind.BLOCKED
    JAVASCRIPT = "javascript", AnswerKind.BLOCKED
    RATE_LIMITED = "rate_limited", AnswerKind.BLOCKED
    REFUSED = "refused", AnswerKind.BLOCKED

    SERVER_ERROR = "server_error", AnswerKind.ERROR
    CLIENT_ERROR = "client_error", AnswerKind.ERROR
    MAINTENANCE = "maintenance", AnswerKind.ERROR
    # The engine complains about the query.
    ENGINE_MESSAGE = "engine_message", AnswerKind.ERROR
    EMPTY_BODY = "empty_body", AnswerKind.ERROR
    NOT_HTML = "not_html", AnswerKind.ERROR
    TOO_LARGE = "too_large", AnswerKind.ERROR
    CUT_SHORT = "cut_short", AnswerKind.ERROR
    BAD_ADDRESS = "bad_address", AnswerKind.ERROR
    # The guard lets nothing be fetched there.
    REFUSED_ADDRESS = "refused_address", AnswerKind.ERROR
    DNS = "dns", AnswerKind.ERROR
    CONNECTION = "connection", AnswerKind.ERROR
    TLS = "tls", AnswerKind.ERROR
    PROTOCOL = "protocol", AnswerKind.ERROR
    REDIRECTS = "redirects", AnswerKind.ERROR
    ROBOTS_TXT = "robots_txt", AnswerKind.ERROR
    QUERY_NOT_SENDABLE = "query_not_sendable", AnswerKind.ERROR
    INTERNAL = "internal", AnswerKind.ERROR
    # It is searched in a browser, and none is installed here.
    NO_BROWSER = "no_browser", AnswerKind.ERROR
    # Too much is under way here: the engine did not have its time, and nothing is known of it.
    OVERLOADED = "overloaded", AnswerKind.ERROR

    NO_ANSWER = "no_answer", AnswerKind.TIMEOUT
    SLOW_BODY = "slow_body", AnswerKind.TIMEOUT
    # Reading the page takes longer than the engine has.
    TOO_HEAVY = "too_heavy", AnswerKind.TIMEOUT


class ObstacleKind(_TellingEnum):
    """What a page is, or says, instead of giving an answer; the reason that it stands for."""

    CAPTCHA = "a robot check", AnswerReason.ROBOT_CHECK
    RATE_LIMIT = "a limit of requests", AnswerReason.RATE_LIMITED
    MAINTENANCE = "maintenance", AnswerReason.MAINTENANCE
    REFUSAL = "a refusal", AnswerReason.REFUSED
    LOGIN = "a login wall", AnswerReason.LOGIN
    CONSENT = "a consent wall", AnswerReason.CONSENT
    AGE = "a question for one's age", AnswerReason.CHOICE
    REGION = "a choice of country or region", AnswerReason.CHOICE
    LANGUAGE = "a choice of language", AnswerReason.CHOICE
    JAVASCRIPT = "a page that only JavaScript fills", AnswerReason.JAVASCRIPT
    PAGE_GONE = "a page that is gone", AnswerReason.CLIENT_ERROR
    SITE_GONE = "a site that is gone", AnswerReason.CLIENT_ERROR
    STALE_FORM = "a form that is out of date", AnswerReason.CLIENT_ERROR
    TOO_MANY = "more than it shows", AnswerReason.ENGINE_MESSAGE
    SERVER_FAULT = "a failure of the site", AnswerReason.SERVER_ERROR
    COMPLAINT = "a complaint about the query", AnswerReason.ENGINE_MESSAGE
    OFFLINE = "a network without a connection", AnswerReason.CONNECTION
    PORTAL = "a network to be entered first", AnswerReason.LOGIN
    FILTER = "a filter", AnswerReason.REFUSED
    PROXY = "a failure of a proxy", AnswerReason.SERVER_ERROR
    AD_BLOCKER = "a wall for those who block advertisements", AnswerReason.REFUSED
    OLD_BROWSER = "a wall for old browsers", AnswerReason.REFUSED

    @property
    def reason(self) -> AnswerReason:
        reason: AnswerReason = self._told
        return reason
