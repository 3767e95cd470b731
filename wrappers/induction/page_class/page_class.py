"""Wrappers over page classes: what differs between the pages of one template is data.

After RoadRunner (Crescenzi, Mecca, Merialdo 2001), the generator that INDESIT feeds (Blanco et al.
2005, figure 1). Pages of one template are compared, mismatches are data. Details ours: the pages
are compared line by line under their places, so that optional and repeated blocks need no
alignment. The labels found on the page name the fields.
"""

from collections.abc import Sequence

from discovery.pages.page import Page
from wrappers.extraction.page_class.page_lines import page_lines
from wrappers.extraction.page_class.wrapper import PageClassWrapper
from wrappers.induction.page_class.fields import find_fields
from wrappers.induction.page_class.template import (
    constant_lines,
    find_label_places,
    naming_parts,
    template_classes,
)
from wrappers.induction.page_class.titles import find_title_place, title_affixes

# Pages that are compared: more change nothing about the template, only take longer. Guess.
MAX_CLASS_SAMPLES = 40


class NoPagesError(ValueError):
    """There is no page to learn from."""


def learn_page_class(pages: Sequence[Page]) -> PageClassWrapper:
    """Return the wrapper of the class that `pages` are of. Raises `NoPagesError`."""
    if not pages:
        raise NoPagesError("no page to learn from")
    pages = _spread(pages)
    classes = template_classes(pages)
    lines = [page_lines(page, classes) for page in pages]
    constants = constant_lines(lines)
    label_places = find_label_places(lines, constants)
    start, end = title_affixes([page.title for page in pages])
    rough = PageClassWrapper(
        fields=(),
        constants=constants,
        label_places=label_places,
        parts=naming_parts(lines, constants, label_places),
        title_place="",
        title_start=start,
        title_end=end,
        classes=classes,
        pages=len(pages),
    )
    data = [list(rough.data_lines(page)) for page in pages]
    title_place = find_title_place(pages, data, (start, end))
    return PageClassWrapper(
        fields=tuple(find_fields(data, lines, title_place)),
        constants=rough.constants,
        label_places=rough.label_places,
        parts=rough.parts,
        title_place=title_place,
        title_start=start,
        title_end=end,
        classes=classes,
        pages=len(pages),
    )


def _spread(pages: Sequence[Page]) -> Sequence[Page]:
    """Return pages from the whole of the sequence when there are more than are compared."""
    if len(pages) <= MAX_CLASS_SAMPLES:
        return pages
    step = len(pages) / MAX_CLASS_SAMPLES
    return [pages[int(number * step)] for number in range(MAX_CLASS_SAMPLES)]
