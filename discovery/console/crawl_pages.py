"""What the operator's consoles of all crawls share: progress, pause, resume, stop."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest

from discovery.console.readable_filters import ReadableFilters, Row
from discovery.console.work_pages import Button, WorkConsole
from discovery.jobs.crawls import Crawl, CrawlState, pause_crawl, stop_crawl

CrawlRow = TypeVar("CrawlRow", bound=Crawl)
# Lines of the progress page.
SHOWN_PAGES = 15
# The databases disagree on where what has no time stands.
LATEST_FIRST = F("fetched_at").desc(nulls_last=True)


class CrawlConsole(WorkConsole[CrawlRow]):
    """The pages of one kind of crawl: each is started, watched, paused, resumed and stopped."""

    actions: tuple[str, ...] = ("pause", "resume", "stop")
    start_label = "Start the crawl"

    def resume_crawl(self, crawl: CrawlRow) -> None:
        """Let a paused crawl go on in the background. Raises `CrawlStateError`."""
        raise NotImplementedError

    def actions_of_buttons(self) -> dict[str, Callable[[CrawlRow], object]]:
        """Return what the buttons of the progress page do, by their names."""
        return {"_pause": pause_crawl, "_resume": self.resume_crawl, "_stop": stop_crawl}

    def buttons(self, row: CrawlRow) -> tuple[Button, ...]:
        """Return the buttons that a crawl in its state has."""
        if row.finished_at is not None:
            return ()
        is_running = row.state == CrawlState.RUNNING
        turn = ("_pause", "Pause") if is_running else ("_resume", "Resume")
        return (turn, ("_stop", "Stop for good"))

    def state_words(self, row: CrawlRow) -> str:
        """Return the state of a crawl."""
        return f"{row.get_state_display()}."

    @admin.action(description="Pause", permissions=["change"])
    def pause(self, request: HttpRequest, queryset: QuerySet[CrawlRow]) -> None:
        """Pause each crawl."""
        self.do_each(request, queryset, pause_crawl)

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[CrawlRow]) -> None:
        """Resume each crawl."""
        self.do_each(request, queryset, self.resume_crawl)

    @admin.action(description="Stop for good (what was found stays)", permissions=["change"])
    def stop(self, request: HttpRequest, queryset: QuerySet[CrawlRow]) -> None:
        """Stop each crawl."""
        self.do_each(request, queryset, stop_crawl)


class CrawledPagesAdmin(ReadableFilters[Row]):
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

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Pages are looked at."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """A page forgotten would be fetched again."""
        return False
