"""The items of an engine's records, named by a person on a stored page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse

from discovery.console.progress_page import ProgressPage
from discovery.models import Engine
from discovery.pages.page import Page
from wrappers.console.admin_log import log_action
from wrappers.console.stored_pages.frames import STYLE, chosen_sample, frame
from wrappers.console.stored_pages.page_display import ItemMark, render_items
from wrappers.console.stored_pages.pictures import PAGE_VIEW, item_outlines, view_page
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.items.pieces import RecordPiece, record_pieces
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.wrapper import Wrapper
from wrappers.operations.correction import CorrectionError, load_stored_samples
from wrappers.operations.item_correction import ItemChange, change_items, load_items

# Texts of a column shown beside the page.
MAX_EXAMPLES = 3

# The pieces of a record with the numbers of their columns.
NumberedPieces = list[tuple[int, RecordPiece]]


class ItemsAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: what its records say, to be named, retyped and hidden."""

    def get_urls(self) -> list[URLPattern]:
        """Add the items to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:engine_id>/items/", view(self.items_view), name="discovery_engine_items"),
            path("<int:engine_id>/items/<int:sample_id>/", view(self.items_frame_view),
                 name="discovery_engine_items_frame"),
            *super().get_urls(),
        ]  # fmt: skip

    def items_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Show the columns of the items with what they say on a sample page; take changes."""
        engine = self.changeable(request, engine_id)
        here = reverse("admin:discovery_engine_items", args=[engine.pk])
        try:
            stored = load_stored_samples(engine)
            wrapper, items = load_items(engine, stored)
            if request.method == "POST":
                return self._change(request, engine, items)
        except CorrectionError as error:
            messages.error(request, str(error))
            back = here if request.method == "POST" else None
            return HttpResponseRedirect(
                back or reverse("admin:discovery_engine_change", args=[engine.pk])
            )
        sample = chosen_sample(stored.results, request.GET.get("sample", ""))
        page = sample.page()
        rows = _rows(wrapper, items, page)
        marks = _marks(rows, items, f"?sample={sample.pk}")
        context = {
            **self.admin_site.each_context(request),
            "title": f"What do the results of {engine} say?",
            "opts": Engine._meta,
            "engine": engine,
            "samples": stored.results,
            "sample": sample,
            "view": view_page(request, sample, page, lambda layout: item_outlines(marks, layout)),
            "columns": _described(rows, items),
            "kinds": list(ItemKind),
            "wanted": request.GET.get("column", ""),
        }
        return render(request, "admin/discovery/engine/items.html", context)

    def _change(self, request: HttpRequest, engine: Engine, items: ItemRules) -> HttpResponse:
        """Take what a person said of the columns."""
        changes = _changes(request.POST, items)
        address = reverse("admin:discovery_engine_items", args=[engine.pk])
        if not changes:
            messages.info(request, "Nothing was changed.")
            return HttpResponseRedirect(address)
        version = change_items(engine, changes, request.user.get_username())
        log_action(request, [engine], f"Named {len(changes)} items, in version {version.number}.")
        messages.success(
            request, f"Version {version.number} reads the items so; it is being checked."
        )
        return HttpResponseRedirect(address)

    def items_frame_view(
        self, request: HttpRequest, engine_id: int, sample_id: int
    ) -> HttpResponse:
        """Return a stored page for a frame, each item on it a link to its column."""
        engine = self.changeable(request, engine_id)
        try:
            stored = load_stored_samples(engine)
            wrapper, items = load_items(engine, stored)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        sample = chosen_sample(stored.results, str(sample_id))
        page = sample.page()
        start = reverse("admin:discovery_engine_items", args=[engine.pk])
        address = f"{start}?sample={sample.pk}&view={PAGE_VIEW}"
        marks = _marks(_rows(wrapper, items, page), items, address)
        return frame(lambda: render_items(page, marks, static(STYLE)))


def _rows(wrapper: Wrapper, items: ItemRules, page: Page) -> list[NumberedPieces]:
    """Return for each record of a page its pieces with the numbers of their columns."""
    numbers = {id(column): number for number, column in enumerate(items.columns)}
    rows = []
    for tree, _ in wrapper.record_nodes(page):
        said = items.assign(record_pieces(tree.elements, items.classes, labels=items.labels))
        pieces = [(column, piece) for column, _, piece in said if column is not None]
        pieces += items.unspoken(tree)
        rows.append([(numbers[id(column)], piece) for column, piece in pieces])
    return rows


def _marks(rows: Sequence[NumberedPieces], items: ItemRules, address: str) -> list[ItemMark]:
    """Return the items of records; `address` leads to the page without an item."""
    return [
        ItemMark(
            number + 1,
            items.columns[number].label,
            piece.element,
            f"{address}&column={number}#column-{number}",
        )
        for row in rows
        for number, piece in row
    ]


def _described(rows: Sequence[NumberedPieces], items: ItemRules) -> list[dict[str, Any]]:
    """Return each column with its number and the first texts it has on a page."""
    texts: dict[int, list[str]] = {}
    for row in rows:
        for number, piece in row:
            texts.setdefault(number, []).append(piece.text)
    return [
        {
            "number": number,
            "column": column,
            "examples": list(dict.fromkeys(texts.get(number, [column.example])))[:MAX_EXAMPLES],
            "count": len(texts.get(number, ())),
        }
        for number, column in enumerate(items.columns)
    ]


def _changes(posted: Mapping[str, Any], items: ItemRules) -> dict[int, ItemChange]:
    """Return the columns of which a form says something else than is known. Raises `Http404`."""
    changes = {}
    for number, column in enumerate(items.columns):
        if f"label-{number}" not in posted:
            continue
        try:
            kind = ItemKind(posted.get(f"kind-{number}", ""))
        except ValueError as error:
            raise Http404("no such kind of item") from error
        change = ItemChange(posted[f"label-{number}"], kind, f"hidden-{number}" in posted)
        if change != ItemChange(column.label, column.kind, column.is_hidden):
            changes[number] = change
    return changes
