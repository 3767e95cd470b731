"""The frontier's order: which of a site's pages is looked at first.

Breadth first over sites: a site's next page is taken when every other site has had as many. Within
a site, what is likely to show its search form comes first.
"""

from urllib.parse import urlsplit

# Lower is earlier. A site's home page shows its search form more often than any other page, and a
# declared description says all in one small file.
SEED_PRIORITY = 0
HOME_PRIORITY = 1
DESCRIPTION_PRIORITY = 5
# Links whose text speaks of search; then the site's own list; then those whose address alone does.
SEARCH_TEXT_PRIORITY = 10
SITEMAP_PRIORITY = 20
SEARCH_ADDRESS_PRIORITY = 30
ORDINARY_PRIORITY = 40
# A link's weight from which on its text, not its address alone, speaks of search.
_TEXT_WEIGHT = 2
_HIGHEST_WEIGHT = 4
# Deeper pages are all alike.
_DEEPEST = 50


def page_priority(url: str, weight: int, depth: int) -> int:
    """Return the place of a page in its site's queue.

    `weight` says how much the link to it speaks of search (0 to 4). `depth` is its distance in
    links from where the crawl entered the site.

    >>> page_priority("http://a.example/", 0, 3), page_priority("http://a.example/find", 3, 1)
    (1, 11)
    >>> page_priority("http://a.example/about", 0, 2)
    42
    """
    parts = urlsplit(url)
    if parts.path in {"", "/"} and not parts.query:
        return HOME_PRIORITY
    if weight >= _TEXT_WEIGHT:
        return SEARCH_TEXT_PRIORITY + _HIGHEST_WEIGHT - weight
    if weight:
        return SEARCH_ADDRESS_PRIORITY
    return ORDINARY_PRIORITY + min(depth, _DEEPEST)
