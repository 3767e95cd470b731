"""Ranking: the lists of many engines become one, by positions, agreement and match of the query.

The family is that of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009, "Reciprocal rank
fusion outperforms Condorcet and individual rank learning methods", SIGIR, section 2). The score of
a page is a sum over the engines that found it, so that agreement counts. Each adds less the
further down it lists the page. Weights of engines, the match of the query, and preferred hosts are
ours; formulas.py has the formula and others to compare it with.

The paper does not say what to do with equal scores. Ours: the better match of the query comes
first, then the order of the engines.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from discovery.pages.tracking import without_tracking
from metasearch.merging.duplicates import best_address, best_snippet, best_title, group_duplicates
from metasearch.merging.formulas import (
    EnginePosition,
    Formula,
    ResultFeatures,
    share,
    weighted_reciprocal_rank,
)
from metasearch.merging.host_rules import HostRules
from metasearch.merging.merged_result import Appearance, MergedResult
from metasearch.merging.query_match import QueryMatch
from metasearch.merging.ranked_list import RankedList, RankedRecord
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

USUAL_WEIGHT = 1.0
# Results, half of them matching, that every engine is credited with before its own. Guess.
FIT_PRIOR = 2
# Kinds of items that a result does not tell: its title it has, and what stands in each is no news.
NO_NEWS = (ItemKind.TITLE, ItemKind.STATIC)


@dataclass(frozen=True, slots=True)
class Ranking:
    """How results are ranked: the formula, the weights of engines by slug, the hosts' rules.

    `wanted_date` tells of a date as written whether results of it are wanted; None: all are.
    """

    formula: Formula = weighted_reciprocal_rank
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    hosts: HostRules = field(default_factory=HostRules)
    wanted_date: Callable[[str], bool] | None = None

    def leaves_out(self, records: Iterable[ResultRecord]) -> bool:
        """Return whether records of one page tell a date that is not wanted."""
        if self.wanted_date is None:
            return False
        return not all(self.wanted_date(record.date) for record in records if record.date)


USUAL_RANKING = Ranking()


def merge(
    lists: Sequence[RankedList], query: str = "", ranking: Ranking = USUAL_RANKING
) -> tuple[MergedResult, ...]:
    """Merge the lists of several engines into one, best first.

    Blocked hosts and unwanted dates are left out.
    """
    match = QueryMatch(query)
    fits = {each.slug: engine_fit(each, match) for each in lists}
    weights = {each.slug: ranking.weights.get(each.slug, USUAL_WEIGHT) for each in lists}
    merged = []
    for key, group in group_duplicates(lists).items():
        url = best_address(group)
        preference = ranking.hosts.factor(url)
        if not preference or ranking.leaves_out(ranked.record for ranked in group):
            continue
        title, snippet = best_title(group), best_snippet(group)
        features = ResultFeatures(
            positions=tuple(
                [
                    EnginePosition(ranked.position, weights[ranked.slug], fits[ranked.slug])
                    for ranked in group
                ]
            ),
            match=match.of(title, snippet),
            preference=preference,
        )
        shown = (url, title, snippet)
        merged.append(_result(key, shown, group, features, ranking.formula(features)))
    # Sorting is stable: what is equal in both keeps the order of the engines.
    merged.sort(key=lambda result: (-result.score, -result.match))
    return tuple(merged)


def keep_order(
    ranked_list: RankedList, query: str = "", ranking: Ranking = USUAL_RANKING
) -> tuple[MergedResult, ...]:
    """Return the results of one engine in the order of its page, repetitions included.

    Only the rules of hosts and dates count: what is blocked or not wanted is left out.
    """
    match = QueryMatch(query)
    results = []
    for ranked in ranked_list.ranked():
        record = ranked.record
        preference = ranking.hosts.factor(record.url or "")
        if preference and not ranking.leaves_out((record,)):
            features = ResultFeatures(
                (EnginePosition(ranked.position),), match.of(record.title, record.snippet)
            )
            key = f"{ranked.slug} {ranked.position}"
            score = ranking.formula(features)
            shown = (without_tracking(record.url or ""), record.title, record.snippet)
            results.append(_result(key, shown, [ranked], features, score))
    return tuple(results)


def engine_fit(ranked_list: RankedList, match: QueryMatch) -> float:
    """Return how much of the query an engine's results hold on average.

    An engine of another field answers as well, with what it has: all of its page then holds
    little of the query. A page of one result proves less than one of ten, hence the doubts.
    """
    records = ranked_list.records
    held = sum([match.of(record.title, record.snippet) for record in records])
    return (held + FIT_PRIOR / 2) / (len(records) + FIT_PRIOR)


def _result(
    key: str,
    shown: tuple[str, str, str],
    group: Sequence[RankedRecord],
    features: ResultFeatures,
    score: float,
) -> MergedResult:
    """Return the result of a group, with the address, title and snippet to be `shown`."""
    records = [ranked.record for ranked in group]
    url, title, snippet = shown
    return MergedResult(
        key=key,
        url=url,
        title=title,
        snippet=snippet,
        engines=tuple(
            [
                Appearance(ranked.slug, place.position, place.weight, place.fit, share(place))
                for ranked, place in zip(group, features.positions, strict=True)
            ]
        ),
        score=score,
        date=next((record.date for record in records if record.date), ""),
        thumbnail=next((record.thumbnail for record in records if record.thumbnail), ""),
        match=features.match,
        preference=features.preference,
        items=next((_items(record) for record in records if record.items), ()),
    )


def _items(record: ResultRecord) -> tuple[RecordItem, ...]:
    """Return what a record says beside its title; what the page writes into each is no news."""
    return tuple([item for item in record.said if item.kind not in NO_NEWS])
