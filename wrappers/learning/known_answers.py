"""What stored queries once gave, and whether today's answers agree: the oracle of an engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from discovery.pages import NotHtmlError, Page, comparison_key, fold_space, resolve_url
from wrappers.adaptation import KnownAnswer
from wrappers.extraction import ResultRecord, Wrapper
from wrappers.models import SampleRole, WrapperVersion

# Stored queries that are asked again. Guess: one may have lost its matches, four not.
MAX_QUERIES = 4
# Known records that must stand on today's pages before they speak, and the share of them that
# must be read, with the same titles. Guesses.
MIN_LOCATED = 4
MIN_READ_SHARE = 0.8
MIN_SAME_TITLES = 0.5
# Answers that must all hold a record nobody asked for before it counts as one of the page's own.
MIN_ANSWERS = 3


def known_answers(version: WrapperVersion, wrapper: Wrapper) -> tuple[KnownAnswer, ...]:
    """Return what queries gave when `version` was made, the last asked first."""
    answers: dict[str, KnownAnswer] = {}
    for stored in version.samples.filter(role__in=(SampleRole.RESULTS, SampleRole.CHECK)).order_by(
        "-pk"
    ):
        if stored.query in answers or len(answers) >= MAX_QUERIES:
            continue
        try:
            records = wrapper.records(stored.page())
        except NotHtmlError:
            continue
        if records:
            answers[stored.query] = KnownAnswer(stored.query, records)
    return tuple(answers.values())


def result_pages_of(version: WrapperVersion) -> list[Page]:
    """Return the result pages that a version was made from."""
    pages = []
    for stored in version.samples.filter(role__in=(SampleRole.RESULTS, SampleRole.CHECK)):
        try:
            pages.append(stored.page())
        except NotHtmlError:
            continue
    return pages


def has_next_page(wrapper: Wrapper, pages: Sequence[Page]) -> bool:
    """Tell whether a wrapper finds the way from any of the pages to a further one."""
    return any(wrapper.request_after(page) is not None for page in pages)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Today's answer to a query: its page, and the records read from it."""

    query: str
    page: Page
    records: tuple[ResultRecord, ...]


def find_disagreement(known: Sequence[KnownAnswer], today: Sequence[ReadAnswer]) -> str | None:
    """Return in which way today's answers contradict what is known, or None.

    Known records that are linked on the pages must be read, by their titles. Queries that gave
    different records do not all give the same. What every answer holds beside the known records is
    no record.
    """
    by_query = {answer.query: answer for answer in known}
    pairs = [(by_query[reading.query], reading) for reading in today if reading.query in by_query]
    return _find_unread(pairs) or _find_constant_answers(pairs) or _find_page_links(pairs)


def _find_unread(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    """Tell when known records stand on the pages and are not read, or not by their titles."""
    located = read = same = 0
    for answer, reading in pairs:
        linked = _linked(reading.page)
        titles: dict[str, set[str]] = {}
        for record in reading.records:
            titles.setdefault(_key(record), set()).add(_words(record.title))
        for record in answer.records:
            key = _key(record)
            if key and key in linked:
                located += 1
                read += key in titles
                same += _words(record.title) in titles.get(key, ())
    if located < MIN_LOCATED:
        return None
    if read < MIN_READ_SHARE * located:
        return f"of {located} known records that stand on the pages {read} were read"
    if same < MIN_SAME_TITLES * read:
        return f"of {read} known records only {same} have the title they had"
    return None


def _find_constant_answers(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    """Tell when queries that gave different records all give the same."""
    before = {frozenset(map(_key, answer.records)) for answer, reading in pairs if reading.records}
    after = {frozenset(map(_key, reading.records)) for _, reading in pairs if reading.records}
    if len(before) > 1 and len(after) == 1:
        return "the same records come whatever is asked"
    return None


def _find_page_links(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    """Tell when every answer holds a record that none of the known ones had."""
    answers = [{_key(r) for r in reading.records} for _, reading in pairs if reading.records]
    if len(answers) < MIN_ANSWERS:
        return None
    known = {_key(record) for answer, _ in pairs for record in answer.records}
    foreign = set.intersection(*answers) - known - {""}
    return f"every answer holds {min(foreign)}, which is no record" if foreign else None


def _linked(page: Page) -> set[str]:
    """Return the keys of all addresses that a page links."""
    addresses = (resolve_url(page.base_url, link.get("href")) for link in page.root.iter("a"))
    return {comparison_key(address) for address in addresses if address}


def _key(record: ResultRecord) -> str:
    """Return the key of the address as the page links it, nothing where there is none."""
    address = record.original_url or record.url
    return comparison_key(address) if address else ""


def _words(title: str) -> str:
    """Return a title as it is compared."""
    return fold_space(title).casefold()
