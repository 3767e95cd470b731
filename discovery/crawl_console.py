"""What the operator's consoles of all crawls share: progress, pause, resume, stop."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from discovery.crawl_control import Crawl, CrawlStateError, pause_crawl, stop_crawl


class CrawlConsole(admin.ModelAdmin):
    """The pages of one kind of crawl: each is started, watched, paused, resumed and stopped.

    The row belongs to the crawl's worker: nothing of it is edited by hand.
    """

    actions = ("pause", "resume", "stop")
    change_form_template = "admin/discovery/crawl/change_form.html"
    # What starts a crawl, and the fragment that shows one.
    start_form: ClassVar[Any]
    progress_template: ClassVar[str]

    def resume_crawl(self, crawl: Any) -> None:
        """Let a paused crawl go on in the background. Raises `CrawlStateError`."""
        raise NotImplementedError

    def progress_context(self, crawl: Any) -> dict[str, Any]:
        """Return what the fragment shows besides the crawl itself."""
        raise NotImplementedError

    def buttons(self) -> dict[str, Callable[[Any], None]]:
        """Return what the buttons of the progress page do, by their names."""
        return {"_pause": pause_crawl, "_resume": self.resume_crawl, "_stop": stop_crawl}

    def more_buttons(self, crawl: Any) -> tuple[tuple[str, str], ...]:
        """Return names and labels of further buttons a crawl in its state has."""
        return ()

    def address_of(self, crawl: Any, page: str = "change") -> str:
        """Return the address of a crawl's page, or of its progress fragment."""
        return reverse(f"admin:{self.model._meta.label_lower.replace('.', '_')}_{page}",
                       args=[crawl.pk])  # fmt: skip

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """Ask for what a crawl needs when starting one."""
        return self.start_form if obj is None else super().get_form(request, obj, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fields shown."""
        return self.start_form.Meta.fields if obj is None else self.readonly_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A crawl under way is not edited."""
        return () if obj is None else self.readonly_fields

    def has_delete_permission(self, request: HttpRequest, obj: Crawl | None = None) -> bool:
        """A crawl under way is stopped first."""
        ended = obj is None or obj.finished_at is not None
        return ended and super().has_delete_permission(request, obj)

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Name the crawls alone: their pages go with them, and to list thousands helps nobody."""
        crawls = [str(crawl) for crawl in objs]
        return crawls, {str(self.opts.verbose_name_plural): len(crawls)}, set(), []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Write nothing: the row belongs to the crawl's worker."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Write nothing: the rows belong to the crawl's worker."""

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go to the crawl's page, where it can be watched."""
        return HttpResponseRedirect(self.address_of(obj))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Do what the button pressed says, and stay on the page."""
        for name, action in self.buttons().items():
            if name in request.POST:
                self.do_each(request, [obj], action)
        return HttpResponseRedirect(self.address_of(obj))

    def get_urls(self) -> list[URLPattern]:
        """Add the progress fragment to the admin's addresses."""
        progress = path(
            "<int:crawl_id>/progress/",
            self.admin_site.admin_view(self.progress_view),
            name=f"{self.model._meta.label_lower.replace('.', '_')}_progress",
        )
        return [progress, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a crawl with its progress."""
        crawl = self.get_object(request, object_id) if object_id.isdecimal() else None
        context = {**(extra_context or {}), **(self._shown(crawl) if crawl else {})}
        return super().change_view(request, object_id, form_url, context)

    def progress_view(self, request: HttpRequest, crawl_id: int) -> HttpResponse:
        """Return a crawl's progress as a fragment."""
        return render(request, self.progress_template, self._shown(self.visible(request, crawl_id)))

    def visible(self, request: HttpRequest, crawl_id: int) -> Any:
        """Return a crawl that the user may see. Raises `Http404`."""
        crawl = self.get_queryset(request).filter(pk=crawl_id).first()
        if crawl is None or not self.has_view_permission(request, crawl):
            raise Http404
        return crawl

    def _shown(self, crawl: Any) -> dict[str, Any]:
        return {
            "crawl": crawl,
            "progress_address": self.address_of(crawl, "progress"),
            "progress_template": self.progress_template,
            "more_buttons": self.more_buttons(crawl),
            **self.progress_context(crawl),
        }

    @admin.action(description="Pause", permissions=["change"])
    def pause(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Pause each crawl."""
        self.do_each(request, queryset, pause_crawl)

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Resume each crawl."""
        self.do_each(request, queryset, self.resume_crawl)

    @admin.action(description="Stop for good (what was found stays)", permissions=["change"])
    def stop(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Stop each crawl."""
        self.do_each(request, queryset, stop_crawl)

    def do_each(
        self, request: HttpRequest, crawls: Iterable[Any], action: Callable[[Any], None]
    ) -> None:
        """Do `action` to each crawl; say where they are now."""
        for crawl in crawls:
            try:
                action(crawl)
            except CrawlStateError as error:
                self.message_user(request, str(error), messages.WARNING)
            else:
                self.message_user(request, f"{crawl}: {crawl.get_state_display()}.")


class CrawledPagesAdmin(admin.ModelAdmin):
    """The pages of crawls: what was looked at, and what came of it."""

    search_fields = ("url", "outcome")
    show_full_result_count = False
    # The field that names a page's crawl.
    parent: ClassVar[str]

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """Keep them out of the index: they are reached from their crawl."""
        return {}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Let a crawl's page link to its own."""
        return lookup == self.parent or super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Pages are found, not written."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Pages are looked at."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A page forgotten would be fetched again."""
        return False
