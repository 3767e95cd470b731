"""The links of a page that a crawler may follow, and the sites they lead to."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import urlsplit, urlunsplit

from tldextract import TLDExtract

from discovery.forms.finding import acting_addresses
from discovery.lexicon.words import any_of, lexicon
from discovery.pages.acts import link_acts
from discovery.pages.page import Page
from discovery.pages.tree import class_names, tag_path, visible_text
from discovery.pages.urls import resolve_url

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
    """Remove the session ids that make one page many.

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
    """Return why an address is not worth a download, if it is not.

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


# Links looked at; links that make a group worth proposing. Guesses.
MAX_LINKS = 2_000
MIN_GROUP = 3


def likely_content_link(page: Page) -> str | None:
    """Return a link of the largest group that looks alike and stays on the site.

    Links of a group stand under the same tags and classes. The one in the middle stands for them:
    first and last ones often lead elsewhere.
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


# Weights of a link's text and of its address; that it is a frame adds one, since a frame's content
# is on the page already.
TEXT_WEIGHT = 2
ADDRESS_WEIGHT = 1

_SEARCH = re.compile(any_of(lexicon().forms.search_links), re.IGNORECASE)


def address_weight(url: str) -> int:
    """Return how much an address alone speaks of search.

    >>> address_weight("http://search.example/"), address_weight("http://a.example/suche.html")
    (0, 1)
    """
    parts = urlsplit(url)
    return ADDRESS_WEIGHT if _SEARCH.search(f"{parts.path}?{parts.query}") else 0


# Words of `rel` by which a page does not stand up for a link: "nofollow", and the two that say why.
_NOT_FOLLOWED = frozenset({"nofollow", "sponsored", "ugc"})
_FORBIDDING = frozenset({"nofollow", "none"})
# Directives of X-Robots-Tag that have a value after a colon, as a robot's name has its directives.
_VALUED_DIRECTIVES = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link's absolute address, its text, and how much it speaks of search (0 to 4).

    `is_vouched` is False where its `rel` asks not to follow it.
    """

    url: str
    text: str
    weight: int
    is_vouched: bool


def harmless_links(page: Page) -> Iterator[Link]:
    """Yield the links of `page` that would not do something ("/logout", "/delete?id=3")."""
    acting = acting_addresses(page)
    for element in page.root.iter("a", "area", "frame", "iframe"):
        url = resolve_url(page.base_url, element.get("href") or element.get("src"))
        text = visible_text(element)
        if url is None or link_acts(url, text, element, acting):
            continue
        speaks = _SEARCH.search(f"{text} {element.get('title', '')}")
        weight = TEXT_WEIGHT if speaks else 0
        weight += address_weight(url) + (element.tag in {"frame", "iframe"})
        rel = set((element.get("rel") or "").lower().split())
        yield Link(url, text, weight, not rel & _NOT_FOLLOWED)


def page_links(page: Page) -> dict[str, int]:
    """Return the addresses that `page` links, in its order, with how much they speak of search.

    Left out is what does something, what its `rel` asks not to follow, what leads into a trap.
    """
    weights: dict[str, int] = {}
    for link in harmless_links(page):
        url = without_session(link.url)
        if link.is_vouched and not find_trap(url) and (url in weights or len(weights) < MAX_LINKS):
            weights[url] = max(weights.get(url, 0), link.weight)
    return weights


def forbids_following(page: Page, headers: Iterable[tuple[str, str]], robot: str) -> bool:
    """Tell whether a page, or a header of it, asks robots or the one named `robot` not to follow
    its links."""
    for meta in page.root.iter("meta"):
        is_meant = (meta.get("name") or "").strip().lower() in {"robots", robot}
        if is_meant and _FORBIDDING & _directives(meta.get("content") or ""):
            return True
    tags = (value for name, value in headers if name.lower() == "x-robots-tag")
    return any(_FORBIDDING & _header_directives(value, robot) for value in tags)


def _directives(text: str) -> set[str]:
    return {word.strip().lower() for word in text.split(",")}


def _header_directives(value: str, robot: str) -> set[str]:
    """Return the directives of a header that are meant for `robot`."""
    name, colon, rest = value.partition(":")
    name = name.strip().lower()
    if not colon or "," in name or name in _VALUED_DIRECTIVES:
        return _directives(value)
    return _directives(rest) if name == robot else set()


# The public suffix list that comes with the library: no network, no cache on disk. Its private
# part tells the tenants of hosting services apart: `a.github.io` and `b.github.io` are two sites.
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def site_of(url: str) -> str:
    """Return the registered domain of an http(s) address.

    A host that has none (an IP address, a bare name) is a site of its own on each port. Raises
    `ValueError` for what is no address.

    >>> site_of("https://catalog.library.example.co.uk:8443/find"), site_of("http://a.github.io/")
    ('example.co.uk', 'a.github.io')
    >>> site_of("http://127.0.0.1:8101/"), site_of("http://localhost/"), site_of("http://b.test/")
    ('127.0.0.1:8101', 'localhost', 'b.test')
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    return _registered_domain(host) or (f"{host}:{parts.port}" if parts.port else host)


def site_if_any(url: str) -> str:
    try:
        return site_of(url)
    except ValueError:
        return ""


def of_one_site(one: str, other: str) -> bool:
    """Tell whether two addresses are of one site.

    >>> of_one_site("https://a.example/x", "http://www.a.example/"), of_one_site("", "")
    (True, False)
    """
    site = site_if_any(one)
    return bool(site) and site == site_if_any(other)


@lru_cache(maxsize=10_000)
def _registered_domain(host: str) -> str:
    extract = _SUFFIXES(host)
    if extract.suffix:
        # A public suffix itself (`github.io`) is a site too.
        return extract.top_domain_under_public_suffix or host
    if extract.ipv4 or extract.ipv6 or "." not in host:
        return ""
    # publicsuffix.org, "algorithm": a suffix that no rule names is its last label.
    return ".".join(host.split(".")[-2:])
