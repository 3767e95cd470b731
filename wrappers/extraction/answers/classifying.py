"""The kind of an answer: results, none, or what keeps it from being read, and why."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from discovery.documents.document import Document
from discovery.pages.blocked import submits_itself
from discovery.pages.decoding import is_markup
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import Page
from wrappers.extraction.answers.foreign import find_foreign
from wrappers.extraction.answers.notices import Notice, contradiction_in, find_notice
from wrappers.extraction.answers.obstacles import (
    MAX_COMPLAINT_LINE,
    Classification,
    as_obstacle,
    classify_status,
    complaint_lines,
    find_wall,
    is_about_login,
    read_message,
    says_too_many,
)
from wrappers.extraction.constraints import (
    NO_CONSTRAINTS,
    IntegrityConstraints,
    breaks_off,
    ignores_query,
    is_beyond_ascii,
    is_closed,
    is_mostly_about_others,
    leaves_out_signs,
    shown_query,
    shows_query,
    violations,
)
from wrappers.extraction.hits_line import claimed_total
from wrappers.extraction.lines import MASK
from wrappers.extraction.no_result import (
    MAX_OWN_LINKS,
    NoResultSignature,
    OwnText,
    own_text,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Extraction, Wrapper

# A query with a word of so many letters is one that every engine understands. Guess.
LETTERS_OF_A_WORD = 3
# Scripts that have words of a single sign: Thai, Lao, kana, Han, Hangul.
_ORDINARY_WORD = re.compile(
    rf"[^\W\d_]{{{LETTERS_OF_A_WORD},}}|\d|[\u0900-\u0fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)


def classify_answer(
    page: Page,
    extraction: Extraction,
    signature: NoResultSignature | None = None,
    *,
    query: str | None = None,
    violations: Sequence[str] = (),
    start_pages: Sequence[NoResultSignature] = (),
    constraints: IntegrityConstraints = NO_CONSTRAINTS,
    is_cut: bool = False,
    is_first_page: bool = True,
) -> Classification:
    """Return what answer `page` is to `query`: the reason, which has a kind, and a plain sentence.

    `start_pages` are what the engine shows when nothing is asked, `constraints` tell the habits of
    its pages, `is_cut` whether the body broke off. Pages after the first need not name the query:
    what has it in its title comes first.

    "No results" needs one of four grounds. The page looks like the engine's no-result page
    (`signature`). Its hits line says zero. It says so in words and shows nothing else. Or it is a
    start page given for a query without a word. A page that claims matches is never one.
    """
    answer = _Answer(page, extraction, signature, query, start_pages, constraints)
    judged = answer.classify(violations)
    if judged.kind is AnswerKind.BROKEN and page.data is None and not is_markup(page.body):
        return Classification(AnswerReason.NOT_HTML, "data or a text that is no web page")
    if judged.reason is AnswerReason.RECORDS and query is not None:
        judged = answer.held_to_query(names_query=is_first_page) or judged
    # That nothing was found is said by others, too: of an address.
    if judged.kind is AnswerKind.BROKEN or judged.reason is AnswerReason.SAYS_NOTHING_FOUND:
        judged = answer.find_foreign() or judged
    if (is_cut and not is_closed(page.body)) or (constraints.is_closed and breaks_off(page.body)):
        return _as_cut(judged, extraction)
    return judged


def is_odd_query(query: str) -> bool:
    """Tell whether a query has no ordinary word: engines answer such with all kinds of pages.

    >>> is_odd_query("?!"), is_odd_query("a"), is_odd_query("C++"), is_odd_query("fish")
    (True, True, True, False)
    >>> is_odd_query("\u65e5"), is_odd_query("42")
    (False, False)
    """
    return _ORDINARY_WORD.search(query) is None


@dataclass
class _Answer:
    """A page that answers a query, with what is known of the engine."""

    page: Page
    extraction: Extraction
    signature: NoResultSignature | None
    query: str | None
    start_pages: Sequence[NoResultSignature]
    constraints: IntegrityConstraints

    def classify(self, violations: Sequence[str]) -> Classification:
        records = self.extraction.records
        if self.page.status >= 300 and (refused := self._judge_status()) is not None:
            return refused
        broken = None
        if violations:
            broken = Classification(AnswerReason.CONSTRAINTS, "; ".join(violations))
        if self._is_no_result_page():
            claimed = 0 if records else self._claimed_matches()
            if not claimed:
                return _nothing_found(len(records))
            broken = _claims_matches(claimed)
        elif records:
            if broken is None and (problem := contradiction_in(self.extraction)) is not None:
                broken = Classification(AnswerReason.CONTRADICTION, problem)
            said = self._judge_notice(is_broken=broken is not None)
            if said is not None:
                return said
            if broken is None and leaves_out_signs(self.query or "", records):
                return self._judge_start_page()
            if broken is None:
                return Classification(AnswerReason.RECORDS, f"{len(records)} records")
        return find_wall(self.page) or broken or self._judge_without_records()

    def held_to_query(self, *, names_query: bool) -> Classification | None:
        """Judge records anew that are not those of the query, by what all pages learned from show.

        Those that name it by chance break another habit.
        """
        query, constraints, records = self.query or "", self.constraints, self.extraction.records
        if is_beyond_ascii(query) and not constraints.beyond_ascii:
            return None
        if constraints.shows_query and not shows_query(self.page, query):
            other = shown_query(self.page)
            if other:
                return Classification(AnswerReason.OTHER_QUERY, f"the page answers “{other[:60]}”")
            # Links to further pages may have been all that showed it.
            if is_mostly_about_others(records, query):
                detail = "the page does not show what was asked, as it always did"
                return Classification(AnswerReason.QUERY_IGNORED, detail)
        if not (names_query and constraints.names_query):
            return None
        if self.notice is not None and (said := self.notice.about_query) is not None:
            return Classification(AnswerReason.SHOWN_INSTEAD, f"the page says: {said}")
        if ignores_query(records, query):
            detail = "no record has anything of what was asked, as nearly all had"
            return Classification(AnswerReason.QUERY_IGNORED, detail)
        is_uncounted = constraints.counts_matches and self.extraction.hits is None
        if is_uncounted and is_mostly_about_others(records, query):
            detail = "few records have anything of what was asked, and no matches are counted"
            return Classification(AnswerReason.QUERY_IGNORED, detail)
        return None

    def find_foreign(self) -> Classification | None:
        # With more records than others' pages have links its lines need not be read.
        if self.page.status >= 300 or len(self.extraction.records) > MAX_OWN_LINKS:
            return None
        return find_foreign(self.page, self.query, self.own_text, self.known)

    def _judge_status(self) -> Classification | None:
        signature = self.signature
        if signature is not None and signature.matches(self.page, self.query):
            return None
        is_known = signature is not None and signature.status == self.page.status
        return classify_status(self.page, self.own_text, is_known)

    def _is_no_result_page(self) -> bool:
        if self.signature is None:
            return False
        if not self.extraction.records:
            return self.signature.matches(self.page, self.query)
        return self._are_instead() or self.signature.overrules_records(self.page, self.query)

    def _judge_notice(self, *, is_broken: bool) -> Classification | None:
        """Judge by what the page says beside its records; None where they may be believed."""
        notice = self.notice
        if notice is None:
            return None
        if notice.obstacle is not None:
            return as_obstacle(notice.obstacle.kind, notice.lines[notice.obstacle.line])
        if is_broken or notice.nothing is None or notice.is_corrected:
            return None
        detail = f"the page says: {notice.nothing}"
        return Classification(AnswerReason.SAYS_NOTHING_FOUND, detail)

    def _are_instead(self) -> bool:
        records = self.extraction.records
        keys = [record.url or record.title for record in records]
        if self.signature is None or not self.signature.is_instead(keys):
            return False
        return is_mostly_about_others(records, self.query or "")

    def _judge_without_records(self) -> Classification:
        message = read_message(self.page, self.own_text)
        is_aside = self.own_text.message is None or self._is_aside(message)
        if self.extraction.total == 0 and is_aside:
            return Classification(AnswerReason.ZERO_HITS, "the hits line says 0")
        if any(start.is_page(self.page, self.query) for start in self.start_pages):
            return self._judge_start_page()
        claimed = self._claimed_matches()
        if claimed and not says_too_many(self.own_text):
            return _claims_matches(claimed)
        signature = self.signature
        is_reworded = signature is not None and signature.is_reworded(self.page, self.query)
        if is_reworded and self._is_aside(message):
            detail = "the page says that nothing was found, and shows nothing"
            return Classification(AnswerReason.SAYS_NOTHING_FOUND, detail)
        if message is None and signature and signature.is_translated(self.page, self.query):
            detail = "looks like the engine's no-result page in other words"
            return Classification(AnswerReason.NO_RESULT_PAGE, detail)
        if message is None and self.page.status < 400:
            message = self._unknown_message()
        if message is not None:
            return message
        if not self.own_text.lines and submits_itself(self.page.root):
            return Classification(AnswerReason.JAVASCRIPT, "a form that a script sends")
        if self.page.status >= 400:
            return Classification(AnswerReason.CLIENT_ERROR, f"HTTP status {self.page.status}")
        if not _shows_anything(self.page):
            return Classification(AnswerReason.EMPTY_BODY, "a page on which there is nothing")
        detail = "no record was found, and it is not the no-result page"
        return Classification(AnswerReason.NOT_UNDERSTOOD, detail)

    def _judge_start_page(self) -> Classification:
        """Judge a start page: rightly shown only where nothing was asked."""
        if self.query is not None and is_odd_query(self.query):
            detail = "the engine found nothing to ask for in this query"
            return Classification(AnswerReason.NOTHING_TO_ASK, detail)
        detail = "the engine shows its start page, as if nothing were asked"
        return Classification(AnswerReason.START_PAGE, detail)

    def _is_aside(self, message: Classification | None) -> bool:
        """Tell whether a message says less than that nothing was found."""
        if message is None or message.reason is AnswerReason.ENGINE_MESSAGE:
            return True
        return message.reason is AnswerReason.LOGIN and not is_about_login(self.page, self.own_text)

    def _unknown_message(self) -> Classification | None:
        """Return what the engine's own page, the same but for it, has in the place of an answer."""
        if self.signature is None or self.query is None:
            return None
        message = self.signature.other_message(self.page, self.query)
        if message is None or len(message) > MAX_COMPLAINT_LINE:
            return None
        is_odd = is_odd_query(self.query)
        reason = AnswerReason.ENGINE_MESSAGE if is_odd else AnswerReason.UNKNOWN_MESSAGE
        return Classification(reason, f"the engine answers: {message}")

    def _claimed_matches(self) -> int:
        """Return how many matches any line claims; lines of the no-result page count others."""
        total = self.extraction.total
        if self.signature is None:
            return total or 0
        known = frozenset((*self.signature.lines, *complaint_lines(self.own_text)))
        return claimed_total(self.page, self.query, known, total)

    @cached_property
    def notice(self) -> Notice | None:
        return find_notice(self.page, self.extraction, self.query, self.known, self.constraints)

    @cached_property
    def own_text(self) -> OwnText:
        return own_text(self.page, self.query, self.known)

    @property
    def known(self) -> tuple[NoResultSignature, ...]:
        return (*(() if self.signature is None else (self.signature,)), *self.start_pages)


def _shows_anything(page: Page) -> bool:
    if page.text.strip():
        return True
    shown = ("img", "script", "iframe", "frame", "object", "embed", "input", "svg", "video", "a")
    return next(page.root.iter(*shown), None) is not None


def _as_cut(judged: Classification, extraction: Extraction) -> Classification:
    """Judge a page anew that breaks off: it may lack records, and all that stands behind them."""
    is_few = judged.reason in (AnswerReason.CONTRADICTION, AnswerReason.CONSTRAINTS)
    if judged.reason is AnswerReason.RECORDS or (is_few and extraction.records):
        detail = f"the page breaks off after {len(extraction.records)} records"
        return Classification(AnswerReason.RECORDS_OF_CUT_PAGE, detail)
    if judged.kind is AnswerKind.BROKEN:
        return Classification(AnswerReason.CUT_SHORT, "the page breaks off before any record")
    return judged


def _nothing_found(shown: int) -> Classification:
    if not shown:
        return Classification(AnswerReason.NO_RESULT_PAGE, "looks like the engine's no-result page")
    detail = f"nothing was found; {shown} other things are shown instead"
    return Classification(AnswerReason.SHOWN_INSTEAD, detail)


def _claims_matches(claimed: int) -> Classification:
    detail = f"the page says {claimed} matches, no record was found"
    return Classification(AnswerReason.CLAIMS_MATCHES_SHOWS_NONE, detail)


# Records that one answer gives: the longest real page has 150.
MAX_RECORDS_KEPT = 200


class ReadAnswer(Document, frozen=True):
    """What an answer is, its first records, how many there are, what a heavy page proposes."""

    reason: AnswerReason
    detail: str
    records: tuple[ResultRecord, ...]
    count: int
    total: int | None
    suggestion: str | None = None


class AnswerReader(Document, frozen=True):
    """The wrapper of an engine, and what its answers are held to."""

    wrapper: Wrapper
    no_result: NoResultSignature | None = None
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    start_pages: tuple[NoResultSignature, ...] = ()

    def answer(
        self, page: Page, query: str, extraction: Extraction, number: int, *, is_cut: bool
    ) -> ReadAnswer:
        """Return what page `number` of the answer to `query` turned out to be, and says."""
        is_first, records = number == 1, extraction.records
        judged = classify_answer(
            page,
            extraction,
            self.no_result,
            query=query,
            violations=violations(
                self.constraints, extraction, query=query, is_first_page=is_first
            ),
            start_pages=self.start_pages,
            constraints=self.constraints,
            is_cut=is_cut,
            is_first_page=is_first,
        )
        return ReadAnswer(*judged, records[:MAX_RECORDS_KEPT], len(records), extraction.total)

    def is_judged_by_lines(self, page: Page, extraction: Extraction) -> bool:
        """Tell whether judging takes all lines of `page`: it may be the no-result page."""
        if not extraction.records or page.status >= 300:
            return True
        return self.no_result is not None and self.no_result.is_mentioned(page)

    @property
    def echoes(self) -> int:
        """How many lines of known pages hold the query: each is looked for in each line."""
        known = (*self.start_pages, *(() if self.no_result is None else (self.no_result,)))
        return sum(MASK in line for each in known for line in each.lines)
