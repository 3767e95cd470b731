"""Known answers: what stored queries once gave, to which an engine is held."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from discovery.documents.document import Document
from discovery.pages.page import NotHtmlError, Page
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.expectations import (
    MAX_MEASUREMENTS,
    ChangeMeasurement,
    PastReading,
    required_share,
)
from wrappers.adaptation.field_repair import FIELD_KINDS
from wrappers.adaptation.known_records import count_found_again, pair_answers
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import RESULT_ROLES, EngineWatch, SamplePage, WrapperVersion

# Stored queries that are asked again. Guess: one may have lost its matches, four not.
MAX_QUERIES = 4
# Records of an answer, and letters of their texts, that are kept from one check to the next.
MAX_KEPT_RECORDS = 30
MAX_KEPT_LENGTH = 400
# Words of a title that ask for its record: fewer ask for others too, more may be cut. Guesses.
LEAST_TITLE_WORDS, MOST_TITLE_WORDS = 2, 8
_WORD = re.compile(r"\w+")


class LastAnswer(Document, frozen=True):
    """What is kept of the answer to a query: of its records what is compared."""

    query: str
    records: tuple[ResultRecord, ...]


class LastAnswers(Document, frozen=True):
    """The answers of the last good check of a version."""

    version: int
    at: datetime
    answers: tuple[LastAnswer, ...]


def known_answers(version: WrapperVersion | None) -> tuple[KnownAnswer, ...]:
    """Return what stored queries gave at the last good check, else when `version` was made."""
    wrapper = None if version is None else Wrapper.read_or_none(version.wrapper)
    if version is None or wrapper is None:
        return ()
    watches = EngineWatch.objects.filter(engine=version.engine_id)
    kept = _last_answers(version, watches.values_list("last_answers", flat=True).first())
    latest = {} if kept is None else {each.query: each.records for each in kept.answers}
    answers: dict[str, KnownAnswer] = {}
    for stored in version.samples.filter(role__in=RESULT_ROLES).order_by("-pk"):
        if stored.query in answers or len(answers) >= MAX_QUERIES:
            continue
        try:
            records = latest.get(stored.query) or wrapper.records(stored.page())
        except NotHtmlError:
            continue
        if records:
            answers[stored.query] = KnownAnswer(stored.query, records)
    return tuple(answers.values())


def ask_by_titles(known: Sequence[KnownAnswer]) -> tuple[KnownAnswer, ...]:
    """Ask by the title of a record of each answer: the last is likeliest of this query alone."""
    queries: dict[str, KnownAnswer] = {}
    for answer in known:
        for record in reversed(answer.records):
            words = _WORD.findall(record.title)
            query = " ".join(words[:MOST_TITLE_WORDS])
            if len(words) >= LEAST_TITLE_WORDS and query not in queries:
                queries[query] = KnownAnswer(query, (record,))
                break
    return tuple(queries.values())


def readable(pages: Iterable[SamplePage]) -> Iterator[tuple[str, Page]]:
    """Yield the queries of stored pages with the pages, but for those that are no HTML."""
    for stored in pages:
        try:
            page = stored.page()
        except NotHtmlError:
            continue
        yield stored.query, page


def result_pages_of(version: WrapperVersion) -> list[Page]:
    pages = version.samples.filter(role__in=RESULT_ROLES)
    return [page for _, page in readable(pages)]


def has_next_page(wrapper: Wrapper, pages: Sequence[Page]) -> bool:
    return any(wrapper.request_after(page) is not None for page in pages)


def past_reading(version: WrapperVersion, known: tuple[KnownAnswer, ...]) -> PastReading:
    watch = EngineWatch.objects.filter(engine=version.engine_id).first()
    constraints = IntegrityConstraints.read_or_none(version.constraints or {}) or NO_CONSTRAINTS
    rows = (watch.found_again if watch is not None else None) or []
    measured = [ChangeMeasurement(float(hours), float(share)) for hours, share in rows]
    return PastReading(known, constraints, required_share(measured))


def record_answers(
    version: WrapperVersion,
    known: Sequence[KnownAnswer],
    today: Iterable[tuple[str, Sequence[ResultRecord]]],
) -> None:
    """Record how much of what is `known` stands in today's good answers, and keep these."""
    answers = dict(today)
    by_query = {answer.query: answer.records for answer in known}
    found = count_found_again(pair_answers(known, answers.items()))
    watch, _ = EngineWatch.objects.get_or_create(engine_id=version.engine_id)
    now = timezone.now()
    if found.expected:
        kept = _last_answers(version, watch.last_answers)
        hours = (now - (version.created_at if kept is None else kept.at)) / timedelta(hours=1)
        measured = [round(hours, 4), round(found.share, 4)]
        watch.found_again = [*(watch.found_again or []), measured][-MAX_MEASUREMENTS:]
    kept_now = (
        LastAnswer(query, _shortened(records, by_query.get(query, ())))
        for query, records in answers.items()
    )
    watch.last_answers = LastAnswers(version.pk, now, tuple(kept_now)).to_json()
    watch.save(update_fields=["found_again", "last_answers"])


def _last_answers(version: WrapperVersion, stored: object) -> LastAnswers | None:
    """Return what was kept of the last good check of `version`, None when nothing was."""
    kept = LastAnswers.read_or_none(stored)
    return kept if kept is not None and kept.version == version.pk else None


def _shortened(
    records: Sequence[ResultRecord], known: Sequence[ResultRecord]
) -> tuple[ResultRecord, ...]:
    """Return what is kept of records: a field that one has lost is known from before."""
    before = {(record.url, record.title): record for record in known}
    kept = []
    for record in records[:MAX_KEPT_RECORDS]:
        last = before.get((record.url, record.title), record)
        texts = {
            name: (getattr(record, name) or getattr(last, name))[:MAX_KEPT_LENGTH]
            for name in FIELD_KINDS
        }
        title, original = record.title[:MAX_KEPT_LENGTH], record.original_url
        kept.append(ResultRecord(record.url, title, original_url=original, **texts))
    return tuple(kept)
