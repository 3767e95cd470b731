"""Imports of engines in the admin: a file uploaded, its progress, what came of it."""

import csv
from typing import Any

from django import forms
from django.contrib import admin
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.connection import MAX_LIST_BYTES
from discovery.models import Engine
from wrappers.imports import accept_file
from wrappers.models import EngineImport
from wrappers.spreadsheet import cell

# Rejected entries shown on the page; the file to download has all.
SHOWN_REJECTED = 200
# Characters that can be pasted: some ten thousand addresses. Longer lists are files.
MAX_PASTED = 1_000_000


class ImportForm(forms.ModelForm):
    """All that is asked of a person: a list of engines, pasted or in a file."""

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
            "Bangs or browsers' engines (JSON), selector engines (YAML), OPML, OpenSearch, CSV, or "
            "one address a line. The engines become proposals, learned one after the other."
        ),
    )

    class Meta:
        model = EngineImport
        fields = ("addresses", "upload")

    def clean_upload(self) -> UploadedFile | None:
        """Return the file if its size is one of a list of engines."""
        upload: UploadedFile | None = self.cleaned_data["upload"]
        if upload is not None and (upload.size or 0) > MAX_LIST_BYTES:
            raise forms.ValidationError(f"The file is larger than {MAX_LIST_BYTES:,} bytes.")
        return upload

    def clean(self) -> dict[str, Any]:
        """Take one of the two."""
        given = super().clean() or self.cleaned_data
        if not self.errors and bool(given["addresses"]) == bool(given["upload"]):
            raise forms.ValidationError("Paste addresses, or choose a file: one of the two.")
        return given

    def content(self) -> tuple[bytes, str]:
        """Return what was given as a file, and its name."""
        upload = self.cleaned_data["upload"]
        if upload is not None:
            return upload.read(), upload.name
        return self.cleaned_data["addresses"].encode(), "pasted addresses.txt"


@admin.register(EngineImport)
class EngineImportAdmin(admin.ModelAdmin):
    """Imports: upload a file, watch it being imported, download what was rejected."""

    list_display = ("file_name", "format", "created", "merged", "rejected_count", "problem",
                    "created_at", "finished_at")  # fmt: skip
    search_fields = ("file_name",)
    fields = ("file_name", "format", "created", "merged", "states", "rejected_entries", "problem",
              "created_at", "finished_at")  # fmt: skip
    readonly_fields = fields
    change_form_template = "admin/wrappers/engineimport/change_form.html"

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave the uploaded files in the database."""
        return super().get_queryset(request).defer("file")

    def get_form(self, request: HttpRequest, obj: EngineImport | None = None, **kwargs: Any) -> Any:
        """Ask only for the file when adding."""
        return ImportForm if obj is None else super().get_form(request, obj, **kwargs)

    def get_fields(self, request: HttpRequest, obj: EngineImport | None = None) -> Any:
        """Return the fields shown."""
        return ("addresses", "upload") if obj is None else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: EngineImport | None = None) -> Any:
        """Return what cannot be edited: everything, once it is uploaded."""
        return () if obj is None else self.readonly_fields

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What came of an import is looked at."""
        return False

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> EngineImport:
        """Store the file, to be imported by the task worker."""
        return accept_file(*form.content())

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Nothing more: the row is stored, and may be at work already."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing beside the row: its engines are the worker's."""

    def response_add(
        self, request: HttpRequest, obj: EngineImport, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go to the import's page, where its progress can be watched."""
        return HttpResponseRedirect(reverse("admin:wrappers_engineimport_change", args=[obj.pk]))

    def get_urls(self) -> list[URLPattern]:
        """Add the progress fragment and the file of rejected entries to the admin's addresses."""
        view = self.admin_site.admin_view
        return [
            path("<int:import_id>/progress/", view(self.progress_view),
                 name="wrappers_engineimport_progress"),
            path("<int:import_id>/rejected.csv", view(self.rejected_view),
                 name="wrappers_engineimport_rejected"),
            *super().get_urls(),
        ]  # fmt: skip

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show an import with its progress."""
        row = self.get_object(request, object_id)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), "row": row}
        )

    def progress_view(self, request: HttpRequest, import_id: int) -> HttpResponse:
        """Return an import's progress as a fragment."""
        row = self._visible(request, import_id)
        return render(request, "admin/wrappers/engineimport/progress.html", {"row": row})

    def rejected_view(self, request: HttpRequest, import_id: int) -> HttpResponse:
        """Return the rejected entries as a table to download."""
        row = self._visible(request, import_id)
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="rejected-{row.pk}.csv"'
        writer = csv.writer(response)
        writer.writerow(("line", "reason", "entry"))
        for entry in row.rejected:
            writer.writerow((entry["line"], cell(entry["reason"]), cell(entry["excerpt"])))
        return response

    def _visible(self, request: HttpRequest, import_id: int) -> EngineImport:
        """Return an import that the user may see. Raises `Http404`."""
        row = self.get_queryset(request).filter(pk=import_id).first()
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        return row  # type: ignore[no-any-return]

    @admin.display(description="rejected")
    def rejected_count(self, row: EngineImport) -> int:
        """How many entries could not be used."""
        return len(row.rejected)

    @admin.display(description="engines by state")
    def states(self, row: EngineImport) -> SafeString:
        """Where the engines of the import stand by now."""
        engines = Engine.objects.filter(
            pk__in=row.imported.values("engine")  # type: ignore[attr-defined]
        )
        return list_states(engines.count_by_state())

    @admin.display(description="rejected")
    def rejected_entries(self, row: EngineImport) -> SafeString | str:
        """The rejected entries, with a file of all of them."""
        if not row.rejected:
            return "none"
        shown = [
            (entry["line"], entry["reason"], entry["excerpt"])
            for entry in row.rejected[:SHOWN_REJECTED]
        ]
        return format_html(
            '<a href="{}">{} entries (CSV)</a><ul>{}</ul>{}',
            reverse("admin:wrappers_engineimport_rejected", args=[row.pk]),
            len(row.rejected),
            format_html_join("", "<li>line {}: {} <code>{}</code></li>", shown),
            "…" if len(row.rejected) > SHOWN_REJECTED else "",
        )


class EngineListTools:
    """For the list of engines: how many there are in each state, and the way to an import."""

    change_list_template = "admin/discovery/engine/change_list.html"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list with the counts above it."""
        states = Engine.objects.all().count_by_state()
        context = {**(extra_context or {}), "states": list_states(states)}
        response: HttpResponse = super().changelist_view(request, context)  # type: ignore[misc]
        return response


def list_states(counts: Any) -> SafeString:
    """Return counts by state, each a link to the engines in it."""
    address = reverse("admin:discovery_engine_changelist")
    links = ((address, state.value, state.label, f"{count:,}") for state, count in counts)
    return format_html_join(" · ", '<a href="{}?state__exact={}">{}: {}</a>', links)
