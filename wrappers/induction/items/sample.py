"""Samples that the data items of an engine are learned from, a person's word on them included."""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.visibility import Visibility
from wrappers.extraction.items.columns import ItemColumn, ItemRules, leaf_of
from wrappers.extraction.records.titles import read_title
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples import Sample


@dataclass(frozen=True, slots=True)
class ItemSample:
    """A record to learn items from; `link` is its title link, without `seen` all is seen."""

    elements: Sequence[HtmlElement]
    title: str
    seen: Visibility | None = None
    link: HtmlElement | None = None
    query: str = ""


def item_samples(wrapper: Wrapper, sample: Sample) -> list[ItemSample]:
    page, query = sample.page, sample.query or ""
    seen = page.visibility(wrapper.styles) if page.data is None else None
    return [
        ItemSample(nodes.elements, read_title(nodes), seen, nodes.title_link, query)
        for nodes in wrapper.record_nodes(page)
    ]


def keep_items(learned: ItemRules, known: ItemRules) -> ItemRules:
    """Return what was learned with what a person has said of the columns known before."""
    columns = list(learned.columns)
    for old in known.columns:
        if not old.by_person:
            continue
        place = _found_again(old, columns, known)
        if place is not None:
            columns[place] = columns[place].replace(
                label=old.label, kind=old.kind, is_hidden=old.is_hidden, by_person=True
            )
    return learned.replace(columns=tuple(columns))


def _found_again(old: ItemColumn, columns: Sequence[ItemColumn], known: ItemRules) -> int | None:
    """Return the place in the list of the column that an old one has become.

    At its place, else by the words that name it, else by the element it stands in.
    """
    free = [(n, column) for n, column in enumerate(columns) if not column.by_person]
    words = (old.start, old.after)
    named = [n for n, column in free if (column.start, column.after) == words]
    same = [n for n in named if set(columns[n].places) & set(old.places)]
    if same:
        # Which of several at one place it is tells their order.
        before = [c for c in known.columns if c.places == old.places and c.start == old.start]
        return same[min(before.index(old), len(same) - 1)]
    leaves = set(map(leaf_of, old.places)) - {""}
    alike = [n for n, column in free if leaves & set(map(leaf_of, column.places))]
    for found in (named if any(words) else [], alike):
        if len(found) == 1:
            return found[0]
    return None
