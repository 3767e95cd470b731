"""The pages of one site on the way to their redesign: chance, trees to change, bytes written."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

from lxml.html import HtmlElement, tostring

from discovery.pages.page import Page, parse_page
from discovery.pages.tree import class_names, elements_in_order

Option = TypeVar("Option")


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one redesign of one site.

    A choice depends on the seed and on what it is made for, not on what was chosen before. So the
    same place of a template gets the same choice on all pages, as a redesigned template gives it.
    """

    seed: str

    def share(self, *what: object) -> float:
        """Return a number in [0, 1) for `what`.

        >>> Chance("a").share("x") == Chance("a").share("x") != Chance("b").share("x")
        True
        """
        text = "\n".join((self.seed, *map(str, what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48

    def chosen(self, probability: float, *what: object) -> bool:
        return self.share(*what) < probability

    def pick(self, options: Sequence[Option], *what: object) -> Option:
        return options[int(self.share(*what) * len(options))]

    def generator(self, *what: object) -> random.Random:
        return random.Random(self.share(*what))

    def hashed(self, length: int, *what: object) -> str:
        """Return letters and digits, a letter first, as build tools write them.

        >>> len(Chance("a").hashed(5, "x"))
        5
        """
        generator = self.generator("hashed", *what)
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        rest = generator.choices(letters + "0123456789_", k=length - 1)
        return generator.choice(letters) + "".join(rest)

    def of(self, *what: object) -> "Chance":
        return Chance("\n".join((self.seed, *map(str, what))))


# A class that stands in fewer of the records (outside of records: on fewer of the pages) is no part
# of the template but of what is shown: "odd", "has-image", "category-sports". Guess.
MIN_SHARE_OF_TEMPLATE = 0.5
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class SitePage:
    """One page: its case, its tree, the elements of its records, advertisements put in."""

    case: dict[str, Any]
    root: HtmlElement
    records: tuple[HtmlElement, ...]
    ads: list[dict[str, str]] = field(default_factory=list)

    @property
    def body(self) -> HtmlElement:
        body = self.root.find("body")
        return self.root if body is None else body


@dataclass
class Site:
    """All pages of one site; changes are made to all alike, as a change of the template would."""

    name: str
    pages: tuple[SitePage, ...]

    @cached_property
    def whole_records(self) -> bool:
        """Whether each record is one element: the words of its snippet all stand in it.

        Other records are runs of siblings, whose order and nesting must stay.
        """
        return all(
            _holds(element, record.get("snippet") or "")
            for page in self.pages
            for element, record in zip(page.records, page.case["records"], strict=True)
        )

    @cached_property
    def record_elements(self) -> frozenset[HtmlElement]:
        return frozenset(element for page in self.pages for element in page.records)

    @cached_property
    def above_records(self) -> frozenset[HtmlElement]:
        """The elements around all records."""
        return frozenset(
            above for element in self.record_elements for above in element.iterancestors()
        )

    @cached_property
    def common_classes(self) -> tuple[frozenset[str], frozenset[str]]:
        """The stems of the template's classes: outside and inside of records."""
        inside = [stems(record) for page in self.pages for record in page.records]
        outside = [stems(page.root) for page in self.pages]
        return _common(outside), _common(inside)

    def appearance(self, element: HtmlElement, *, inside: bool) -> str:
        """Return an element's tag and those of its classes that belong to the template."""
        common = self.common_classes[inside]
        names = sorted({stem(name) for name in class_names(element)} & common)
        return ".".join((str(element.tag), *names))

    def place(self, element: HtmlElement) -> str:
        """Return what an element is in the template: the same for all its instances.

        Inside of records that is the path of tags from the record, outside it is the looks of the
        element and its parent.
        """
        tags = [str(element.tag)]
        for above in (element, *element.iterancestors()):
            if above in self.record_elements:
                return "record/" + "/".join(reversed(tags[:-1]))
            parent = above.getparent()
            tags.append("" if parent is None else str(parent.tag))
        parent = element.getparent()
        around = "" if parent is None else self.appearance(parent, inside=False)
        return f"{around}>{self.appearance(element, inside=False)}"

    def by_place(self) -> dict[str, list[HtmlElement]]:
        """Return all elements by what they are in the template."""
        places: dict[str, list[HtmlElement]] = defaultdict(list)
        for element in self.elements():
            places[self.place(element)].append(element)
        return places

    def in_record(self, element: HtmlElement) -> bool:
        """Tell whether an element is a record's or inside of one."""
        return element in self.record_elements or any(
            above in self.record_elements for above in element.iterancestors()
        )

    def inside_records(self) -> Iterator[HtmlElement]:
        """Yield the elements inside of records, their own elements left out."""
        for page in self.pages:
            for record in page.records:
                for element in elements_in_order(record):
                    if element not in self.record_elements:
                        yield element

    def elements(self) -> Iterator[HtmlElement]:
        for page in self.pages:
            yield from tuple(elements_in_order(page.body))

    def forget(self) -> None:
        for name in ("above_records", "common_classes"):
            self.__dict__.pop(name, None)


def site_page(case: dict[str, Any], page: Page) -> SitePage:
    """Return a page with its records' elements; raises `ValueError` when one is not found."""
    tree = page.root.getroottree()
    elements = []
    for record in case.get("records") or []:
        found = tree.xpath(record["xpath"]) if record.get("xpath") else []
        if len(found) != 1:
            raise ValueError(f"{case['id']}: {len(found)} elements at {record.get('xpath')}")
        elements.append(found[0])
    return SitePage(case, page.root, tuple(elements))


def stem(name: str) -> str:
    """Return a class name with its numbers as one sign.

    >>> stem("post-1234")
    'post-#'
    """
    return _DIGITS.sub("#", name)


def stems(root: HtmlElement) -> set[str]:
    return {stem(name) for element in elements_in_order(root) for name in class_names(element)}


def has_own_text(element: HtmlElement) -> bool:
    return any(text and text.strip() for text in (element.text, *(child.tail for child in element)))


def _common(groups: Sequence[set[str]]) -> frozenset[str]:
    counts = Counter(name for group in groups for name in group)
    least = MIN_SHARE_OF_TEMPLATE * len(groups)
    return frozenset(name for name, count in counts.items() if count >= least)


def _holds(element: HtmlElement, text: str) -> bool:
    held = "".join(element.text_content().split())
    return all(word in held for word in text.split())


# A block inside of these would be moved out of them when the page is read again.
_INLINE_ONLY = frozenset("p h1 h2 h3 h4 h5 h6 pre address dt button label font".split())


def wrap(elements: Sequence[HtmlElement], wrapper: HtmlElement) -> HtmlElement:
    """Put consecutive siblings, and what stands between them, into `wrapper`; return it."""
    first, last = elements[0], elements[-1]
    parent = first.getparent()
    tail, last.tail = last.tail, None
    parent.insert(parent.index(first), wrapper)
    wrapper.extend(elements)
    wrapper.tail = tail
    return wrapper


def wrap_content(element: HtmlElement, wrapper: HtmlElement) -> HtmlElement:
    """Put all that stands in `element` into `wrapper`; return it."""
    wrapper.text, element.text = element.text, None
    wrapper.extend(tuple(element))
    element.append(wrapper)
    return wrapper


def reorder(element: HtmlElement, children: Sequence[HtmlElement]) -> None:
    """Give `element`, which has no text of its own, its children in another order."""
    tails = [child.tail for child in element]
    for child in children:
        element.append(child)
    for child, tail in zip(children, tails, strict=True):
        child.tail = tail


def takes_blocks(element: HtmlElement) -> bool:
    return not any(node.tag in _INLINE_ONLY for node in (element, *element.iterancestors()))


_MARK = "data-record-in-redesign"


class HarmedRecordError(ValueError):
    """A redesign would change what a record says, or where it leads."""


def written(page: SitePage) -> tuple[bytes, tuple[str, ...]]:
    """Return a page as UTF-8 bytes and the path of each record in it.

    Raises `HarmedRecordError` when a record does not hold the same words and links when the page is
    read again. Not every tree can be written as HTML.
    """
    for number, element in enumerate(page.records):
        element.set(_MARK, str(number))
    before = [content(element) for element in page.records]
    marked = parse_page(_serialised(page.root))
    for element in page.records:
        del element.attrib[_MARK]
    found = {element.get(_MARK): element for element in marked.root.iter() if element.get(_MARK)}
    after = [found.get(str(number)) for number in range(len(page.records))]
    if [None if element is None else content(element) for element in after] != before:
        raise HarmedRecordError(f"{page.case['id']}: records differ when the page is read again")
    tree = marked.root.getroottree()
    return _serialised(page.root), tuple(tree.getpath(found[str(i)]) for i in range(len(after)))


def content(element: HtmlElement) -> tuple[str, tuple[str, ...]]:
    links = tuple(str(link.get("href")) for link in element.iter("a") if link.get("href"))
    return "".join(element.text_content().split()), links


def unordered_content(element: HtmlElement) -> tuple[Counter[str], list[str]]:
    text, links = content(element)
    return Counter(text), sorted(links)


def _serialised(root: HtmlElement) -> bytes:
    return bytes(tostring(root, encoding="utf-8", doctype="<!DOCTYPE html>"))
