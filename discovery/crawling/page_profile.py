"""What a page shows of its template: its structure in numbers, and what it calls itself."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urljoin
from zlib import crc32

from lxml import etree
from lxml.html import HtmlElement

from discovery.crawling.links import find_trap, without_session
from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from discovery.pages.urls import resolve_url

WORD = re.compile(r"[^\W_]+")
HEADINGS = ("h1", "h2", "h3")
# Characters of a title or heading that are read: what is longer is none.
MAX_HEADING = 2_000


def meets_criterion(page: Page, criterion: str) -> bool:
    """Tell whether the title and the first heading of a page hold every word of a criterion.

    *Further*: "the combination of the content-driven and structure-driven approaches" (Vidal et al.
    2006, section 6). A word of a script without cases may be part of a longer one, since many of
    these do not part words.
    """
    title = page.root.find(".//title")
    heading = next(page.root.iter(*HEADINGS), None)
    names = (
        "" if title is None else title.text_content()[:MAX_HEADING],
        "" if heading is None else visible_text(heading)[:MAX_HEADING],
    )
    said = " ".join(names).casefold()
    words = set(WORD.findall(said))
    wanted = WORD.findall(criterion.casefold())
    return all(word in words or (word == word.upper() and word in said) for word in wanted)


# Bounds of one page. Guesses: pages of templates have some hundreds to a few thousand elements; of
# what is larger the beginning tells the template.
MAX_ELEMENTS = 20_000
MAX_TOKENS = 1_500
MAX_LINKS = 3_000
# Longest text of an element that can be a label. Guess: headings of sections are shorter.
MAX_LABEL = 40
# Text nodes longer than this are no label whatever their white space is.
_MAX_RAW_LABEL = 200
_DIGITS = re.compile(r"\d+")
_UNREAD = frozenset("script style noscript template svg math".split())
_LINKING = frozenset("a area frame iframe".split())
# Elements above everything: their classes carry state, theme and the page's own number.
_ROOTS = frozenset(("html", "body"))


@dataclass(frozen=True, slots=True)
class PageProfile:
    """A page's structure, in CRC-32 sums, so that a page is some kilobytes.

    `paths` are the tag paths of its elements with class names, `contexts` pairs of an element and
    its parent. `labels` are its short texts and the addresses it links to: they distinguish the
    sub-classes of one template. `links` are the addresses under each path, in document order.
    *Further* than the link paths of Blanco, Crescenzi and Merialdo (2005), all elements count; an
    attribute counts only where templates put it. Details ours.
    """

    paths: tuple[int, ...]
    contexts: tuple[int, ...]
    labels: tuple[int, ...]
    links: tuple[tuple[int, tuple[str, ...]], ...]


def profile_page(page: Page) -> PageProfile:
    paths: set[int] = set()
    contexts: set[int] = set()
    labels: set[int] = set()
    links: dict[int, dict[str, None]] = {}
    collected: dict[int, set[str]] = {}
    # What relative links start from is the same for all pages of a directory.
    directory = urljoin(page.base_url, ".")
    above: list[tuple[int, bytes]] = [(0, b"")]
    skipped = count = total = 0
    for event, element in etree.iterwalk(page.root, events=("start", "end")):
        if event == "end":
            if skipped:
                skipped -= 1
            else:
                above.pop()
            continue
        tag = element.tag
        if skipped or tag in _UNREAD or not isinstance(tag, str):
            skipped += 1
            continue
        count += 1
        if count > MAX_ELEMENTS:
            break
        path, parent = above[-1]
        if tag in _ROOTS:
            own = tag.encode()
        else:
            own = _own_name(tag, element.get("class") or _declared(element, tag))
            path = crc32(own, path)
            paths.add(path)
            contexts.add(crc32(own, crc32(parent)))
        above.append((path, own))
        if (text := element.text) and len(text) <= _MAX_RAW_LABEL:
            _add_label(labels, own, text)
        if (text := element.tail) and len(text) <= _MAX_RAW_LABEL:
            _add_label(labels, parent, text)
        if tag in _LINKING:
            written = (element.get("href") or element.get("src") or "").partition("#")[0]
            if not written or written in collected.setdefault(path, set()):
                continue
            collected[path].add(written)
            address = _resolve(page.url if written[0] == "?" else directory, written)
            if address is not None and total < MAX_LINKS:
                total += 1
                labels.add(crc32(address.encode("utf-8", "replace")))
                links.setdefault(path, {})[address] = None
    return PageProfile(
        paths=sketch(paths),
        contexts=sketch(contexts),
        labels=sketch(labels),
        links=tuple((path, tuple(addresses)) for path, addresses in links.items()),
    )


def sketch(tokens: Iterable[int]) -> tuple[int, ...]:
    """Return the lowest tokens, in order: of two large sets the shares in common stay comparable.

    After Broder (1997), "On the resemblance and containment of documents", bottom-k sketches.
    """
    return tuple(sorted(tokens)[:MAX_TOKENS])


@lru_cache(maxsize=20_000)
def _own_name(tag: str, classes: str | None) -> bytes:
    """Return a tag with its class names in order, numbers folded.

    >>> _own_name("div", "post post-17")
    b'div.post.post-#'
    """
    if not classes:
        return tag.encode("utf-8", "replace")
    names = sorted(set(_DIGITS.sub("#", classes).split()))
    return ".".join((tag, *names)).encode("utf-8", "replace")


def _declared(element: HtmlElement, tag: str) -> str | None:
    """Return what an element without a class says of its part in the template."""
    attributes: dict[str, str] = element.attrib
    if not attributes:
        return None
    if tag == "meta":
        name = attributes.get("name") or attributes.get("property")
        return f"{name} {attributes.get('content')}" if name == "og:type" else name
    return attributes.get("rel" if tag == "link" else "itemtype")


def _add_label(labels: set[int], own: bytes, text: str) -> None:
    folded = " ".join(text.split())
    if 1 < len(folded) <= MAX_LABEL:
        labels.add(crc32(_DIGITS.sub("#", folded).encode("utf-8", "replace"), crc32(own)))


@lru_cache(maxsize=50_000)
def _resolve(base: str, written: str) -> str | None:
    """Return where a link leads, if a crawl may follow it.

    Remembered, because the frames of a site's pages link the same addresses over and over.
    """
    url = resolve_url(base, written)
    if url is None:
        return None
    url = without_session(url)
    return None if find_trap(url) else url
