"""Corrections by a person on a stored page: the record list, the names of items."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static

from discovery.models import Engine
from discovery.pages.page import Page
from metasearch.console.stored_pages import (
    PAGE_VIEW,
    STYLE,
    Mark,
    Marked,
    chosen_sample,
    frame,
    name_of,
    render_page,
    view_page,
)
from metasearch.console.work_pages import ProgressPage, address_of, log_done
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.items.pieces import ItemKind, RecordPiece
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
# Texts of a column shown beside the page.
MAX_EXAMPLES = 3

# What is marked on a page, leading to an address.
Marks = Callable[[Page, str], list[Marked]]
# The pieces of a record with the numbers of their columns.
NumberedPieces = list[tuple[int, RecordPiece]]


class CorrectionsAdminMixin(ProgressPage[Engine]):
    own_pages = {
        "choose": "<int:row_id>/choose/",
        "items": "<int:row_id>/items/",
        "marked": "<int:row_id>/<str:where>/<int:sample_id>/",
    }

    def choose_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        try:
            if request.method == "POST":
                key, by = request.POST.get("list", ""), request.user.get_username()
                version = choose_alternative(engine, key, by)
                log_done(request, [engine], f"Chose the list read: {version.formula}")
                done = f"Version {version.number} reads this list; it is being checked."
                messages.success(request, done)
                return HttpResponseRedirect(address_of(engine))
            stored = load_stored_samples(engine)
            lists = propose_alternatives(stored)
        except CorrectionError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(address_of(engine))
        wanted = request.GET.get("list", "")
        page, context = _on_sample(request, stored, partial(_list_marks, lists))
        return self.show(
            request,
            "discovery/engine/choose.html",
            f"Which list of {engine} holds the results?",
            engine=engine,
            lists=_described(lists, page),
            preview=_preview(lists, stored, wanted),
            wanted=wanted,
            **context,
        )

    def items_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        engine = self.changeable(request, row_id)
        is_change = request.method == "POST"
        try:
            stored = load_stored_samples(engine)
            wrapper, items = load_items(engine, stored)
            if is_change:
                self._change(request, engine, items)
        except CorrectionError as error:
            messages.error(request, str(error))
            if not is_change:
                return HttpResponseRedirect(address_of(engine))
        if is_change:
            return HttpResponseRedirect(address_of(engine, "items"))
        page, context = _on_sample(request, stored, partial(_item_marks, wrapper, items))
        return self.show(
            request,
            "discovery/engine/items.html",
            f"What do the results of {engine} say?",
            engine=engine,
            columns=_described_columns(_rows(wrapper, items, page), items),
            kinds=list(ItemKind),
            wanted=request.GET.get("column", ""),
            **context,
        )

    def _change(self, request: HttpRequest, engine: Engine, items: ItemRules) -> None:
        changes = _changes(request.POST, items)
        if not changes:
            messages.info(request, "Nothing was changed.")
            return
        version = change_items(engine, changes, request.user.get_username())
        told = f"Named {len(changes)} items, in version {version.number}."
        log_done(request, [engine], told)
        done = f"Version {version.number} reads the items so; it is being checked."
        messages.success(request, done)

    def marked_view(
        self, request: HttpRequest, row_id: int, where: str, sample_id: int
    ) -> HttpResponse:
        """Show a stored page in its frame, marked with what is chosen on the page `where`."""
        engine = self.changeable(request, row_id)
        if where not in MARKS:
            raise Http404
        try:
            stored = load_stored_samples(engine)
            marks = MARKS[where](engine, stored)
        except CorrectionError as error:
            raise Http404(str(error)) from error
        sample = chosen_sample(stored.results, str(sample_id))
        page = sample.page()
        address = f"{address_of(engine, where)}?sample={sample.pk}&view={PAGE_VIEW}"
        return frame(lambda: render_page(page, marks(page, address), static(STYLE)))


def _on_sample(
    request: HttpRequest, stored: StoredSamples, marks: Marks
) -> tuple[Page, dict[str, Any]]:
    sample = chosen_sample(stored.results, request.GET.get("sample", ""))
    page = sample.page()
    view = view_page(request, sample, page, marks(page, f"?sample={sample.pk}"))
    return page, {"samples": stored.results, "sample": sample, "view": view}


def _list_marks(lists: Sequence[Alternative], page: Page, address: str) -> list[Marked]:
    return [
        Marked(
            nodes.elements,
            Mark.CHOICE,
            number,
            f"List {number}: {name_of(nodes)}",
            f"{address}&list={each.key}",
            f"List {number}",
        )
        for number, each in enumerate(lists, start=1)
        for nodes in each.learned.wrapper.record_nodes(page)
    ]


def _described(lists: Sequence[Alternative], page: Page) -> list[dict[str, Any]]:
    read = [each.learned.wrapper.extract(page).records for each in lists]
    return [
        {
            "key": each.key,
            "count": len(records),
            "titles": [record.title for record in records[:NAMED_RECORDS]],
        }
        for each, records in zip(lists, read, strict=True)
    ]


def _preview(
    lists: Sequence[Alternative], stored: StoredSamples, wanted: str
) -> list[dict[str, Any]]:
    chosen = [each.learned.wrapper for each in lists if each.key == wanted]
    return [
        {"query": sample.query, "records": wrapper.extract(sample.page()).records}
        for wrapper in chosen
        for sample in stored.results
    ]


def _rows(wrapper: Wrapper, items: ItemRules, page: Page) -> list[NumberedPieces]:
    numbers = {id(column): number for number, column in enumerate(items.columns)}
    rows = []
    for tree, _ in wrapper.record_nodes(page):
        said = items.assign(tree)
        pieces = [(column, piece) for (column, _), piece in said if column is not None]
        pieces += items.implicit_values(tree)
        rows.append([(numbers[id(column)], piece) for column, piece in pieces])
    return rows


def _item_marks(wrapper: Wrapper, items: ItemRules, page: Page, address: str) -> list[Marked]:
    return [
        Marked(
            (piece.element,),
            Mark.ITEM,
            number + 1,
            f"{number + 1} {items.columns[number].label}",
            f"{address}&column={number}#column-{number}",
            f"{number + 1} {items.columns[number].label}",
        )
        for row in _rows(wrapper, items, page)
        for number, piece in row
    ]


MARKS: Mapping[str, Callable[[Engine, StoredSamples], Marks]] = {
    "choose": lambda _, stored: partial(_list_marks, propose_alternatives(stored)),
    "items": lambda engine, stored: partial(_item_marks, *load_items(engine, stored)),
}


def _described_columns(rows: Sequence[NumberedPieces], items: ItemRules) -> list[dict[str, Any]]:
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
