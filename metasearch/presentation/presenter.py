"""From results to the texts that the results page shows of them."""

import time
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from django.core.signing import BadSignature, SignatureExpired, Signer, TimestampSigner, b62_encode
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url
from metasearch.brokering.subjects import FILES, OFFERS, PICTURES, VIDEOS
from metasearch.merging.duplicates import EnginePosition, MergedResult
from metasearch.merging.ranking import MATCH_GAIN, share
from metasearch.presentation.labels import (
    ANSWERED,
    MAX_NAME_LENGTH,
    category_label,
    describe_answer,
    format_decimal,
    format_percent,
    format_seconds,
    state_label,
    unavailable_labels,
)
from metasearch.search.encyclopedia import Article
from metasearch.search.highlighting import QueryHighlighter, clean_text
from metasearch.search.ordering import kinds_held, length_in
from metasearch.search.preferences import Preferences, SearchLink
from metasearch.search.results import (
    Change,
    EngineAnswer,
    NumberedResult,
    ProgressiveResults,
    SearchOutcome,
)
from metasearch.search.search_request import SearchRequest, parse_host, unsupported_filters
from metasearch.search.service import SearchService
from wrappers.engines.answer import ReadyEngine, proposed_query
from wrappers.extraction.items.pieces import ItemKind

# Longer ones would make the page heavy.
MAX_ADDRESS_LENGTH = 1_000
SALT = "metasearch.thumbnails"
TIMED_SALT = "metasearch.thumbnails.timed"
DAY = 86_400
# Where a site has its icon.
ICON_PATH = "/favicon.ico"
# Seconds for which a signed address is good: a page may be as old as the oldest answer kept.
LIFETIME = 2 * DAY


def thumbnail_url(address: str) -> str:
    if not address or len(address) > MAX_ADDRESS_LENGTH or resolve_url("", address) is None:
        return ""
    signed = PictureSigner(salt=TIMED_SALT).sign(address)
    return f"{reverse('thumbnail')}?{urlencode({'u': signed})}"


def icon_url(href: str) -> str:
    """Return our address for the icon of a result's site, where sites have had it since 1999."""
    parts = urlsplit(href)
    return thumbnail_url(f"{parts.scheme}://{parts.netloc}{ICON_PATH}") if parts.netloc else ""


def read_thumbnail_address(signed: str) -> str:
    """Return the address of a picture that we signed. Raises `SignatureExpired`, `BadSignature`."""
    try:
        return PictureSigner(salt=TIMED_SALT).unsign(signed, max_age=LIFETIME)
    except SignatureExpired:
        raise
    except BadSignature:
        # Earlier versions signed without a time: nobody has had such a page open for so long.
        Signer(salt=SALT).unsign(signed)
        raise SignatureExpired("signed without a time") from None


class PictureSigner(TimestampSigner):
    """Signs with the day, not the second: browsers know a picture again by its address."""

    def timestamp(self) -> str:
        return b62_encode(int(time.time()) // DAY * DAY)


# Parts of an address shown after the host, and characters of one.
MAX_ADDRESS_PARTS = 4
MAX_ADDRESS_PART_LENGTH = 40


def safe_address(url: str) -> str:
    """Return `url` if it can be linked to, else "".

    >>> safe_address("https://a.example/#/item/1"), safe_address("javascript:x()")
    ('https://a.example/#/item/1', '')
    """
    address = resolve_url("", url)
    _, sign, fragment = url.partition("#")
    return f"{address.partition('#')[0]}{sign}{fragment}" if address else ""


def own_page(answered: EngineAnswer) -> str:
    """Return the address of the page an engine sent, "" if another visitor would not get it."""
    engine = answered.engine
    if not isinstance(engine, ReadyEngine):
        return ""
    description = engine.description
    # What an exact request asks for is for programs.
    by_address = description.method == "get" and not description.exact
    by_address = by_address and not description.needs_form_page and not description.is_typed
    return safe_address(answered.answer.url) if by_address else ""


def address_html(host: str, parts: Sequence[str]) -> SafeString:
    """Return an address as HTML; a part written from right to left does not turn the others.

    >>> address_html("a.example", ("docs", "<b>"))
    '<b>a.example</b> › docs › &lt;b&gt;'
    """
    shown = (escape(part) if part.isascii() else f"<bdi>{escape(part)}</bdi>" for part in parts)
    return mark_safe(" › ".join((f"<b>{escape(host)}</b>", *shown)))  # noqa: S308  escaped above


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


async def why_nobody_is_asked(service: SearchService, category: str) -> tuple[str, bool]:
    """Return why a search under `category` ("": all) asks nobody, and whether there are engines."""
    if category:
        words = _("No engine can be asked under “{category}”.")
        return words.format(category=category_label(category)), True
    if await service.engines.ready():
        return _("You switched all engines off in the preferences."), True
    if resting := await service.engines.unavailable():
        named = ", ".join(
            f"{shown['name']} ({shown['state']})" for shown in unavailable_labels(resting)[:5]
        )
        return _("No engine can be asked now: {engines}.").format(engines=named), True
    return _("There is no engine to ask yet."), False


# Results up to which another query is proposed. Guess: less than one page of them.
FEW_RESULTS = 15
# Queries shown of those that engines propose instead.
MAX_PROPOSALS = 3
# Engines whose answers are looked through for them.
MAX_LOOKED_AT = 10
MAX_LENGTH = 300


def proposed_queries(outcome: SearchOutcome) -> list[str]:
    """Return the queries that engines propose instead, those of most engines first.

    None where much was found: the words are no mistake then. A page takes some milliseconds.
    """
    if len(outcome.results) > FEW_RESULTS:
        return []
    looked_at = outcome.answers[:MAX_LOOKED_AT]
    proposed = (proposed_query(each.answer, outcome.query) for each in looked_at)
    texts = [clean_text(text, MAX_LENGTH) for text in proposed if text]
    asked = outcome.query.casefold()
    counted = Counter(text for text in texts if text and text.casefold() != asked)
    return [text for text, _count in counted.most_common(MAX_PROPOSALS)]


# Characters shown: two lines of title and about four of snippet on a wide screen.
MAX_TITLE_LENGTH = 160
MAX_SNIPPET_LENGTH = 360
MAX_DATE_LENGTH = 40
# Short things said beside the snippet, and characters of one. Guesses: a line of a page.
MAX_FACTS = 6
MAX_FACT_LENGTH = 60
# The kinds of items shown so, in this order. Other texts are, where they say themselves what they
# are ("Pages: 12"); addresses stand in the line of the result's own.
FACT_KINDS = (
    *(ItemKind.PRICE, ItemKind.RATING, ItemKind.AUTHOR, ItemKind.TYPE, ItemKind.SIZE),
    ItemKind.TEXT,
)
# How results of a category are shown, where it is not as a list.
VIEWS = {
    PICTURES.casefold(): "pictures",
    VIDEOS.casefold(): "videos",
    OFFERS.casefold(): "offers",
    FILES.casefold(): "files",
}
# What records of rows must hold.
ROWS = {"offers": ItemKind.PRICE, "files": ItemKind.SIZE}
# Results shown of those folded under one.
MAX_SIMILAR = 10
# Results named again in their order, where a page without a script shows them as they came.
MAX_IN_ORDER = 10


class Presenter:
    def __init__(self, search: SearchRequest, preferences: Preferences) -> None:
        engines = search.engines
        self.link = search.link
        self.shown_query = clean_text(search.link.text, MAX_TITLE_LENGTH)
        self.marker = QueryHighlighter(search.words)
        self.preferences = preferences
        wanted = fold_space(self.link.category).casefold()
        self.view = VIEWS.get(wanted, "")
        # Whether the results are looked at, not read: a grid of their pictures.
        self.in_grid = self.view in ("pictures", "videos")
        column = ROWS.get(self.view)
        in_rows = any(column in kinds_held(engine) for engine in engines)
        if not (preferences.thumbnails if self.in_grid else in_rows):
            self.view, self.in_grid = "", False
        self.places = {engine.slug: place for place, engine in enumerate(engines)}
        self.names = {engine.slug: clean_text(engine.name, MAX_NAME_LENGTH) for engine in engines}

    def batch(self, change: Change) -> dict[str, Any]:
        return {
            "engines": [self.engine(each) for each in change.answered],
            "fresh": [self.result(each) for each in change.fresh],
            "changed": [self.result(each) for each in change.changed],
            "order": " ".join(map(str, change.order)),
        }

    def summary(
        self,
        outcome: SearchOutcome,
        progress: ProgressiveResults,
        batches: int,
        proposals: Sequence[SearchLink],
    ) -> dict[str, Any]:
        """Return what is said when all engines have answered or been given up.

        `left_out`: engines gave results, but all of hosts, or of days, that are not wanted.
        """
        silent = [each for each in outcome.answers if each.answer.kind not in ANSWERED]
        empty = [each for each in outcome.answers if each.answer.kind is AnswerKind.NO_RESULTS]
        best = progress.best(MAX_IN_ORDER) if batches > 1 else ()
        return {
            "query": self.shown_query,
            "results": len(outcome.results),
            "shown": progress.shown,
            "asked_count": len(outcome.answers),
            "answered_count": len(outcome.answers) - len(silent),
            "silent_count": len(silent),
            "without_results": [self.engine(each) for each in (*silent, *empty)],
            "seconds": format_seconds(outcome.seconds),
            "left_out": not outcome.results and outcome.has_next,
            "proposals": proposals,
            "in_order": [
                {"number": each.number, "title": self.title(each.folded.result)} for each in best
            ],
        }

    def result(self, numbered: NumberedResult) -> dict[str, Any]:
        """Return one result: texts in words, bounded, escaped; "" for what there is none of."""
        result = numbered.folded.result
        href = safe_address(result.url)
        host, parts = address_parts(href)
        return {
            "number": numbered.number,
            "href": href,
            "title": self.title(result),
            "snippet": self.marker.mark(clean_text(result.snippet, MAX_SNIPPET_LENGTH)),
            "host": host,
            "named_host": parse_host(href),
            "address": address_html(host, parts),
            "date": clean_text(result.date, MAX_DATE_LENGTH),
            "facts": facts_of(result),
            "price": clean_text(result.first(ItemKind.PRICE), MAX_FACT_LENGTH),
            "rating": clean_text(result.first(ItemKind.RATING), MAX_FACT_LENGTH),
            "type": clean_text(result.first(ItemKind.TYPE), MAX_FACT_LENGTH),
            "size": clean_text(result.first(ItemKind.SIZE), MAX_FACT_LENGTH),
            "length": length_in(result.items) if self.view == "videos" else "",
            "thumbnail": thumbnail_url(result.thumbnail) if self.preferences.thumbnails else "",
            "icon": icon_url(href) if self.preferences.icons else "",
            "sources": [self.source(each) for each in result.engines],
            "match": format_decimal(1 + MATCH_GAIN * result.match, 2),
            "preference": "" if result.preference == 1 else format_decimal(result.preference, 1),
            "score": format_decimal(result.score, 3),
            "similar": [self.similar(each) for each in numbered.folded.similar[:MAX_SIMILAR]],
        }

    def article(self, article: Article) -> dict[str, Any]:
        shown = article.result.thumbnail if self.preferences.thumbnails else ""
        return {
            "title": self.title(article.result),
            "href": safe_address(article.result.url),
            "thumbnail": thumbnail_url(shown),
            "paragraph": article.paragraph,
            "source": clean_text(article.source, MAX_NAME_LENGTH),
        }

    def source(self, place: EnginePosition) -> dict[str, Any]:
        return {
            "name": self.names[place.slug],
            "position": place.position,
            "weight": format_decimal(place.weight, 1) if place.weight != 1 else "",
            "fit": format_percent(place.fit) if place.fit != 1 else "",
            "share": format_decimal(share(place), 3),
        }

    def title(self, result: MergedResult) -> SafeString:
        shown = clean_text(result.title, MAX_TITLE_LENGTH)
        if not shown:
            shown = address_parts(safe_address(result.url))[0] or _("(no title)")
        return self.marker.mark(shown)

    def similar(self, result: MergedResult) -> dict[str, str]:
        href = safe_address(result.url)
        host, parts = address_parts(href)
        return {"href": href, "title": self.title(result), "address": " › ".join((host, *parts))}

    def engine(self, answered: EngineAnswer) -> dict[str, Any]:
        """Return an engine that was asked, `only` the search of it alone, `page` its own page."""
        engine, answer = answered.engine, answered.answer
        unsupported = unsupported_filters(engine, dict(self.link.filters))
        without = _("without: {filters}").format(filters=", ".join(unsupported))
        return {
            "place": self.places[engine.slug],
            "slug": engine.slug,
            "name": self.names[engine.slug],
            "state_words": "" if engine.state == EngineState.ACTIVE else state_label(engine.state),
            "kind": answer.kind,
            "words": describe_answer(answer),
            "unsupported_filters": without if unsupported else "",
            "seconds": format_seconds(answer.seconds),
            "only": self.link.only([engine.slug]),
            "page": own_page(answered),
        }


def facts_of(result: MergedResult) -> list[dict[str, str]]:
    shown = dict.fromkeys(
        (item.kind, clean_text(item.value if kind is ItemKind.TEXT else item.bare, MAX_FACT_LENGTH))
        for kind in FACT_KINDS
        for item in result.items
        if item.kind is kind
        and (item.start or kind is not ItemKind.TEXT)
        and len(item.value) <= MAX_FACT_LENGTH
    )
    return [{"kind": kind, "text": text} for kind, text in shown][:MAX_FACTS]
