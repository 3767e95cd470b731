"""A sample page: a result page with the query that gave it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from discovery.pages.data.roles import find_view
from discovery.pages.data.view import DataView
from discovery.pages.layout import Layout
from discovery.pages.page import Page
from discovery.pages.visibility import Visibility
from wrappers.extraction.constraints.page_habits import breaks_off, is_closed


@dataclass(frozen=True, slots=True)
class Sample:
    """A result page to learn from; `query` as it was sent, None when unknown.

    `layout` is where a browser put everything; None where none rendered the page. `links` are
    addresses that a page for readers shows for the records of an answer that is no HTML. `seen`
    goes by all rules of the style sheets that the page links, of which `page.styles` is what
    searching keeps; None where they are not at hand.
    """

    page: Page
    query: str | None = None
    layout: Layout | None = field(default=None, compare=False, repr=False)
    links: tuple[str, ...] = field(default=(), compare=False, repr=False)
    seen: Visibility | None = field(default=None, compare=False, repr=False)


def in_one_view(
    samples: Sequence[Sample], known: DataView | None = None
) -> tuple[list[Sample], DataView | None]:
    """Return samples of answers that are no HTML as pages of one kind, and how they are shown.

    Told by what all of them say, addresses of records also by `known`, how they were shown before.
    Samples that are pages of HTML stay as they are.
    """
    datas = [sample.page.data for sample in samples if sample.page.data is not None]
    if not datas:
        return list(samples), None
    links = dict.fromkeys(link for sample in samples for link in sample.links)
    view = find_view(datas, links, known)
    return [replace(each, page=each.page.seen_by(view)) for each in samples], view


def whole_samples(samples: Sequence[Sample]) -> list[Sample]:
    """Return `samples` without those that break off, where most pages do not.

    A page cut in the midst has fewer records than its engine shows.
    """
    whole = [sample for sample in samples if not breaks_off(sample.page.body)]
    are_closed = sum(is_closed(sample.page.body) for sample in samples) * 2 > len(samples)
    return whole if are_closed else list(samples)


class InductionError(ValueError):
    """No wrapper was learned; the message says why in a plain sentence."""


class NoSamplesError(InductionError):
    """There is no page to learn from."""


class NoRecordsError(InductionError):
    """No group of elements on the pages looks like search result records."""


class EqualPagesError(InductionError):
    """All sample pages show the same: nothing on them depends on the query."""


class DifferentSitesError(InductionError):
    """The sample pages have no layout in common."""


class PageTooLargeError(InductionError):
    """A sample page has more elements than can be analysed in bounded time."""
