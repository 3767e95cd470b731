"""The request of a search: the question understood, the engines to ask, the order wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.conf import settings

from discovery.pages.tree import fold_space
from metasearch.merging.ranking import FORMULAS, HostRules, Ranking
from metasearch.search.dates import may_be_within
from metasearch.search.preferences import DEFAULTS, Preferences, SearchLink
from metasearch.search.query_form import ParsedQuery, filtered, parse_query
from metasearch.search.service import SearchService
from wrappers.engines.answer import Answer
from wrappers.engines.registry import Askable


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search, ready to be asked; `chosen`: its engines are those that the user named."""

    link: SearchLink
    parsed_query: ParsedQuery
    engines: tuple[Askable, ...]
    ranking: Ranking
    chosen: bool
    categories: tuple[str, ...]

    @property
    def words(self) -> str:
        return self.parsed_query.words

    def relevant_answers(self, answers: Sequence[Answer]) -> list[Answer]:
        """Return the answers that tell how engines are: choices of forms were never tried."""
        plain = {engine.slug for engine in self.engines if not engine.variant}
        return [answer for answer in answers if answer.slug in plain]


async def understand_search(
    service: SearchService, link: SearchLink, preferences: Preferences = DEFAULTS
) -> SearchRequest:
    """Return what `link` asks of whom, maybe of nobody. Raises `NotReadyError`."""
    known = await service.engines.ready()
    parsed_query = parse_query(link.text, known)
    slugs = (*link.slugs, *parsed_query.slugs)
    if slugs:
        found = [await service.engines.find(slug) for slug in dict.fromkeys(slugs)]
        # One may be named by its bang and by its slug.
        engines = tuple({engine.slug: engine for engine in found}.values())
    else:
        wanted = engines_in_category(known, link.category, preferences)
        engines = await service.chooser.choose(wanted, parsed_query.words)
    filters = dict(link.filters)
    weights = preferences.weights
    hosts = map(frozenset, (preferences.preferred, preferences.blocked, parsed_query.sites))
    return SearchRequest(
        link=link,
        parsed_query=parsed_query,
        engines=tuple(filtered(engine, filters) for engine in engines),
        ranking=Ranking(
            FORMULAS[settings.RANKING],
            {each.slug: each.weight * weights.get(each.slug, 1.0) for each in engines},
            HostRules(*hosts),
            partial(may_be_within, filters["period"]) if "period" in filters else None,
        ),
        chosen=bool(slugs),
        categories=categories_of(engines_in_category(known, "", preferences)),
    )


def engines_in_category(
    engines: Sequence[Askable], category: str, preferences: Preferences
) -> tuple[Askable, ...]:
    """Return the engines under one of the tabs ("": all), those switched off left out."""
    wanted = {fold_space(name).casefold() for name in category.split(",")} - {""}
    if not wanted and not preferences.off:
        return tuple(engines)
    return tuple(
        engine
        for engine in engines
        if engine.slug not in preferences.off
        and (not wanted or wanted & {name.casefold() for name in engine.categories})
    )


def categories_of(engines: Sequence[Askable]) -> tuple[str, ...]:
    counts: dict[str, int] = {}
    for engine in engines:
        for category in engine.categories:
            counts[category] = counts.get(category, 0) + 1
    return tuple(sorted(counts, key=lambda category: (-counts[category], category)))
