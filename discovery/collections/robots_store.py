"""The robots.txt files of a collection's site, kept so that no slice fetches one anew."""

from datetime import timedelta

from django.utils import timezone

from discovery.models import Collection
from discovery.web import ROBOTS_LIFETIME


class CollectionRobotsStore:
    """The files that are still good; `files` is given to the fetcher, which adds to it."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        since = (timezone.now() - timedelta(seconds=ROBOTS_LIFETIME)).isoformat()
        self._kept = {
            url: file for url, file in collection.robots_files.items() if file["at"] > since
        }
        self.files = {
            url: (int(file["status"]), str(file["text"]).encode("latin-1"))
            for url, file in self._kept.items()
        }

    def store_new(self) -> None:
        """Store the files fetched since the last time."""
        new = set(self.files) - set(self._kept)
        if not new:
            return
        now = timezone.now().isoformat()
        for url in new:
            status, body = self.files[url]
            # A character for each byte: what the file's charset is matters to nobody here. NUL is
            # the one that databases do not take.
            text = body.replace(b"\0", b" ").decode("latin-1")
            self._kept[url] = {"status": status, "text": text, "at": now}
        Collection.objects.filter(pk=self._collection.pk).update(robots_files=self._kept)
