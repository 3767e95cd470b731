"""Redesign: advertisements and all that surrounds the records change; the records stay."""

from html import escape
from urllib.parse import quote_plus

from lxml.html import HtmlElement, fromstring

from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site, SitePage
from evaluation.quality.redesigns.tree_changes import takes_blocks

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
    """Tell whether a block stands apart from records: no neighbour of it is one."""
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
