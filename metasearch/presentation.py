"""What the results page shows of an outcome: texts in words, bounded, escaped where marked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.formats import get_format, number_format
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from discovery.pages import resolve_url
from discovery.states import EngineState
from metasearch.dispatch import Askable, EngineAnswer, Outcome
from metasearch.filters import unheeded, unheeded_in_words
from metasearch.marking import WordMarker, clean_text
from metasearch.merging import MATCH_GAIN, USUAL_FORMULA, Appearance, MergedResult
from metasearch.search_link import SearchLink
from metasearch.thumbnails import thumbnail_url
from metasearch.unfolding import Change, NumberedResult
from wrappers.asking import Answer, proposed_query
from wrappers.extraction import AnswerKind
from wrappers.registry import RestingEngine

# Characters shown: two lines of title and about four of snippet on a wide screen.
MAX_TITLE_LENGTH = 160
MAX_SNIPPET_LENGTH = 360
MAX_NAME_LENGTH = 60
MAX_DETAIL_LENGTH = 240
MAX_DATE_LENGTH = 40
# Results shown of those folded under one.
MAX_SIMILAR = 10
# Queries shown of those that engines propose instead.
MAX_PROPOSALS = 3
# Engines whose answers are looked through for them.
MAX_LOOKED_AT = 10
# Parts of an address shown after the host, and characters of one.
MAX_ADDRESS_PARTS = 4
MAX_ADDRESS_PART_LENGTH = 40

# What an answer without results is called.
KIND_WORDS = {
    AnswerKind.NO_RESULTS: gettext_lazy("no results"),
    AnswerKind.BROKEN: gettext_lazy("its page was not understood"),
    AnswerKind.BLOCKED: gettext_lazy("turned us away"),
    AnswerKind.ERROR: gettext_lazy("could not be asked"),
    AnswerKind.TIMEOUT: gettext_lazy("did not answer in time"),
}
# The states that people who search meet, in words.
STATE_WORDS = {
    EngineState.ACTIVE: gettext_lazy("in use"),
    EngineState.BROKEN: gettext_lazy("broken"),
    EngineState.SUSPENDED: gettext_lazy("out of reach"),
    EngineState.PAUSED: gettext_lazy("paused"),
}
ANSWERED = frozenset({AnswerKind.RESULTS, AnswerKind.NO_RESULTS})
# What a user needs no reason for.
SELF_EXPLAINING = ANSWERED | {AnswerKind.TIMEOUT}


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
    """A result folded under another."""

    href: str
    title: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class ShownResult:
    """One result of the page; `href` is empty when there is nothing to link to.

    `thumbnail` is an address of ours. `match` and `preference` are the factors of the score by the
    query's words and by the user's hosts, as texts; `preference` is empty when there is none,
    `match` where another formula ranks than the one it belongs to.
    """

    number: int
    href: str
    title: SafeString
    snippet: SafeString
    host: str
    address_parts: tuple[str, ...]
    date: str
    thumbnail: str
    sources: tuple[Source, ...]
    match: str
    preference: str
    score: str
    similar: tuple[SimilarResult, ...]


@dataclass(frozen=True, slots=True)
class ShownEngine:
    """One engine that was asked and how it went.

    `place` is its place among the engines asked, `kind` the answer kind for the style sheet,
    `words` the same for people, `seconds` its time as text, `state_words` its state unless that is
    active, `unheeded` tells of filters it does not offer, `only` is the search of it alone.
    """

    place: int
    slug: str
    name: str
    state_words: str
    kind: str
    words: str
    detail: str
    unheeded: str
    seconds: str
    only: SearchLink


@dataclass(frozen=True, slots=True)
class ShownWave:
    """What a wave of answers brings to the page: see `Change`, whose parts these are as shown."""

    engines: tuple[ShownEngine, ...]
    fresh: tuple[ShownResult, ...]
    changed: tuple[ShownResult, ...]
    order: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said when all engines have answered or been given up.

    `results` counts those found, `shown` those on the page; `silent` are the engines that gave no
    answer that can be used, `answered_count` counts the others; `seconds` is the time of the
    whole search as text. `proposals` are searches that engines propose instead, `in_order` the
    results in the merged order where they came in several waves.
    """

    query: str
    results: int
    shown: int
    asked_count: int
    answered_count: int
    silent: tuple[ShownEngine, ...]
    seconds: str
    proposals: tuple[SearchLink, ...]
    in_order: tuple[SimilarResult, ...]


class Presenter:
    """Shows the results of one search: knows its words, and its engines' names and places."""

    def __init__(
        self, link: SearchLink, words: str, engines: Sequence[Askable], thumbnails: bool = True
    ) -> None:
        self.link = link
        self.shown_query = clean_text(link.text, MAX_TITLE_LENGTH)
        self.marker = WordMarker(words)
        self.thumbnails = thumbnails
        self.explained = settings.RANKING == USUAL_FORMULA
        self.places = {engine.slug: place for place, engine in enumerate(engines)}
        self.names = {engine.slug: clean_text(engine.name, MAX_NAME_LENGTH) for engine in engines}

    def wave(self, change: Change) -> ShownWave:
        """Return what the page shows of a change."""
        return ShownWave(
            engines=tuple(map(self.engine, change.answered)),
            fresh=tuple(map(self.result, change.fresh)),
            changed=tuple(map(self.result, change.changed)),
            order=" ".join(map(str, change.order)),
        )

    def summary(
        self, outcome: Outcome, shown: int, waves: int, proposals: tuple[SearchLink, ...]
    ) -> Summary:
        """Return what is said of an outcome of which `shown` results came in so many waves."""
        silent = [each for each in outcome.answers if each.answer.kind not in ANSWERED]
        return Summary(
            query=self.shown_query,
            results=len(outcome.results),
            shown=shown,
            asked_count=len(outcome.answers),
            answered_count=len(outcome.answers) - len(silent),
            silent=tuple(map(self.engine, silent)),
            seconds=in_seconds(outcome.seconds),
            proposals=proposals,
            in_order=tuple(map(self.similar, outcome.results[:shown])) if waves > 1 else (),
        )

    def proposals(self, outcome: Outcome) -> tuple[SearchLink, ...]:
        """Return the queries that engines propose instead, those of most engines first.

        Takes some milliseconds for each page that is looked at.
        """
        looked_at = outcome.answers[:MAX_LOOKED_AT]
        proposed = (proposed_query(each.answer, outcome.query) for each in looked_at)
        texts = [clean_text(text, MAX_TITLE_LENGTH) for text in proposed if text]
        asked = outcome.query.casefold()
        counted = Counter(text for text in texts if text and text.casefold() != asked)
        return tuple(
            replace(self.link, text=text, page=1)
            for text, _count in counted.most_common(MAX_PROPOSALS)
        )

    def result(self, numbered: NumberedResult) -> ShownResult:
        """Return one result as shown."""
        result = numbered.folded.result
        href = safe_address(result.url)
        host, parts = address_parts(href)
        title = clean_text(result.title, MAX_TITLE_LENGTH) or host or _("(no title)")
        return ShownResult(
            number=numbered.number,
            href=href,
            title=self.marker.mark(title),
            snippet=self.marker.mark(clean_text(result.snippet, MAX_SNIPPET_LENGTH)),
            host=host,
            address_parts=parts,
            date=clean_text(result.date, MAX_DATE_LENGTH),
            thumbnail=thumbnail_url(result.thumbnail) if self.thumbnails else "",
            sources=tuple(map(self.source, result.engines)),
            match=decimal(1 + MATCH_GAIN * result.match, 2) if self.explained else "",
            preference="" if result.preference == 1 else decimal(result.preference, 1),
            score=decimal(result.score, 3),
            similar=tuple(map(self.similar, numbered.folded.similar[:MAX_SIMILAR])),
        )

    def source(self, appearance: Appearance) -> Source:
        """Return where an engine had a result."""
        return Source(
            name=self.names[appearance.slug],
            position=appearance.position,
            weight=decimal(appearance.weight, 1) if appearance.weight != 1 else "",
            fit=f"{appearance.fit:.0%}" if self.explained and appearance.fit != 1 else "",
            share=decimal(appearance.share, 3) if self.explained else "",
        )

    def similar(self, result: MergedResult) -> SimilarResult:
        """Return a result folded under another."""
        href = safe_address(result.url)
        host, parts = address_parts(href)
        title = self.marker.mark(clean_text(result.title, MAX_TITLE_LENGTH) or host)
        return SimilarResult(href, title, " › ".join((host, *parts)))

    def engine(self, answered: EngineAnswer) -> ShownEngine:
        """Return an engine's line: its name, its kind of answer in words, its time."""
        engine, answer = answered.engine, answered.answer
        return ShownEngine(
            place=self.places[engine.slug],
            slug=engine.slug,
            name=self.names[engine.slug],
            state_words=(
                "" if engine.state == EngineState.ACTIVE else state_in_words(engine.state)
            ),
            kind=answer.kind,
            words=in_words(answer),
            detail="" if answer.kind in SELF_EXPLAINING else detail_of(answer),
            unheeded=unheeded_in_words(unheeded(engine, dict(self.link.filters))),
            seconds=in_seconds(answer.seconds),
            only=self.link.only([engine.slug]),
        )


def safe_address(url: str) -> str:
    """Return `url` if it can be linked to, else "".

    Records hold http(s) addresses only; whatever else came here is not linked.
    """
    return resolve_url("", url) or ""


def address_parts(url: str) -> tuple[str, tuple[str, ...]]:
    """Return host and last path segments of an address, readable; empty for no address.

    >>> address_parts("https://www.a.example:8080/docs/caf%C3%A9/?x=1")
    ('www.a.example:8080', ('docs', 'café', '?x=1'))
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    # A script called with parameters: the parameters are what tells its pages apart.
    if parts.query:
        segments.append(f"?{unquote(parts.query)}")
    shown = [clean_text(segment, MAX_ADDRESS_PART_LENGTH) for segment in segments]
    if len(shown) > MAX_ADDRESS_PARTS:
        shown = ["…", *shown[-MAX_ADDRESS_PARTS + 1 :]]
    return clean_text(host, MAX_NAME_LENGTH), tuple(shown)


def in_words(answer: Answer) -> str:
    """Return what an engine answered, in a few words."""
    if answer.kind is AnswerKind.RESULTS:
        return _results_in_words(len(answer.records), answer.total)
    return str(KIND_WORDS[answer.kind])


def detail_of(answer: Answer) -> str:
    """Return why an answer is of its kind, empty where that is nothing but its results."""
    if answer.kind is AnswerKind.RESULTS:
        return ""
    return clean_text(answer.detail, MAX_DETAIL_LENGTH)


def _results_in_words(count: int, total: int | None) -> str:
    if total is None or total <= count:
        return ngettext("%(count)s result", "%(count)s results", count) % {"count": count}
    return ngettext("%(count)s of %(total)s result", "%(count)s of %(total)s results", total) % {
        "count": count,
        "total": number_format(total, force_grouping=True),
    }


def in_seconds(seconds: float) -> str:
    """Return a duration as people read it: two digits after the point below ten seconds."""
    digits = 2 if seconds < 10 else 1
    return _("%(seconds)s s") % {"seconds": decimal(seconds, digits)}


def decimal(number: float, digits: int) -> str:
    """Return a number with so many digits after the point, as the language writes it.

    Django's own function cuts digits off where this rounds, and takes five times as long.
    """
    return f"{number:.{digits}f}".replace(".", get_format("DECIMAL_SEPARATOR"))


def state_in_words(state: str) -> str:
    """Return the state of an engine in a few words."""
    known = EngineState(state)
    return str(STATE_WORDS.get(known, known.label))


def show_resting(engines: Sequence[RestingEngine]) -> list[dict[str, str]]:
    """Return names and states of engines that are not asked, as they are shown."""
    return [
        {
            "name": clean_text(engine.name, MAX_NAME_LENGTH),
            "state": resting_in_words(engine),
        }
        for engine in engines
    ]


def resting_in_words(engine: RestingEngine) -> str:
    """Return why an engine is not asked at present, and when it is tried again."""
    state = state_in_words(engine.state)
    if engine.next_check_at is None:
        return state
    if engine.next_check_at <= timezone.now():
        return _("%(state)s; being looked into") % {"state": state}
    time = timeuntil(engine.next_check_at, depth=1)
    return _("%(state)s; tried again in %(time)s") % {"state": state, "time": time}
