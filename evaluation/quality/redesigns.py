"""Write redesigned pages: `python -m evaluation.quality.redesigns DIR OUT [--seed N] [--kinds …]`.

DIR holds `cases.jsonl` and pages (see `evaluation.quality.extraction`), with `records[].xpath`. OUT
gets the same pages, a redesigned page for each of them and each kind, and `PAIRS.json` for
`evaluation.quality.adaptation`. The pairs of three pages of a site are, in turn, (A, B | B', C'),
(A | B', C') and (A, B | C'). So one redesigned page of five shares its query with an old one.

A redesign is made for a whole site, by a seed: the same part of the template changes alike on all
pages. No redesign alters a record's words or links; only `reordered` and `everything` alter the
order of its parts.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from lxml.html import HtmlElement, fromstring

from discovery.pages.page import NotHtmlError, parse_page
from discovery.pages.tree import class_names
from evaluation.quality.extraction import load_cases
from evaluation.quality.redesigned_site import (
    Chance,
    HarmedRecordError,
    Site,
    SitePage,
    has_own_text,
    reorder,
    site_page,
    stem,
    takes_blocks,
    unordered_content,
    wrap,
    wrap_content,
    written,
)

# Elements whose children the standard prescribes: only the content of those is wrapped.
_STRICT = frozenset(
    "ul ol dl table thead tbody tfoot tr select optgroup html head colgroup menu".split()
)
_CONTENT = frozenset("div li td article section main aside header footer nav th dd".split())
# Lines of a record that get a block around them.
_LINES = frozenset("h1 h2 h3 h4 h5 h6 p".split())
_NAMES = "inner wrap body content container box outer layout col holder".split()
# Chances of single places, times the strength. Guess: a redesign adds a few levels, not all.
_BODY, _ABOVE, _REGION, _RECORD, _INSIDE, _LINK_TEXT = 0.8, 0.3, 0.7, 0.7, 0.4, 0.4


def add_wrappers(site: Site, chance: Chance, strength: float) -> None:
    """Wrap the body, the levels above the records, each record, and parts of it."""
    elements = tuple(site.elements())
    insides = tuple(site.inside_records())
    places = {element: site.place(element) for element in elements}
    for page in site.pages:
        if chance.chosen(_BODY * strength, "body"):
            wrap_content(page.body, _wrapper(page.body, "div", chance, "body"))
    for element in elements:
        if element in site.above_records and element.tag in _CONTENT:
            probability = _REGION if _holds_records(element, site) else _ABOVE
            if chance.chosen(probability * strength, "above", places[element]):
                wrap_content(element, _wrapper(element, "div", chance, places[element]))
    if not site.whole_records:
        return
    for page in site.pages:
        for record in page.records:
            _wrap_record(record, chance, strength)
    for element in insides:
        _wrap_inside(element, places[element], chance, strength)


def _wrap_record(record: HtmlElement, chance: Chance, strength: float) -> None:
    around = record.getparent()
    outside = around.tag not in _STRICT and takes_blocks(around) and record.tag != "td"
    if outside and chance.chosen(_RECORD * strength, "around record"):
        wrap((record,), _wrapper(record, "div", chance, "around record"))
    if record.tag in _CONTENT and chance.chosen(_RECORD * strength, "in record"):
        wrap_content(record, _wrapper(record, "div", chance, "in record"))


def _wrap_inside(element: HtmlElement, place: str, chance: Chance, strength: float) -> None:
    """Wrap a part of a record: the content of a block, or the words of a link."""
    if element.tag == "a" and chance.chosen(_LINK_TEXT * strength, "link", place):
        wrap_content(element, _wrapper(element, "span", chance, place))
    elif element.tag in _CONTENT and chance.chosen(_INSIDE * strength, "inside", place):
        wrap_content(element, _wrapper(element, "div", chance, place))
    elif (
        element.tag in _LINES
        and takes_blocks(element.getparent())
        and element.getparent().tag not in _STRICT
        and chance.chosen(_INSIDE * strength, "heading", place)
    ):
        wrap((element,), _wrapper(element, "div", chance, place))


def _holds_records(element: HtmlElement, site: Site) -> bool:
    return any(child in site.record_elements for child in element)


def _wrapper(at: HtmlElement, tag: str, chance: Chance, place: str) -> HtmlElement:
    """Return an empty wrapper for a place; most have a class of their own."""
    wrapper = at.makeelement(tag if takes_blocks(at) else "span")
    if chance.chosen(0.8, "class", place):
        first, second = (chance.pick(_NAMES, "name", place, part) for part in range(2))
        wrapper.set("class", f"{first}-{second}")
    return wrapper


_WRAPPERS = frozenset("div section span main center font article".split())
# Chances of single places, times the strength: an element around one other is a mere wrapper; one
# around several may also hold them together, and goes less often. Guess.
_SINGLE, _SEVERAL = 0.7, 0.35


def remove_wrappers(site: Site, chance: Chance, strength: float) -> None:
    """Take wrappers away above the records, inside of them, and elsewhere on the page.

    An element of a record, and one around several children among which are records, stays: the
    records would stand among what surrounds them.
    """
    doomed = []
    for place, elements in site.by_place().items():
        # What is a mere wrapper here and holds something together there is no wrapper.
        if all(_is_wrapper(element, site) for element in elements):
            is_single = all(len(element) == 1 for element in elements)
            probability = (_SINGLE if is_single else _SEVERAL) * strength
            if chance.chosen(probability, place):
                doomed += elements
    for element in doomed:
        element.drop_tag()


def _is_wrapper(element: HtmlElement, site: Site) -> bool:
    """Tell whether an element only wraps others."""
    if element.tag not in _WRAPPERS or element in site.record_elements:
        return False
    if not len(element) or has_own_text(element) or element.getparent() is None:
        return False
    if element in site.above_records:
        return len(element) == 1
    return site.whole_records or not site.in_record(element)


_PREFIXES = ("", "", "c-", "o-", "ui-", "ds-", "m-", "site-", "x-")
_BLOCK_NAMES = (
    "card teaser entry listing tile row panel media unit pane stack cell object story hit strip "
    "summary feature piece module frame band plate slot grid"
).split()
_PARTS = (
    "main inner body head title headline heading text copy lead excerpt meta info link action date "
    "author image thumb figure label wrap holder area group bar foot aside box note kicker"
).split()
_JOINTS = ("__", "-", "_")
# What a site calls its advertisements it calls so in its next design, in other words.
_ADVERTISING = re.compile(
    r"(?:^|[-_])(?:ad|ads|advert\w*|sponsor\w*|promoted|banner)(?:[-_]|$)", re.I
)
_ADVERTISING_NAMES = ("advert", "sponsored", "promoted", "ad-slot", "ad-unit", "advertising")
# Fewer are touched by a redesign of another kind.
_IDS_KEPT = 0.2


def rename_classes(site: Site, chance: Chance, strength: float) -> None:
    """Give classes and ids other plausible names: one name, one other name, on all pages."""
    names = _NewNames(chance)
    for element in site.elements():
        old = class_names(element)
        if old:
            element.set("class", " ".join(_rename(name, names, chance, strength) for name in old))
        identity = element.get("id")
        if identity and chance.chosen(strength * (1 - _IDS_KEPT), "id", stem(identity)):
            element.set("id", names.of("id " + stem(identity)) + _number(identity))


def _rename(name: str, names: "_NewNames", chance: Chance, strength: float) -> str:
    if not chance.chosen(strength, "class", stem(name)):
        return name
    return names.of(stem(name)) + _number(name)


def _number(name: str) -> str:
    """Return the numbers of a name, which its other name keeps.

    >>> _number("post-1234")
    '-1234'
    """
    return "".join(f"-{digits}" for digits in re.findall(r"\d+", name))


class _NewNames:
    """The new names of a site, no two the same."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._prefix = chance.pick(_PREFIXES, "prefix")
        self._joint = chance.pick(_JOINTS, "joint")
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return the new name of a stem."""
        if name not in self._given:
            attempt = 0
            while (new := self._name(name, attempt)) in self._taken:
                attempt += 1
            self._given[name] = new
            self._taken.add(new)
        return self._given[name]

    def _name(self, name: str, attempt: int) -> str:
        chance = self._chance.of(name, attempt)
        if _ADVERTISING.search(name):
            tail = "" if not attempt else f"-{chance.pick(_PARTS, 'part')}"
            return self._prefix + chance.pick(_ADVERTISING_NAMES, "advertising") + tail
        block = chance.pick(_BLOCK_NAMES, "block")
        if attempt > 3:
            block += self._joint + chance.pick(_BLOCK_NAMES, "second block")
        return f"{self._prefix}{block}{self._joint}{chance.pick(_PARTS, 'part')}"


_NOT_LETTERS = re.compile(r"[^A-Za-z]+")
# Attributes that say what a reader sees, where a link leads, or what a form sends.
_KEPT = frozenset(
    "href src srcset alt title rel action method type name value content charset lang dir colspan "
    "rowspan target onclick class".split()
)


def hash_attributes(site: Site, chance: Chance, strength: float) -> None:
    """Write classes as CSS modules, styled components or scoped styles do; drop other attributes.

    Names of CSS modules still tell the old one (`Card_title__x3Fa9`). Those of styled components
    (`sc-bdVaJa kXyzAb`) do not. Scoped styles keep the names and mark every element.
    """
    style = chance.pick(("module", "module", "styled", "styled", "scoped"), "style")
    scope = "data-v-" + chance.hashed(8, "scope").lower()
    for element in site.elements():
        place = site.place(element)
        if not chance.chosen(strength, "attributes", place):
            continue
        for name in tuple(element.attrib):
            if not _stays(str(name), str(element.get(name))):
                del element.attrib[name]
        names = class_names(element)
        if style == "scoped":
            element.set(scope, "")
        elif names and style == "module":
            element.set("class", " ".join(_module_name(name, chance) for name in names))
        elif names or element.tag in ("div", "span", "a", "li"):
            element.set("class", _styled_name(element.tag, names, chance))


def _stays(name: str, value: str) -> bool:
    return name in _KEPT or "/" in value


def _module_name(name: str, chance: Chance) -> str:
    words = [word for word in _NOT_LETTERS.split(name) if word]
    component = chance.pick(("Results", "Page", "List", "Item"), "component", words[:1])
    local = "".join([*words[:1], *(word.capitalize() for word in words[1:])]) or "root"
    return f"{component}_{local}__{chance.hashed(5, stem(name))}"


def _styled_name(tag: str, names: tuple[str, ...], chance: Chance) -> str:
    # The first name is the component's, the second that of its state.
    component = chance.hashed(6, tag, *(stem(name) for name in names[:1]))
    state = chance.hashed(6, tag, "state", *sorted(names))
    return f"sc-{component} {state}"


_BLOCKS = ("div", "section", "article")
_OTHERS = {
    "div": ("section", "article", "main"),
    "section": ("div",),
    "article": ("div", "section"),
    "main": ("div",),
    "header": ("div",),
    "footer": ("div", "section"),
    "nav": ("div",),
    "aside": ("div",),
    "center": ("div",),
    "p": ("div",),
    "h1": ("h2", "div"),
    "h2": ("h3", "h4", "div"),
    "h3": ("h2", "h4", "div"),
    "h4": ("h3", "div"),
    "h5": ("h4", "div"),
    "b": ("strong", "em", "mark"),
    "strong": ("b", "mark"),
    "i": ("em",),
    "em": ("i", "mark"),
    "span": ("em", "small", "b"),
    "font": ("span",),
}
_TABLE_PARTS = frozenset("table thead tbody tfoot tr td th caption".split())
_LISTS = {"ul": "li", "ol": "li", "dl": "dd"}
# The chance of blocks that are neither near records nor a list, times the strength. Guess.
_CHROME_SHARE = 0.4
# The chance that blocks become a list, times the strength. Guess.
_TO_LIST = 0.5


def swap_tags(site: Site, chance: Chance, strength: float) -> None:
    """Swap the tags of records, of the list around them, of tables, lists, headings and blocks."""
    by_place = site.by_place()
    near = {
        element
        for element in site.elements()
        if site.in_record(element) or element in site.above_records
    }
    for place, elements in by_place.items():
        tag = elements[0].tag
        if tag == "table" and chance.chosen(strength, "table", place):
            for element in elements:
                _dissolve_table(element)
        elif tag in _LISTS and chance.chosen(strength, "list", place):
            for element in elements:
                _dissolve_list(element, chance.pick(_BLOCKS, "item", place))
        elif chance.chosen(_TO_LIST * strength, "to list", place) and all(
            _can_be_list(element, site) for element in elements
        ):
            for element in elements:
                _make_list(element)
    for place, elements in by_place.items():
        for element in elements:
            tag = element.tag
            probability = strength if element in near else _CHROME_SHARE * strength
            if tag not in _OTHERS or not chance.chosen(probability, "tag", tag, place):
                continue
            if tag != "div" or takes_blocks(element.getparent()):
                element.tag = chance.pick(_OTHERS[tag], "other tag", tag, place)


def _dissolve_table(table: HtmlElement) -> None:
    """Make blocks of a table and its parts; tables in its cells stay."""
    todo = [table]
    while todo:
        part = todo.pop()
        todo += [child for child in part if child.tag in _TABLE_PARTS - {"table"}]
        for name in ("colspan", "rowspan", "cellspacing", "cellpadding", "width", "align"):
            part.attrib.pop(name, None)
        if part.get("class") is None:
            part.set("class", f"t-{part.tag}")
        part.tag = "div"


def _dissolve_list(element: HtmlElement, item: str) -> None:
    element.tag = "div"
    for child in element:
        if child.tag in ("li", "dt", "dd"):
            child.tag = item


def _can_be_list(element: HtmlElement, site: Site) -> bool:
    """Tell whether an element holds records and all its children could be items of a list."""
    children = [child for child in element if child.tag not in ("script", "style")]
    return (
        element.tag in _BLOCKS
        and any(child in site.record_elements for child in children)
        and all(child.tag in _BLOCKS for child in children)
        and takes_blocks(element)
    )


def _make_list(element: HtmlElement) -> None:
    element.tag = "ul"
    for child in element:
        if child.tag in _BLOCKS:
            child.tag = "li"


# Parts whose order is their meaning: rows of tables, entries of lists.
_ORDERED = frozenset("table thead tbody tfoot tr ul ol dl select html head".split())


def reorder_blocks(site: Site, chance: Chance, strength: float) -> None:
    """Give the parts of records, and the blocks around the records, another order.

    Records keep their order among themselves. Parts of one look stay together.
    """
    if site.whole_records:
        inside = set(site.inside_records()) | site.record_elements
        for place, elements in site.by_place().items():
            if inside.issuperset(elements) and not any(map(has_own_text, elements)):
                for element in elements:
                    _reorder_part(element, place, site, chance, strength)
    for page in site.pages:
        for element in tuple(page.body.iter()):
            if element in site.above_records and element is not page.root:
                _move_surroundings(element, site, chance, strength)


def _reorder_part(
    element: HtmlElement, place: str, site: Site, chance: Chance, strength: float
) -> None:
    """Sort the children of an element of a record by chance, those of one look alike."""
    if element.tag in _ORDERED or len(element) < 2:
        return
    looks = [site.appearance(child, inside=True) for child in element]
    if len(set(looks)) < 2 or not chance.chosen(strength, "part", place):
        return
    order = sorted(range(len(looks)), key=lambda i: (chance.share("rank", place, looks[i]), i))
    reorder(element, [element[i] for i in order])


def _move_surroundings(element: HtmlElement, site: Site, chance: Chance, strength: float) -> None:
    """Move blocks beside the records before or after them."""
    if element.tag in _ORDERED or has_own_text(element):
        return
    children = tuple(element)
    with_records = [
        child for child in children if child in site.record_elements or child in site.above_records
    ]
    others = [child for child in children if child not in with_records]
    if not with_records or not others:
        return
    if len(with_records) > 1 and _span(children, with_records) > len(with_records):
        # What stands between records (headings of sections, a record's second part) stays there.
        first, last = children.index(with_records[0]), children.index(with_records[-1])
        with_records = list(children[first : last + 1])
        others = [child for child in children if child not in with_records]
    before: list[HtmlElement] = []
    after: list[HtmlElement] = []
    for child in others:
        appearance = site.appearance(child, inside=False)
        moved = chance.chosen(strength, "moved", appearance, child.get("id", ""))
        stands_before = children.index(child) < children.index(with_records[0])
        if moved:
            stands_before = chance.chosen(0.5, "before", appearance, child.get("id", ""))
        (before if stands_before else after).append(child)
    reorder(element, [*before, *with_records, *after])


def _span(children: tuple[HtmlElement, ...], some: list[HtmlElement]) -> int:
    return children.index(some[-1]) - children.index(some[0]) + 1


_CHROME = frozenset("header footer nav aside div section form ul table iframe ins center p".split())
# Chances of single parts, times the strength. Guess.
_GONE, _BANNER, _MENU, _SIDEBAR, _RELATED, _FOOTER, _NOTICE = 0.4, 0.4, 0.7, 0.6, 0.5, 0.7, 0.5
_ADVERTISEMENTS, _UNTAGGED = 0.6, 0.3
_COOKIES = (
    '<div class="cookie-note"><p>We use cookies. <a href="/privacy">Read more</a></p>'
    "<button>Accept</button></div>"
)
_SEARCH_BOX = (
    '<div class="search-head"><form action="/search"><input name="q" value="{}">'
    "<button>Search</button></form></div>"
)
_TOP_SLOT = '<div class="top-slot"><iframe src="https://ads.example.net/f"></iframe></div>'
_WORDS = (
    "About Account Archive Blog Careers Community Contact Culture Deals Downloads Events FAQ Forum "
    "Gallery Guides Health Help Home Jobs Latest Living Magazine Media Money More Music News "
    "Newsletter Opinion People Photos Podcasts Popular Privacy Reviews Schedule Science Services "
    "Shop Sports Stories Style Subscribe Support Terms Today Topics Travel Trending Video Weather"
).split()
_PHRASES = (
    "What you should know before the season begins|The small change that saved a whole summer|"
    "Ten places our readers love the most|How they built it in a weekend|A visit to the workshop|"
    "Why this idea will not go away|The week in pictures|An old recipe, and what became of it|"
    "Five questions for the team|Where to go when it rains|The list everyone is waiting for|"
    "Answers to your most frequent letters|Behind the scenes of the show"
).split("|")
_OFFERS = (
    "Save up to 40 % this week only|Compare quotes in two minutes|The mattress of the year|"
    "Learn a language in three weeks|Free trial, cancel at any time|New phones from 9.99 a month"
).split("|")


def change_chrome(site: Site, chance: Chance, strength: float) -> None:
    """Take some surroundings away; add a menu, sidebar, footer, notices and advertisements."""
    for page in site.pages:
        _remove_chrome(page, site, chance, strength)
    site.forget()
    for page in site.pages:
        _add_chrome(page, chance, strength)
        if site.whole_records and chance.chosen(_ADVERTISEMENTS * strength, "ads"):
            _add_advertisements(page, chance)


def _remove_chrome(page: SitePage, site: Site, chance: Chance, strength: float) -> None:
    """Take away blocks beside the elements around the records."""
    doomed = [
        child
        for above in site.above_records
        if above.getroottree() is not None and page.body in (above, *above.iterancestors())
        for child in above
        if child.tag in _CHROME
        and child not in site.above_records
        and child not in site.record_elements
        and _is_chrome(child, page)
        and chance.chosen(_GONE * strength, "gone", site.place(child), child.get("id", ""))
    ]
    for element in doomed:
        if element.getparent() is not None:
            element.drop_tree()


def _is_chrome(element: HtmlElement, page: SitePage) -> bool:
    around = element.getparent()
    return not any(child in page.records for child in around)


def _add_chrome(page: SitePage, chance: Chance, strength: float) -> None:
    """Add the parts that the redesign has on each page of the site."""
    body = page.body
    query = str(page.case.get("query") or "")
    before = {
        "banner": (_BANNER, _COOKIES),
        "menu": (_MENU, _menu(chance)),
        "notice": (_NOTICE, _SEARCH_BOX.format(escape(query))),
        "advertisement": (_BANNER, _TOP_SLOT),
    }
    after = {
        "sidebar": (_SIDEBAR, _sidebar(chance)),
        "related": (_RELATED, _related_searches(query, chance)),
        "footer": (_FOOTER, _footer(chance)),
    }
    for place, parts in ((0, before), (len(body), after)):
        chosen = [
            fromstring(markup)
            for name, (probability, markup) in parts.items()
            if chance.chosen(probability * strength, name)
        ]
        for offset, element in enumerate(chosen):
            element.tail = "\n"
            body.insert(place + offset, element)


def _menu(chance: Chance) -> str:
    words = chance.generator("menu").sample(_WORDS, 9)
    items = "".join(f'<li><a href="/{word.lower()}/">{word}</a></li>' for word in words)
    home = '<a href="/" class="logo">Home</a>'
    return f'<header class="masthead">{home}<nav><ul>{items}</ul></nav></header>'


def _sidebar(chance: Chance) -> str:
    """Return a list that looks much as records do: titles with links, and a line of text."""
    generator = chance.generator("sidebar")
    items = "".join(
        f'<div class="side-item"><h4><a href="/stories/{generator.randrange(9999)}.html">{title}'
        f"</a></h4><p>{generator.choice(_PHRASES)}. By {generator.choice(_WORDS)}.</p></div>"
        for title in generator.sample(_PHRASES, chance.pick((4, 5, 6, 8), "length"))
    )
    return f'<aside class="side-rail"><h3>Popular</h3>{items}</aside>'


def _related_searches(query: str, chance: Chance) -> str:
    words = chance.generator("related", query).sample(_WORDS, 6)
    items = "".join(
        f'<li><a href="/search?q={quote_plus(f"{query} {word}")}">{escape(query)} {word.lower()}'
        "</a></li>"
        for word in words
    )
    return f'<div class="related-terms"><h3>Related searches</h3><ul>{items}</ul></div>'


def _footer(chance: Chance) -> str:
    generator = chance.generator("footer")
    columns = "".join(
        f"<div><h5>{generator.choice(_WORDS)}</h5><ul>"
        + "".join(
            f'<li><a href="/{word.lower()}">{word}</a></li>' for word in generator.sample(_WORDS, 5)
        )
        + "</ul></div>"
        for _ in range(3)
    )
    return f'<footer class="site-foot">{columns}<p>All rights reserved.</p></footer>'


def _add_advertisements(page: SitePage, chance: Chance) -> None:
    """Put labelled advertisements between the records, in a look of their own or in theirs."""
    alike = chance.chosen(_UNTAGGED, "alike")
    positions = sorted(chance.generator("positions").sample(range(1, 9), 2))
    for count, position in enumerate(positions):
        if position >= len(page.records):
            break
        record = page.records[position]
        parent = record.getparent()
        if parent.tag in ("dl", "tr") or not takes_blocks(parent):
            break
        offer = chance.pick(_OFFERS, "offer", page.case["id"], count)
        number = chance.hashed(9, page.case["id"], count)
        address = f"https://ads.example.net/adclick?id={number}"
        advertisement = parent.makeelement(record.tag)
        if alike and record.get("class"):
            advertisement.set("class", record.get("class"))
        else:
            advertisement.set("class", "list-slot")
        holder = advertisement
        if record.tag in ("tr", "table"):
            row = advertisement if record.tag == "tr" else advertisement.makeelement("tr")
            if row is not advertisement:
                advertisement.append(row)
            holder = row.makeelement("td")
            row.append(holder)
        holder.append(
            fromstring(
                f'<div class="slot-inner"><span>Sponsored</span> <a rel="sponsored nofollow" '
                f'href="{address}">{offer}</a><p>{chance.pick(_PHRASES, number)}.</p></div>'
            )
        )
        advertisement.tail = "\n"
        parent.insert(parent.index(record), advertisement)
        page.ads.append({"url": address, "title": offer})


# One site in four gets the names of a build tool, the others readable ones. Guess.
_HASHED = 0.25
# The strength of each change of structure, times the strength of all. Guess.
_MODERATE = 0.5


def change_everything(site: Site, chance: Chance, strength: float) -> None:
    """Change structure moderately, the chrome, and most names."""
    moderate = _MODERATE * strength
    for name, change in (
        ("removed", remove_wrappers),
        ("reordered", reorder_blocks),
        ("swapped", swap_tags),
        ("added", add_wrappers),
        ("chrome", change_chrome),
    ):
        change(site, chance.of(name), moderate)
        site.forget()
    rename = hash_attributes if chance.chosen(_HASHED, "hashed") else rename_classes
    rename(site, chance.of("names"), strength)


Redesign = Callable[[Site, Chance, float], None]

# Each kind, and its strength: the share of the template's places that it touches. Guess.
KINDS: dict[str, tuple[Redesign, float]] = {
    "renamed": (rename_classes, 0.95),
    "added": (add_wrappers, 0.9),
    "removed": (remove_wrappers, 0.9),
    "swapped": (swap_tags, 0.8),
    "reordered": (reorder_blocks, 0.8),
    "chrome": (change_chrome, 1.0),
    "hashed": (hash_attributes, 0.95),
    "everything": (change_everything, 0.9),
}
MIN_PAGES = 2


def redesign_site(
    folder: Path, cases: Sequence[dict[str, Any]], kind: str, seed: int
) -> list[tuple[dict[str, Any], bytes]]:
    """Return each case of a site redesigned, with its page; raises `HarmedRecordError`."""
    site = Site(cases[0]["site"], tuple(read_site_page(folder, case) for case in cases))
    before = [unordered_content(record) for page in site.pages for record in page.records]
    redesign, strength = KINDS[kind]
    redesign(site, Chance(f"{seed}\n{kind}\n{site.name}"), strength)
    if before != [unordered_content(record) for page in site.pages for record in page.records]:
        raise HarmedRecordError(f"{site.name}: records hold other words or links")
    return [redesigned_case(page, kind) for page in site.pages]


def read_site_page(folder: Path, case: dict[str, Any]) -> SitePage:
    return site_page(case, parse_page((folder / case["html"]).read_bytes(), case.get("url") or ""))


def redesigned_case(page: SitePage, kind: str) -> tuple[dict[str, Any], bytes]:
    """Return the case of a redesigned page: its records' words and addresses are the same."""
    body, paths = written(page)
    case = page.case
    name = f"{case['id']}--{kind}"
    records = [
        {**record, "xpath": path} for record, path in zip(case["records"], paths, strict=True)
    ]
    made = {
        **case,
        "id": name,
        "html": f"pages/{name}.html",
        "records": records,
        "ads": [*(case.get("ads") or []), *page.ads],
        "template": f"{case.get('template') or case['site']}--{kind}",
        "redesign": kind,
        "original": case["id"],
    }
    return made, body


def make_pair(cases: Sequence[dict[str, Any]], kind: str, turn: int) -> dict[str, Any]:
    """Return the pair of a site's pages, by turns with and without a common query."""
    first, *others = [case["id"] for case in cases]
    old, redesigned = ([first], others)
    if len(others) > 1 and turn % 3 != 1:
        old = [first, others[0]]
        redesigned = others if turn % 3 == 0 else others[1:]
    new = [f"{name}--{kind}" for name in redesigned]
    return {"site": cases[0]["site"], "kind": kind, "old": old, "new": new}


def write_redesigns(
    folder: Path, out: Path, kinds: Iterable[str], seed: int, sites: int | None
) -> tuple[int, list[str]]:
    """Write all to `out`; return the number of pairs and why pages were left out."""
    by_site: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for case in load_cases(folder):
        if case.get("records"):
            by_site[case["site"]].append(case)
    chosen = [cases for cases in by_site.values() if len(cases) >= MIN_PAGES]
    # A sample spreads over the whole list.
    step = max(1, len(chosen) // sites) if sites else 1
    (out / "pages").mkdir(parents=True, exist_ok=True)
    pairs, left_out = [], []
    with (out / "cases.jsonl").open("w", encoding="utf-8") as lines:

        def write(case: dict[str, Any], body: bytes) -> None:
            (out / case["html"]).write_bytes(body)
            lines.write(json.dumps(case, ensure_ascii=False) + "\n")

        for place, cases in enumerate(chosen[::step][:sites]):
            for case in cases:
                name = f"pages/{case['id']}.html"
                write({**case, "html": name}, (folder / case["html"]).read_bytes())
            for turn, kind in enumerate(kinds):
                try:
                    made = redesign_site(folder, cases, kind, seed)
                except (HarmedRecordError, NotHtmlError, ValueError) as error:
                    left_out.append(f"{kind}: {error}")
                    continue
                for case, body in made:
                    write(case, body)
                pairs.append(make_pair(cases, kind, place + turn))
    (out / "PAIRS.json").write_text(json.dumps(pairs, indent=1) + "\n", encoding="utf-8")
    return len(pairs), left_out


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--sites", type=int, help="no more sites than these")
    options = parser.parse_args(arguments)
    count, left_out = write_redesigns(
        options.folder, options.out, options.kinds, options.seed, options.sites
    )
    for reason in left_out:
        print(f"left out: {reason}", file=sys.stderr)
    print(f"{count} pairs in {options.out / 'PAIRS.json'}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
