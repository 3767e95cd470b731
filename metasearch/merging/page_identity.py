"""Page identity: what is equal for all addresses of one page.

Scheme, `www.`, trailing slash, fragment, tracking parameters and redirectors do not tell pages
apart (`comparison_key`, `unwrap_redirect`, `without_tracking` of `discovery.pages`). Nor do the
hosts and paths under which sites serve the same page to phones. Nor does the number of a visit, or
the name of a folder's own page. Details ours.
"""

import re
from functools import lru_cache

from discovery.pages.tracking import without_tracking
from discovery.pages.urls import comparison_key, unwrap_redirect
from metasearch.merging.ranked_list import RankedRecord

# A label of the host for phones: "m.", "en.m.", "mobile.", "amp.". A label of its own before at
# least two others: "m.example" is a domain.
_PHONE_LABEL = re.compile(r"^((?:[\w-]+\.)*?)(?:m|mobile|amp|wap|touch)\.(?=[\w-]+\.[\w-]+)")
# Accelerated pages (AMP): "/amp/page", "/page/amp", "/page.amp.html", "?amp=1", "?outputType=amp".
_PHONE_PATH = re.compile(r"/amp(?=/|$)|(?<=[\w-])\.amp(?=\.html?$|$)")
_PHONE_PARAMETER = re.compile(
    r"(?:^|(?<=&))(?:amp(?:=(?:1|true)?)?|output(?:type)?=amp|amp_\w+=[^&]*|usqp=[^&]*)(?:&|$)",
    re.I,
)
# Numbers of visits.
_VISIT_PARAMETER = re.compile(
    r"(?:^|(?<=&))(?:phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)=[^&]*(?:&|$)", re.I
)
_VISIT_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*$", re.IGNORECASE)
# What servers show for the address of a folder.
_FOLDER_PAGE = re.compile(
    r"/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp)$", re.IGNORECASE
)
# Without any of these, an address has nothing of the above; most have not.
_HINT = re.compile(
    r"amp|(?:^|\.)(?:m|mobile|wap|touch)\.|/(?:index|default)\.|sess|;sid=|cfid=|^[^/]+\.(?:/|$)",
    re.IGNORECASE,
)
# Copies that an accelerator keeps: "host/amp/s/www.a.example/page", and a cache whose path is
# "/c/s/", for a page, secure; the address stands after it without its scheme.
_ACCELERATOR = re.compile(
    r"^[\w.-]*\bgoogle\.[a-z.]{2,6}/amp/(?:s/)?(?=[\w-]+\.[\w-])"
    r"|^[\w-]+\.cdn\.ampproject\.org/[cv]/(?:s/)?(?=[\w-]+\.[\w-])"
)

# Addresses whose identity is kept: a page of results merges the same ones with every batch.
KEPT_ADDRESSES = 2_048


@lru_cache(maxsize=KEPT_ADDRESSES)
def page_identity(url: str) -> str:
    """Return what is equal for all addresses of the page that `url` leads to.

    >>> page_identity("http://en.m.wiki.example/wiki/Zip?utm_source=x#History")
    'en.wiki.example/wiki/Zip'
    >>> page_identity("https://www.google.com/amp/s/www.a.example/news/zip.amp.html")
    'a.example/news/zip.html'
    """
    key = comparison_key(without_tracking(unwrap_redirect(url)))
    if not _HINT.search(key):
        return key
    copied = _ACCELERATOR.match(key)
    if copied:
        key = key[copied.end() :].removeprefix("www.")
    location, mark, query = key.partition("?")
    host, slash, path = location.partition("/")
    host = _PHONE_LABEL.sub(r"\1", host.rstrip("."))
    path = _FOLDER_PAGE.sub("", _PHONE_PATH.sub("", _VISIT_PATH.sub("", slash + path)))
    query = _VISIT_PARAMETER.sub("", _PHONE_PARAMETER.sub("", query)).rstrip("&")
    return f"{host}{path.rstrip('/')}{mark if query else ''}{query}"


def is_decorated(url: str) -> bool:
    """Tell whether an address is one of those for phones, for one visit, or of a folder by name.

    >>> is_decorated("https://m.a.example/x"), is_decorated("https://a.example/x")
    (True, False)
    """
    key = comparison_key(url)
    return page_identity(url) != key


def record_key(ranked: RankedRecord) -> str:
    """Return what is equal for records of one page; a record without an address is its own page."""
    if not ranked.record.url:
        # A space stands in no address.
        return f"{ranked.slug} {ranked.position}"
    return page_identity(ranked.record.url)
