"""Small sites made for the tests of crawling: pages by address, and a crawl without a network."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape

from discovery.crawling.page_profile import profile_page
from discovery.crawling.traversal import CrawledPage, GraphLink, LinkGraph, Traversal
from discovery.pages.page import parse_page

# An address and the body of its page, or the address it redirects to.
Site = Mapping[str, str]
STEP = 4


def page_of(title: str, links: Iterable[str], place: str = "ul class=list") -> str:
    items = "".join(f'<li><a href="{escape(url)}">{escape(url[-9:])}</a></li>' for url in links)
    return f"<title>{title}</title><h1>{title}</h1><{place}>{items}</{place.split()[0]}>"


def fetch(site: Site, address: str) -> CrawledPage:
    body = site.get(address)
    if body is None:
        return CrawledPage(address, address, None, "404")
    if body.startswith("http"):
        return CrawledPage(address, body, fetch(site, body).page)
    # No two pages are the same to the last byte: that would be one page under two addresses.
    text = f"{body}<footer>{escape(address)}</footer>"
    return CrawledPage(address, address, parse_page(text.encode(), address))


def crawl(
    traversal: Traversal,
    site: Site | Callable[[str], CrawledPage],
    limit: int = 10_000,
    step: int = STEP,
) -> list[str]:
    """Drive a traversal of a site, or of what a function brings; return what it downloaded."""
    bring = partial(fetch, site) if isinstance(site, Mapping) else site
    asked: list[str] = []
    while len(asked) < limit and (addresses := traversal.next_addresses(step)):
        for address in addresses:
            asked.append(address)
            traversal.add(bring(address))
    return asked


def graph_of(site: Site) -> LinkGraph:
    pages = {address: fetch(site, address).page for address, body in site.items()}
    return {
        address: [
            GraphLink(link, path) for path, links in profile_page(page).links for link in links
        ]
        for address, page in pages.items()
        if page is not None and not site[address].startswith("http")
    }


def found(traversal: Traversal) -> set[str]:
    return {member.address for member in traversal.members()}


HOME = "http://site.example/"


def anchors(addresses: Iterable[str]) -> str:
    return "".join(f'<li><a href="{address}">{address}</a></li>' for address in addresses)


def frame(content: str) -> str:
    menu = anchors(("/", "/teams/", "/news/", "/about"))
    return (
        f'<html><body><ul class="menu">{menu}</ul><div class="content">{content}</div>'
        '<div class="foot"><p>All rights reserved</p></div></body></html>'
    )


def team_site(teams: int = 12, players: int = 8, news: int = 40) -> dict[str, str]:
    """Return a site like the one of the paper: teams link to players and back, and news."""
    team_addresses = [f"/teams/t{number}" for number in range(teams)]
    news_addresses = [f"/news/n{number}" for number in range(news)]
    pages = {
        "/": frame(f'<h1>Home</h1><ul class="latest">{anchors(news_addresses[:5])}</ul>'),
        "/teams/": frame(f'<h1>Teams</h1><ol class="teams">{anchors(team_addresses)}</ol>'),
        "/news/": frame(f'<h1>News</h1><ol class="all">{anchors(news_addresses)}</ol>'),
        "/about": frame("<h1>About</h1><p>We.</p>"),
    }
    for number, address in enumerate(team_addresses):
        squad = [f"/players/p{number}-{place}" for place in range(players)]
        pages[address] = frame(
            f'<h1>Team {number}</h1><table class="squad"><tr><th>Squad</th><td><ul>'
            f'{anchors(squad)}</ul></td></tr></table><p class="town">Town {number}</p>'
        )
        for place, player in enumerate(squad):
            pages[player] = frame(
                f'<h1>Player {number}-{place}</h1><dl class="facts"><dt>Team</dt>'
                f'<dd><a href="{address}">Team {number}</a></dd><dt>Goals</dt><dd>{place}</dd></dl>'
            )
    for number, address in enumerate(news_addresses):
        pages[address] = frame(
            f'<h2 class="headline">News {number}</h2><p class="lead">Lead</p><p>Text</p>'
            f"<blockquote><em>Said {number}</em></blockquote>"
        )
    return {HOME.rstrip("/") + address: html for address, html in pages.items()}


JAZZ = "http://www.ejazz.com.br/"


INSTRUMENTS = ("sax", "voz", "Piano", "baixo", "trompete")


def jazz_site(artists: int, instruments: tuple[str, ...] = INSTRUMENTS) -> dict[str, str]:
    """The site of Fig. 2: entry, artist hubs, artists; a shortcut, and pages of other kinds."""
    hubs = [f"{JAZZ}artistas/default_{name}.asp" for name in instruments]
    pages = [f"{JAZZ}detalhes-artistas.asp?cd={number}" for number in range(artists)]
    styles = [f"{JAZZ}estilos/{name}.asp" for name in ("bebop", "cool", "fusion", "swing")]
    site = {JAZZ: page_of("Home", [*hubs, *styles, pages[1]])}
    for place, hub in enumerate(hubs):
        site[hub] = page_of("Hub", [JAZZ, *pages[place :: len(hubs)]])
    site.update({style: page_of("Style", [JAZZ, pages[0], pages[2]], "p") for style in styles})
    site.update({page: page_of("Artist", [JAZZ, hubs[0]], "div") for page in pages})
    return site


def artists_of(site: Site) -> set[str]:
    return {url for url in site if "detalhes" in url}
