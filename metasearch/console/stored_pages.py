"""Stored pages in the console: harmless, with what a wrapper reads marked on them.

Stored pages are hostile until shown otherwise. Scripts, frames, forms, styles, refreshes, pictures
and links of theirs are taken out here; the response besides forbids them to the browser.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Any

import nh3
from django.http import Http404, HttpRequest, HttpResponse
from lxml import html
from lxml.html import HtmlElement

from discovery.documents.document import DocumentError
from discovery.pages.layout import Box, Layout, bounding_box
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.tree import visible_text
from discovery.web.rendering.renderer import rendering_obstacle
from discovery.web.rendering.snapshot import picture_size
from wrappers.extraction.record_tree import RecordNodes
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import SamplePage, WrapperVersion

# A longer page takes a browser seconds, and nobody reads it there. Guess.
MAX_SHOWN_BYTES = 4_000_000
MAX_SHOWN_ELEMENTS = 40_000
# Attributes that only this module sets: the page's own are taken off first.
MARK, NUMBER, LIST = "data-mark", "data-number", "data-list"
OWN_ATTRIBUTES = (MARK, NUMBER, LIST)
# Characters of a record's title that name its outline.
MAX_NAME = 80
# Elements that are dropped with all that stands in them.
DROPPED_TAGS = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "object", "select"}
)
# What a page's own links are shown as.
LINK_TEXT_TAG = "u"
# Cells are the only children that a row may have.
ROW_TAGS = frozenset({"tr", "tbody", "thead", "tfoot", "table"})
LAYOUT_ATTRIBUTES = frozenset(
    {"align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "color", "colspan", "dir"}
    | {"face", "height", "lang", "rowspan", "size", "title", "valign", "width", "start", "type"}
)
# The library's, and those that old pages are laid out with.
ALLOWED_TAGS = nh3.ALLOWED_TAGS | set("address big dir font label main menu section tfoot".split())


class Mark(StrEnum):
    RECORD = "record"
    TITLE = "title"
    CHOICE = "choice"
    ITEM = "item"


class PageTooLongError(ValueError):
    """The page is too long to be shown."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Elements of a page that are outlined as one: on the page in its frame, and on its picture.

    `number` is that of the record, list or item, `name` what a picture says of it. A click on it
    leads to `address`, if anywhere; in a frame by a link of the text `link`.
    """

    elements: Sequence[HtmlElement]
    mark: Mark
    number: int
    name: str
    address: str = ""
    link: str = ""


def marked_records(records: Iterable[RecordNodes]) -> Iterator[Marked]:
    for number, nodes in enumerate(records, start=1):
        name = name_of(nodes)
        yield Marked(nodes.elements, Mark.RECORD, number, name)
        yield Marked((nodes.title_link,), Mark.TITLE, number, name)


def name_of(nodes: RecordNodes) -> str:
    return visible_text(nodes.title_link)[:MAX_NAME]


def render_page(page: Page, marks: Sequence[Marked], style_address: str) -> str:
    """Return `page`, changed, as a harmless document with `marks`. Raises `PageTooLongError`."""
    _prepare(page)
    for each in marks:
        for element in each.elements:
            element.set(MARK, each.mark)
        start = _start_of(each.elements[0])
        if each.mark is Mark.RECORD:
            start.set(NUMBER, str(each.number))
        if each.address:
            each.elements[0].set(LIST, str(each.number))
            link = html.Element("a", {"href": each.address, LIST: str(each.number)})
            link.text, link.tail, start.text = each.link, start.text, None
            start.insert(0, link)
    body = page.root.find(".//body")
    source = html.tostring(page.root if body is None else body, encoding="unicode")
    ours = {each.address for each in marks if each.address}

    clean = nh3.clean(
        source,
        tags=ALLOWED_TAGS,
        clean_content_tags=set(DROPPED_TAGS),
        attributes={"*": {*LAYOUT_ATTRIBUTES, *OWN_ATTRIBUTES}, "a": {"href", "target"}},
        attribute_filter=lambda _, name, value: (
            None if name == "href" and value not in ours else value
        ),
        url_schemes=set(),
        link_rel=None,
        set_tag_attribute_values={"a": {"target": "_top"}},
    )
    direction = page.root.get("dir", "")
    root = f'<html dir="{direction}">' if direction in {"rtl", "ltr"} else "<html>"
    return (
        f'<!doctype html>{root}<head><meta charset="utf-8"><title>stored page</title>'
        f'<link rel="stylesheet" href="{escape(style_address)}"></head><body>{clean}</body></html>'
    )


def render_records(page: Page, wrapper: Wrapper, style_address: str) -> str:
    return render_page(page, list(marked_records(wrapper.record_nodes(page))), style_address)


def _prepare(page: Page) -> None:
    if len(page.body) > MAX_SHOWN_BYTES:
        raise PageTooLongError(f"The page has {len(page.body):,} bytes: too long to be shown.")
    for count, element in enumerate(page.root.iter(), start=1):
        if count > MAX_SHOWN_ELEMENTS:
            raise PageTooLongError(f"The page has over {MAX_SHOWN_ELEMENTS:,} elements.")
        for name in ("href", *OWN_ATTRIBUTES):
            element.attrib.pop(name, None)
        # A link of the page's own leads nowhere here, and ours could not stand inside it.
        if element.tag == "a":
            element.tag = LINK_TEXT_TAG


def _start_of(element: HtmlElement) -> HtmlElement:
    """Return where something can stand at the start of a record: in its first cell if a row."""
    if element.tag in ROW_TAGS:
        return next(iter(element.iter("td", "th")), element)
    return element


# What a stored page may do in its frame: nothing, but lead the whole window to a list chosen.
FRAME_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
STYLE = "wrappers/stored_page.css"


def frame(make: Callable[[], str]) -> HttpResponse:
    """Return the document that `make` makes for a frame, or a sentence why there is none."""
    try:
        document = make()
    except (PageTooLongError, NotHtmlError, DocumentError) as error:
        document = f"<!doctype html><title>no page</title><p>{error}"
    return HttpResponse(document, headers=FRAME_HEADERS)


def chosen_sample(samples: Sequence[SamplePage], wanted: str) -> SamplePage:
    """Return the sample with the number `wanted`, the first when none is. Raises `Http404`."""
    if not samples:
        raise Http404("no stored page")
    if not wanted:
        return samples[0]
    for sample in samples:
        if str(sample.pk) == wanted:
            return sample
    raise Http404("no such page")


# What an address says in `view` to have the page itself where there is a picture.
PAGE_VIEW = "page"
# Pixels that the number of an outline is drawn in, at its top left.
NUMBER_SIZE = 16
NO_PICTURE = "No browser drew this page: it is shown without its style sheets."
PICTURES_KEPT = (
    "Pictures are kept of the first pages that an engine is learned from. "
    "If none of its pages has one, learn it anew."
)


def view_page(
    request: HttpRequest, sample: SamplePage, page: Page | None, marks: Iterable[Marked] = ()
) -> dict[str, Any]:
    """Return how a stored page (None: it cannot be parsed) is shown: by `picture`, or as itself."""
    is_drawn = SamplePage.objects.filter(pk=sample.pk, picture__isnull=False).exists()
    layout = sample.layout_of(page) if is_drawn and page is not None else None
    if layout is None:
        told = f"{NO_PICTURE} {rendering_obstacle() or PICTURES_KEPT}"
        return {"sample": sample, "picture": None, "can_switch": False, "told": told}
    is_itself = request.GET.get("view") == PAGE_VIEW
    picture = None if is_itself else _picture(layout, marks)
    return {"sample": sample, "picture": picture, "can_switch": True}


def reading_of(request: HttpRequest, version: WrapperVersion, sample: SamplePage) -> dict[str, Any]:
    """Return what `version` reads of a stored page, or its `problem`, and how that is shown."""
    try:
        page, wrapper = sample.page(), Wrapper.from_json(version.wrapper)
        extraction = wrapper.extract(page, sample.query)
    except (NotHtmlError, DocumentError) as error:
        return {"view": view_page(request, sample, None), "problem": str(error)}
    marks = marked_records(wrapper.record_nodes(page))
    view = view_page(request, sample, page, marks)
    return {"view": view, "records": extraction.records, "total": extraction.total}


def _picture(layout: Layout, marks: Iterable[Marked]) -> dict[str, Any]:
    """Return what is drawn of a layout, smaller outlines over larger ones; `beyond` are not."""
    width, height = picture_size(layout.page)
    places: dict[tuple[Box, Mark], Marked] = {}
    for each in marks:
        box = _box_of(each.elements, layout)
        if box.area:
            # The first is the likeliest of several lists of the same records.
            places.setdefault((box, each.mark), each)
    drawn: list[dict[str, Any]] = [
        {"box": box, "of": of, "number_place": (box.left, max(box.top, NUMBER_SIZE))}
        for (box, _), of in sorted(places.items(), key=lambda place: -place[0][0].area)
        if box.top < height and box.left < width
    ]
    return {
        "width": width,
        "height": height,
        "outlines": drawn,
        "beyond": len(places) - len(drawn),
        "has_links": any(each["of"].address for each in drawn),
    }


def _box_of(elements: Sequence[HtmlElement], layout: Layout) -> Box:
    boxes = [layout.boxes[each] for each in elements if each in layout.boxes]
    if not any(box.area for box in boxes):
        # What stands in them floats, or was taken out of the flow.
        inside = (each for element in elements for each in element.iter())
        boxes = [layout.boxes[each] for each in inside if each in layout.boxes]
    return bounding_box(box for box in boxes if box.area)
