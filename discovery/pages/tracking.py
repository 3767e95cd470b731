"""Parameters of addresses that follow visitors about, taken away.

The names are those that AdGuard keeps for all sites, as the package url-cleaner carries them. Its
rules for single hosts are left alone: some take away what tells pages apart.
"""

import importlib.util
import json
from functools import lru_cache
from pathlib import Path

PACKAGE = "url_cleaner"
# What that list does not name.
FURTHER_NAMES = (
    *("fb_source", "gad_source", "gad_campaignid", "srsltid", "twclid", "ttclid", "li_fat_id"),
    *("igsh", "igshid", "mc_cid", "_ga", "_gl", "_hsmi", "ref_src"),
)


@lru_cache(maxsize=1)
def tracking_names() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return whole names and beginnings of names, in lower case."""
    # The package is read, not imported: importing it sets up the log of the whole process.
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise ImportError(f"{PACKAGE} is not installed (requirements.txt)")
    rules = json.loads(Path(package.origin).with_name("rules.json").read_text("utf-8"))["GENERAL"]
    beginnings = ["utm_", *(rule[2:-1] for rule in rules if rule.startswith("/^"))]
    names = {*FURTHER_NAMES, *(rule for rule in rules if not rule.startswith("/"))}
    return frozenset(map(str.lower, names)), tuple(map(str.lower, beginnings))


def without_tracking(url: str) -> str:
    """Return `url` without parameters that only say who comes, and from where.

    All else stays as it is written.

    >>> without_tracking("https://a.example/x?utm_source=s&b=%7e&fbclid=1;2&c#top")
    'https://a.example/x?b=%7e&c#top'
    """
    if "?" not in url:
        return url
    address, hash_sign, fragment = url.partition("#")
    location, mark, query = address.partition("?")
    parts = query.split("&")
    kept = [part for part in parts if not _is_tracking(part.partition("=")[0].lower())]
    if len(kept) == len(parts):
        return url
    return f"{location}{mark if kept else ''}{'&'.join(kept)}{hash_sign}{fragment}"


def _is_tracking(name: str) -> bool:
    names, beginnings = tracking_names()
    return name in names or name.startswith(beginnings)
