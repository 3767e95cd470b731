"""Rows of discovery: engines, the history of their states, crawls for engines, collections."""

from datetime import timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from discovery.collection_rows import (
    CollectedKind,
    CollectingMethod,
    Collection,
    CollectionPage,
    CollectionStage,
    TraversalState,
)
from discovery.crawl_control import Crawl
from discovery.pages import fold_space
from discovery.states import EngineState, PageState

__all__ = [
    "RESTING",
    "SEARCHABLE",
    "CollectedKind",
    "CollectingMethod",
    "Collection",
    "CollectionPage",
    "CollectionStage",
    "CrawlPage",
    "CrawlRobots",
    "CrawlSite",
    "Engine",
    "EngineCrawl",
    "EngineEvent",
    "PageKind",
    "TraversalState",
]

SEARCHABLE = (EngineState.ACTIVE,)
RESTING = (EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


class EngineQuerySet(models.QuerySet["Engine"]):
    """Named queries over engines."""

    def resting(self) -> "EngineQuerySet":
        """Engines in use that are not asked at present: broken, out of reach, or paused."""
        return self.filter(state__in=RESTING)

    def searchable(self) -> "EngineQuerySet":
        """Engines that a search asks."""
        return self.filter(state__in=SEARCHABLE)

    def of_sites(self) -> "EngineQuerySet":
        """Engines that are asked on the web; the others search collections of ours."""
        return self.filter(collection__isnull=True)

    def waiting(self) -> "EngineQuerySet":
        """Proposals that wait to be learned, most wanted first, then in the order they came."""
        return self.filter(state=EngineState.PROPOSED).order_by("-wanted", "pk")

    def count_by_state(self) -> list[tuple[EngineState, int]]:
        """Return how many engines are in each state, in the order of the states, empty ones out."""
        rows = self.order_by().values_list("state").annotate(number=models.Count("pk"))
        counts = dict(rows)
        return [(state, counts[state]) for state in EngineState if state in counts]


class Engine(models.Model):
    """A search engine: one site that can be asked through one form.

    `description` is the connection description in XML (docs/connection-description.md): the one
    proposed with the engine, if any, then the one learned. `wanted` tells which proposals are
    learned first (larger is more). `version` grows whenever description or wrapper change, so that
    processes know when what they cached is old. `categories` are the tabs it is asked under,
    separated by commas; `weight` is what its results count for in the merged order (1 is usual).
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    home_url = models.URLField("home address", max_length=2000)
    state = models.CharField(
        max_length=20, choices=EngineState.choices, default=EngineState.PROPOSED, db_index=True
    )
    reason = models.TextField(blank=True, help_text="Why the engine is in this state.")
    collection = models.OneToOneField(
        Collection,
        on_delete=models.CASCADE,
        related_name="engine",
        null=True,
        blank=True,
        help_text="The collection that this engine searches; empty for engines on the web.",
    )
    description = models.TextField("connection description", blank=True)
    language = models.CharField(max_length=35, blank=True)
    wanted = models.PositiveIntegerField(
        default=0, db_index=True, help_text="Proposals that are more wanted are learned first."
    )
    categories = models.CharField(
        max_length=200,
        blank=True,
        help_text="Tabs of the search page it is asked under, separated by commas.",
    )
    weight = models.FloatField(
        default=1.0,
        validators=[MinValueValidator(0.1), MaxValueValidator(10)],
        help_text="What its results count for: 1 is usual, 2 twice as much.",
    )
    version = models.PositiveIntegerField(default=0)
    broken_queries = models.JSONField(
        default=list, blank=True, help_text="Fingerprints of the queries last answered BROKEN."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    objects = EngineQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=EngineState.values), name="engine_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def category_names(self) -> tuple[str, ...]:
        """Return the tabs it is asked under, each once."""
        names = (fold_space(name) for name in self.categories.split(","))
        return tuple(dict.fromkeys(name for name in names if name))


class EngineEvent(models.Model):
    """One change of an engine's state, or one thing worth telling about it, with its evidence.

    `evidence` is a JSON object, by custom with `url`, `status` and `excerpt`.
    """

    engine = models.ForeignKey(Engine, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    before = models.CharField(max_length=20, choices=EngineState.choices)
    after = models.CharField(max_length=20, choices=EngineState.choices)
    reason = models.TextField()
    evidence: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.engine_id}: {self.before} → {self.after}"


class EngineCrawl(Crawl):
    """One crawl for search engines: where it starts, how far it may go, how far it came.

    `pages` counts the requests made, robots.txt aside. A page's result and the pages it leads to
    are written in one transaction: a worker killed at any moment loses at most the downloads then
    under way.
    """

    # Longer than reading one hostile page takes.
    LEASE_LENGTH = timedelta(seconds=20)

    seeds: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    max_pages = models.PositiveIntegerField("most pages in all", default=500)
    max_pages_per_site = models.PositiveIntegerField("most pages of a site", default=20)
    max_sites = models.PositiveIntegerField("most sites", default=200)
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "crawl for engines"
        verbose_name_plural = "crawls for engines"

    def __str__(self) -> str:
        return f"crawl from {', '.join(self.seeds)}"[:200]


class CrawlSite(models.Model):
    """A site met on a crawl, with the engine found on it.

    `pages` counts the requests to it, `failures` those in a row that gave no answer. It is asked
    again no sooner than `next_at`. `is_proposal`: the engine was not known before.
    """

    crawl = models.ForeignKey(EngineCrawl, on_delete=models.CASCADE, related_name="sites")
    site = models.CharField(max_length=300)
    pages = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    engine = models.ForeignKey(
        Engine, on_delete=models.SET_NULL, related_name="crawl_sites", null=True, blank=True
    )
    is_proposal = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["crawl", "site"], name="one_row_per_site_of_a_crawl"),
        ]
        indexes = [models.Index(fields=["crawl", "pages"], name="crawl_site_turns")]

    def __str__(self) -> str:
        return self.site


class PageKind(models.TextChoices):
    """What an address is expected to hold."""

    PAGE = "PAGE", "page"
    SITEMAP = "SITEMAP", "sitemap"
    DESCRIPTION = "DESCRIPTION", "OpenSearch description"


class CrawlPage(models.Model):
    """An address of a crawl's frontier, or one already looked at.

    `key` is a fingerprint of what makes the address one page, `shape` of what it has in common with
    its like; lower `priority` is earlier; `depth` is the number of links from where the crawl
    entered the site; `attempts` counts the workers that began to fetch it.
    """

    crawl = models.ForeignKey(EngineCrawl, on_delete=models.CASCADE, related_name="frontier")
    site = models.ForeignKey(CrawlSite, on_delete=models.CASCADE, related_name="frontier")
    url = models.TextField()
    key = models.CharField(max_length=32)
    shape = models.CharField(max_length=32)
    kind = models.CharField(max_length=12, choices=PageKind.choices, default=PageKind.PAGE)
    priority = models.PositiveSmallIntegerField(default=0)
    depth = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=PageState.choices, default=PageState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    outcome = models.TextField(blank=True)
    found_on = models.TextField(blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["priority", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["crawl", "key"], name="one_row_per_page_of_a_crawl"),
        ]
        indexes = [
            models.Index(fields=["site", "state", "priority", "id"], name="crawl_page_turns"),
            models.Index(fields=["site", "shape"], name="crawl_page_shapes"),
            models.Index(fields=["crawl", "state"], name="crawl_page_states"),
        ]

    def __str__(self) -> str:
        return self.url


class CrawlRobots(models.Model):
    """A robots.txt that a crawl fetched, so that its next slice need not; `body` is compressed."""

    crawl = models.ForeignKey(EngineCrawl, on_delete=models.CASCADE, related_name="robots_files")
    url = models.CharField(max_length=400)
    status = models.PositiveSmallIntegerField()
    body = models.BinaryField()
    fetched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["crawl", "url"], name="one_robots_file_per_host"),
        ]

    def __str__(self) -> str:
        return self.url
