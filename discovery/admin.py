"""The operator's console for crawls: start one, watch it, pause, resume and stop it."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.validators import MinValueValidator
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from discovery.engine_crawl import (
    Budget,
    CrawlStateError,
    pause_crawl,
    progress_of,
    resume_crawl,
    sites_with_engines,
    start_crawl,
    stop_crawl,
)
from discovery.models import CrawlPage, EngineCrawl
from discovery.services import AddressError, clean_address
from discovery.states import PageState

# Seeds of one crawl. Guess: a person pastes a list of sites, not a crawl's result.
MAX_SEEDS = 1_000
# Lines of the progress page.
SHOWN_PAGES = 15
# The databases disagree on where what has no time stands.
LATEST_FIRST = F("fetched_at").desc(nulls_last=True)
# What the buttons of the progress page do, by their names.
BUTTONS = {"_pause": pause_crawl, "_resume": resume_crawl, "_stop": stop_crawl}


class StartCrawlForm(forms.ModelForm):
    """Where a crawl starts and how far it may go."""

    seeds = forms.CharField(
        label="Start at",
        help_text="Addresses of pages that link to many sites, or of the sites: one a line.",
        widget=forms.Textarea(attrs={"rows": 6, "cols": 60, "autofocus": True}),
    )

    class Meta:
        model = EngineCrawl
        fields = ("seeds", "max_pages", "max_pages_per_site", "max_sites")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("max_pages", "max_pages_per_site", "max_sites"):
            self.fields[name].validators.append(MinValueValidator(1))

    def clean_seeds(self) -> list[str]:
        """Return the addresses as they will be fetched."""
        lines = [line for line in self.cleaned_data["seeds"].splitlines() if line.strip()]
        if len(lines) > MAX_SEEDS:
            raise forms.ValidationError(f"At most {MAX_SEEDS} addresses, not {len(lines)}.")
        try:
            return [clean_address(line) for line in lines]
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error


@admin.register(EngineCrawl)
class EngineCrawlAdmin(admin.ModelAdmin):
    """Crawls for engines: each with its progress; what they find are proposals among the engines,
    learned only when a person says so."""

    list_display = (
        "__str__", "state", "pages", "site_count", "proposal_count", "reason", "created_at",
        "finished_at",
    )  # fmt: skip
    list_filter = ("state",)
    readonly_fields = (
        "max_pages", "max_pages_per_site", "max_sites", "created_at", "heartbeat_at",
        "finished_at",
    )  # fmt: skip
    actions = ("pause", "resume", "stop")
    change_form_template = "admin/discovery/enginecrawl/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[EngineCrawl]:
        """Return the crawls with the numbers of their sites and proposals."""
        return (
            super()
            .get_queryset(request)
            .annotate(
                site_number=Count("sites"),
                proposal_number=Count("sites", filter=Q(sites__is_proposal=True)),
            )
        )

    def get_form(self, request: HttpRequest, obj: EngineCrawl | None = None, **kwargs: Any) -> Any:
        """Ask for seeds and budget when starting a crawl."""
        return StartCrawlForm if obj is None else super().get_form(request, obj, **kwargs)

    def get_fields(self, request: HttpRequest, obj: EngineCrawl | None = None) -> Any:
        """Return the fields shown."""
        return StartCrawlForm.Meta.fields if obj is None else self.readonly_fields

    def get_readonly_fields(self, request: HttpRequest, obj: EngineCrawl | None = None) -> Any:
        """A crawl under way is not edited."""
        return () if obj is None else self.readonly_fields

    def has_delete_permission(self, request: HttpRequest, obj: EngineCrawl | None = None) -> bool:
        """A crawl under way is stopped first."""
        ended = obj is None or obj.finished_at is not None
        return ended and super().has_delete_permission(request, obj)

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> EngineCrawl:
        """Start the crawl, or go on with the unfinished one from the same pages."""
        if change:
            return super().save_form(request, form, change)
        given = form.cleaned_data
        limits = (given["max_pages"], given["max_pages_per_site"], given["max_sites"])
        return start_crawl(given["seeds"], Budget(*limits))

    def save_model(self, request: HttpRequest, obj: EngineCrawl, form: Any, change: bool) -> None:
        """Write nothing: the row belongs to the crawl's worker."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Write nothing: the rows belong to the crawl's worker."""

    def response_add(
        self, request: HttpRequest, obj: EngineCrawl, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go to the crawl's page, where it can be watched."""
        return HttpResponseRedirect(reverse("admin:discovery_enginecrawl_change", args=[obj.pk]))

    def response_change(self, request: HttpRequest, obj: EngineCrawl) -> HttpResponse:
        """Do what the button pressed says, and stay on the page."""
        for name, action in BUTTONS.items():
            if name in request.POST:
                self._do_each(request, [obj], action)
        return HttpResponseRedirect(reverse("admin:discovery_enginecrawl_change", args=[obj.pk]))

    def get_urls(self) -> list[URLPattern]:
        """Add the progress fragment to the admin's addresses."""
        progress = path(
            "<int:crawl_id>/progress/",
            self.admin_site.admin_view(self.progress_view),
            name="discovery_enginecrawl_progress",
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
        crawl = EngineCrawl.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        context = {**(extra_context or {}), **(progress_context(crawl) if crawl else {})}
        return super().change_view(request, object_id, form_url, context)

    def progress_view(self, request: HttpRequest, crawl_id: int) -> HttpResponse:
        """Return a crawl's progress as a fragment."""
        crawl = EngineCrawl.objects.filter(pk=crawl_id).first()
        if crawl is None or not self.has_view_permission(request, crawl):
            raise Http404
        template = "admin/discovery/enginecrawl/progress.html"
        return render(request, template, progress_context(crawl))

    @admin.display(description="sites", ordering="site_number")
    def site_count(self, crawl: Any) -> int:
        """How many sites were met."""
        return int(crawl.site_number)

    @admin.display(description="proposals", ordering="proposal_number")
    def proposal_count(self, crawl: Any) -> int:
        """How many engines were proposed."""
        return int(crawl.proposal_number)

    @admin.action(description="Pause", permissions=["change"])
    def pause(self, request: HttpRequest, queryset: QuerySet[EngineCrawl]) -> None:
        """Pause each crawl."""
        self._do_each(request, queryset, pause_crawl)

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[EngineCrawl]) -> None:
        """Resume each crawl."""
        self._do_each(request, queryset, resume_crawl)

    @admin.action(description="Stop for good (what was found stays)", permissions=["change"])
    def stop(self, request: HttpRequest, queryset: QuerySet[EngineCrawl]) -> None:
        """Stop each crawl."""
        self._do_each(request, queryset, stop_crawl)

    def _do_each(self, request: HttpRequest, crawls: Any, action: Any) -> None:
        """Do `action` to each crawl; say where they are now."""
        for crawl in crawls:
            try:
                action(crawl)
            except CrawlStateError as error:
                self.message_user(request, str(error), messages.WARNING)
            else:
                self.message_user(request, f"{crawl}: {crawl.get_state_display()}.")


def progress_context(crawl: EngineCrawl) -> dict[str, Any]:
    """Return what the progress fragment shows."""
    done = crawl.frontier.exclude(state=PageState.WAITING)
    return {
        "crawl": crawl,
        "progress": progress_of(crawl.pk),
        "engines": sites_with_engines(crawl),
        "latest": done.order_by(LATEST_FIRST, "-pk")[:SHOWN_PAGES],
    }


@admin.register(CrawlPage)
class CrawlPageAdmin(admin.ModelAdmin):
    """The pages of crawls: what was looked at, and what came of it."""

    list_display = ("url", "state", "outcome", "kind", "found_on", "fetched_at")
    list_filter = ("state", "kind")
    search_fields = ("url", "outcome")
    ordering = (LATEST_FIRST, "-pk")
    show_full_result_count = False

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """Keep them out of the index: they are reached from their crawl."""
        return {}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Let a crawl's page link to its own."""
        return lookup == "crawl" or super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Pages are found, not written."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: CrawlPage | None = None) -> bool:
        """Pages are looked at."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: CrawlPage | None = None) -> bool:
        """A page forgotten would be fetched again."""
        return False
