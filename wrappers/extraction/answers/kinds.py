"""Kinds of an engine's answer: six, and the reason of each answer."""

from enum import StrEnum


class AnswerKind(StrEnum):
    """What an engine's answer turned out to be. TIMEOUT is given by who waited for it."""

    # A kind has a label (`KIND_WORDS` in metasearch/presentation/labels.py) and a colour in plots
    # (`STACKED_KINDS` in metasearch/console/overview.py, site.css). It counts as out of reach or
    # not (`UNREACHABLE_KINDS` in wrappers/learning/step_context.py), as kept or not
    # (`CACHED_KINDS` in metasearch/search/answer_cache.py).

    RESULTS = "RESULTS"
    NO_RESULTS = "NO_RESULTS"
    BROKEN = "BROKEN"
    BLOCKED = "BLOCKED"
    ERROR = "ERROR"
    TIMEOUT = "TIMEOUT"

    @property
    def words(self) -> str:
        """How an engine answered, after “was answered”, for logs and reasons."""
        return _KIND_WORDS[self]


# A kind's words after “was answered”, in sentences of logs and reasons.
_KIND_WORDS = {
    AnswerKind.RESULTS: "with results",
    AnswerKind.NO_RESULTS: "with no results",
    AnswerKind.BROKEN: "by a page that is not understood",
    AnswerKind.BLOCKED: "by a refusal",
    AnswerKind.ERROR: "by an error",
    AnswerKind.TIMEOUT: "too late",
}


class AnswerReason(StrEnum):
    """What exactly happened; each reason belongs to one kind.

    Reasons are part of the JSON of a search: values are added, never renamed. Their labels for
    people are in `REASON_WORDS` of metasearch/presentation/labels.py.
    """

    kind: AnswerKind

    def __new__(cls, value: str, kind: AnswerKind) -> "AnswerReason":
        member = str.__new__(cls, value)
        member._value_ = value
        member.kind = kind
        return member

    @property
    def is_ours(self) -> bool:
        """Whether the engine was not asked for something here: nothing is known of it."""
        return self in (AnswerReason.OVERLOADED, AnswerReason.NO_BROWSER)

    RECORDS = "records", AnswerKind.RESULTS
    # The page breaks off; what came before could be read.
    RECORDS_OF_CUT_PAGE = "records_of_cut_page", AnswerKind.RESULTS

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
