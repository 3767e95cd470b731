"""The oracle: where the records that a query once gave stand in today's answers.

Raposo et al. 2005 (in Ferrara and Baumgartner 2011, section 2) collect results of queries to
maintain wrappers. An engine can be asked the same queries again: most of what they gave it still
gives. Details ours.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from discovery.pages.tree import fold_text
from discovery.pages.urls import comparison_key, query_pairs, resolve_url
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule

# Known records, and share of them, that must stand on the new pages for the oracle to say anything.
# Guess: a few may stand in a box of recommendations while the results are others.
MIN_LOCATED = 3
MIN_SHARE_LOCATED = 0.4
# Shorter titles may be those of something else. Guess.
MIN_TITLE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Oracle:
    """The links of the new pages that belong to known records.

    `located` holds for each page the links to known records, by the records' numbers among those of
    the page's query. `known` is the number of all known records of the pages' queries.
    """

    located: tuple[dict[int, frozenset[int]], ...]
    known: int

    def share_found(self, evaluated: EvaluatedRule) -> float:
        """Return the share of the known records on the pages whose title a rule finds."""
        total = sum(map(len, self.located))
        if total < max(MIN_LOCATED, MIN_SHARE_LOCATED * self.known):
            return 0.0
        found = 0
        for links_of_records, match in zip(self.located, evaluated.matches, strict=True):
            titles = {span.title for span in match.spans}
            found += sum(not titles.isdisjoint(links) for links in links_of_records.values())
        return found / total


def consult_oracle(pages: Sequence[PageFeatures], known: Iterable[KnownAnswer]) -> Oracle:
    by_query = {answer.query: answer.records for answer in known}
    records = [by_query.get(page.sample.query or "", ()) for page in pages]
    located = tuple(_locate(page, own) for page, own in zip(pages, records, strict=True))
    return Oracle(located, sum(map(len, records)))


def _locate(page: PageFeatures, known: Sequence[ResultRecord]) -> dict[int, frozenset[int]]:
    """Return the links of a page to each known record, by address, else by title."""
    by_address: dict[str, list[int]] = defaultdict(list)
    by_text: dict[str, list[int]] = defaultdict(list)
    for link in page.index.links:
        by_address[page.address_key(link)].append(link)
        by_text[fold_text(page.text(link))].append(link)
    located = {}
    for number, record in enumerate(known):
        links = by_address.get(comparison_key(record.url), []) if record.url else []
        title = fold_text(record.title)
        if not links and len(title) >= MIN_TITLE_LENGTH:
            links = by_text.get(title, [])
        if links:
            located[number] = frozenset(links)
    return located


# Similarity (rapidfuzz ratio, 0 to 100) from which two texts are one. Guess: engines number titles,
# mark the words asked for, cut long ones.
MIN_SIMILARITY = 85
# Letters that a cut title must still have to be known by them. Guess.
MIN_CUT_LENGTH = 10
_CUT = ("…", "...")
_WORD = re.compile(r"\w+")
# The number that an engine puts before a title: "3.", "[12]".
_NUMBER = re.compile(r"[^\w\s]?\d{1,4}[.):\]]\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """How many known records stand among today's.

    `expected` is the number that could: no more of a query than its shorter answer has. `found`
    have address and title as they were; `addressed` have their address, `titled` their title.
    """

    expected: int
    found: int
    addressed: int
    titled: int
    same: int = 0

    @property
    def share(self) -> float:
        """The share found again, 1 where nothing was expected."""
        return self.found / self.expected if self.expected else 1.0


# The known records of a query, and today's.
AnswerPair = tuple[Sequence[ResultRecord], Sequence[ResultRecord]]


def count_found_again(pairs: Iterable[AnswerPair]) -> FoundAgain:
    expected = found = addressed = titled = same_title = 0
    for known, today in pairs:
        expected += min(len(known), len(today) or len(known))
        by_key: dict[str, list[ResultRecord]] = {}
        for record in today:
            for key in record_keys(record):
                by_key.setdefault(key, []).append(record)
        titles = {fold_text(record.title) for record in today}
        for record in known:
            keys = record_keys(record)
            same = [each for key in keys for each in by_key.get(key, ())]
            addressed += bool(same)
            titled += fold_text(record.title) in titles
            # The title of a record without an address is all there is.
            same = same if keys else list(today)
            found += any(are_alike(record.title, each.title) for each in same)
            same_title += any(agree(record.title, each.title) for each in same)
    found, addressed, same_title = (min(each, expected) for each in (found, addressed, same_title))
    return FoundAgain(expected, found, addressed, titled, same_title)


def record_keys(record: ResultRecord) -> set[str]:
    return {
        key
        for address in {record.url, record.original_url} - {None}
        for key in address_keys(address)
    }


def address_keys(address: str | None) -> set[str]:
    """Return the key of an address, and those of targets on its site that it carries.

    Targets elsewhere are unwrapped with the record.

    >>> sorted(address_keys("http://a.example/out?to=/doc/1&n=2"))
    ['a.example/doc/1', 'a.example/out?n=2&to=%2Fdoc%2F1']
    """
    if not address:
        return set()
    keys = {comparison_key(address)}
    if "?" not in address:
        return keys
    for _, value in query_pairs(address):
        if value.startswith(("http://", "https://", "/")):
            target = resolve_url(address, value)
            keys |= {comparison_key(target)} if target else set()
    return keys


def are_alike(known: str, today: str) -> bool:
    """Tell whether two texts are one: the same, one of them cut, or hardly changed.

    >>> are_alike("The amber anchor", "1. The amber  Anchor"), are_alike("Salt", "Sand")
    (True, False)
    >>> are_alike("A long title of a thing", "2. A long title…")
    True
    """
    one, other = _unnumbered(known), _unnumbered(today)
    if one == other or not one:
        return True
    if not other:
        return False
    return _is_cut(one, other) or fuzz.ratio(one, other) >= MIN_SIMILARITY


def agree(known: str, today: str) -> bool:
    """Tell whether a title is as it was, but for its number, what it was cut to, and marks.

    >>> agree("The amber anchor", "1. The *amber* Anchor"), agree("The amber anchor", "The anchor")
    (True, False)
    """
    one, other = _unnumbered(known), _unnumbered(today)
    return _WORD.findall(one) == _WORD.findall(other) or _is_cut(one, other)


def _is_cut(one: str, other: str) -> bool:
    for cut, whole in ((one, other), (other, one)):
        stem = next((cut.removesuffix(end).rstrip() for end in _CUT if cut.endswith(end)), "")
        if len(stem) >= MIN_CUT_LENGTH and whole.startswith(stem):
            return True
    return False


def _unnumbered(text: str) -> str:
    folded = fold_text(text)
    number = _NUMBER.match(folded)
    return folded[number.end() :] if number else folded


def pair_answers(
    known: Sequence[KnownAnswer], today: Iterable[tuple[str, Sequence[ResultRecord]]]
) -> list[AnswerPair]:
    by_query = {answer.query: answer.records for answer in known}
    return [(by_query[query], records) for query, records in today if query in by_query]
