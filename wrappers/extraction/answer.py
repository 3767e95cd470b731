"""What kind of answer a page is: results, none, broken, blocked or an error, and why."""

import re
from collections.abc import Sequence
from enum import StrEnum

from discovery.pages import Page, blocking_reason, visible_text
from wrappers.extraction.hits_line import claimed_total
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Extraction

# Statuses with which sites turn robots away (RFC 9110, RFC 6585).
REFUSING_STATUSES = frozenset({401, 403, 429, 451})
# Some engines answer "not found" when nothing is found: the page itself is judged.
READABLE_ERROR_STATUSES = frozenset({404})
# A range "1-10" with fewer records than this share of it contradicts them; extraction may rightly
# leave out an entry of another kind. Guess.
MIN_SHARE_OF_RANGE = 0.5
# A page without links and with no more text than this (characters) is a message. Guess.
MAX_MESSAGE_LENGTH = 300
# Records with an empty title above this share, or all with one address, are no records. Guess.
MAX_SHARE_UNTITLED = 0.5
# A query with a word of so many letters is one that every engine understands. Guess.
LETTERS_OF_A_WORD = 3
# Scripts that have words of a single sign: Thai, Lao, kana, Han, Hangul.
_ORDINARY_WORD = re.compile(
    rf"[^\W\d_]{{{LETTERS_OF_A_WORD},}}|\d|[\u0900-\u0fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)


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


def classify_answer(
    page: Page,
    extraction: Extraction,
    signature: NoResultSignature | None = None,
    *,
    query: str | None = None,
    violations: Sequence[str] = (),
    start_pages: Sequence[NoResultSignature] = (),
) -> tuple[AnswerKind, str]:
    """Return the kind of answer `page` is to `query`, and why in a plain sentence.

    `extraction` is what the wrapper found, `violations` the constraints of the wrapper that the
    records violate, `start_pages` what the engine shows when nothing is asked. "No results" needs
    one of four grounds. The page looks like the engine's no-result page (`signature`). Its hits
    line says zero. It says so in words and shows nothing else. Or it is a start page given for a
    query without a word. A page that claims matches is never one.
    """
    records = extraction.records
    if page.status >= 400:
        kind, reason = _classify_status(page, signature, query)
        if kind is not AnswerKind.RESULTS:
            return kind, reason
    if signature is not None and _is_no_result_page(page, signature, query, bool(records)):
        claimed = 0 if records else _claimed_matches(page, extraction, signature, query)
        if not claimed:
            return AnswerKind.NO_RESULTS, "looks like the engine's no-result page"
        violations = (f"the page says {claimed} matches, no record was found",)
    if records and not violations:
        problem = _contradiction(extraction)
        if problem is None:
            return AnswerKind.RESULTS, f"{len(records)} records"
        violations = (problem,)
    blocked = blocking_reason(page)
    if blocked:
        return AnswerKind.BLOCKED, blocked
    if violations:
        return AnswerKind.BROKEN, "; ".join(violations)
    if extraction.total == 0:
        return AnswerKind.NO_RESULTS, "the hits line says 0"
    if any(start.is_page(page, query) for start in start_pages):
        if query is not None and is_odd_query(query):
            return AnswerKind.NO_RESULTS, "the engine found nothing to ask for in this query"
        return AnswerKind.BROKEN, "the engine shows its start page, as if nothing were asked"
    if (
        signature is not None
        and signature.is_reworded(page, query)
        and not _claimed_matches(page, extraction, signature, query)
    ):
        return AnswerKind.NO_RESULTS, "the page says that nothing was found, and shows nothing"
    message = _message(page, signature, query)
    if message:
        return AnswerKind.ERROR, f"the engine answers: {message}"
    if extraction.total:
        return AnswerKind.BROKEN, f"the page says {extraction.total} matches, no record was found"
    return AnswerKind.BROKEN, "no record was found, and it is not the no-result page"


def is_odd_query(query: str) -> bool:
    """Tell whether a query has no ordinary word: engines answer such with all kinds of pages.

    >>> is_odd_query("?!"), is_odd_query("a"), is_odd_query("C++"), is_odd_query("fish")
    (True, True, True, False)
    >>> is_odd_query("\u65e5"), is_odd_query("42")
    (False, False)
    """
    return _ORDINARY_WORD.search(query) is None


def _claimed_matches(
    page: Page, extraction: Extraction, signature: NoResultSignature, query: str | None
) -> int:
    """Return how many matches a page without records claims, by any line that can be read so.

    Lines that the no-result page has too count something else.
    """
    return claimed_total(page, query, frozenset(signature.lines), extraction.total)


def _classify_status(
    page: Page, signature: NoResultSignature | None, query: str | None
) -> tuple[AnswerKind, str]:
    """Judge a page by its HTTP status of 400 or more; RESULTS means: look at the page itself."""
    if signature is not None and signature.matches(page, query):
        return AnswerKind.NO_RESULTS, "looks like the engine's no-result page"
    blocked = blocking_reason(page)
    if blocked or page.status in REFUSING_STATUSES:
        return AnswerKind.BLOCKED, blocked or f"the engine refuses (HTTP status {page.status})"
    if page.status in READABLE_ERROR_STATUSES or (
        signature is not None and signature.status == page.status
    ):
        return AnswerKind.RESULTS, ""
    return AnswerKind.ERROR, f"HTTP status {page.status}"


def _is_no_result_page(
    page: Page, signature: NoResultSignature, query: str | None, has_records: bool
) -> bool:
    """Tell whether a page is the no-result page; records need its very words to be overruled."""
    if has_records:
        return signature.overrules_records(page, query)
    return signature.matches(page, query)


def _message(page: Page, signature: NoResultSignature | None, query: str | None) -> str | None:
    """Return what a page says that is a mere message: an engine's complaint about the query."""
    text = visible_text(page.root)
    if next(page.root.iter("a", "script"), None) is None and len(text) <= MAX_MESSAGE_LENGTH:
        return text
    return signature.other_message(page, query) if signature is not None else None


def _contradiction(extraction: Extraction) -> str | None:
    """Return what speaks against the records of `extraction`, or None."""
    records, hits = extraction.records, extraction.hits
    count = len(records)
    untitled = sum(not record.title.strip() for record in records)
    if untitled > MAX_SHARE_UNTITLED * count:
        return f"{untitled} of {count} records have no title"
    addresses = {record.url for record in records}
    if count > 2 and len(addresses) == 1 and addresses != {None}:
        return f"all {count} records have the same address"
    shown = hits.shown if hits is not None else None
    if shown and count < MIN_SHARE_OF_RANGE * shown:
        return f"the page says it shows {shown} matches, {count} records were found"
    if extraction.total == 0:
        return f"the hits line says 0, {count} records were found"
    return None
