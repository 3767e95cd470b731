"""The title link of a record, and where links lead."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from itertools import chain, islice

from lxml.html import HtmlElement

from discovery.documents.document import Document
from discovery.pages.urls import hides_host, resolve_url, route_of
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.selector import ElementKey

# Links of one record looked at for its title: more are a whole page taken for a record. Guess.
MAX_LINKS = 300
# Elements of one link read for its text: where it is never closed it holds all that follows. Guess:
# a card that is one link has some dozens.
MAX_LINK_NODES = 300
# Attributes of one element looked at. Guess: pages write up to thirty.
MAX_ATTRIBUTES = 100
# Attributes in which scripts keep the address of what is clicked on: data-href, data-entry-url, …
_ADDRESS_ATTRIBUTE = re.compile(r"data-(?:[a-z]+-){0,3}(?:url|href|link|uri)\Z")
_SCRIPTED_ADDRESS = re.compile(r"(?:https?:/)?/[^\s\"'<>]+\Z")
_CLICK_ADDRESS = re.compile(
    r"(?:location(?:\.href)?\s{0,3}=|window\.open\(|location\.assign\()\s{0,3}"
    r"[\"']([^\"']{1,2000})[\"']"
)
# Schemes of what leads to no page of anybody, after what browsers drop from an address: scripts,
# what the address itself holds, what only this browser has, or this machine.
_NO_ADDRESS = re.compile(
    r"(?:javascript|vbscript|livescript|data|blob|about|file|filesystem|view-source|res):",
    re.IGNORECASE,
)
_UNREAD = re.compile(r"\A[\x00-\x20]+|[\t\r\n]")
MAX_SCHEME = 60
_WORD = re.compile(r"\w")
_FRAGMENT = re.compile(r"#[^\s#]{1,500}\Z")


class TitleKind(StrEnum):
    """Which link of a record is its title link."""

    KEY = "key"  # the first one with text that a key finds
    FIRST = "first"  # the first one with text
    HEADING = "heading"  # the first one in or around a heading
    LONGEST = "longest"  # the one with the longest text
    SCRIPTED = "scripted"  # the first element that a script makes a link


class TitleRule(Document, frozen=True, omit_defaults=True):
    """The rule for the title link of a record; `key` is relative to the record's elements."""

    kind: TitleKind
    key: ElementKey | None = None

    def __post_init__(self) -> None:
        if self.kind is TitleKind.KEY and self.key is None:
            raise ValueError("a title by key needs a key")

    def __str__(self) -> str:
        return str(self.key) if self.kind is TitleKind.KEY else f"{self.kind} link"


def is_link(element: HtmlElement) -> bool:
    return element.tag == "a" and is_anchor(element.attrib)


def is_anchor(attributes: Mapping[str, str]) -> bool:
    """Return whether an anchor of these attributes is no mere jump target."""
    return "href" in attributes or not ("name" in attributes or "id" in attributes)


def scripted_address(attributes: Mapping[str, str]) -> str | None:
    """Return the address that a script opens on a click, if the element's `attributes` say so.

    >>> scripted_address({"data-entry-url": "/gag/1"})
    '/gag/1'
    """
    # Names first: to look values up takes time in the square of their number.
    for name in islice(attributes, MAX_ATTRIBUTES):
        if name.startswith("data-") and _ADDRESS_ATTRIBUTE.match(name):
            value = attributes.get(name, "")
            if _SCRIPTED_ADDRESS.match(value):
                return str(value)
        elif name == "onclick" and (
            match := _CLICK_ADDRESS.search(attributes.get(name, "")[:4_000])
        ):
            return match[1]
    return None


def leads_astray(link: Mapping[str, str]) -> bool:
    return hides_host(_address_given(link))


def address_of(link: Mapping[str, str], base_url: str) -> str | None:
    """Return the absolute http(s) address of a link, redirectors kept, or None, by its attributes.

    An address that merely points into the same page ("#") belongs to a script: what the script
    opens counts, if the element says so. A route in the fragment is part of the address.
    """
    href = _address_given(link)
    url = resolve_url(base_url, href) if href else None
    return url + route_of(href) if url else None


def _address_given(link: Mapping[str, str]) -> str:
    href = link.get("href", "")
    if _leads_nowhere(href):
        return scripted_address(link) or ""
    return href


def fragment_of(link: Mapping[str, str]) -> str:
    match = _FRAGMENT.search(_address_given(link).strip())
    return match[0] if match is not None else ""


def _leads_nowhere(href: str) -> bool:
    """Return whether an address is none, a script or what it holds, or a place of the same page.

    >>> _leads_nowhere(" Java\\tScript:go()"), _leads_nowhere("data:text/html,x")
    (True, True)
    >>> _leads_nowhere("#/item/1"), _leads_nowhere("data/x"), _leads_nowhere("mailto:a@b.example")
    (False, False, False)
    """
    if href.startswith(("http", "/")):
        return False
    if not href or (href.startswith("#") and not route_of(href)):
        return True
    return ":" in href and _NO_ADDRESS.match(_UNREAD.sub("", href[:MAX_SCHEME])) is not None


def has_address(link: Mapping[str, str]) -> bool:
    href = link.get("href", "")
    return not _leads_nowhere(href) or bool(scripted_address(link))


def find_title_link(
    rule: TitleRule, tree: RecordTree, shows: Callable[[HtmlElement], bool] | None = None
) -> int | None:
    """Return the place of a record's title link in its tree, or None if the rule finds none.

    A link without text (around a picture) is taken only when no link by the rule has text. Where it
    is known what the page `shows`, the link is one of that.
    """
    links: Iterable[int] = islice(_candidates(rule, tree), MAX_LINKS)
    if shows is not None:
        links = filter(lambda place: shows(tree.nodes[place]), links)
    if rule.kind is TitleKind.LONGEST:
        return max(links, key=lambda place: len(tree.shown_in(place, MAX_LINK_NODES)), default=None)
    first = None
    for place in links:
        if has_word(tree, place):
            return place
        first = place if first is None else first
    return first


def shown_title_link(
    rule: TitleRule, tree: RecordTree, place: int, shows: Callable[[HtmlElement], bool] | None
) -> int | None:
    """Return the place of the title link found at `place`, or if that is hidden of what is not."""
    # The link first: to find out what it shows is to find it out of what is around it.
    if shows is None or (shows(tree.nodes[place]) and shows(tree.elements[0])):
        return place
    return find_title_link(rule, tree, shows) if shows(tree.elements[0]) else None


def _candidates(rule: TitleRule, tree: RecordTree) -> Iterable[int]:
    skeleton, attributes = tree.skeleton, tree.attributes
    if rule.kind is TitleKind.KEY and rule.key is not None:
        found = chain.from_iterable(map(rule.key.find, tree.elements))
        return [tree.places[link] for link in found if link in tree.places]
    if rule.kind is TitleKind.SCRIPTED:
        return (place for place, each in enumerate(attributes) if scripted_address(each))
    links = (place for place in skeleton.places_of("a") if is_anchor(attributes[place]))
    return filter(skeleton.is_in_heading, links) if rule.kind is TitleKind.HEADING else links


def has_word(tree: RecordTree, place: int) -> bool:
    shown = tree.joined(tree.skeleton.shown_in(place, MAX_LINK_NODES))
    return _WORD.search(shown) is not None
