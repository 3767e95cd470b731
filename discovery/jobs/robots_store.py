"""The robots.txt files of a crawl, kept so that no slice fetches one anew."""

import zlib
from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from discovery.web.fetching import RobotsFiles
from discovery.web.politeness import ROBOTS_LIFETIME


class RobotsStore:
    """The files of a crawl that are still good; `files` is given to the fetcher, which adds to it.

    They are rows of `model` that point to `owner`, the crawl by the name of its field.
    """

    def __init__(self, model: type[models.Model], **owner: models.Model) -> None:
        self._owner = owner
        self._rows: models.QuerySet[Any] = model._default_manager.filter(**owner)
        since = timezone.now() - timedelta(seconds=ROBOTS_LIFETIME)
        self._rows.filter(fetched_at__lt=since).delete()
        self.files: RobotsFiles = {
            url: (status, zlib.decompress(bytes(body)))
            for url, status, body in self._rows.values_list("url", "status", "body")
        }
        self._stored = set(self.files)

    def store_new(self) -> None:
        """Store the files fetched since the last time."""
        for url in set(self.files) - self._stored:
            status, body = self.files[url]
            values = {"status": status, "body": zlib.compress(body)}
            self._rows.get_or_create(**self._owner, url=url, defaults=values)
            self._stored.add(url)
