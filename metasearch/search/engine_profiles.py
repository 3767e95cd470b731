"""Profiles of engines: made in the background from their sample pages, used to choose among many.

Only what was asked while learning goes into a profile, never what users ask or get.
"""

import contextlib
import logging
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Left

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.documents.document import DocumentError
from discovery.engine_lists.proposals import engine_key
from discovery.models import Engine
from metasearch.brokering.broker import MAX_TITLE_LENGTH, Broker, EngineProfile, make_profile
from metasearch.brokering.completion import Completer
from metasearch.brokering.subjects import FILES, OFFERS, PICTURES, VIDEOS, propose_subjects
from metasearch.models import StoredProfile
from metasearch.search.highlighting import clean_text
from metasearch.search.ordering import length_in
from wrappers.engines.registry import Askable, ReadyCollection, StaleCache
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import Item, SampleRole, WrapperVersion

logger = logging.getLogger(__name__)

# Engines profiled in one task: each parses about ten stored pages.
PROFILED_AT_ONCE = 20
# Items of a collection that go into its profile (Callan and Connell 2001: a few hundred), and
# characters of one: about two snippets. Collections and engines are measured alike. Guess.
ITEMS_PROFILED = 300
ITEM_LENGTH = 500
# Fewer records may hold pictures, prices, sizes by chance. Guess.
LEAST_SAMPLED = 5
# Sample pages whose heads are read: they hardly differ.
HEADS_READ = 3
_SAID_IN_HEAD = (
    "//meta[@name='description' or @name='keywords' or @property='og:description' "
    "or @property='og:site_name']/@content"
)
# Seconds for which profiles are used without looking for newer ones.
CACHE_SECONDS = 60.0


def profile_engines() -> int:
    """Profile the engines that have changed; new ones get tabs, where nobody has set any."""
    can_be_asked = Q(wrapper_versions__is_active=True) | Q(collection__isnull=False)
    engines = Engine.objects.filter(can_be_asked).exclude(word_profile__made_of=F("version"))
    count = 0
    for engine in engines.distinct()[:PROFILED_AT_ONCE]:
        version = WrapperVersion.objects.filter(engine=engine, is_active=True).first()
        sampled = list(dict.fromkeys(_sampled(engine, version)))
        texts = [f"{each.title} {each.text}" for each in sampled]
        titles = (clean_text(each.title, 2 * MAX_TITLE_LENGTH) for each in sampled)
        most = max(LEAST_SAMPLED, len(sampled))
        counts = Counter(each.category for each in sampled if each.category)
        holding = {category: count / most for category, count in counts.items()}
        said = " ".join(_said_of_itself(version))
        subjects = propose_subjects(engine.name, said, texts, holding)
        profile, is_new = StoredProfile.objects.update_or_create(
            engine=engine,
            defaults={
                "made_of": engine.version,
                "data": make_profile(engine.slug, texts, titles).to_json(),
                "subjects": [[subject.category, *subject.words] for subject in subjects],
            },
        )
        if is_new and subjects and not engine.categories:
            profile.put_engine_under_proposed()
        count += 1
    return count


def _said_of_itself(version: WrapperVersion | None) -> Iterator[str]:
    if version is None:
        return
    for sample in version.samples.all()[:HEADS_READ]:
        yield from sample.page().root.xpath(_SAID_IN_HEAD)
    with contextlib.suppress(DescriptionError):
        yield from (parameter.label for parameter in version.connection.parameters)


class Sampled(NamedTuple):
    """A record, or an item of a collection, and the category of what it holds."""

    title: str
    text: str
    category: str = ""


def _sampled(engine: Engine, version: WrapperVersion | None) -> Iterator[Sampled]:
    if engine.collection_id is not None:
        yield from _sampled_items(engine.collection_id)
        return
    try:
        wrapper = Wrapper.from_json(version.wrapper) if version else None
    except DocumentError as error:
        logger.error("%s cannot be profiled: %s", version, error)
        return
    if wrapper is not None and version is not None:
        yield from _sampled_records(wrapper, version)


def _sampled_records(wrapper: Wrapper, version: WrapperVersion) -> Iterator[Sampled]:
    samples = version.samples.exclude(role=SampleRole.NO_RESULT)
    for sample in samples.iterator(chunk_size=5):
        for record in wrapper.extract(sample.page()).records:
            yield Sampled(record.title, record.snippet, held_by(record))


def held_by(record: ResultRecord) -> str:
    """Return the category whose view is made for what a record holds, "" for any other record."""
    kinds = {item.kind for item in record.said}
    if length_in(record.said):
        return VIDEOS
    if ItemKind.PRICE in kinds:
        return OFFERS
    if record.thumbnail:
        return PICTURES
    return FILES if kinds >= {ItemKind.SIZE, ItemKind.TYPE} else ""


def _sampled_items(collection_id: int) -> Iterator[Sampled]:
    items = Item.objects.filter(collection_id=collection_id)
    keys = list(items.values_list("pk", flat=True))
    spread = keys[:: max(1, math.ceil(len(keys) / ITEMS_PROFILED))]
    texts = items.filter(pk__in=spread).annotate(beginning=Left("text", ITEM_LENGTH))
    for title, beginning in texts.values_list("title", "beginning"):
        yield Sampled(title, beginning)


def load_profiles(rows: QuerySet[StoredProfile]) -> list[EngineProfile]:
    profiles: list[EngineProfile] = []
    for slug, data in rows.values_list("engine__slug", "data"):
        try:
            profiles.append(EngineProfile.from_json(data).replace(slug=slug))
        except DocumentError as error:
            logger.error("the profile of %s cannot be read: %s", slug, error)
    return profiles


def load_broker() -> Broker:
    return Broker(load_profiles(StoredProfile.objects.all()))


class CompleterLoader:
    """Makes what completes queries, anew where profiles have changed: it may take seconds.

    Of engines that everybody sees: words tell what is found.
    """

    def __init__(self) -> None:
        self._made_of: dict[str, Any] = {}
        self._completer = Completer(())

    def __call__(self) -> Completer:
        rows = StoredProfile.objects.filter(engine__seen_by="")
        made_of = rows.aggregate(Count("pk"), Max("pk"), Sum("made_of"))
        if made_of != self._made_of:
            self._completer, self._made_of = Completer(load_profiles(rows)), made_of
        return self._completer


# Descriptions whose voters are kept: every answer that is merged needs its own.
MAX_KEPT = 10_000


def each_voter_once(engines: Sequence[Askable]) -> tuple[Askable, ...]:
    voters: dict[str, Askable] = {}
    for engine in engines:
        voters.setdefault(voter_of(engine), engine)
    return tuple(voters.values())


def voter_of(engine: Askable) -> str:
    """Return what is equal for engines that are asked the very same."""
    if isinstance(engine, ReadyCollection):
        return engine.slug
    return _voter_of(engine.description) or engine.slug


@lru_cache(maxsize=MAX_KEPT)
def _voter_of(description: ConnectionDescription) -> str:
    if not description.action and not description.template:
        return ""
    try:
        return engine_key(description)
    except DescriptionError:
        return ""


class EngineChooser:
    def __init__(self) -> None:
        self._broker = StaleCache(load_broker, CACHE_SECONDS)
        # The engines chosen from last, and the same with each voter once.
        self._given: Sequence[Askable] = ()
        self._voters: tuple[Askable, ...] = ()

    async def choose(self, engines: Sequence[Askable], query: str) -> tuple[Askable, ...]:
        if engines is not self._given:
            # Mostly all there are, the same object from one search to the next.
            self._given, self._voters = engines, each_voter_once(engines)
        engines = self._voters
        if len(engines) <= settings.ENGINES_ASKED:
            return engines
        return choose_engines(await self._broker.get(), engines, query)


def choose_engines(broker: Broker, engines: Sequence[Askable], query: str) -> tuple[Askable, ...]:
    weights = {engine.slug: engine.weight for engine in engines}
    chosen = set(broker.choose(query, tuple(weights), settings.ENGINES_ASKED, weights))
    return tuple(engine for engine in engines if engine.slug in chosen)
