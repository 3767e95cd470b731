"""Imports of engines in the console: a file uploaded or the starter list, and what came of it."""

import csv
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.engine_lists.proposals import MAX_LIST_BYTES
from discovery.models import Engine
from metasearch.api.search_json import as_file
from metasearch.console.work_pages import (
    Button,
    WorkConsole,
    action_on_each,
    address_of,
    link,
)
from metasearch.search.languages import language_name
from wrappers.imports.brought_engines import (
    NoStarterError,
    brought_engines,
    count_starters,
    learn_what_is_left,
    left_engines,
    read_starter_list,
    select_starters,
    stop_learning_of,
    undo_import,
    waiting_engines,
)
from wrappers.imports.importing import accept_file, stop_import
from wrappers.items.exporting import escape_cell
from wrappers.models import EngineImport


class StarterForm(forms.Form):
    categories = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Categories"
    )
    languages = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Languages"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, by in (("categories", "category"), ("languages", "language")):
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)
            counts = count_starters(by)
            words = partial(language_name, which="name") if by == "language" else str
            field.choices = [(value, f"{words(value)} ({count})") for value, count in counts]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.content = select_starters(given["categories"], given["languages"])
            except NoStarterError as error:
                raise forms.ValidationError(str(error)) from error
        return given


# Rejected entries shown on the page; the file to download has all.
SHOWN_REJECTED = 200
# Characters that can be pasted: some ten thousand addresses. Longer lists are files.
MAX_PASTED = 1_000_000
# How the list of engines is asked for those of one import.
IMPORT_LOOKUP = "imported__engine_import__exact"


class ImportForm(forms.ModelForm[EngineImport]):
    addresses = forms.CharField(
        label="Addresses",
        required=False,
        max_length=MAX_PASTED,
        help_text="One a line: of sites, or of result pages with %s in the place of the query.",
        widget=forms.Textarea(attrs={"rows": 8, "cols": 70, "autofocus": True}),
    )
    upload = forms.FileField(
        label="Or a list of engines",
        required=False,
        help_text=(
            "Engine files, bangs or browsers' engines (JSON), selector engines (YAML), OPML, "
            "OpenSearch, CSV, or one address a line. The engines become proposals, learned one "
            "after the other."
        ),
    )

    class Meta:
        model = EngineImport
        fields = ("addresses", "upload")

    def clean_upload(self) -> UploadedFile[bytes] | None:
        upload: UploadedFile[bytes] | None = self.cleaned_data["upload"]
        if upload is not None and (upload.size or 0) > MAX_LIST_BYTES:
            raise forms.ValidationError(f"The file is larger than {MAX_LIST_BYTES:,} bytes.")
        return upload

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors and bool(given["addresses"]) == bool(given["upload"]):
            raise forms.ValidationError("Paste addresses, or choose a file: one of the two.")
        return given

    def content(self) -> tuple[bytes, str]:
        upload = self.cleaned_data["upload"]
        if upload is not None:
            return upload.read(), upload.name
        return self.cleaned_data["addresses"].encode(), "pasted addresses.txt"


@admin.register(EngineImport)
class EngineImportAdmin(WorkConsole[EngineImport]):
    list_display = ("file_name", "format", "created", "merged", "rejected_count", "problem",
                    "created_at", "finished_at")  # fmt: skip
    search_fields = ("file_name",)
    deferred = ("file",)
    fields = readonly_fields = (
        "file_name", "format", "created", "merged", "states", "rejected_entries", "problem",
        "created_at", "finished_at",
    )  # fmt: skip
    actions = ("stop",)
    own_pages = {"starter": "starter/", "rejected": "<int:row_id>/rejected.csv"}
    start_form = ImportForm
    start_label = "Import"
    add_form_template = "admin/wrappers/engineimport/add.html"
    progress_template = "admin/wrappers/engineimport/progress.html"

    def start(self, request: HttpRequest, given: Any) -> EngineImport:
        return accept_file(*given.content())

    def starter_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = StarterForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            row = accept_file(*form.content)
            self.log_addition(request, row, "Imported from the starter list.")
            return HttpResponseRedirect(address_of(row))
        template, sites = "wrappers/engineimport/starter.html", read_starter_list()
        return self.show(request, template, "Starter list", form=form, sites=sites)

    def progress_context(self, row: EngineImport) -> dict[str, Any]:
        brought = brought_engines(row)
        return {
            "row": row,
            "waiting": waiting_engines(row).count(),
            "brought": brought.count(),
            "states": list_states(brought.count_by_state(), row),
        }

    def actions_of_buttons(self) -> dict[str, Callable[[EngineImport], object]]:
        return {
            "_stop": stop_import,
            "_stop_learning": stop_learning_of,
            "_learn_rest": learn_what_is_left,
            "_undo": undo_import,
        }

    def buttons(self, row: EngineImport) -> tuple[Button, ...]:
        if row.finished_at is None:
            return (("_stop", "Stop"),)
        possible = (
            (waiting_engines, "_stop_learning", "Stop learning"),
            (left_engines, "_learn_rest", "Learn what is left"),
            (brought_engines, "_undo", "Undo: remove what is not learned, pause the rest"),
        )
        return tuple((name, label) for engines, name, label in possible if engines(row).exists())

    def state_words(self, row: EngineImport) -> str:
        counts = brought_engines(row).count_by_state()
        return row.problem or ", ".join(f"{state.label}: {count:,}" for state, count in counts)

    stop = action_on_each("Stop (nothing is imported)", stop_import)

    def rejected_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        row = self.visible(request, row_id)
        response = as_file("", "text/csv", f"rejected-{row.pk}.csv")
        writer = csv.writer(response)
        writer.writerow(("line", "reason", "entry"))
        for entry in row.rejected:
            writer.writerow(
                (entry["line"], escape_cell(entry["reason"]), escape_cell(entry["excerpt"]))
            )
        return response

    @admin.display(description="rejected")
    def rejected_count(self, row: EngineImport) -> int:
        return len(row.rejected)

    @admin.display(description="engines by state")
    def states(self, row: EngineImport) -> SafeString:
        engines = Engine.objects.filter(pk__in=row.imported.values("engine"))
        return list_states(engines.count_by_state(), row)

    @admin.display(description="rejected")
    def rejected_entries(self, row: EngineImport) -> SafeString | str:
        if not row.rejected:
            return "none"
        shown = [
            (entry["line"], entry["reason"], entry["excerpt"])
            for entry in row.rejected[:SHOWN_REJECTED]
        ]
        return format_html(
            "{}<ul>{}</ul>{}",
            link(address_of(row, "rejected"), f"{len(row.rejected)} entries (CSV)"),
            format_html_join("", "<li>line {}: {} <code>{}</code></li>", shown),
            "…" if len(row.rejected) > SHOWN_REJECTED else "",
        )


def list_states(counts: Any, row: EngineImport | None = None) -> SafeString:
    """Return counts by state, each a link to the engines in it: those of an import, or all."""
    address = reverse("admin:discovery_engine_changelist")
    of_import = format_html("&amp;{}={}", IMPORT_LOOKUP, row.pk) if row else ""
    links = (
        (address, state.value, of_import, state.label, f"{count:,}") for state, count in counts
    )
    return format_html_join(" · ", '<a href="{}?state__exact={}{}">{}: {}</a>', links)
