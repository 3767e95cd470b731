"""What a user typed, understood: words for the engines, engines by `!name`, hosts by `site:`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from discovery.pages.urls import resolve_url
from metasearch.search.highlighting import clean_text

# More operators than these in one query are an attack or a mistake; the rest stay words.
MAX_OPERATORS = 20

_BANG = re.compile(r"^!([\w-]{1,80})$")
_SITE = re.compile(r"^site:(\S{1,253})$", re.IGNORECASE)
_NAME_PART = re.compile(r"[^\W_]+")


class NamedEngine(Protocol):
    """What can be called by a bang."""

    @property
    def slug(self) -> str:
        """The name of its row, for ever the same."""

    @property
    def bang(self) -> str:
        """What people call it by, empty where that is the slug."""

    @property
    def name(self) -> str:
        """Its name for people."""

    @property
    def categories(self) -> tuple[str, ...]:
        """The tabs it is asked under."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """`words` go to the engines `slugs` (all when there is none); results are of `sites` alone.

    `uncalled` look like a bang that nobody answers to. They are left out: hardly any page has them,
    and many engines want all words.
    """

    words: str
    slugs: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    uncalled: tuple[str, ...] = ()


def parse_query(text: str, engines: Sequence[NamedEngine]) -> ParsedQuery:
    """Return what `text` asks, where `engines` are those that can be called.

    `!name` is an engine's bang or slug, the beginning of a part of its name, or a category. Without
    any word left, all is taken for words.
    """
    words: list[str] = []
    slugs: list[str] = []
    sites: list[str] = []
    uncalled: list[str] = []
    for word in text.split():
        few = len(slugs) + len(sites) < MAX_OPERATORS
        bang, site = _BANG.match(word), _SITE.match(word)
        called = engines_of_bang(bang[1], engines) if bang and few else ()
        host = parse_host(site[1]) if site and few else ""
        if called:
            slugs += called
        elif host:
            sites.append(host)
        elif bang and few:
            uncalled.append(word)
        else:
            words.append(word)
    if not words:
        return ParsedQuery(text)
    return ParsedQuery(
        " ".join(words), *(tuple(dict.fromkeys(found)) for found in (slugs, sites, uncalled))
    )


def engines_of_bang(bang: str, engines: Sequence[NamedEngine]) -> tuple[str, ...]:
    """Return the slugs of the engines that `!bang` calls: the closest kind of match alone."""
    called = bang.casefold()
    for exact in (
        [each.slug for each in engines if each.bang == called],
        [each.slug for each in engines if each.slug.casefold() == called],
    ):
        if exact:
            return tuple(exact)
    of_category = [
        each.slug
        for each in engines
        if called in {name.casefold().replace(" ", "-") for name in each.categories}
    ]
    if of_category:
        return tuple(of_category)
    return tuple(each.slug for each in engines if _is_part(called, each))


def _is_part(called: str, engine: NamedEngine) -> bool:
    slug, name = engine.slug.casefold(), clean_text(engine.name, 200).casefold()
    parts = _NAME_PART.findall(f"{slug} {name}")
    joined = "-".join(_NAME_PART.findall(name))
    return any(part.startswith(called) for part in (*parts, engine.bang, slug, joined))


def parse_host(text: str) -> str:
    """Return the host that `site:` or a list of hosts names, without `www.`, or "" if it is none.

    A port that is named counts: other sites of the same host stay.

    >>> parse_host("https://www.A.example/x"), parse_host("a.example:8080/docs"), parse_host("a b")
    ('a.example', 'a.example:8080', '')
    """
    address = text if "://" in text else f"http://{text}"
    resolved = resolve_url("", address)
    if resolved is None:
        return ""
    host = resolved.partition("://")[2].partition("/")[0].partition("?")[0]
    host, colon, port = host.rpartition("@")[2].partition(":")
    host = host.casefold().removeprefix("www.").strip(".")
    is_host = re.fullmatch(r"[\w-]+(?:\.[\w-]+)*", host) and re.search(r"\w", host)
    return f"{host}{colon}{port}" if is_host else ""
