"""Which link of a page leads to one of the pages that the site is made of."""

from collections import defaultdict
from itertools import islice
from urllib.parse import urlsplit

from discovery.pages.page import Page
from discovery.pages.tree import class_names, tag_path
from discovery.pages.urls import resolve_url

# Links looked at; links that make a group worth proposing. Guesses.
MAX_LINKS = 2_000
MIN_GROUP = 3


def likely_content_link(page: Page) -> str | None:
    """Return a link of the largest group that looks alike and stays on the site, None without.

    Links of a group stand under the same tags and classes; what leads to parts of pages, or asks
    for something, is left out. The link in the middle stands for its group: first and last ones
    often lead elsewhere.
    """
    host = urlsplit(page.url).netloc
    known = {page.url.partition("#")[0]}
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for link in islice(page.root.iter("a"), MAX_LINKS):
        url = resolve_url(page.base_url, link.get("href"))
        if url is None or urlsplit(url).netloc != host or urlsplit(url).query:
            continue
        address = url.partition("#")[0]
        if address not in known:
            known.add(address)
            groups[(*tag_path(link), *class_names(link))].append(address)
    largest = max(groups.values(), key=len, default=[])
    return largest[len(largest) // 2] if len(largest) >= MIN_GROUP else None
