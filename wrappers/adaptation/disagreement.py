"""Whether today's answers contradict what their queries once gave: the oracle of an engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, resolve_url
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.found_again import address_keys, are_alike, record_keys
from wrappers.extraction.records.record import ResultRecord

# Known records that must stand on today's pages before they speak, and the share of them that
# must be read, with the same titles. Guesses.
MIN_LOCATED = 4
MIN_READ_SHARE = 0.8
MIN_SAME_TITLES = 0.5
# Answers that must all hold a record nobody asked for before it counts as one of the page's own.
MIN_ANSWERS = 3


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
            for key in record_keys(record):
                titles.setdefault(key, set()).add(record.title)
        for record in answer.records:
            keys = record_keys(record)
            if not keys.isdisjoint(linked):
                located += 1
                found = [title for key in keys for title in titles.get(key, ())]
                read += bool(found)
                same += any(are_alike(record.title, title) for title in found)
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
    # Records without addresses are told from each other by nothing here.
    if len(before) > 1 and len(after) == 1 and after != {frozenset({""})}:
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
    return {key for address in addresses for key in address_keys(address)}


def _key(record: ResultRecord) -> str:
    """Return the key of the address as the page links it, nothing where there is none."""
    address = record.original_url or record.url
    return comparison_key(address) if address else ""
