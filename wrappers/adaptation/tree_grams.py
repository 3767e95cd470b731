"""Tree-grams: the snapshots of wrapped subtrees (Ferrara and Baumgartner 2011, sections 1 and 4).

Meng et al. 2003 observed this (SG-WRAM; in Ferrara and Baumgartner 2011, section 2). Even
substantial changes of pages preserve syntactic features of data items, such as patterns and
lengths, and hyperlinks. Details ours.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from lxml.html import HtmlElement
from msgspec import Meta, field

from discovery.documents.document import Document, Share
from discovery.pages.matching.trees import LabeledTree, LabelOptions, make_label, target_form
from discovery.pages.page import Page
from discovery.pages.tree import LINE_TAGS, class_names, elements_in_order
from wrappers.extraction.records.titles import title_text
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.features import fmean, share
from wrappers.induction.features.page_features import (
    PageFeatures,
    RecordSpan,
    RuleMatch,
    page_features,
)
from wrappers.induction.samples import PageTooLargeError, Sample

# Records of a page looked at. Guess: more add nothing.
MAX_RECORDS = 40
# Forms of addresses that are kept, the commonest first. Guess.
MAX_FORMS = 12
MAX_FORM_LENGTH = 120
# For each trait, the difference at which nothing of the agreement is left, and its weight. Lengths
# and numbers are compared as logarithms to base 2. Guesses: pages of one engine differ by about a
# third of it; which link is the title is what redesigns most often make doubtful.
TOLERANCES: dict[str, tuple[float, float]] = {
    "number": (2.5, 1.0),
    "title_length": (1.5, 3.0),
    "title_words": (1.5, 1.0),
    "titles_with_digits": (1.0, 1.0),
    "titles_with_capitals": (1.0, 1.0),
    "links_before_title": (2.5, 1.0),
    "text_length": (2.5, 1.0),
    "links": (2.5, 1.0),
    "pictures": (1.0, 1.0),
    "prices_or_dates": (1.0, 1.0),
    "levels": (3.0, 1.0),
}
FORMS_WEIGHT = 1.0
# No mean of a logarithm, and no number of levels, is greater. Guess.
_Number = Annotated[float, Meta(ge=0, le=1_000)]
_Form = Annotated[str, Meta(max_length=200)]
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"\w+")


class RecordTraits(Document, frozen=True):
    """What the records of some pages are like on average.

    Numbers and lengths are means of log2(1 + n). The others but `levels`, those of the titles'
    addresses, are shares of records. `forms` are the addresses' forms with their shares.
    """

    number: _Number
    title_length: _Number
    title_words: _Number
    titles_with_digits: _Number
    titles_with_capitals: _Number
    links_before_title: _Number
    text_length: _Number
    links: _Number
    pictures: _Number
    prices_or_dates: _Number
    levels: _Number
    forms: Annotated[tuple[tuple[_Form, Share], ...], Meta(max_length=MAX_FORMS)]


def traits_of(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> RecordTraits | None:
    seen = [(features, span) for features, match in pages for span in match.spans[:MAX_RECORDS]]
    if not seen:
        return None
    records = [features.record(span) for features, span in seen]
    titles = [title_text(features.index.elements[span.title]) for features, span in seen]
    forms = [_form_of_link(features, span.title) for features, span in seen]
    return RecordTraits(
        number=_mean_log([len(match.spans) for _, match in pages if match.spans]),
        title_length=_mean_log([len(title) for title in titles]),
        title_words=_mean_log([len(_WORDS.findall(title)) for title in titles]),
        titles_with_digits=share([_DIGITS.search(title) is not None for title in titles]),
        titles_with_capitals=share([title[:1].isupper() for title in titles]),
        links_before_title=_mean_log(
            [len(features.index.links_between(span.first, span.title)) for features, span in seen]
        ),
        text_length=_mean_log([len(record.text) for record in records]),
        links=_mean_log([record.link_count for record in records]),
        pictures=share([record.has_picture for record in records]),
        prices_or_dates=share([record.has_price_or_date for record in records]),
        levels=sum(form.count("/") for form in forms) / len(forms),
        forms=tuple(
            (form, count / len(forms)) for form, count in Counter(forms).most_common(MAX_FORMS)
        ),
    )


def _form_of_link(features: PageFeatures, link: int) -> str:
    """Return the form of a link's address: where it leads, by which path, asking for what.

    Pages of one kind share it: `own/news/*/*?id`, `other`.
    """
    address = features.address(link)
    if not address:
        return ""
    if features.host(link) != features.own_host:
        return "other"
    path, _, query = features.address_key(link).partition("?")
    levels = path.split("/")[1:]
    start = _DIGITS.sub("0", levels[0]) if len(levels) > 1 else "*"
    names = sorted({pair.partition("=")[0] for pair in query.split("&")} - {""})[:3]
    form = "/".join(("own", start, *("*" for _ in levels[1:]))) + f"?{'&'.join(names)}"
    return form[:MAX_FORM_LENGTH]


def agreement(past: RecordTraits, present: RecordTraits) -> float:
    """Return how far records agree with those of the past, from 0 to 1: the mean over traits."""
    forms = dict(past.forms)
    shared = sum(min(share, forms.get(form, 0.0)) for form, share in present.forms)
    total = FORMS_WEIGHT * min(1.0, shared)
    for name, (tolerance, weight) in TOLERANCES.items():
        difference = abs(getattr(past, name) - getattr(present, name))
        total += weight * max(0.0, 1.0 - difference / tolerance)
    return total / (FORMS_WEIGHT + math.fsum(weight for _, weight in TOLERANCES.values()))


def _mean_log(numbers: Sequence[int]) -> float:
    """Return the mean of log2(1 + n).

    >>> _mean_log([1, 7])
    2.0
    """
    return fmean(math.log2(1 + number) for number in numbers)


# Elements of one snapshot; what comes later is left out. Few real records have more.
MAX_SNAPSHOT_NODES = 200
# Names of one element that are kept, and characters of each. Guess.
MAX_NAMES = 8
MAX_NAME_LENGTH = 80
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
_Names = Annotated[tuple[Name, ...], Meta(max_length=MAX_NAMES)]
# The node above the siblings that a record consists of, and what stands for any line or block.
ROOT_LABEL = "record"
BLOCK_LABEL = "block"
# Attributes besides class and id in which pages name the parts of a record.
NAMING_ATTRIBUTES = ("name", "itemprop", "role", "rel", "data-testid", "data-type", "property")


class SnapshotNode(Document, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An element of a snapshot with what may be its label.

    `parent` is the number of its parent among the nodes, -1 at the top. `is_wrapper` tells that it
    holds one element and no text of its own. `is_title` is of snapshots stored. `target` is the
    form of the address it leads to or shows.
    """

    parent: int
    tag: Name
    id: Name
    classes: _Names
    names: _Names
    is_wrapper: bool
    is_title: bool = False
    target: Name = ""


@dataclass(frozen=True, slots=True)
class TreeGram:
    """The elements of a wrapped subtree in document order."""

    nodes: tuple[SnapshotNode, ...]

    def tree(self, options: LabelOptions) -> LabeledTree:
        """Return the snapshot as a tree to match, below a node of its own."""
        labels = [ROOT_LABEL]
        labels += [
            make_label(
                node.tag,
                options,
                own_id=node.id,
                classes=node.classes,
                name=" ".join(node.names),
                target=node.target,
            )
            for node in self.nodes
        ]
        return LabeledTree.from_parents(labels, [-1, *(node.parent + 1 for node in self.nodes)])

    def content_tree(self) -> LabeledTree:
        """Return the tree of what the snapshot shows: no mere wrappers, all blocks alike.

        Wrappers are what redesigns add and remove, and which block element is used is what they
        change (details ours).
        """
        labels, parents = [ROOT_LABEL], [-1]
        places = {-1: 0}
        for number, node in enumerate(self.nodes):
            if node.is_wrapper and node.tag != "a":
                places[number] = places[node.parent]
                continue
            places[number] = len(labels)
            labels.append(BLOCK_LABEL if node.tag in LINE_TAGS else node.tag)
            parents.append(places[node.parent])
        return LabeledTree.from_parents(labels, parents)

    def all_names(self) -> frozenset[str]:
        return frozenset(
            name
            for node in self.nodes
            for name in (*node.classes, *node.names, *((node.id,) if node.id else ()))
        )


def take_tree_gram(elements: Sequence[HtmlElement]) -> TreeGram:
    nodes: list[SnapshotNode] = []
    numbers: dict[HtmlElement, int] = {}
    for element in elements:
        for node in elements_in_order(element):
            if len(nodes) >= MAX_SNAPSHOT_NODES:
                return TreeGram(tuple(nodes))
            parent = -1 if node is element else numbers[node.getparent()]
            numbers[node] = len(nodes)
            nodes.append(_snapshot_node(node, parent))
    return TreeGram(tuple(nodes))


def _snapshot_node(element: HtmlElement, parent: int) -> SnapshotNode:
    named = (element.get(attribute) for attribute in NAMING_ATTRIBUTES)
    return SnapshotNode(
        parent=parent,
        tag=str(element.tag)[:MAX_NAME_LENGTH],
        id=element.get("id", "")[:MAX_NAME_LENGTH],
        classes=_cut(class_names(element)),
        names=_cut([text for text in named if text]),
        is_wrapper=len(element) == 1 and not (element.text or element[0].tail or "").strip(),
        target=target_form(element)[:MAX_NAME_LENGTH],
    )


def _cut(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name[:MAX_NAME_LENGTH] for name in names[:MAX_NAMES])


# Pages looked at, snapshots kept, and records looked at to choose those that differ most. Guess.
MAX_PAGES = 6
MAX_SNAPSHOTS = 4
MAX_RECORDS_EXAMINED = 40
TAGS_ONLY = LabelOptions()
_Snapshot = Annotated[tuple[SnapshotNode, ...], Meta(max_length=MAX_SNAPSHOT_NODES)]


class TreeGrams(Document, frozen=True):
    """Snapshots of a wrapper's records, and what outlives redesigns.

    `snapshots` are of records that differ, the commonest kind first.
    """

    VERSION: ClassVar = ("format", "metasearch-tree-grams/1")

    snapshots: Annotated[tuple[_Snapshot, ...], Meta(max_length=MAX_SNAPSHOTS)] = field(
        name="records"
    )
    traits: RecordTraits | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` when the parent of an element does not come before it."""
        for nodes in self.snapshots:
            if not all(-1 <= node.parent < number for number, node in enumerate(nodes)):
                raise ValueError("the parent of an element comes before it")

    @property
    def records(self) -> tuple[TreeGram, ...]:
        return tuple(map(TreeGram, self.snapshots))


def take_tree_grams(wrapper: Wrapper, pages: Sequence[Page]) -> TreeGrams:
    seen = []
    for page in pages[:MAX_PAGES]:
        try:
            shown = replace(page.seen_by(wrapper.view), styles=wrapper.styles)
            features = page_features(Sample(shown))
        except PageTooLargeError:
            continue
        seen.append((features, found_by(wrapper, features)))
    return tree_grams_of(seen)


def tree_grams_of(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> TreeGrams:
    filled = [(features, match) for features, match in pages if match.spans]
    return TreeGrams(
        snapshots=tuple(gram.nodes for gram in _snapshots(filled)),
        traits=traits_of(filled),
    )


def found_by(wrapper: Wrapper, features: PageFeatures) -> RuleMatch:
    # A record may begin with the heading above what its rule finds.
    within = {
        features.index.number.get(element)
        for nodes in wrapper.record_nodes(features.sample.page)
        for element in nodes.elements
    }
    spans = {
        span.first: span
        for section in reversed(wrapper.sections)
        for span in features.find(section).spans
        if span.first in within
    }
    return RuleMatch(tuple(spans[first] for first in sorted(spans)))


def snapshot_of(features: PageFeatures, span: RecordSpan) -> TreeGram:
    index = features.index
    elements = []
    number = span.first
    while number < span.end:
        elements.append(index.elements[number])
        number = index.end[number]
    return take_tree_gram(elements)


def _snapshots(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> tuple[TreeGram, ...]:
    kinds: dict[LabeledTree, list[TreeGram]] = {}
    for features, match in pages:
        for span in match.spans[:MAX_RECORDS_EXAMINED]:
            snapshot = snapshot_of(features, span)
            kinds.setdefault(snapshot.tree(TAGS_ONLY), []).append(snapshot)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    return tuple(snapshots[0] for snapshots in ordered[:MAX_SNAPSHOTS])
