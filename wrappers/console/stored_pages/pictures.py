"""A stored page as the picture that a browser made of it, with what a wrapper reads outlined.

The picture was drawn by our own browser while the engine was learned, and the boxes of the page's
elements were stored with it. Nothing of the page itself comes along but the texts of records.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from lxml.html import HtmlElement

from discovery.documents.document import DocumentError
from discovery.pages.layout import Box, Layout, bounding_box
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.tree import visible_text
from discovery.web.rendering.availability import rendering_obstacle
from discovery.web.rendering.rendered_page import picture_size
from wrappers.console.stored_pages.page_display import ItemMark, ListChoice, Mark
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import SamplePage, WrapperVersion

# What an address says in `view` to have the page itself where there is a picture.
PAGE_VIEW = "page"
# Characters of a record's title that name its outline.
MAX_NAME = 80
# Pixels that the number of an outline is drawn in, at its top left.
NUMBER_SIZE = 16
NO_PICTURE = "No browser drew this page: it is shown without its style sheets."
PICTURES_KEPT = (
    "Pictures are kept of the first pages that an engine is learned from. "
    "If none of its pages has one, learn it anew."
)


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline on a picture: its box, what it is, where a click on it leads, if anywhere.

    `number` is that of the record, of the list or of the item.
    """

    box: Box
    mark: Mark
    number: int
    name: str
    address: str = ""

    @property
    def number_place(self) -> tuple[float, float]:
        """The start of the line on which the number is written."""
        return (self.box.left, max(self.box.top, NUMBER_SIZE))


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture's width and height in pixels, and what lies on it; `beyond` outlines do not."""

    width: int
    height: int
    outlines: tuple[Outline, ...]
    beyond: int

    @property
    def has_links(self) -> bool:
        """Whether something on it can be clicked."""
        return any(outline.address for outline in self.outlines)


@dataclass(frozen=True, slots=True)
class PageView:
    """How a stored page is shown: by `picture`, or as itself in a frame where that is None.

    `can_switch` is whether both can be had; if not, `told` says why, and what to do.
    """

    sample: SamplePage
    picture: PagePicture | None
    can_switch: bool
    told: str = ""


def view_page(
    request: HttpRequest,
    sample: SamplePage,
    page: Page | None,
    outlines: Callable[[Layout], Iterable[Outline]],
) -> PageView:
    """Return how a stored page is shown; `outlines` gives what lies on its picture.

    `page` is the sample parsed, None where it cannot be.
    """
    is_drawn = SamplePage.objects.filter(pk=sample.pk, picture__isnull=False).exists()
    layout = sample.layout_of(page) if is_drawn and page is not None else None
    if layout is None:
        return PageView(
            sample, None, False, f"{NO_PICTURE} {rendering_obstacle() or PICTURES_KEPT}"
        )
    if request.GET.get("view") == PAGE_VIEW:
        return PageView(sample, None, True)
    return PageView(sample, _picture(layout, outlines(layout)), True)


def view_reading(request: HttpRequest, version: WrapperVersion, sample: SamplePage) -> PageView:
    """Return how a stored page is shown as a version reads it."""
    try:
        page = sample.page()
        records = tuple(Wrapper.from_json(version.wrapper).record_nodes(page))
    except (NotHtmlError, DocumentError):
        # The frame says what is the matter.
        return view_page(request, sample, None, lambda layout: ())
    return view_page(request, sample, page, lambda layout: _record_outlines(records, layout))


def _picture(layout: Layout, outlines: Iterable[Outline]) -> PagePicture:
    """Return what is drawn of a layout, smaller outlines over larger ones.

    Of those in one place the first is drawn: the likeliest of several lists of the same records.
    """
    width, height = picture_size(layout.page)
    places: dict[tuple[Box, Mark], Outline] = {}
    for each in outlines:
        places.setdefault((each.box, each.mark), each)
    known = sorted(places.values(), key=lambda each: -each.box.area)
    drawn = tuple(each for each in known if each.box.top < height and each.box.left < width)
    return PagePicture(width, height, drawn, len(known) - len(drawn))


def _record_outlines(records: Sequence[RecordNodes], layout: Layout) -> Iterator[Outline]:
    """Yield the outlines of records, and of their titles."""
    for number, nodes in enumerate(records, start=1):
        name = _name_of(nodes)
        yield from _outline(nodes.elements, layout, Mark.RECORD, number, name)
        yield from _outline((nodes.title_link,), layout, Mark.TITLE, number, name)


def choice_outlines(choices: Sequence[ListChoice], layout: Layout) -> Iterator[Outline]:
    """Yield the outlines of the records of lists, each of which leads to its list's address."""
    for choice in choices:
        for nodes in choice.records:
            name = f"List {choice.number}: {_name_of(nodes)}"
            yield from _outline(
                nodes.elements, layout, Mark.CHOICE, choice.number, name, choice.address
            )


def item_outlines(marks: Sequence[ItemMark], layout: Layout) -> Iterator[Outline]:
    """Yield the outlines of items, each of which leads to its column's address."""
    for each in marks:
        name = f"{each.number} {each.label}"
        yield from _outline((each.element,), layout, Mark.CHOICE, each.number, name, each.address)


def _outline(
    elements: Sequence[HtmlElement],
    layout: Layout,
    mark: Mark,
    number: int,
    name: str,
    address: str = "",
) -> Iterator[Outline]:
    """Yield the outline around elements; none where a browser shows nothing of them."""
    boxes = [layout.boxes[each] for each in elements if each in layout.boxes]
    if not any(box.area for box in boxes):
        # What stands in them floats, or was taken out of the flow.
        inside = (each for element in elements for each in element.iter())
        boxes = [layout.boxes[each] for each in inside if each in layout.boxes]
    box = bounding_box(box for box in boxes if box.area)
    if box.area:
        yield Outline(box, mark, number, name, address)


def _name_of(nodes: RecordNodes) -> str:
    return visible_text(nodes.title_link)[:MAX_NAME]
