"""How much a link speaks of search."""

import re
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from discovery.pages import visible_text

# What links to a search page say, in their text or address, in the web's larger languages.
_SEARCH_WORDS = re.compile(
    r"search|find|query|lookup|consult|such|recherch|cherch|buscar|b[úu]squeda|busca|pesquis|cerca|ricerc|"
    r"zoek|s[öo]k|s[øo]g|haku|etsi|hled|szukaj|wyszuk|keres|căuta|поиск|искать|пошук|търсене|αναζ|"
    r"ara\b|tìm|cari\b|検索|搜索|搜尋|搜寻|查询|查詢|검색|بحث|חיפוש|جستجو|ค้นหา|खोज|catalog|katalog|browse|database",
    re.IGNORECASE,
)
# Weights of a link's text and of its address; that it is a frame adds one, since a frame's content
# is on the page already.
TEXT_WEIGHT = 2
ADDRESS_WEIGHT = 1


def search_weight(link: HtmlElement, url: str) -> int:
    """Return how much a link to `url` speaks of search: 0 to 4."""
    text = f"{visible_text(link)} {link.get('title', '')}"
    in_text = TEXT_WEIGHT if _SEARCH_WORDS.search(text) else 0
    return in_text + address_weight(url) + (link.tag in {"frame", "iframe"})


def address_weight(url: str) -> int:
    """Return how much an address alone speaks of search: 0 or 1.

    >>> address_weight("http://search.example/"), address_weight("http://a.example/suche.html")
    (0, 1)
    """
    parts = urlsplit(url)
    return ADDRESS_WEIGHT if _SEARCH_WORDS.search(f"{parts.path}?{parts.query}") else 0
