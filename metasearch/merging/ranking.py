"""Ranking: the lists of many engines become one, by positions, agreement and query match.

The family is that of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009, "Reciprocal rank
fusion outperforms Condorcet and individual rank learning methods", SIGIR, section 2). The score of
a page is a sum over the engines that found it, each adding less the further down it lists the page.
Weights of engines, the match of the query, and preferred hosts are ours. So is the order of equal
scores: the better match of the query first, then the order of the engines.

Archives, forums and manuals in many versions fill a page with one title: results of one host whose
titles have the same words, or begin alike where one is cut off, are folded. Details ours.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from msgspec.structs import replace

from discovery.pages.urls import without_tracking
from metasearch.merging.duplicates import (
    ELLIPSES,
    EnginePosition,
    MergedResult,
    RankedList,
    RankedRecord,
    best_address,
    best_snippet,
    best_title,
    group_duplicates,
)
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

# k of the paper, there 60 for runs of a thousand pages, for pages of ten results. This and the next
# two were measured together with evaluation/quality/ranking.py: 1 to 5 do equally well.
RANK_CONSTANT = 2
# How much more a page counts whose texts hold every word of the query than one that holds none.
MATCH_GAIN = 0.5
# How much of an engine's weight depends on whether its results are about the query at all.
FIT_SHARE = 0.8


def weighted_reciprocal_rank(result: MergedResult) -> float:
    """Return the weighted sum of reciprocal ranks, raised by the match of the query. Ours.

    >>> alone = MergedResult(engines=(EnginePosition(1),))
    >>> agreed = MergedResult(engines=(EnginePosition(3), EnginePosition(4)))
    >>> weighted_reciprocal_rank(agreed) > weighted_reciprocal_rank(alone)
    True
    """
    ranks = sum(map(share, result.engines))
    return ranks * (1 + MATCH_GAIN * result.match) * result.preference


def share(place: EnginePosition) -> float:
    fit = 1 - FIT_SHARE + FIT_SHARE * place.fit
    return place.weight * fit / (RANK_CONSTANT + place.position)


# What a preferred host's pages gain: as much as a match of the whole query. Guess.
PREFERRED_FACTOR = 2.0


@dataclass(frozen=True, slots=True)
class HostRules:
    """Hosts without `www.`, in lower case, each with its subdomains; but `only` these, if any."""

    preferred: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    def factor(self, url: str) -> float:
        """Return what the score of a page is multiplied by: 0 for a blocked one.

        The closest rule counts, so that one subdomain can be preferred of a blocked domain.

        >>> rules = HostRules(frozenset({"docs.a.example"}), frozenset({"a.example"}))
        >>> [rules.factor(f"https://{host}/") for host in ("www.docs.a.example", "x.a.example")]
        [2.0, 0.0]
        >>> [HostRules(only=frozenset({"a.example"})).factor(f"https://{host}/") for host in
        ...  ("docs.a.example", "b.example")]
        [1.0, 0.0]
        """
        if not (self.preferred or self.blocked or self.only):
            return 1.0
        if self.only and self.only.isdisjoint(domains(url)):
            return 0.0
        for host in domains(url):
            if host in self.blocked:
                return 0.0
            if host in self.preferred:
                return PREFERRED_FACTOR
        return 1.0


def domains(url: str) -> Iterator[str]:
    """Yield the host of an address and the domains above it, the closest first.

    Where the address names a port, each comes with it first.

    >>> list(domains("https://docs.a.example/x"))
    ['docs.a.example', 'a.example', 'example']
    >>> list(domains("http://a.example:8080/x"))
    ['a.example:8080', 'a.example', 'example:8080', 'example']
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return
    labels = host.split(".")
    for place in range(len(labels)):
        domain = ".".join(labels[place:])
        if port is not None:
            yield f"{domain}:{port}"
        yield domain


# Words looked at of a query, and characters of a text: bounds against hostile input.
MAX_QUERY_WORDS = 32
MAX_COMPARED_LENGTH = 2_000
# A word in the title tells twice as much: engines cut snippets so that they hold the words. Guess.
TITLE_SHARE = 2 / 3

_WORD = re.compile(r"\w+")


class QueryMatch:
    def __init__(self, query: str) -> None:
        self.words = frozenset(_WORD.findall(query.casefold())[:MAX_QUERY_WORDS])
        # Most texts are asked for twice: of the record, and of the result made of it.
        self._known: dict[tuple[str, str], float] = {}

    def of(self, title: str, snippet: str) -> float:
        """Return how much of the query a page's texts hold, from 0 to 1.

        >>> match = QueryMatch("zip files")
        >>> match.of("Zip files", "All about zip files"), match.of("Files", "")
        (1.0, 0.5)
        """
        if not self.words:
            return 0.0
        known = self._known.get((title, snippet))
        if known is None:
            known = self._known[title, snippet] = self._compare(title, snippet)
        return known

    def _compare(self, title: str, snippet: str) -> float:
        # Parts of words count: "file" in "files", and languages that write no spaces.
        folded, beside = _folded(title), _folded(snippet)
        in_title = anywhere = 0
        for word in self.words:
            if word in folded:
                in_title += 1
                # A word of the title need not stand in the snippet again.
                anywhere += 1
            elif word in beside:
                anywhere += 1
        return (TITLE_SHARE * in_title + (1 - TITLE_SHARE) * anywhere) / len(self.words)


def _folded(text: str) -> str:
    return text[:MAX_COMPARED_LENGTH].casefold()


# A title of one word, such as "Download" or "Index", is common to pages of any kind.
MIN_WORDS = 2
# Words that a title cut off must have in common with a whole one. Guess.
MIN_CUT_WORDS = 4
# Bounds against hostile input, above what people write as a title.
MAX_TITLE_LENGTH = 500
MAX_WORDS = 40
# Of answers to a title, in the larger languages: the title is that of what is answered.
_ANSWER = re.compile(r"^(?:(?:re|fwd?|aw|wg|sv|vs|rif|r|antw|odp)(?:\[\d+\])?:\s*)+", re.IGNORECASE)
# A host, what of a title is meant, and its words.
_TitleKey = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FoldedResult:
    result: MergedResult
    similar: tuple[MergedResult, ...] = ()


def fold(
    results: Iterable[MergedResult], standing: Collection[str] = ()
) -> tuple[FoldedResult, ...]:
    """Return `results` in their order, those of one host with nearly the same title folded.

    Results whose key is in `standing` are never folded under another.
    """
    heads: dict[str, MergedResult] = {}
    similar: dict[str, list[MergedResult]] = {}
    known: dict[_TitleKey, str] = {}
    for result in results:
        sought, given = _title_keys(result)
        head = next((known[sign] for sign in sought if sign in known), None)
        if head is None or result.key in standing:
            head = result.key
            heads[head] = result
            similar[head] = []
        else:
            similar[head].append(result)
        for sign in given:
            known.setdefault(sign, head)
    return tuple(FoldedResult(head, tuple(similar[key])) for key, head in heads.items())


def _title_keys(result: MergedResult) -> tuple[list[_TitleKey], list[_TitleKey]]:
    """Return the signs by which a result knows its like, and those by which it is known.

    A title cut off has its beginning in common with a whole one; two whole ones have all words.
    """
    try:
        host = urlsplit(result.url).hostname or ""
    except ValueError:
        return [], []
    title = _ANSWER.sub("", result.title[:MAX_TITLE_LENGTH].strip())
    words = _WORD.findall(title.casefold())[:MAX_WORDS]
    if not host or len(words) < MIN_WORDS:
        return [], []
    if title.endswith(ELLIPSES):
        # The last word may be cut itself.
        beginning = tuple(words[:-1])
        if len(beginning) < MIN_CUT_WORDS:
            return [], []
        return [(host, "whole", beginning), (host, "cut", beginning)], [(host, "cut", beginning)]
    everything = (host, "all", tuple(sorted(words)))
    beginnings = [tuple(words[:count]) for count in range(MIN_CUT_WORDS, len(words) + 1)]
    sought = [everything, *((host, "cut", beginning) for beginning in beginnings)]
    return sought, [everything, *((host, "whole", beginning) for beginning in beginnings)]


USUAL_WEIGHT = 1.0
# Results, half of them matching, that every engine is credited with before its own. Guess.
FIT_PRIOR = 2
# Kinds of items that a result does not tell: its title it has, and what stands in each is no news.
NO_NEWS = (ItemKind.TITLE, ItemKind.STATIC)


@dataclass(frozen=True, slots=True)
class Ranking:
    """How results are ranked: the weights of engines by slug, the hosts' rules.

    `wanted_date` tells of a date as written whether results of it are wanted, `wanted_text` of a
    record's texts whether that engine's record is; None: all are. By `order` results stand, the
    least first, those it does not tell apart the best first.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    hosts: HostRules = field(default_factory=HostRules)
    wanted_date: Callable[[str], bool] | None = None
    wanted_text: Callable[[str], bool] | None = None
    order: Callable[[MergedResult], float] | None = None

    def leaves_out(self, records: Iterable[ResultRecord]) -> bool:
        if self.wanted_date is None:
            return False
        return not all(self.wanted_date(record.date) for record in records if record.date)

    def those_wanted(self, group: tuple[RankedRecord, ...]) -> tuple[RankedRecord, ...]:
        wanted = self.wanted_text
        if wanted is None:
            return group
        return tuple(each for each in group if wanted(f"{each.record.title} {each.record.snippet}"))


USUAL_RANKING = Ranking()


def merge(
    lists: Sequence[RankedList],
    query: str = "",
    ranking: Ranking = USUAL_RANKING,
    keeps_order: bool = False,
) -> tuple[MergedResult, ...]:
    """Merge the lists of several engines, best first, without blocked hosts and unwanted dates.

    `keeps_order`, of an engine asked alone: its results are as on its page, each by itself.
    """
    match = QueryMatch(query)
    groups: dict[str, tuple[RankedRecord, ...]] = {}
    fits: dict[str, float] = {}
    if keeps_order:
        for each in (ranked for engine in lists for ranked in engine.ranked()):
            groups[f"{each.slug} {each.position}"] = (each,)
    else:
        groups = group_duplicates(lists)
        fits = {each.slug: engine_fit(each, match) for each in lists}
    weights = {} if keeps_order else ranking.weights
    merged = []
    for key, found in groups.items():
        group = ranking.those_wanted(found)
        if not group:
            continue
        records = [ranked.record for ranked in group]
        url = without_tracking(records[0].url or "") if keeps_order else best_address(group)
        preference = ranking.hosts.factor(url)
        if not preference or ranking.leaves_out(records):
            continue
        title, snippet = best_title(group), best_snippet(group)
        positions = [
            EnginePosition(
                each.position,
                weights.get(each.slug, USUAL_WEIGHT),
                fits.get(each.slug, 1.0),
                each.slug,
            )
            for each in group
        ]
        result = MergedResult(
            key=key,
            url=url,
            title=title,
            snippet=snippet,
            engines=tuple(positions),
            date=next((record.date for record in records if record.date), ""),
            thumbnail=next((record.thumbnail for record in records if record.thumbnail), ""),
            match=match.of(title, snippet),
            preference=1.0 if keeps_order else preference,
            items=next((_items(record) for record in records if record.items), ()),
        )
        merged.append(replace(result, score=weighted_reciprocal_rank(result)))
    if not keeps_order:
        # Sorting is stable: what is equal in both keeps the order of the engines.
        merged.sort(key=lambda result: (-result.score, -result.match))
    if ranking.order is not None:
        merged.sort(key=ranking.order)
    return tuple(merged)


def engine_fit(ranked_list: RankedList, match: QueryMatch) -> float:
    """Return how much of the query an engine's results hold on average.

    An engine of another field answers as well, with what it has. A page of one result proves less
    than one of ten, hence the doubts.
    """
    records = ranked_list.records
    held = sum([match.of(record.title, record.snippet) for record in records])
    return (held + FIT_PRIOR / 2) / (len(records) + FIT_PRIOR)


def _items(record: ResultRecord) -> tuple[RecordItem, ...]:
    """Return what a record says beside its title; what the page writes into each is no news."""
    return tuple([item for item in record.said if item.kind not in NO_NEWS])
