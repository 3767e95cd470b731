"""The robots.txt files of a crawl, kept so that no slice fetches one anew."""

import zlib
from datetime import timedelta

from django.utils import timezone

from discovery.models import CrawlRobots, EngineCrawl
from discovery.web import ROBOTS_LIFETIME


class RobotsStore:
    """The files that are still good; `files` is given to the fetcher, which adds to it."""

    def __init__(self, crawl: EngineCrawl) -> None:
        self._crawl = crawl
        since = timezone.now() - timedelta(seconds=ROBOTS_LIFETIME)
        crawl.robots_files.filter(fetched_at__lt=since).delete()
        self.files = {
            file.url: (file.status, zlib.decompress(bytes(file.body)))
            for file in crawl.robots_files.all()
        }
        self._stored = set(self.files)

    def store_new(self) -> None:
        """Store the files fetched since the last time."""
        new = set(self.files) - self._stored
        CrawlRobots.objects.bulk_create(
            (
                CrawlRobots(
                    crawl=self._crawl,
                    url=url,
                    status=self.files[url][0],
                    body=zlib.compress(self.files[url][1]),
                )
                for url in new
            ),
            ignore_conflicts=True,
        )
        self._stored |= new
