"""Programs known by their first pages: how one site is asked is tried on another of the same page.

Ours, beside `wrappers.learning.memory`, for sites that scripts fill: how these are asked is seen
only in a browser, once for each program. What is known is only tried: answers decide.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from discovery.connection.captured_index import MIN_READABLE, MIN_TELLING
from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.given import literal_secrets
from discovery.engines.watched_site import IndexedSite, index_at, is_page
from discovery.models import Engine, EngineQuerySet, EngineState
from discovery.pages.data.site_index import IndexView
from discovery.pages.page import Page
from wrappers.learning.step_context import StepContext, fetch_page

# What speaks for a way to ask that another site of the program is asked in.
KNOWN_PROGRAM = "asked as another site of its program"
# Marks kept of a page, characters of a mark, and of a script within a page that are looked at.
MAX_MARKS = 60
MARK_BYTES = 4
MAX_SCRIPT = 100_000
# Share of the marks of either page that both have, and known sites looked through. Guesses: sites
# add scripts of their own to a program's.
MIN_SHARED = 0.5
MAX_KNOWN = 20_000
# What builds and versions of a script differ by, and what sites write into one.
_BUILD = re.compile(r"[-.][\w-]{8,}(?=\.)|\d+")
_LITERAL = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`|\d+")


@dataclass(frozen=True, slots=True)
class KnownWay:
    """How `engine` is asked, said of a site whose first page is `home`."""

    engine: Engine
    home: Page
    way: ConnectionDescription | IndexedSite


def program_marks(page: Page) -> str:
    """Return marks of the scripts and styles that a page is made of, whatever stands on it.

    Those are names of files without what builds differ by, and scripts without texts and numbers.
    """
    sources = [
        *page.root.xpath("//script/@src"),
        *page.root.xpath("//link[@rel='stylesheet']/@href"),
    ]
    marks = {_BUILD.sub("", urlsplit(each).path.rpartition("/")[2]) for each in sources}
    for script in page.root.xpath("//script[not(@src)][not(contains(@type, 'json'))]"):
        marks.add(_LITERAL.sub("", (script.text or "")[:MAX_SCRIPT]))
    digests = {
        blake2b(mark.strip().encode(), digest_size=MARK_BYTES).hexdigest()
        for mark in marks
        if mark.strip()
    }
    return " ".join(sorted(digests)[:MAX_MARKS])


def keep_marks(context: StepContext) -> None:
    """Note what the engine's page is made of, so that others of its program are told by it."""
    home = fetch_page(context, context.job.engine.home_url)
    if home is not None:
        Engine.objects.filter(pk=context.job.engine.pk).update(page_marks=program_marks(home))


def known_programs(own: Engine) -> EngineQuerySet:
    """Return the engines that another may be of the program of, told by their first pages."""
    known = Engine.objects.filter(state=EngineState.ACTIVE).exclude(page_marks="")
    return known.exclude(home_url=own.home_url)


def recall_way(context: StepContext, home: Page) -> KnownWay | None:
    """Return how the site that is likeliest of the program of `home` is asked, said of this one."""
    own = context.job.engine
    known = known_programs(own)
    marks = program_marks(home)
    told = known.order_by("-pk").values_list("pk", "page_marks")[:MAX_KNOWN]
    key, said = max(told, key=lambda each: _shared(marks, each[1]))
    if not are_of_program(marks, said):
        return None
    engine = known.select_related("collection").get(pk=key)
    way = _way_to(context, engine, home)
    if way is None:
        return None
    Engine.objects.filter(pk=own.pk).update(page_marks=marks)
    return KnownWay(engine, home, way)


def are_of_program(one: str, other: str) -> bool:
    """Tell whether pages with these marks are likely made by one program."""
    return _shared(one, other) >= MIN_SHARED


def _shared(one: str, other: str) -> float:
    ours, theirs = set(one.split()), set(other.split())
    return len(ours & theirs) / max(1, len(ours | theirs))


def _way_to(
    context: StepContext, known: Engine, home: Page
) -> ConnectionDescription | IndexedSite | None:
    """Return how `known` is asked, with the addresses of its site made those of another."""
    moved = Moved.between(known.home_url, home.url)
    collection = known.collection
    if collection is None:
        return _connection_to(known, moved)
    if collection.index is None:
        return None
    url = moved.text(collection.samples[0])
    view = IndexView.from_json(moved.document(collection.index))
    index = context.run(index_at(context.fetcher, url, view)) if moved.is_whole(url) else None
    if index is None or index.readable < MIN_READABLE or index.telling < MIN_TELLING:
        return None
    if not context.run(is_page(context.fetcher, index.records[-1].url)):
        return None
    told = f"its page is made as that of {known.name} ({known.slug})"
    return IndexedSite(home.title, url, view, told)


def _connection_to(known: Engine, moved: "Moved") -> ConnectionDescription | None:
    """Return a known connection at another site; None for keys, and for what others answer."""
    with suppress(DescriptionError):
        before = known.connection
        # Keys are for the site that has them.
        if literal_secrets(before) or "{secret:" in known.description:
            return None
        xml = moved.text(to_xml(before).decode())
        description = from_xml(xml.encode())
        if moved.is_whole(xml) and (description.template or description.action).startswith(
            moved.to
        ):
            return replace(description, site_name="", walls=(), cookies=())
    return None


@dataclass(frozen=True, slots=True)
class Moved:
    """Addresses below one folder, made those below another, of the same site or another."""

    base: str
    to: str

    @classmethod
    def between(cls, known: str, own: str) -> Self:
        """Return what makes the addresses of one site, told by its home address, another's."""
        return cls(urljoin(known, "."), urljoin(own, "."))

    def document(self, document: Any) -> Any:
        """Return a JSON document with the addresses of the other site."""
        return json.loads(self.text(json.dumps(document)))

    def text(self, text: str) -> str:
        """Return a text with all addresses of the one site made those of the other."""
        origin = re.escape(_origin(self.base)) + r"(?![\w.:-])"
        return re.sub(origin, lambda _: _origin(self.to), text.replace(self.base, self.to))

    def is_whole(self, text: str) -> bool:
        """Whether nothing in a text that was moved names the site it was of."""
        is_same = _origin(self.base) == _origin(self.to)
        return is_same or urlsplit(self.base).netloc not in text


def _origin(url: str) -> str:
    return urljoin(url, "/").removesuffix("/")
