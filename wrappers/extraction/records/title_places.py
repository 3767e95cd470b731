"""Where title links are in records: looked for once in all that are built alike."""

import re
from collections.abc import Callable
from typing import NamedTuple

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS
from discovery.pages.visibility import Visibility
from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.records.fields import TitleKind, TitleRule, choose_title_link, has_word

# Ways of being built that are kept of one rule. Guess: real engines have a handful.
MAX_KEPT = 200
# Tags of which a record needs one to have a title link.
_LINK = re.compile("<a[ />]")
_NEEDED = {
    TitleKind.FIRST: _LINK,
    TitleKind.LONGEST: _LINK,
    TitleKind.HEADING: re.compile(rf"<(?:{'|'.join(sorted(HEADING_TAGS))})[ />]"),
}


class TitlePlace(NamedTuple):
    """The place of a title link in its record's tree, and whether it shows a word."""

    place: int
    has_word: bool


_UNKNOWN = TitlePlace(-1, has_word=False)


class TitlePlaces:
    """The places of the title links that a rule chooses, by how the records are built.

    What a rule chooses depends on tags, classes, and which texts have words: that is the same for
    all records of one key. What depends on values, or on what stands around, is looked for in each.
    """

    def __init__(self, rule: TitleRule) -> None:
        self._rule = rule
        # What the markup of a record with such a link has.
        self.needed = _NEEDED.get(rule.kind)
        self._kept: dict[object, TitlePlace | None] = {}
        key = rule.key
        self._asks_for_classes = rule.kind is TitleKind.KEY
        self._is_kept = rule.kind not in (TitleKind.LONGEST, TitleKind.SCRIPTED) and (
            key is None
            or (
                not (key.rooted or key.after is not None)
                and all(step.id is None for step in (*key.steps, *key.scope))
            )
        )

    def find(self, tree: RecordTree) -> TitlePlace | None:
        """Return where the title link of a record is, None where the rule finds none."""
        skeleton = tree.skeleton
        if skeleton is None or not self._is_kept:
            return self._look(tree)
        key: object = (skeleton, tree.matter)
        if self._asks_for_classes and skeleton.classed:
            key = (key, tuple([tree.values[number] for number in skeleton.classed]))
        found = self._kept.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self._look(tree)
            if len(self._kept) < MAX_KEPT:
                self._kept[key] = found
        return found

    def find_shown(
        self, tree: RecordTree, title: TitlePlace, visibility: Visibility
    ) -> TitlePlace | None:
        """Return where the title link of a record is: `title`, or if that is hidden what is not."""
        first = tree.elements[0]
        if not visibility.shows(first):
            return None
        if visibility.state(first).is_seen and not _may_be_hidden(tree, title.place, visibility):
            return title
        if visibility.shows(tree.nodes[title.place]):
            return title
        return self._look(tree, visibility.shows)

    def _look(
        self, tree: RecordTree, shows: Callable[[HtmlElement], bool] | None = None
    ) -> TitlePlace | None:
        """Look for the title link in the record's elements."""
        link = choose_title_link(self._rule, tree.elements, shows)
        if link is None or link not in tree.nodes:
            return None
        return TitlePlace(tree.nodes.index(link), has_word(link))


def _may_be_hidden(tree: RecordTree, place: int, visibility: Visibility) -> bool:
    """Return whether an element of a record that is seen, or one around it there, may not be."""
    while place > 0:
        if visibility.may_hide(tree.tags[place], tree.attributes_at(place)):
            return True
        place = tree.parents[place]
    return False
