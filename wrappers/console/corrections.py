"""Corrections by a person on a stored page: the record list, the names of items."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse

from discovery.console.work_pages import ProgressPage
from discovery.models import Engine
from discovery.pages.page import Page
from wrappers.console.inlines import log_action
from wrappers.console.stored_pages import (
    PAGE_VIEW,
    STYLE,
    ItemMark,
    ListChoice,
    choice_outlines,
    chosen_sample,
    frame,
    item_outlines,
    render_choices,
    render_items,
    view_page,
)
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.items.pieces import ItemKind, RecordPiece, record_pieces
from wrappers.extraction.wrapper import Wrapper
from wrappers.operations.correction import (
    Alternative,
    CorrectionError,
    ItemChange,
    StoredSamples,
    change_items,
    choose_alternative,
    load_items,
    load_stored_samples,
    propose_alternatives,
)

# Records of a list named beside the page, to tell the lists apart.
NAMED_RECORDS = 3


class ListChoiceAdminMixin(ProgressPage[Engine]):
    """For the page of an engine: pick the record list by clicking on it."""

    def get_urls(self) -> list[URLPattern]:
        """Add the choice to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:engine_id>/choose/", view(self.choose_view),
                 name="discovery_engine_choose"),
            path("<int:engine_id>/choose/<int:sample_id>/", view(self.choice_frame_view),
                 name="discovery_engine_choose_frame"),
            *super().get_urls(),
        ]  # fmt: skip

    def choose_view(self, request: HttpRequest, engine_id: int) -> HttpResponse:
        """Show the lists that can be read on a sample page; take the choice."""
        engine = self.changeable(request, engine_id)
        address = reverse("admin:discovery_engine_change", args=[engine.pk])
        try:
            if request.method == "POST":
                version = choose_alternative(
                    engine, request.POST.get("list", ""), request.user.get_username()
                )
                log_action(request, [engine], f"Chose the list read: {version.formula}")
                messages.success(
                    request, f"Version {version.number} reads this list; it is being checked."
                )
                return HttpResponseRedirect(address)
            stored = load_stored_samples(engine)
            lists = propose_alternatives(stored)
        except CorrectionError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(address)
        sample = chosen_sample(stored.results, request.GET.get("sample", ""))
        wanted = request.GET.get("list", "")
        page = sample.page()
        choices = _choices(lists, page, f"?sample={sample.pk}")
        context = {
            **self.admin_site.each_context(request),
            "title": f"Which list of {engine} holds the results?",
            "opts": Engine._meta,
            "engine": engine,
            "samples": stored.results,
            "sample": sample,
            "view": view_page(
                request, sample, page, lambda layout: choice_outlines(choices, layout)
            ),
            "lists": _described(lists, page),
            "preview": _preview(lists, stored, wanted),
            "wanted": wanted,
        }
        return render(request, "admin/discovery/engine/choose.html", context)

    def choice_frame_view(
        self, request: HttpRequest, engine_id: int, sample_id: int
    ) -> HttpResponse:
        """Return a stored page for a frame, each list on it a link to its choice."""
        engine = self.changeable(request, engine_id)
        try:
            stored = load_stored_samples(engine)
            lists = propose_alternatives(stored)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        sample = chosen_sample(stored.results, str(sample_id))
        page = sample.page()
        start = reverse("admin:discovery_engine_choose", args=[engine.pk])
        choices = _choices(lists, page, f"{start}?sample={sample.pk}&view={PAGE_VIEW}")
        return frame(lambda: render_choices(page, choices, static(STYLE)))


def _choices(lists: Sequence[Alternative], page: Page, address: str) -> list[ListChoice]:
    """Return the lists with their records on a page; `address` leads there without a choice."""
    return [
        ListChoice(
            number, tuple(each.learned.wrapper.record_nodes(page)), f"{address}&list={each.key}"
        )
        for number, each in enumerate(lists, start=1)
    ]


def _described(lists: Sequence[Alternative], page: Page) -> list[dict[str, Any]]:
    """Return each list with its number, its records on a page and the first of them."""
    described = []
    for number, each in enumerate(lists, start=1):
        records = each.learned.wrapper.extract(page).records
        described.append(
            {
                "number": number,
                "key": each.key,
                "count": len(records),
                "titles": [record.title for record in records[:NAMED_RECORDS]],
                "formula": each.learned.wrapper.formula,
            }
        )
    return described


def _preview(
    lists: Sequence[Alternative], stored: StoredSamples, wanted: str
) -> list[dict[str, Any]]:
    """Return what the list `wanted` reads on every sample page."""
    wrapper: Wrapper | None = next(
        (each.learned.wrapper for each in lists if each.key == wanted), None
    )
    if wrapper is None:
        return []
    return [
        {"query": sample.query, "records": wrapper.extract(sample.page()).records}
        for sample in stored.results
    ]


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
            "columns": _described_columns(rows, items),
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
        pieces += items.implicit_values(tree)
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


def _described_columns(rows: Sequence[NumberedPieces], items: ItemRules) -> list[dict[str, Any]]:
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
