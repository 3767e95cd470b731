"""The page of a row in the console with the progress of its work, refreshed by a small script."""

from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from discovery.console.readable_filters import ReadableFilters, Row


class ProgressPage(ReadableFilters[Row]):
    """Shows the progress of a row's work above its fields; a fragment of its own is fetched anew.

    A page's template extends `admin/progress_page.html`.
    """

    # The fragment that shows the progress.
    progress_template: ClassVar[str]

    def progress_context(self, row: Row) -> dict[str, Any] | None:
        """Return what the fragment shows, None for a row with no progress to show."""
        raise NotImplementedError

    def page_context(self, row: Row) -> dict[str, Any]:
        """Return what the page shows besides the row: its progress."""
        progress = self.progress_context(row)
        if progress is None:
            return {}
        return {
            "progress_address": self.address_of(row, "progress"),
            "progress_template": self.progress_template,
            **progress,
        }

    def address_of(self, row: Row, page: str = "change") -> str:
        """Return the address of a row's page, or of another view of it by its name."""
        return reverse(f"admin:{self._view_name(page)}", args=[row.pk])

    def visible(self, request: HttpRequest, row_id: int) -> Row:
        """Return a row that the user may see. Raises `Http404`."""
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        return row

    def changeable(self, request: HttpRequest, row_id: int) -> Row:
        """Return a row that the user may change. Raises `Http404`."""
        row = self.visible(request, row_id)
        if not self.has_change_permission(request, row):
            raise Http404
        return row

    def get_urls(self) -> list[URLPattern]:
        """Add the progress fragment to the admin's addresses."""
        progress = path(
            "<int:row_id>/progress/",
            self.admin_site.admin_view(self.progress_view),
            name=self._view_name("progress"),
        )
        return [progress, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row with its progress."""
        row = self.get_object(request, object_id)
        context = {**(extra_context or {}), **(self.page_context(row) if row else {})}
        return super().change_view(request, object_id, form_url, context)

    def progress_view(self, request: HttpRequest, row_id: int) -> HttpResponse:
        """Return a row's progress as a fragment. Raises `Http404` when there is none."""
        progress = self.progress_context(self.visible(request, row_id))
        if progress is None:
            raise Http404
        return render(request, self.progress_template, progress)

    def response_add(
        self, request: HttpRequest, obj: Row, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go to the row's page, where its work can be watched."""
        return HttpResponseRedirect(self.address_of(obj))

    def _view_name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"
