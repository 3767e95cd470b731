"""Triggers: which pattern of a wrapper failed, and what is adapted with it.

Ferrara and Baumgartner 2011, section 4: a wrapper is a hierarchy of patterns. *Top-down*, the
fields of a record are adapted when the record was. *Bottom-up*, where a field cannot be adapted its
record is adapted first, then the region of the records. *Process flow* (the page is another one) is
for those who fetch pages. Details ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from discovery.pages.tree import tag_path
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule


class Pattern(StrEnum):
    """The patterns of a wrapper, the lowest first."""

    FIELD = "field"  # the title and what else a record holds
    RECORD = "record"  # the records in their region
    REGION = "region"  # where on the page the records stand


@dataclass(frozen=True, slots=True)
class Scope:
    """A pattern that is adapted, and the elements of each page that may start a record then."""

    pattern: Pattern
    starts: tuple[frozenset[int], ...]

    def holds(self, evaluated: EvaluatedRule) -> bool:
        """Tell whether a rule changes nothing above the pattern on any page."""
        return self.pattern is Pattern.REGION or all(
            starts.issuperset(span.first for span in match.spans)
            for starts, match in zip(self.starts, evaluated.matches, strict=True)
        )


def scopes_of(
    wrapper: Wrapper, region: Sequence[str], pages: Sequence[PageFeatures], *, bottom_up: bool
) -> tuple[Scope, ...]:
    """Return the lowest pattern that can have failed, and those above it if `bottom_up`.

    A field is adapted in the elements that the old keys of the records still find. A record is
    adapted in the elements that stand where the old region stood. Where there are none it is not
    the pattern that failed.
    """
    scopes = [
        Scope(Pattern.FIELD, tuple(_elements_found(wrapper, page) for page in pages)),
        Scope(Pattern.RECORD, tuple(_elements_below(region, page) for page in pages)),
        Scope(Pattern.REGION, ()),
    ]
    possible = [scope for scope in scopes if all(scope.starts)]
    return tuple(possible if bottom_up else possible[:1])


def keeps_titles(evaluated: EvaluatedRule, wrapper: Wrapper) -> bool:
    """Tell whether a rule chooses the title links as a section of the wrapper does."""
    return any(evaluated.rule.titles == section.titles for section in wrapper.sections)


def _elements_found(wrapper: Wrapper, page: PageFeatures) -> frozenset[int]:
    """Return the elements that the keys of a wrapper's records find, with a title or without."""
    return frozenset(
        number
        for section in wrapper.sections
        for key in section.keys[:1]
        for number in page.members_of(key)
    )


def _elements_below(region: Sequence[str], page: PageFeatures) -> frozenset[int]:
    """Return all below the elements that stand where the region of the records stood."""
    index = page.index
    return frozenset(
        number
        for start, depth in enumerate(index.depth)
        if depth == len(region) - 1 and tag_path(index.elements[start]) == tuple(region)
        for number in range(start + 1, index.end[start])
    )
