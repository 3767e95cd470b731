"""Rows of collections: the wrapper over their pages, what it read, and questions asked for them."""

import unicodedata
from typing import Any

from django.db import models
from django.utils import timezone

from discovery.models import Collection, CollectionPage

# Latin letters with marks, and the letters they are found as: SQLite's index leaves marks out by
# itself, PostgreSQL's only by an extension that not every server has.
_MARKED = {
    letter: unicodedata.normalize("NFD", letter)[0]
    for letter in map(chr, range(0xC0, 0x180))
    if len(unicodedata.normalize("NFD", letter)) == 2
}
WITHOUT_DIACRITICS = str.maketrans(_MARKED)


def _unmarked(column: str) -> str:
    return f"translate({column}, '{''.join(_MARKED)}', '{''.join(_MARKED.values())}')"


# What PostgreSQL indexes and searches: words as they are, those of titles weighing more.
POSTGRESQL_VECTOR = (
    f"setweight(to_tsvector('simple', {_unmarked('title')}), 'A') || "
    f"setweight(to_tsvector('simple', {_unmarked('text')}), 'B')"
)


class PageClass(models.Model):
    """The wrapper over the pages of a collection; `number` grows when it is learned anew.

    `run` is the crawl whose pages were all read with it, 0 before the first.
    """

    collection = models.OneToOneField(
        Collection, on_delete=models.CASCADE, related_name="page_class"
    )
    number = models.PositiveIntegerField(default=1)
    wrapper: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    run = models.PositiveIntegerField(default=0)
    learned_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "page classes"

    def __str__(self) -> str:
        return f"pages of {self.collection} · version {self.number}"


class Item(models.Model):
    """What a page of a collection says. A full-text index over title and text stands beside it.

    `fields` is a list of names and values in the page's order. `number` is that of the wrapper
    that read it, `digest` that of the body read.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="items")
    page = models.OneToOneField(CollectionPage, on_delete=models.CASCADE, related_name="item")
    url = models.TextField()
    title = models.CharField(max_length=300, blank=True)
    fields: "models.JSONField[list[list[str]], list[list[str]]]" = models.JSONField(default=list)
    text = models.TextField(blank=True)
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=32)
    read_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or self.url


class CollectionQuestion(models.Model):
    """A generated query put to a collection's search engine, and the pages its answers led to.

    `links` are the keys of all pages the answers link to; `found` counts the members known before
    it was asked.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="questions")
    run = models.PositiveIntegerField()
    query = models.CharField(max_length=200)
    found = models.PositiveIntegerField(default=0)
    answered = models.BooleanField(default=False)
    links: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "run", "query"], name="a_crawl_asks_each_query_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.query!r} for {self.collection_id}"
