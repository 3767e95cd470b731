"""Addresses: resolved against their page, unwrapped from redirectors, made comparable.

The names are those that AdGuard keeps for all sites, as the package url-cleaner carries them. Its
rules for single hosts are left alone: some take away what tells pages apart.
"""

import base64
import binascii
import importlib.util
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from urllib.parse import (
    SplitResult,
    parse_qsl,
    quote,
    unquote,
    urldefrag,
    urljoin,
    urlsplit,
    urlunsplit,
)

from w3lib.url import canonicalize_url, safe_url_string, url_query_cleaner

WEB_SCHEMES = ("http", "https")
# An address longer than this is an attack or a data dump: browsers and servers stop earlier.
MAX_URL_LENGTH = 8_192
# Query parameters that say where a visitor came from, not what the page is.
TRACKING_PARAMETERS = (
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id"),
    *("utm_name", "utm_reader", "utm_referrer", "utm_social", "utm_brand", "utm_place"),
    *("gclid", "dclid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid", "_ga", "_gl"),
    *("gbraid", "wbraid", "gad_source", "gclsrc", "srsltid", "twclid", "ttclid", "li_fat_id"),
    *("mtm_source", "mtm_medium", "mtm_campaign", "pk_source", "pk_medium", "pk_campaign"),
    *("_hsenc", "_hsmi", "mkt_tok", "ref_src", "vero_id", "oly_enc_id", "oly_anon_id", "wt_mc"),
)
# An address of more parameters is none of a page: bounds the work on hostile links.
MAX_PAIRS = 2_000
# A redirector inside a redirector happens; more than three deep has not been seen.
MAX_REDIRECTOR_DEPTH = 3
# Parameters that carry the address of something else than the target: where the visitor came from
# or goes on to after logging in, a picture, a style. Whole names or beginnings.
_OTHER_ADDRESS = re.compile(
    r"(?:ref|referr?er|source|src|via|from|origin|next|feed|rss|css|style|logo|icon)$"
    r"|(?:utm_|return|callback|continue|back|success|cancel|img(?!ref)|image|thumb|pic)",
    re.IGNORECASE,
)
# A target in the path: "/RU=https%3a%2f%2fa.example/RK=2", "/**http%3a//a.example/b".
_IN_PATH = re.compile(r"(?:/\w{1,12}=|\*\*)(https?(?::|%3a)[^\s*]+)", re.IGNORECASE)
_ABSOLUTE = re.compile(r"(?:https?:)?//[^/\s]", re.IGNORECASE)
_MIN_BASE64_LENGTH = 12
# Addresses whose key, or target, is kept: a search asks for the same hundreds again and again.
KEPT_ADDRESSES = 2_048
# User info before the host of an address, or of one in it: to browsers a backslash is a slash.
_USER = re.compile(r"(?:https?:[\\/]*|^[\\/]{2,})[^\\/?#&\s]*@", re.IGNORECASE)
# A fragment by which a script shows another page: "#/item/1", "#!item".
_ROUTE = re.compile(r"#[!/][^\s]+\Z")
# An absolute address without anything to resolve, unescape or unwrap. Most links of most pages are
# so, and each record of each answer passes here: the general way takes thirty times as long.
_PLAIN = re.compile(
    r"https?://(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*(?:/[A-Za-z0-9_~-][\w.~-]*)*)/?", re.ASCII
)
# The same with parameters without anything to unescape; and marks in its path that mean nothing.
_QUERIED = re.compile(
    r"https?://(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*(?:/[A-Za-z0-9_~(-][\w.~(),:-]*)*)/?"
    r"(?:\?([\w.~-]+=[\w.~-]*(?:&[\w.~-]+=[\w.~-]*)*))?",
    re.ASCII,
)
# Parameters too short to carry an address.
_SHORT_VALUES = re.compile(r"[^&=%/]*(?:=[^&%/]{0,11})?(?:&[^&=%/]*(?:=[^&%/]{0,11})?)*")
# An absolute address that resolving leaves as it is: redirectors are such.
_WHOLE = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,4})?/[\w.~%/-]*(?:\?[\w.~=&%+/:-]+)?", re.ASCII
)
# An address of the same host without anything to clean, fold or cut off, as most are.
_ROOTED = re.compile(r"(?:/[\w~-][\w.~-]*)+/?(?:\?[\w.~=&%+-]+)?", re.ASCII)


def resolve_url(base: str, href: str | None) -> str | None:
    """Return `href` as an absolute http(s) address without fragment, or None if it is none.

    A name and password before the host are left out: nobody is to sign in by a link.

    >>> resolve_url("http://a.example/b/", "../c?d=1#top")
    'http://a.example/c?d=1'
    >>> resolve_url("http://a.example/", "javascript:void(0)") is None
    True
    >>> resolve_url("http://a.example", "?q=1")
    'http://a.example/?q=1'
    """
    if href is None or len(href) > MAX_URL_LENGTH:
        return None
    if _PLAIN.fullmatch(href) or _WHOLE.fullmatch(href):
        return href
    if _ROOTED.fullmatch(href) and (origin := _origin(base)):
        return origin + href
    # Browsers drop tabs and line breaks inside an address and the white space around it.
    cleaned = re.sub(r"[\t\r\n]", "", href).strip()
    if "\\" in cleaned:
        # To them a backslash is a slash (URL standard, section 4.4): another host stands before it.
        path = re.match(r"[^?#]*", cleaned)
        cleaned = path[0].replace("\\", "/") + cleaned[path.end() :] if path else cleaned
    try:
        absolute = urldefrag(urljoin(base, cleaned)).url
    except ValueError:
        return None
    parts = _web_parts(absolute)
    if parts is None:
        return None
    if "@" in parts.netloc:
        parts = parts._replace(netloc=parts.netloc.rpartition("@")[2])
        absolute = urlunsplit(parts)
    if parts.query and not parts.path:
        # A host alone has the path "/" (URL standard, section 4.4, path start state).
        return urlunsplit(parts._replace(path="/"))
    return absolute


def _web_parts(url: str) -> SplitResult | None:
    """Return the parts of an address of the web, None for what is none."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  a port that is no number raises here, not later
    except ValueError:
        return None
    return parts if parts.scheme.lower() in WEB_SCHEMES and parts.hostname else None


@lru_cache(maxsize=256)
def _origin(url: str) -> str:
    parts = _web_parts(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts else ""


def route_of(href: str) -> str:
    """Return the fragment of an address that is a route of its own, with its sign; else nothing.

    >>> route_of("/app#/item/1"), route_of("#!item"), route_of("/page#top"), route_of("#")
    ('#/item/1', '#!item', '', '')
    """
    match = _ROUTE.search(href.strip()) if "#" in href else None
    return match[0] if match is not None else ""


def parted_by_fragments(links: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the addresses that several links lead to, each at a place of its own.

    A link is an address without its fragment, and that. One without any leads to the whole page.

    >>> sorted(parted_by_fragments([("/a", "#1"), ("/a", "#2"), ("/b", ""), ("/b", "#1")]))
    ['/a']
    """
    fragments: dict[str, set[str]] = {}
    for address, fragment in links:
        fragments.setdefault(address, set()).add(fragment)
    return frozenset(
        address
        for address, places in fragments.items()
        if address and len(places) > 1 and "" not in places and "#" not in address
    )


def hides_host(href: str) -> bool:
    """Return whether an address, or one it carries, has user info before its host.

    What stands there is shown by no browser, and looks like the host that it is not. No link to a
    page has it in good faith.
    """
    if "@" not in href and "%" not in href:
        return False
    cleaned = re.sub(r"[\t\r\n]", "", href).strip()
    return any(_USER.search(each) for each in (cleaned, unquote(cleaned)))


def ascii_url(url: str, codec: str) -> str:
    """Return an address as a browser requests it: ASCII alone, without fragment.

    The host goes by IDNA, the path by UTF-8, the query by the page's charset (`codec`, Python's
    name for it). What that lacks becomes `&#NNN;` (URL standard, section 4.4, query state). Pages
    in UTF-16 are asked in UTF-8.

    >>> ascii_url("http://a.example/ü?q=é漢", "cp1252")
    'http://a.example/%C3%BC?q=%E9%26%2328450%3B'
    """
    path, mark, query = url.partition("#")[0].partition("?")
    codec = "utf-8" if codec.startswith("utf") else codec
    escaped = "".join(
        character if character.isascii() else quote(_encode(character, codec))
        for character in query
    )
    return str(safe_url_string(_encode(path, "utf-8").decode("utf-8") + mark + escaped))


def _encode(text: str, codec: str) -> bytes:
    # Half a surrogate pair is no character: browsers send the replacement character.
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.encode(codec, "xmlcharrefreplace")


@lru_cache(maxsize=KEPT_ADDRESSES)
def unwrap_redirect(url: str) -> str:
    """Return the target that a redirector's address carries, else `url` itself.

    The target is any parameter whose whole value is an address of another host, plain, escaped
    twice or in base64. A parameter whose name says that it is something else is left out. An
    address in the path that a key or asterisks announce is a target too.

    >>> unwrap_redirect("http://s.example/url?sa=t&q=https%3A%2F%2Fa.example%2Fx")
    'https://a.example/x'
    """
    if "http" not in url[4:].lower() and _SHORT_VALUES.fullmatch(url.partition("?")[2]):
        return url
    for _ in range(MAX_REDIRECTOR_DEPTH):
        target = _carried_address(url)
        if target is None:
            return url
        url = target
    return url


def _carried_address(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        pairs = parse_qsl(parts.query)
    except ValueError:
        return None
    values = [value for name, value in pairs if not _OTHER_ADDRESS.match(name)]
    embedded = _IN_PATH.search(parts.path)
    if embedded:
        # Slashes of an escaped address are escaped too: a plain one ends it.
        escaped = "%2f" in embedded[1].lower()
        values.append(unquote(embedded[1].partition("/")[0] if escaped else embedded[1]))
    for value in values:
        for candidate in (value, unquote(value), _decode_base64(value)):
            if candidate and _ABSOLUTE.match(candidate):
                target = resolve_url(url, candidate)
                if target and urlsplit(target).hostname != parts.hostname:
                    return target
    return None


def _decode_base64(value: str) -> str | None:
    if len(value) < _MIN_BASE64_LENGTH:
        return None
    for start in (0, 2):
        data = value[start:]
        try:
            text = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)).decode("ascii")
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if _ABSOLUTE.match(text):
            return text
    return None


def are_same_pages(some: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether two lists of addresses lead to the same pages, in whatever order."""
    return set(map(comparison_key, some)) == set(map(comparison_key, others))


@lru_cache(maxsize=KEPT_ADDRESSES)
def comparison_key(url: str) -> str:
    """Return a key under which the addresses of one page are equal.

    Scheme, `www.`, default port, trailing slash, fragment, order of parameters, escapes and
    tracking parameters do not count. A fragment that is a route does (`route_of`).

    >>> comparison_key("http://www.A.example:80/b/?utm_source=x&d=2&c=1#f")
    'a.example/b?c=1&d=2'
    """
    plain = _PLAIN.fullmatch(url)
    if plain:
        return plain[1]
    queried = _QUERIED.fullmatch(url)
    if queried:
        return queried[1] + _query_of(queried[2] or "")
    return _general_key(url)


def _query_of(query: str) -> str:
    values: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        values.setdefault(name, value)
    kept = [f"{each}={values[each]}" for each in sorted(values) if each not in TRACKING_PARAMETERS]
    return "?" + "&".join(kept) if kept else ""


def _general_key(url: str) -> str:
    try:
        cleaned = url_query_cleaner(url, TRACKING_PARAMETERS, remove=True)
        parts = urlsplit(canonicalize_url(cleaned))
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return url
    if port and (parts.scheme, port) not in {("http", 80), ("https", 443)}:
        host = f"{host}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    return host + unquote(parts.path).rstrip("/") + query + unquote(route_of(url))


def query_pairs(url: str, charset: str = "utf-8") -> list[tuple[str, str]]:
    """Return names and values of an address, separated by `&` or, as CGI programs do, by `;`.

    >>> query_pairs("/find?words=a;page=2")
    [('words', 'a'), ('page', '2')]
    """
    try:
        return parse_pairs(urlsplit(url).query, charset)
    except ValueError:
        return []


def parse_pairs(encoded: str, codec: str) -> list[tuple[str, str]]:
    """Return names and values of a query string. Raises `ValueError` for more than `MAX_PAIRS`.

    >>> parse_pairs("q=a+b;start=10", "utf-8")
    [('q', 'a b'), ('start', '10')]
    """
    is_parted = "&" not in encoded and encoded.count(";") < encoded.count("=")
    return parse_qsl(
        encoded,
        keep_blank_values=True,
        encoding=codec,
        max_num_fields=MAX_PAIRS,
        separator=";" if is_parted else "&",
    )


PACKAGE = "url_cleaner"
# What neither that list nor the keys of addresses name, which stand in what is stored.
FURTHER_NAMES = ("fb_source", "gad_campaignid", "igsh")


@lru_cache(maxsize=1)
def tracking_names() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return whole names and beginnings of names, in lower case."""
    # The package is read, not imported: importing it sets up the log of the whole process.
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise ImportError(f"{PACKAGE} is not installed (requirements.txt)")
    rules = json.loads(Path(package.origin).with_name("rules.json").read_text("utf-8"))["GENERAL"]
    beginnings = ["utm_", *(rule[2:-1] for rule in rules if rule.startswith("/^"))]
    names = {
        *TRACKING_PARAMETERS,
        *FURTHER_NAMES,
        *(rule for rule in rules if not rule.startswith("/")),
    }
    return frozenset(map(str.lower, names)), tuple(map(str.lower, beginnings))


def without_tracking(url: str) -> str:
    """Return `url` without parameters that only say who comes, and from where; else as written.

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
