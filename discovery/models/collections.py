"""Rows of structural crawling: collections of like pages, their pages, what a crawl remembers."""

import zlib
from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from discovery.jobs.crawls import Crawl
from discovery.models.states import PageState
from discovery.pages.page import Page, parse_page


class CollectingMethod(models.TextChoices):
    AUTO = "auto", "by structure, then by the navigation pattern learned from it"
    STRUCTURE = "structure", "by structure"
    INDESIT = "indesit", "by INDESIT as published (Blanco et al. 2005)"
    EXAMPLE = "example", "by example: the site is mapped, a pattern followed (Vidal et al. 2006)"


class CollectionStage(models.TextChoices):
    COLLECTING = "COLLECTING", "looking for pages"
    LEARNING = "LEARNING", "learning the way to them"
    REVISITING = "REVISITING", "asking again for pages known from before"


class Collection(Crawl):
    """All pages of a site that are like the samples, and the crawl that gathers them.

    `run` counts the crawls: after the first, each finds what is new, changed and gone
    (`new_pages`, `changed_pages`, `gone_pages` of the latest). `downloads` counts the requests of
    the latest crawl, robots.txt aside, `seconds` its work. `pattern` is the JSON of the navigation
    pattern learned, if any. `readings` are other classes that the samples may stand for, as
    `{"basis", "pages", "examples", "choice"}`, `chosen_reading` is the choice of that one of them
    that a person took instead. `coverage` is the share found, at least by what was seen;
    without finding any a crawl goes on `patience` times as long as usual. `entry_engine` is a
    search engine whose answers lead to pages that no link reaches; `estimated_size` what its
    answers let expect. Where `index` is set the sample is the index that the site's own page
    searches: nothing else is fetched, and `index` says how it is read. `notes` is the log: what
    happened to the collection, as `{"at", "text"}`.
    """

    # Longer than reading one hostile page, or taking up the pages since the last state, takes.
    LEASE_LENGTH = timedelta(seconds=60)

    name = models.CharField(max_length=200)
    samples: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    entry_url = models.TextField("entry page", blank=True)
    entry_engine = models.ForeignKey(
        "discovery.Engine",
        on_delete=models.SET_NULL,
        related_name="entered_collections",
        null=True,
        blank=True,
        help_text="A search engine of the site whose answers lead to the pages.",
    )
    method = models.CharField(
        max_length=10, choices=CollectingMethod.choices, default=CollectingMethod.AUTO
    )
    criterion = models.CharField(
        "words of its pages",
        max_length=200,
        blank=True,
        help_text="Words that the title or first heading of each page wanted holds; needed where "
        "several kinds of pages are built alike.",
    )
    max_downloads = models.PositiveIntegerField("most downloads", default=10_000)
    stage = models.CharField(
        max_length=12, choices=CollectionStage.choices, default=CollectionStage.COLLECTING
    )
    run = models.PositiveIntegerField(default=1)
    run_started_at = models.DateTimeField(default=timezone.now)
    downloads = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    found = models.PositiveIntegerField(default=0)
    queue = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(null=True, blank=True)
    confidence_reason = models.TextField(blank=True)
    coverage = models.FloatField(null=True, blank=True)
    readings: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list, blank=True)
    chosen_reading = models.TextField(blank=True)
    patience = models.PositiveSmallIntegerField(default=1)
    pattern: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    index: "models.JSONField[Any, Any]" = models.JSONField(null=True, blank=True)
    estimated_size = models.PositiveIntegerField(null=True, blank=True)
    new_pages = models.PositiveIntegerField(default=0)
    changed_pages = models.PositiveIntegerField(default=0)
    gone_pages = models.PositiveIntegerField(default=0)
    recrawl_days = models.PositiveIntegerField(
        "crawl again every … days", null=True, blank=True, help_text="Empty: never by itself."
    )
    notes: "models.JSONField[list[dict[str, str]], list[dict[str, str]]]" = models.JSONField(
        default=list, blank=True
    )

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class TraversalState(models.Model):
    """What the algorithm of a crawl, called `method`, knew when it had taken `number` pages.

    `body` is compressed JSON.
    """

    collection = models.OneToOneField(
        Collection, on_delete=models.CASCADE, related_name="traversal_state"
    )
    method = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.collection_id} after {self.number} pages"


class CollectedKind(models.TextChoices):
    PAGE = "PAGE", "page"
    SITEMAP = "SITEMAP", "sitemap"
    ANSWER = "ANSWER", "answer of a search engine"
    INDEX = "INDEX", "the site's own index"


class CollectionPageQuerySet(models.QuerySet["CollectionPage"]):
    def members(self) -> "CollectionPageQuerySet":
        return self.filter(is_member=True, is_gone=False)


class CollectionPage(models.Model):
    """A page that a crawl of a collection asked for, and what it last was.

    `key` is a fingerprint of what makes the address one page, `final_url` where the answer came
    from. `run` is the last crawl that asked for it, `number` its place in that crawl. `digest` is a
    fingerprint of the body, `body` is compressed. `first_run` is the crawl that saw it first,
    `changed_run` the last that saw it otherwise than before. A page is gone when it was a member
    and its site says that it no longer exists.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="pages")
    url = models.TextField()
    key = models.CharField(max_length=32)
    final_url = models.TextField(blank=True)
    final_key = models.CharField(max_length=32, blank=True)
    kind = models.CharField(max_length=8, choices=CollectedKind.choices, default=CollectedKind.PAGE)
    run = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=PageState.choices)
    outcome = models.TextField(blank=True)
    is_member = models.BooleanField(default=False)
    is_gone = models.BooleanField(default=False)
    first_run = models.PositiveIntegerField()
    changed_run = models.PositiveIntegerField()
    status = models.PositiveSmallIntegerField(default=0)
    content_type = models.CharField(max_length=200, blank=True)
    etag = models.CharField(max_length=500, blank=True)
    last_modified = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=32, blank=True)
    fetched_at = models.DateTimeField(default=timezone.now)
    body = models.BinaryField(default=b"", editable=False)

    objects = CollectionPageQuerySet.as_manager()

    class Meta:
        ordering = ["collection", "run", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "key"], name="one_row_per_page_of_a_collection"
            ),
        ]
        indexes = [
            models.Index(fields=["collection", "run", "number"], name="collection_page_order"),
            models.Index(fields=["collection", "is_member"], name="collection_page_members"),
        ]

    def __str__(self) -> str:
        return self.url

    @staticmethod
    def compress(body: bytes) -> bytes:
        return zlib.compress(body, 6)

    def html(self) -> bytes:
        return zlib.decompress(bytes(self.body)) if self.body else b""

    def page(self) -> Page:
        """Return the page parsed anew. Raises `NotHtmlError` when there is nothing in it."""
        return parse_page(
            self.html(), self.final_url or self.url, self.content_type or None, self.status or 200
        )
