"""Three engines of western languages: GET with a pager, tables in Latin-1, and a form by POST."""

from collections.abc import Sequence
from html import escape

from evaluation.engines.faults.sites.contents import Record
from evaluation.engines.faults.sites.design import EngineDesign, Wording


def mark(text: str, query: str) -> str:
    """Return a text as HTML with the words of the query emphasised."""
    asked = set(query.lower().split())
    return " ".join(
        f"<b>{escape(word)}</b>" if word.lower() in asked else escape(word)
        for word in text.split(" ")
    )


class Library(EngineDesign):
    """English, boxes with class names, search box in the header, hits line, numbered pager."""

    name = "library"
    language = "en"
    wording = Wording(
        site="County Library",
        search="Search",
        hits="{first}–{last} of {total} results for <b>{query}</b>",
        nothing="No results found for",
        advice="Check the spelling or try other words.",
        next="Next",
        results="Results",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(f"<li>{link}</li>" for link in self.menu("section", 7))
        foot = " ".join(self.menu("about", 5))
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>'
            f"{escape(title)} County Library</title><style>.hit{{margin:1em}}</style></head><body>"
            f'<header class="top"><a class="logo" href="/">County Library</a>'
            f'<form action="/search" role="search"><input type="search" name="q" '
            f'value="{escape(query)}" placeholder="Search the catalogue">'
            f'<button type="submit">Search</button></form><ul class="menu">{menu}</ul></header>'
            f'<main id="content">{main}</main><aside><h4>Opening hours</h4><p>Monday to Friday, '
            f"9 to 18</p></aside><footer>{foot}<p>© County Library</p></footer></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<div class="hit"><h3 class="title"><a href="{escape(record.url)}">'
            f'{mark(record.title, query)}</a></h3><p class="text">{mark(record.snippet, query)}</p>'
            f'<span class="meta">{record.date} · {record.host}</span></div>'
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<div class="hits">{"".join(rows)}</div>'

    def hits_line(self, text: str) -> str:
        return f'<p class="count">{text}</p>'

    def nothing(self, query: str) -> str:
        return (
            f'<div class="empty"><h2>{self.wording.nothing} “{escape(query)}”</h2>'
            f"<p>{self.wording.advice}</p></div>"
        )

    def start(self) -> str:
        return (
            f"<h1>Welcome to the County Library</h1><p>{self.words(60)}.</p>"
            f"<h2>New in the collection</h2><ul>{''.join(f'<li>{x}' for x in self.menu('new', 6))}"
            f"</ul><p>{self.words(40, 'more')}.</p>"
        )


class Archive(EngineDesign):
    """German, layout tables, Latin-1, no hits line."""

    name = "archive"
    language = "de"
    charset = "iso-8859-1"
    path = "/suche.php"
    parameter = "begriff"
    page_parameter = "seite"
    has_hits_line = False
    wording = Wording(
        site="Stadtarchiv",
        search="Suchen",
        hits="Treffer {first} bis {last} von {total}",
        nothing="Leider wurden keine Treffer gefunden für",
        advice="Bitte versuchen Sie es mit einem anderen Suchbegriff.",
        next="Weiter",
        results="Ergebnisse",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "<br>".join(self.menu("bereich", 9))
        foot = " | ".join(self.menu("info", 4))
        return (
            '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'
            f'<title>Stadtarchiv {escape(title)}</title></head><body bgcolor="#ffffff"><table '
            'width="100%"><tr><td><a href="/"><img src="/logo.gif" alt="Stadtarchiv"></a></td><td>'
            f'<form action="/suche.php" method="get"><input name="begriff" size="30" '
            f'value="{escape(query)}"><input type="submit" value="Suchen"></form></td></tr></table>'
            f'<table width="100%"><tr><td width="160" valign="top">{menu}</td><td valign="top">'
            f"{main}</td></tr></table><hr><font size=1>{foot}</font></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<tr><td valign="top">{place + 1}.</td><td><a href="{escape(record.url)}">'
            f"{escape(record.title)}</a><br><font size=2>{mark(record.snippet, query)}</font><br>"
            f'<font size=1 color="#008000">{record.host}</font></td>'
            f'<td valign="top"><font size=1>{record.date}</font></td></tr>'
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<h2>Suchergebnisse</h2><table cellpadding="4">{"".join(rows)}</table>'

    def hits_line(self, text: str) -> str:
        return f"<p><font size=2>{text}</font></p>"

    def nothing(self, query: str) -> str:
        return (
            f"<h2>Suchergebnisse</h2><p>{self.wording.nothing} <i>{escape(query)}</i>.</p>"
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>Willkommen im Stadtarchiv</h1><p>{self.words(70)}.</p>"


class Journal(EngineDesign):
    """French, a form by POST, a list of articles, hits line in a heading, one page only."""

    name = "journal"
    language = "fr"
    method = "post"
    path = "/recherche"
    parameter = "mots"
    page_parameter = None
    wording = Wording(
        site="La Gazette",
        search="Rechercher",
        hits="{total} articles trouvés pour « {query} »",
        nothing="Aucun article ne correspond à votre recherche",
        advice="Essayez avec des mots plus généraux.",
        next="Suivant",
        results="Résultats",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(self.menu("rubrique", 8))
        side = "".join(f"<li>{link}</li>" for link in self.menu("plus-lus", 5))
        foot = "".join(self.menu("services", 6))
        return (
            '<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8">'
            f"<title>{escape(title)} - La Gazette</title></head><body><nav>{menu}</nav>"
            '<form class="recherche" method="post" action="/recherche"><label for="mots">Rechercher'
            f'</label><input type="text" id="mots" name="mots" value="{escape(query)}">'
            '<input type="hidden" name="rubrique" value="toutes"><input type="submit" value="OK">'
            f'</form><section id="principal">{main}</section><div class="colonne"><h3>Les plus lus'
            f"</h3><ol>{side}</ol></div><footer>{foot}</footer></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<li><article><time>{record.date}</time><h2><a href="{escape(record.url)}">'
            f"{escape(record.title)}</a></h2><div>{mark(record.snippet, query)}</div></article></li>"
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<ul class="articles">{"".join(rows)}</ul>'

    def hits_line(self, text: str) -> str:
        return f"<h1>{text}</h1>"

    def nothing(self, query: str) -> str:
        return (
            f"<h1>{self.wording.nothing}</h1><p>Recherche : <em>{escape(query)}</em></p>"
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>À la une</h1><p>{self.words(60)}.</p><p>{self.words(50, 'b')}.</p>"
