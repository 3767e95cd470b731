"""Advertisements in the records' own look: told by where they lead and by their label.

Two signs of three are asked for: the address goes through a redirector that counts clicks, the
address names an ad service, a label says so. And ads are the fewer: where most records show the
signs, the engine sends all its visitors through a redirector or lists nothing but offers.
"""

import re
from collections.abc import Sequence

from lxml.html import HtmlElement

from discovery.pages import unwrap_redirect, visible_text

# Where more of the records than this look like ads, they are the engine's results. Guess.
MAX_SHARE = 0.5
# A label stands in a short text of its own. Guess.
MAX_LABEL_LENGTH = 30
_SIGNS_NEEDED = 2
_CLICK = re.compile(r"[/._-](?:clk|click|redir(?:ect)?|track(?:er|ing)?)(?:[/.?_-]|\d|\Z)", re.I)
_SERVICE = re.compile(
    r"(?://|[./_-])(?:ads?|sads?|ade?|aclk|adclick|adserv(?:er|ice)?|adsrv|pagead|adsense|sponsored"
    r"|sponsor|doubleclick|googleadservices|googlesyndication|taboola|outbrain)(?:[./?_-]|\Z)",
    re.I,
)
_LABEL = re.compile(
    r"\W{0,3}(?:ad|ads|advert|advertisement|advertising|sponsored|sponsor|promoted|paid|anzeigen?"
    r"|gesponsert|werbung|annonces?|publicité|sponsorisée?|anuncios?|patrocinad[oa]s?|publicidad"
    r"|pubblicità|sponsorizzat[oi]|annunci?o?|advertentie|gesponsord|annonser?|reklamy?|sponsrad"
    r"|sponsoreret|sponset|mainos|реклама|広告|スポンサー|广告|推广|廣告|贊助|광고|إعلان|reklam)\W{0,3}"
    r"(?:(?:by|von|par|por|da|door|av|af)\b.{0,40})?\Z",
    re.I,
)


def without_advertisements(
    records: Sequence[tuple[HtmlElement, HtmlElement]],
) -> list[tuple[HtmlElement, HtmlElement]]:
    """Return the `(element, title link)` pairs that are no advertisements among the others."""
    ads = {
        place for place, (element, link) in enumerate(records) if is_advertisement(element, link)
    }
    if not ads or len(ads) > MAX_SHARE * len(records):
        return list(records)
    return [record for place, record in enumerate(records) if place not in ads]


def is_advertisement(element: HtmlElement, link: HtmlElement) -> bool:
    """Return whether a record shows two of the three signs of an advertisement."""
    signs = advertisement_signs(link)
    return signs >= _SIGNS_NEEDED or (signs > 0 and _has_label(element))


def advertisement_signs(link: HtmlElement) -> int:
    """Return how many of the two signs the address of a link shows.

    >>> from lxml.html import fromstring
    >>> advertisement_signs(fromstring("<a href='http://ad.example/clk/7?u=1'>x</a>"))
    2
    """
    href = link.get("href", "")[:4_000]
    path = href.partition("?")[0]
    signs = bool(_CLICK.search(path) or (":" in href and unwrap_redirect(href) != href))
    return signs + bool(_SERVICE.search(path))


def _has_label(element: HtmlElement) -> bool:
    """Return whether a short text of its own in the record says that it is an advertisement."""
    for node in element.iter():
        for text in (node.text, node.tail):
            if text and len(text) <= MAX_LABEL_LENGTH and _LABEL.match(text.strip()):
                return True
        if len(node) and len(node) < 4 and node.text_content()[:80].strip():
            text = visible_text(node) if len(node.text_content()) < 80 else ""
            if text and _LABEL.match(text):
                return True
    return False
