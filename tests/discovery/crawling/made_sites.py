"""Small sites made for the tests of crawling: pages by address, no server."""

from collections.abc import Iterable

from tests.discovery.crawling.pages_by_address import Site, page_of

HOME = "http://site.example/"


def anchors(addresses: Iterable[str]) -> str:
    """Return links, each named by its address."""
    return "".join(f'<li><a href="{address}">{address}</a></li>' for address in addresses)


def frame(content: str) -> str:
    """Return a page of the site around `content`."""
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
