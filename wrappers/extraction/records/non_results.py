"""Non-results among the records, in their markup: advertisements, links to their own site.

Advertisements are told by where they lead, by their label, and by what their link says of itself
(`rel=sponsored`). Two of these signs are asked for. The address goes through a redirector that
counts clicks, or, unlike most, into another part of the site. The address names an ad service. A
label says so in the record. A label is enough for the first and the
last records, where engines put advertisements. Advertisements are the fewer: where most records
show signs, the engine uses a redirector for all links or lists nothing but offers. There only a
label beside a sign counts, while one record has none. Links to the search itself are the row of a
pager, of sort orders.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice

from lxml.html import HtmlElement

from discovery.lexicon.words import any_of, any_text, lexicon
from discovery.pages.page import Page
from discovery.pages.tree import HEADING_TAGS
from discovery.pages.urls import resolve_url, route_of, unwrap_redirect
from wrappers.extraction.record_tree import RecordTree

# Of a longer address the beginning is looked at.
MAX_ADDRESS = 4_000
# Attributes of a link that are looked at. Guess: pages write up to thirty.
MAX_ATTRIBUTES = 100
# What is surely one.
SIGNS_NEEDED = 2
_CLICK = re.compile(r"[/._-](?:clk|click|redir(?:ect)?|track(?:er|ing)?)(?:[/.?_-]|\d|\Z)")
_SERVICE = re.compile(
    r"[./_-](?:ads?|sads?|ade?|aclk|adclick|adserv(?:er|ice)?|adsrv|pagead|adsense|sponsored"
    r"|sponsor|doubleclick|googleadservices|googlesyndication|taboola|outbrain)(?:[./?_-]|\Z)"
)
# Parameters that ad services add: `gclid=`, `adurl=`, `ad_provider=`.
_PARAMETER = re.compile(
    r"(?:\A|[&;])(?:ad_?(?:url|id|provider|domain|type)|[gyd]clid|msclkid|aclk)="
)
# An address anywhere in an attribute.
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")
_TARGET_HOST = re.compile(r"https?(?:://|%3a%2f%2f)([\w.-]{1,100})")


def advertisement_signs(link: Mapping[str, str]) -> int:
    """Return how many signs of an advertisement a link shows by its attributes.

    `rel=sponsored`, and the address of an ad service to which a script sends the click, are worth
    two.

    >>> advertisement_signs({"href": "http://ad.example/clk/7?u=1"})
    2
    """
    if "sponsored" in link.get("rel", "").lower().split():
        return SIGNS_NEEDED
    href = link.get("href", "")[:MAX_ADDRESS]
    # Lower case at once: patterns that ignore it take twice as long.
    lowered = href.lower()
    if _is_sent_to_service(link, lowered):
        return SIGNS_NEEDED
    signs = bool(
        _CLICK.search(lowered.partition("?")[0]) or (":" in href and unwrap_redirect(href) != href)
    )
    return signs + _is_of_service(lowered)


def _is_sent_to_service(link: Mapping[str, str], href: str) -> bool:
    # Names first: to look values up takes time in the square of their number.
    for name in islice(link, MAX_ATTRIBUTES):
        if name == "ping" or name.startswith(("data-", "on")):
            address = _ADDRESS.search(link.get(name, "")[:MAX_ADDRESS].lower())
            if address is not None and address[0] != href and _is_of_service(address[0]):
                return True
    return False


def _is_of_service(address: str) -> bool:
    path, _, query = address.partition("?")
    return _SERVICE.search(path) is not None or (bool(query) and _names_service(query))


def _names_service(query: str) -> bool:
    if _PARAMETER.search(query):
        return True
    target = _TARGET_HOST.search(query)
    return target is not None and _SERVICE.search(f"/{target[1]}/") is not None


# Where more of the records than this look like ads, they are the engine's results. Guess.
MAX_SHARE_OF_ADVERTISEMENTS = 0.5
# Where more lead back to the search, that is where the engine's records lead. Guess.
MAX_SHARE_LINKING_TO_SEARCH = 0.5
# The part of a site that so many records are in is theirs; so few in another are apart. Guesses.
MIN_SHARE_OF_PLACE = 0.6
MAX_SHARE_OF_OTHER_PLACE = 0.3
MAX_SEARCH_ADDRESS = 2_000
# A label stands in a short text of its own, alone or before the advertiser's name. Guess.
MAX_LABEL_LENGTH = 80
# Siblings in which a record without an element of its own may have its label.
MAX_RUN = 6
# Elements of a record searched for a label, and of the label itself. Guesses.
MAX_LABEL_SEARCHED = 300
MAX_LABEL_ELEMENTS = 4
# Elements that are one thing of several: none of them is a part of the one before it.
ITEM_TAGS = frozenset({"li", "article"})
_LINK = frozenset("a")
_WORDS = lexicon().records
# The label of an advertisement, alone or before the name of the advertiser.
_LABEL = re.compile(
    rf"\W{{0,3}}{any_of(_WORDS.advertisement_labels)}\W{{0,3}}"
    rf"(?:{any_text(_WORDS.advertisers)}\b.{{0,40}}|[›»·•|:–—-]\s.{{1,50}})?\Z"
)


def numbers_of_results(
    records: Sequence[tuple[RecordTree, Mapping[str, str]]],
    search_pages: frozenset[str] = frozenset(),
) -> list[int]:
    """Return the numbers of those records that are no advertisements and lead to no search.

    Of each its first element is given, laid flat, and the attributes of its title link.
    `search_pages` are the addresses, without query, at which the engine answers.
    """
    trees = [tree for tree, _ in records]
    links = [link for _, link in records]
    starts = {tree.elements[0] for tree in trees}
    signs = list(map(advertisement_signs, links))
    apart = _lead_elsewhere([link.get("href", "") for link in links])
    everything = list(range(len(records)))
    kept = [
        number
        for number in everything
        if not ((signs[number] or number in apart) and _is_labelled(trees[number], starts))
    ] or everything
    kept = _without_labelled_ends(kept, trees)
    kept = _without_the_fewer(
        kept, lambda number: signs[number] >= SIGNS_NEEDED, MAX_SHARE_OF_ADVERTISEMENTS
    )
    return _without_the_fewer(
        kept,
        lambda number: links_to_search(links[number], search_pages),
        MAX_SHARE_LINKING_TO_SEARCH,
    )


def _lead_elsewhere(hrefs: Sequence[str]) -> Set[int]:
    """Return the numbers of the few addresses that lead into another part of a site than most."""
    places = [_part_of_site(href[:MAX_SEARCH_ADDRESS]) for href in hrefs]
    counts = Counter(places)
    if max(counts.values(), default=0) < MIN_SHARE_OF_PLACE * len(places):
        return frozenset()
    few = MAX_SHARE_OF_OTHER_PLACE * len(places)
    return {number for number, place in enumerate(places) if counts[place] <= few}


def _part_of_site(href: str) -> str:
    """Return the host of an address, if it names one, and the first of its directories.

    >>> _part_of_site("http://a.example/doc/3/tea"), _part_of_site("/doc/3"), _part_of_site("/tea")
    ('a.example/doc', '/doc', '')
    """
    path = href.partition("?")[0]
    parts = (path.partition("//")[2] or path).split("/", 2)
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def _without_labelled_ends(numbers: list[int], trees: Sequence[RecordTree]) -> list[int]:
    """Return the records without labelled ones before the first, and after the last, that is not.

    All, when more than the share of advertisements is labelled. Without another sign the label
    must stand in the record.
    """
    first, last = 0, len(numbers)
    while first < last and _has_label(trees[numbers[first]]):
        first += 1
    while first < last and _has_label(trees[numbers[last - 1]]):
        last -= 1
    labelled = len(numbers) - (last - first)
    return (
        numbers[first:last] if labelled <= MAX_SHARE_OF_ADVERTISEMENTS * len(numbers) else numbers
    )


def _without_the_fewer(
    numbers: list[int], is_non_result: Callable[[int], bool], most: float
) -> list[int]:
    others = [number for number in numbers if not is_non_result(number)]
    return others if len(numbers) - len(others) <= most * len(numbers) else numbers


def search_pages_of(page: Page) -> frozenset[str]:
    """Return the addresses, without query, of the page and of its forms' actions."""
    actions = (form.get("action") for form in page.root.iter("form"))
    # Those of all pages of an engine are the same but for the query: they are resolved once.
    base = _without_query(page.base_url)
    paths = {_without_query(action) for action in actions if action}
    return frozenset(filter(None, [_without_query(page.url), *(_resolved(base, p) for p in paths)]))


@lru_cache(maxsize=1_024)
def _resolved(base: str, path: str) -> str:
    return _without_query(resolve_url(base, path or base) or "")


def _without_query(address: str) -> str:
    return address.partition("#")[0].partition("?")[0]


def links_to_search(link: Mapping[str, str], search_pages: frozenset[str]) -> bool:
    """Return whether a link with a query leads, by its attributes, to one of the search pages.

    >>> links_to_search({"href": "find?p=2"}, frozenset(["http://a.example/s/find"]))
    True
    """
    href = link.get("href", "")
    if "?" not in href or len(href) > MAX_SEARCH_ADDRESS or route_of(href):
        return False
    path = href.partition("?")[0].strip()
    if not path:
        return True
    return any(page == path or page.endswith("/" + path.lstrip("/")) for page in search_pages)


def _is_labelled(tree: RecordTree, starts: Set[HtmlElement]) -> bool:
    if _has_label(tree):
        return True
    for sibling in islice(tree.elements[0].itersiblings(), MAX_RUN):
        if sibling in starts or sibling.tag in HEADING_TAGS:
            return False
        if _has_label(RecordTree((sibling,), MAX_LABEL_SEARCHED)):
            return not _is_item(sibling)
    return False


def _is_item(element: HtmlElement) -> bool:
    """Tell an advertisement, whose label is its own: its link is not where records have theirs."""
    links = [dict(link.items()) for link in islice(element.iter("a"), MAX_LABEL_ELEMENTS)]
    return bool(links) and (element.tag in ITEM_TAGS or any(map(advertisement_signs, links)))


def _has_label(tree: RecordTree) -> bool:
    own = zip(tree.tags, tree.texts[:MAX_LABEL_SEARCHED], strict=False)
    texts = {text for tag, text in own if tag != "a"}.union(tree.tails[:MAX_LABEL_SEARCHED])
    if any(map(_is_label_text, texts)):
        return True
    few = islice(tree.skeleton.few_in(MAX_LABEL_ELEMENTS), MAX_LABEL_SEARCHED)
    return any(_is_label_at(tree, place) for place in few)


def _is_label_at(tree: RecordTree, place: int) -> bool:
    return _is_label_text(tree.shown_in(place)) and tree.skeleton.first_in(place, _LINK) is None


def says_advertisement(node: HtmlElement) -> bool:
    """Return whether a node's own text, or the text after it, is the label of an advertisement."""
    text, tail = None if node.tag == "a" else node.text, node.tail
    return _is_label_text(text or "") or _is_label_text(tail or "")


def _is_label_text(text: str) -> bool:
    # Most are the blanks between two lines of markup.
    if not text or len(text) > MAX_LABEL_LENGTH or text.isspace():
        return False
    return _LABEL.match(text.strip().lower()) is not None
