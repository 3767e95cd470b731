"""Crawls for engines in the console: start one, watch it, pause, resume and stop it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import MinValueValidator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from discovery.engine_crawls.crawls import (
    ENGINE_CRAWLS,
    LIMITS,
    counts_of,
    sites_with_engines,
    start_crawl,
)
from discovery.jobs.faults import UNREADABLE
from discovery.models import CrawlPage, EngineCrawl, EngineEvent, PageState
from metasearch.console.work_pages import (
    LATEST_FIRST,
    SHOWN_PAGES,
    AddressLinesField,
    ConsoleAdmin,
    CrawlConsole,
    CrawledPagesAdmin,
)

# Seeds of one crawl. Guess: a person pastes a list of sites, not a crawl's result.
MAX_SEEDS = 1_000


class StartCrawlForm(forms.ModelForm[EngineCrawl]):
    seeds = AddressLinesField(
        label="Start at",
        help_text="Addresses of pages that link to many sites, or of the sites: one a line.",
        rows=6,
        most=MAX_SEEDS,
    )

    class Meta:
        model = EngineCrawl
        fields = ("seeds", *LIMITS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in LIMITS:
            self.fields[name].validators.append(MinValueValidator(1))


@admin.register(EngineCrawl)
class EngineCrawlAdmin(CrawlConsole[EngineCrawl]):
    list_display = (
        "__str__", "state", "pages", "site_count", "proposal_count", "reason", "created_at",
        "finished_at",
    )  # fmt: skip
    list_filter = ("state",)
    fields = readonly_fields = (
        *LIMITS, "created_at", "heartbeat_at", "finished_at",
    )  # fmt: skip
    start_form = StartCrawlForm
    progress_template = "admin/discovery/enginecrawl/progress.html"
    resume_crawl = ENGINE_CRAWLS.resume

    def get_queryset(self, request: HttpRequest) -> QuerySet[EngineCrawl]:
        return (
            super()
            .get_queryset(request)
            .annotate(
                site_number=Count("sites"),
                proposal_number=Count("sites", filter=Q(sites__is_proposal=True)),
            )
        )

    def start(self, request: HttpRequest, given: Any) -> EngineCrawl:
        """Start the crawl, or go on with the unfinished one from the same pages."""
        return start_crawl(given.instance)

    def progress_context(self, row: EngineCrawl) -> dict[str, Any]:
        done = row.frontier.exclude(state=PageState.WAITING)
        return {
            "crawl": row,
            **counts_of(row),
            "engines": sites_with_engines(row),
            "unreadable": done.filter(outcome__startswith=UNREADABLE).count(),
            "latest": done.order_by(LATEST_FIRST, "-pk")[:SHOWN_PAGES],
        }

    @admin.display(description="sites", ordering="site_number")
    def site_count(self, crawl: Any) -> Any:
        return crawl.site_number

    @admin.display(description="proposals", ordering="proposal_number")
    def proposal_count(self, crawl: Any) -> Any:
        return crawl.proposal_number


@admin.register(CrawlPage)
class CrawlPageAdmin(CrawledPagesAdmin[CrawlPage]):
    list_display = ("url", "state", "outcome", "kind", "found_on", "fetched_at")
    list_filter = ("state", "kind")
    ordering = (LATEST_FIRST, "-pk")
    parent = "crawl"


@admin.register(EngineEvent)
class EngineEventAdmin(ConsoleAdmin[EngineEvent]):
    list_display = ("engine", "at", "before", "after", "reason")
    list_filter = ("after", "at")
    list_select_related = ("engine",)
    search_fields = ("engine__name", "engine__slug", "reason")
    show_full_result_count = False
    readonly_fields = fields = ("engine", "at", "before", "after", "reason", "evidence")
    by_hand = frozenset()
