"""View models of results, engines and searches: texts in words, bounded, escaped."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from metasearch.search.preferences import SearchLink


@dataclass(frozen=True, slots=True)
class Source:
    """An engine that gave a result: its name, its position there, and what that counts for.

    `weight` and `fit` are texts, empty where they are as usual; `share` is empty where another
    formula ranks than the one whose parts these are.
    """

    name: str
    position: int
    weight: str
    fit: str
    share: str


@dataclass(frozen=True, slots=True)
class SimilarResult:
    href: str
    title: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class NamedResult:
    number: int
    title: SafeString


@dataclass(frozen=True, slots=True)
class Fact:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """One result of the page; `href` is empty when there is nothing to link to.

    `thumbnail` and `icon`, that of the site, are addresses of ours; `named_host` is the host as
    preferences name it. `facts` are the price, the rating and what else the record says shortly.
    `match` and `preference` are the factors of the score by the query's words and by the user's
    hosts, as texts. `preference` is empty when there is none, `match` where another formula ranks
    than the one it belongs to.
    """

    number: int
    href: str
    title: SafeString
    snippet: SafeString
    host: str
    named_host: str
    address: SafeString
    date: str
    facts: tuple[Fact, ...]
    thumbnail: str
    icon: str
    sources: tuple[Source, ...]
    match: str
    preference: str
    score: str
    similar: tuple[SimilarResult, ...]


@dataclass(frozen=True, slots=True)
class EngineView:
    """One engine that was asked and how it went.

    `place` is its place among the engines asked. `kind` is the answer kind for the style sheet,
    `words` the same for people. `seconds` is its time as text. `state_words` is its state unless
    that is active; `unsupported_filters` names filters it does not offer. `only` is the search of
    it alone, `page` the address of its own page, empty where its address alone does not give it.
    """

    place: int
    slug: str
    name: str
    state_words: str
    kind: str
    words: str
    unsupported_filters: str
    seconds: str
    only: SearchLink
    page: str


@dataclass(frozen=True, slots=True)
class BatchView:
    """What a batch of answers brings to the page: see `Change`, whose parts these are as shown."""

    engines: tuple[EngineView, ...]
    fresh: tuple[ResultView, ...]
    changed: tuple[ResultView, ...]
    order: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said when all engines have answered or been given up.

    `results` counts those found, `shown` those on the page. `silent_count` counts the engines that
    gave no answer that can be used, `answered_count` the others. `without_results` are the engines
    that gave none, the silent ones first. `seconds` is the time of the whole search as text.
    `left_out`: engines gave results, but all of hosts, or of days, that are not wanted.
    `proposals` are searches that engines propose instead, `in_order` the
    best results in the merged order where they came in several batches.
    """

    query: str
    results: int
    shown: int
    asked_count: int
    answered_count: int
    silent_count: int
    without_results: tuple[EngineView, ...]
    seconds: str
    left_out: bool
    proposals: tuple[SearchLink, ...]
    in_order: tuple[NamedResult, ...]
