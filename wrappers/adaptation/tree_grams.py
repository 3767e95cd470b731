"""What is kept of the pages a wrapper was learned from, so that it can be adapted one day."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from lxml.html import HtmlElement
from msgspec import Meta, field

from discovery.documents.document import Document
from discovery.pages.matching.label_options import LabelOptions
from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.page import Page
from discovery.pages.tree import tag_path
from wrappers.adaptation.traits import RecordTraits, traits_of
from wrappers.adaptation.tree_gram import (
    MAX_NAME_LENGTH,
    MAX_SNAPSHOT_NODES,
    Name,
    SnapshotNode,
    TreeGram,
    names_of,
    take_tree_gram,
)
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.features.rule_match import RecordSpan, RuleMatch
from wrappers.induction.samples.sample import PageTooLargeError, Sample

# Pages looked at, snapshots kept, and records looked at to choose those that differ most. Guess.
MAX_PAGES = 6
MAX_SNAPSHOTS = 4
MAX_RECORDS_EXAMINED = 40
# Addresses beside the records that are kept. Guess: a page links to 50 to 300.
MAX_NOISE = 400
MAX_ADDRESS_LENGTH = 200
# Names of title links that are kept, the commonest first. Guess.
MAX_TITLE_NAMES = 20
# Levels of a path; deeper pages are hostile. Guess.
MAX_PATH = 1_000
TAGS_ONLY = LabelOptions()
_Snapshot = Annotated[tuple[SnapshotNode, ...], Meta(max_length=MAX_SNAPSHOT_NODES)]
_TitleName = Annotated[str, Meta(max_length=MAX_NAME_LENGTH + 1)]
_Address = Annotated[str, Meta(max_length=MAX_ADDRESS_LENGTH)]


class TreeGrams(Document, frozen=True):
    """Snapshots of a wrapper's records, the path to their region, and what outlives redesigns.

    `snapshots` are those of records that differ, the commonest kind first. `region` is the tags
    from the root to the element that holds all records. `titles` are what the pages call the title
    links and the elements around them. `traits` are what the records are like, `noise` the
    addresses that the pages link to beside the records.
    """

    VERSION: ClassVar = ("format", "metasearch-tree-grams/1")

    snapshots: Annotated[tuple[_Snapshot, ...], Meta(max_length=MAX_SNAPSHOTS)] = field(
        name="records"
    )
    region: Annotated[tuple[Name, ...], Meta(max_length=MAX_PATH)]
    titles: Annotated[frozenset[_TitleName], Meta(max_length=MAX_TITLE_NAMES)]
    noise: Annotated[frozenset[_Address], Meta(max_length=MAX_NOISE)]
    traits: RecordTraits | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` when the parent of an element does not come before it."""
        for nodes in self.snapshots:
            if not all(-1 <= node.parent < number for number, node in enumerate(nodes)):
                raise ValueError("the parent of an element comes before it")

    @property
    def records(self) -> tuple[TreeGram, ...]:
        """The snapshots as trees."""
        return tuple(map(TreeGram, self.snapshots))


def take_tree_grams(wrapper: Wrapper, pages: Sequence[Page]) -> TreeGrams:
    """Return the tree-grams of a wrapper on result pages that it reads, too large ones left out."""
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
    """Return the tree-grams of the records found on pages."""
    filled = [(features, match) for features, match in pages if match.spans]
    return TreeGrams(
        snapshots=tuple(gram.nodes for gram in _snapshots(filled)),
        region=_region(*filled[0]) if filled else (),
        titles=_title_names(filled),
        traits=traits_of(filled),
        noise=_noise(filled),
    )


def found_by(wrapper: Wrapper, features: PageFeatures) -> RuleMatch:
    """Return what a wrapper finds on a page, all sections together."""
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


def elements_of(features: PageFeatures, span: RecordSpan) -> list[HtmlElement]:
    """Return the sibling elements that make up a record."""
    index = features.index
    elements = []
    number = span.first
    while number < span.end:
        elements.append(index.elements[number])
        number = index.end[number]
    return elements


def snapshot_of(features: PageFeatures, span: RecordSpan, *, with_title: bool = False) -> TreeGram:
    """Return the snapshot of a record; `with_title`: it says which node is the title link."""
    title = features.index.elements[span.title] if with_title else None
    return take_tree_gram(elements_of(features, span), title)


def title_names(features: PageFeatures, span: RecordSpan) -> frozenset[str]:
    """Return what the page calls a record's title link, and (after `^`) the element around it."""
    index = features.index
    names = set(names_of(index.elements[span.title]))
    if span.title > span.first:
        names |= {f"^{name}" for name in names_of(index.elements[index.parent[span.title]])}
    return frozenset(names)


def _title_names(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> frozenset[str]:
    """Return the commonest names of title links."""
    counts = Counter(
        name
        for features, match in pages
        for span in match.spans[:MAX_RECORDS_EXAMINED]
        for name in sorted(title_names(features, span))
    )
    return frozenset(name for name, _ in counts.most_common(MAX_TITLE_NAMES))


def _snapshots(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> tuple[TreeGram, ...]:
    """Return snapshots of records that differ, the commonest first."""
    kinds: dict[LabeledTree, list[TreeGram]] = {}
    for features, match in pages:
        for span in match.spans[:MAX_RECORDS_EXAMINED]:
            snapshot = snapshot_of(features, span, with_title=True)
            kinds.setdefault(snapshot.tree(TAGS_ONLY), []).append(snapshot)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    return tuple(snapshots[0] for snapshots in ordered[:MAX_SNAPSHOTS])


def _region(features: PageFeatures, match: RuleMatch) -> tuple[str, ...]:
    """Return the path of the deepest element that holds all records of a page."""
    index = features.index
    node = index.parent[match.spans[0].first]
    while node > 0 and index.end[node] <= match.spans[-1].first:
        node = index.parent[node]
    return tag_path(index.elements[max(node, 0)])


def _noise(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> frozenset[str]:
    """Return the addresses linked beside the records, those on most pages first."""
    counts: dict[str, int] = {}
    recorded: set[str] = set()
    for features, match in pages:
        inside = {
            link
            for span in match.spans
            for link in features.index.links_between(span.first, span.end)
        }
        recorded |= {features.address_key(link) for link in inside}
        for address in {
            features.address_key(link) for link in features.index.links if link not in inside
        }:
            counts[address] = counts.get(address, 0) + 1
    ordered = sorted(
        (address for address in counts if address not in recorded and not address.startswith("#")),
        key=lambda address: (-counts[address], address),
    )
    return frozenset(address[:MAX_ADDRESS_LENGTH] for address in ordered[:MAX_NOISE])
