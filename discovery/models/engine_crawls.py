"""Rows of crawls for search engines: the crawl, the sites it met, its frontier."""

from datetime import timedelta

from django.db import models
from django.utils import timezone

from discovery.jobs.crawls import Crawl
from discovery.models.engines import Engine
from discovery.models.states import PageState


class EngineCrawl(Crawl):
    """One crawl for search engines: where it starts, how far it may go, how far it came.

    `pages` counts the requests made, robots.txt aside. A page's result and the pages it leads to
    are written in one transaction. So a worker killed at any moment loses at most the downloads
    then under way.
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
    PAGE = "PAGE", "page"
    SITEMAP = "SITEMAP", "sitemap"
    DESCRIPTION = "DESCRIPTION", "OpenSearch description"


class CrawlPage(models.Model):
    """An address of a crawl's frontier, or one already looked at.

    `key` is a fingerprint of what makes the address one page, `shape` of what it has in common with
    its like. A lower `priority` is earlier. `depth` is the number of links from where the crawl
    entered the site. `attempts` counts the workers that began to fetch it.
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
    """A robots.txt that a crawl for engines, or of a collection, fetched; `body` is compressed."""

    crawl = models.ForeignKey(
        EngineCrawl, on_delete=models.CASCADE, related_name="robots_files", null=True
    )
    collection = models.ForeignKey(
        "discovery.Collection", on_delete=models.CASCADE, related_name="robots_files", null=True
    )
    url = models.CharField(max_length=400)
    status = models.PositiveSmallIntegerField()
    body = models.BinaryField()
    fetched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["crawl", "url"], name="one_robots_file_per_host"),
            models.UniqueConstraint(
                fields=["collection", "url"], name="one_robots_file_per_host_collected"
            ),
        ]

    def __str__(self) -> str:
        return self.url
