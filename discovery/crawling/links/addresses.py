"""Addresses a crawl may follow: freed of session ids, and none that leads into a trap."""

import re
from collections import Counter
from urllib.parse import urlsplit, urlunsplit

# Bounds of an address worth a download. Guesses: addresses of search pages are far below, those
# that traps build (relative links that nest, filters that add up) soon above.
MAX_ADDRESS_LENGTH = 1_000
MAX_LEVELS = 12
MAX_PARAMETERS = 8
# How often one level may stand in a path: `/a/b/a/b/a/b` is a link that nests in itself.
MAX_REPEATS = 2
# Names under which web frameworks carry a session in the address.
_SESSION_PARAMETER = re.compile(
    r"(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|sess(?:ion)?_?id|sid|cfid|cftoken"
    r"|oscsid|zenid|xtcsid|session|s?essid|sessid|_?session_?token)$",
    re.IGNORECASE,
)
_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid|sessionid)=[^/?;&]*|/\((?:[A-Z]\([\w-]+\))+\)(?=/|$)",
    re.IGNORECASE,
)
# Endings of files that are no pages.
_NO_PAGE = re.compile(
    r"\.(?:7z|aac|apk|atom|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|eps|epub|exe|flac|flv|gif"
    r"|gz|ico|ics|iso|jar|jpe?g|js|json|m4[av]|mkv|mobi|mov|mp[34]|mpe?g|msi|odp|ods|odt|og[agv]"
    r"|otf|pdf|png|ppsx?|pptx?|ps|rar|rdf|rpm|rss|rtf|svgz?|swf|tar|tgz|tiff?|ttf|txt|vcf|wav"
    r"|web[mp]|wm[av]|woff2?|xlsx?|xml|xz|zip)$",
    re.IGNORECASE,
)
# A level or value that is a number, a date or an opaque key: where it stands, many do.
_NUMBERS = re.compile(r"\d+")
_OPAQUE = re.compile(r"(?=[a-z_-]*\d)[\da-z_-]{16,}", re.IGNORECASE)


def without_session(url: str) -> str:
    """Return `url` without the session ids that make one page many.

    >>> without_session("http://a.example/b;jsessionid=1A2B?x=1&PHPSESSID=77&y=2")
    'http://a.example/b?x=1&y=2'
    >>> without_session("http://a.example/(S(k3j5h2))/find.aspx")
    'http://a.example/find.aspx'
    """
    parts = urlsplit(url)
    path = _SESSION_IN_PATH.sub("", parts.path)
    query = "&".join(
        pair
        for pair in _SESSION_IN_PATH.sub("", parts.query).split("&")
        if not _SESSION_PARAMETER.match(pair.partition("=")[0])
    )
    return urlunsplit((parts.scheme, parts.netloc, path or "/", query, ""))


def find_trap(url: str) -> str | None:
    """Return why an address is not worth a download, None when it may be.

    >>> find_trap("http://a.example/x/y/x/y/x/y")
    'a path that repeats itself'
    >>> find_trap("http://a.example/paper.pdf?download=1")
    'a file that is no page'
    >>> find_trap("http://a.example/search.php?q=1") is None
    True
    """
    if len(url) > MAX_ADDRESS_LENGTH:
        return "an address of excessive length"
    parts = urlsplit(url)
    if "@" in parts.netloc:
        return "a user name in the address"
    levels = [level for level in parts.path.split("/") if level]
    if len(levels) > MAX_LEVELS:
        return "a path of many levels"
    if levels and max(Counter(levels).values()) > MAX_REPEATS:
        return "a path that repeats itself"
    if parts.query.count("&") >= MAX_PARAMETERS:
        return "many parameters"
    if _NO_PAGE.search(parts.path):
        return "a file that is no page"
    return None


def address_shape(url: str) -> str:
    """Return what is left of an address without what counts on: numbers, keys, values.

    The pages of a calendar, of a result list, of a catalogue have one shape; a few of them tell
    what forms the others have.

    >>> address_shape("http://a.example/2024/07/x.html?day=3&view=week")
    'a.example/#/#/x.html?day&view'
    >>> address_shape("http://a.example/item/9f8e7d6c5b4a39281706")
    'a.example/item/#'
    """
    parts = urlsplit(url)
    path = _NUMBERS.sub("#", _OPAQUE.sub("#", parts.path))
    names = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    query = "?" + "&".join(_NUMBERS.sub("#", name) for name in names) if names else ""
    return f"{parts.netloc.lower()}{path}{query}"
