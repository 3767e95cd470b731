"""Programs made with Django: each is run by a script beside, in an environment of its own."""

import json
from dataclasses import asdict
from pathlib import Path

from evaluation.quality.items.capture.contents import (
    FRENCH,
    GERMAN,
    SPANISH,
    Vocabulary,
    things,
)
from evaluation.quality.items.capture.running import HOST, Captured, installed, run

QUERIES = 5


def _pages(folder: Path, script: str, words: Vocabulary, *packages: str) -> list[Captured]:
    """Return the pages that a script beside this module prints."""
    python = installed(folder, *packages)
    rows = [{**asdict(thing), "day": thing.day.isoformat()} for thing in things(words)]
    given = {"things": rows, "queries": words.queries[:QUERIES], "host": HOST}
    printed = run(
        [python, Path(__file__).parent / "sites" / script], folder, json.dumps(given).encode()
    )
    return [
        Captured(page["query"], page["url"], page["html"].encode()) for page in json.loads(printed)
    ]


def oscar(folder: Path) -> list[Captured]:
    """Return pages of django-oscar, a shop: price, stars, picture."""
    return _pages(folder, "oscar_site.py", GERMAN, "django-oscar[easy-thumbnails]==4.2.1")


def spirit(folder: Path) -> list[Captured]:
    """Return pages of Spirit, a forum: category, user, replies, views, date."""
    return _pages(folder, "spirit_site.py", SPANISH, "django-spirit==0.14.3", "setuptools<80")


def wiki(folder: Path) -> list[Captured]:
    """Return pages of django-wiki: title, address, date of the last change."""
    return _pages(folder, "wiki_site.py", FRENCH, "wiki==0.13.0", "setuptools<80")
