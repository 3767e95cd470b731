"""Crawls in the console, for engines and of collections: start, watch, pause, resume, stop."""

from collections.abc import Callable
from functools import partial, partialmethod
from typing import Any, ClassVar, TypeVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.validators import MinValueValidator
from django.db.models import Count, F, Model, Q, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from discovery.collections.crawls import SampleError, check_request
from discovery.collections.methods import stored_pattern
from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    NavigationPattern,
    describe_navigation,
)
from discovery.crawling.traversal import MAX_READINGS, SHOWN_OF_READING
from discovery.engine_crawls.crawls import (
    ENGINE_CRAWLS,
    LIMITS,
    counts_of,
    sites_with_engines,
    start_crawl,
)
from discovery.engines.registration import AddressError
from discovery.jobs.crawls import Crawl, CrawlState, pause_crawl, stop_crawl
from discovery.jobs.faults import UNREADABLE
from discovery.models import Collection, CollectionPage, CrawlPage, Engine, EngineCrawl, PageState
from metasearch.console.work_pages import (
    AddressLinesField,
    Button,
    ConsoleAdmin,
    WorkConsole,
    action_on_each,
    address_of,
)
from wrappers.collections.collection_jobs import (
    CRAWLS,
    queue_chosen_reading,
    queue_collection,
    queue_further_search,
    queue_next_crawl,
)
from wrappers.items.exporting import EXPORTS
from wrappers.models import Item

Row = TypeVar("Row", bound=Model)
CrawlRow = TypeVar("CrawlRow", bound=Crawl)
# Lines of the progress page.
SHOWN_PAGES = 15
# The databases disagree on where what has no time stands.
LATEST_FIRST = F("fetched_at").desc(nulls_last=True)


class CrawlConsole(WorkConsole[CrawlRow]):
    actions: tuple[str, ...] = ("pause", "resume", "stop")
    start_label = "Start the crawl"

    # Lets a paused crawl go on in the background; raises `WorkStateError`.
    resume_crawl: Callable[[CrawlRow], object]

    def actions_of_buttons(self) -> dict[str, Callable[[CrawlRow], object]]:
        return {"_pause": pause_crawl, "_resume": self.resume_crawl, "_stop": stop_crawl}

    def buttons(self, row: CrawlRow) -> tuple[Button, ...]:
        if row.finished_at is not None:
            return ()
        is_running = row.state == CrawlState.RUNNING
        turn = ("_pause", "Pause") if is_running else ("_resume", "Resume")
        return (turn, ("_stop", "Stop for good"))

    def state_words(self, row: CrawlRow) -> str:
        return f"{row.get_state_display()}."

    pause = action_on_each("Pause", pause_crawl)
    stop = action_on_each("Stop for good (what was found stays)", stop_crawl)

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[CrawlRow]) -> None:
        self.do_each(request, queryset, self.resume_crawl)


class CrawledPagesAdmin(ConsoleAdmin[Row]):
    """The pages of crawls, reached from their crawl. One forgotten would be fetched again."""

    search_fields = ("url", "outcome")
    show_full_result_count = False
    by_hand = frozenset()

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        return {}


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
    asked_by = "crawl"


STEP, LINE, RADIUS = 130, 70, 20


def plot_navigation(pattern: NavigationPattern) -> SafeString:
    kinds = {kind for step in pattern.steps for kind in (step.source, step.target)}
    hubs = sorted(kinds - {ENTRY, TARGET, ANYWHERE}, key=lambda kind: (len(kind), kind))
    row = [ENTRY, *([ANYWHERE] if ANYWHERE in kinds else []), *hubs, TARGET]
    places = {kind: STEP // 2 + STEP * number for number, kind in enumerate(row)}
    plot = {
        "width": STEP * len(row),
        "nodes": [(places[kind], "any page" if kind == ANYWHERE else kind) for kind in row],
        "arrows": [_arrow(places[step.source], places[step.target]) for step in pattern.steps],
        "line": LINE,
        "radius": RADIUS,
    }
    return render_to_string("admin/discovery/collection/navigation.html", plot)


def _arrow(start: int, end: int) -> tuple[str, int, int]:
    """Return the path of an arrow between two nodes, and where its number stands."""
    top = LINE - RADIUS
    if start == end:
        loop = (
            f"M{start - 8},{top} C{start - 22},{top - 34} {start + 22},{top - 34} {end + 8},{top}"
        )
        return f"{loop} l-1,-7 m1,7 l-7,-2", start, top - 28
    if abs(end - start) == STEP:
        side = RADIUS if end > start else -RADIUS
        tip = -6 if end > start else 6
        line = f"M{start + side},{LINE} L{end - side},{LINE} l{tip},-4 m{-tip},4 l{tip},4"
        return line, (start + end) // 2, LINE - 5
    lift = top - 24
    arc = f"M{start},{top} C{start},{lift} {end},{lift} {end},{top} l-4,-6 m4,6 l4,-6"
    return arc, (start + end) // 2, top - 20


# The names of buttons that have a reading taken begin so; 0 is that of the samples by themselves.
READING_BUTTON = "_reading_"


class StartCollectionForm(forms.ModelForm[Collection]):
    samples = AddressLinesField(
        label="Sample pages",
        help_text="Addresses of one or more pages of the kind wanted, one a line.",
        rows=3,
    )
    entry_url = forms.CharField(
        label="Entry page",
        required=False,
        help_text="Where the site is entered; its home page when empty.",
        widget=forms.TextInput(attrs={"size": 60, "inputmode": "url"}),
    )

    class Meta:
        model = Collection
        fields = (
            "samples", "name", "entry_url", "entry_engine", "method", "criterion", "max_downloads",
            "recrawl_days",
        )  # fmt: skip
        # Looked for by name: of ten thousand nobody finds one in a list.
        widgets: ClassVar = {
            "entry_engine": AutocompleteSelect(
                Collection._meta.get_field("entry_engine"), admin.site
            )
        }

    class Media:
        js = ("discovery/choice_names.js",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False
        self.fields["max_downloads"].validators.append(MinValueValidator(1))
        entry_engine = self.fields["entry_engine"]
        assert isinstance(entry_engine, forms.ModelChoiceField)
        entry_engine.queryset = Engine.objects.enterable()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if "samples" in given and not self.errors:
            try:
                check_request(given["samples"], given["entry_url"])
            except (AddressError, SampleError) as error:
                raise forms.ValidationError(str(error)) from error
        return given


def export_pages(
    console: "CollectionAdmin", request: HttpRequest, row_id: int, name: str
) -> StreamingHttpResponse:
    collection = console.visible(request, row_id)
    export = EXPORTS[name]
    response = StreamingHttpResponse(export.parts(collection), content_type=export.content_type)
    file_name = f"collection-{collection.pk}.{export.ending}"
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


@admin.register(Collection)
class CollectionAdmin(CrawlConsole[Collection]):
    list_display = (
        "name", "state", "found", "downloads", "confidence", "run", "new_pages", "changed_pages",
        "gone_pages", "reason", "run_started_at", "finished_at",
    )  # fmt: skip
    list_filter = ("state", "method")
    search_fields = ("name",)
    readonly_fields = (
        "name", "method", "criterion", "entry_url", "entry_engine", "max_downloads", "created_at",
        "heartbeat_at", "finished_at", "navigation_pattern",
    )  # fmt: skip
    # Set by a person at any time is the first; all else is the crawl's own.
    fields = ("recrawl_days", *readonly_fields)
    actions = (*CrawlConsole.actions, "crawl_again")
    start_form = StartCollectionForm
    progress_template = "admin/discovery/collection/progress.html"
    resume_crawl = CRAWLS.resume
    own_pages = {name: f"<int:row_id>/{name}/" for name in EXPORTS}

    @admin.display(description="navigation pattern")
    def navigation_pattern(self, collection: Collection) -> SafeString | str:
        pattern = stored_pattern(collection)
        if pattern is None:
            return "none"
        lines = (
            f"{number}  {line}" for number, line in enumerate(describe_navigation(pattern), start=1)
        )
        return format_html(
            '{}<pre tabindex="0">{}</pre>', plot_navigation(pattern), "\n".join(lines)
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        if change and "_save" in request.POST:
            Collection.objects.filter(pk=obj.pk).update(recrawl_days=obj.recrawl_days)

    def start(self, request: HttpRequest, given: Any) -> Collection:
        return queue_collection(given.instance)

    def actions_of_buttons(self) -> dict[str, Callable[[Collection], object]]:
        return {
            **super().actions_of_buttons(),
            "_again": queue_next_crawl,
            "_further": queue_further_search,
            **{
                f"{READING_BUTTON}{number}": partial(queue_chosen_reading, number=number)
                for number in range(MAX_READINGS + 1)
            },
        }

    def buttons(self, row: Collection) -> tuple[Button, ...]:
        ended: tuple[Button, ...] = (("_again", "Crawl again"), ("_further", "Go on looking"))
        return (
            *super().buttons(row),
            ("_save", "Save"),
            *(ended if row.finished_at is not None else ()),
        )

    def progress_context(self, row: Collection) -> dict[str, Any]:
        pages = row.pages.defer("body")
        size = row.estimated_size
        return {
            "crawl": row,
            "coverage": min(100, round(100 * row.found / size)) if size else None,
            "seems_found": None if row.coverage is None else round(100 * row.coverage),
            "readings": [
                (
                    each,
                    f"{READING_BUTTON}{number}" if each.get("choice") else "",
                    row.chosen_reading != "" and row.chosen_reading == each.get("choice"),
                )
                for number, each in enumerate(row.readings, start=1)
            ],
            "own_reading": f"{READING_BUTTON}0",
            "own_examples": row.pages.members().values_list("url", flat=True)[:SHOWN_OF_READING],
            "latest": pages.filter(run=row.run).order_by("-number")[:SHOWN_PAGES],
            "unreadable": pages.filter(outcome__startswith=UNREADABLE).count(),
            "notes": row.notes[::-1],
            "items": row.items.count(),
            "shown_items": row.items.defer("text")[:SHOWN_PAGES],
            "engine": Engine.objects.filter(collection=row).first(),
            "exports": [(name, address_of(row, name)) for name in EXPORTS],
        }

    warc_view = partialmethod(export_pages, name="warc")
    jsonl_view = partialmethod(export_pages, name="jsonl")
    csv_view = partialmethod(export_pages, name="csv")

    crawl_again = action_on_each("Crawl again", queue_next_crawl)


@admin.register(CollectionPage)
class CollectionPageAdmin(CrawledPagesAdmin[CollectionPage]):
    list_display = ("url", "is_member", "state", "outcome", "is_gone", "changed_run", "fetched_at")
    list_filter = ("is_member", "state", "is_gone", "kind")
    ordering = (LATEST_FIRST, "-pk")
    asked_by = "collection"
    deferred = ("body",)


@admin.register(Item)
class ItemAdmin(CrawledPagesAdmin[Item]):
    list_display = ("title", "url", "first_fields", "read_at")
    search_fields = ("title", "url")
    asked_by = "collection"

    @admin.display(description="fields")
    def first_fields(self, item: Item) -> str:
        return " · ".join(f"{name}: {value[:60]}" for name, value in item.fields[:5])
