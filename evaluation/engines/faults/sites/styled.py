"""Four engines with style sheets; the healthy pages of three hide records from people.

What hides them: a class of the linked sheet, a place outside the window, attributes of the record.
"""

from collections.abc import Sequence
from html import escape

from evaluation.engines.faults.sites.contents import FoundPage, Record, decoys_of, find_page
from evaluation.engines.faults.sites.design import EngineDesign, Wording
from evaluation.engines.faults.sites.western import mark

# Decoys of a healthy page.
HIDDEN = 4
UTILITIES = """@charset "utf-8";
/* reset */ *{box-sizing:border-box} body{margin:0;font:16px/1.5 Georgia,serif}
.ficha{border-bottom:1px solid #ccc;padding:1em} .ficha .nota{display:none}
.oculto{display:none} .lejos{position:absolute;left:-9999px;top:auto}
.velado{opacity:0;pointer-events:none} .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}
.estante .retirado,.estante .agotado{visibility:hidden} aside .ficha{display:none}
.papel{display:none} @media print{.papel{display:block} .ficha{display:none}}
@media screen and (min-width:10px){.pantalla{display:none!important}}
.caja{display:none} .caja.abierta{display:block} .js .aparece{opacity:0} .js .aparece.listo{opacity:1}
@media (max-width:400px){.ancho{display:none}} .ficha.plegado{max-height:0;padding:0;border:0;overflow:hidden}"""


class Bookshop(EngineDesign):
    """Spanish, sections with a linked style sheet, no decoys."""

    name = "bookshop"
    language = "es"
    path = "/buscar"
    parameter = "texto"
    page_parameter = "pagina"
    style_sheet = UTILITIES
    wording = Wording(
        site="Librería",
        search="Buscar",
        hits="Mostrando {first}-{last} de {total} libros sobre <i>{query}</i>",
        nothing="No se han encontrado libros para",
        advice="Pruebe con otras palabras.",
        next="Siguiente",
        results="Resultados",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(f"<li>{link}</li>" for link in self.menu("tema", 7))
        foot = " · ".join(self.menu("ayuda", 5))
        return (
            '<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><link rel="stylesheet" '
            f'href="/site.css"><title>{escape(title)} | Librería</title></head><body><header><a '
            f'href="/">Librería</a><form action="/buscar"><input name="texto" value="'
            f'{escape(query)}"><button>Buscar</button></form><ul class="temas">{menu}</ul></header>'
            f'<main class="cuerpo">{main}</main><footer>{foot}</footer></body></html>'
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<section class="ficha"><h2><a href="{escape(record.url)}">{mark(record.title, query)}'
            f'</a></h2><p class="resumen">{mark(record.snippet, query)}</p><p class="fecha">'
            f"{record.date}</p></section>"
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<div class="fichas">{"".join(rows)}</div>'

    def hits_line(self, text: str) -> str:
        return f'<p class="cuenta">{text}</p>'

    def nothing(self, query: str) -> str:
        return (
            f'<p class="vacio">{self.wording.nothing} «{escape(query)}».</p>'
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>Bienvenidos</h1><p>{self.words(70)}.</p>"


class Portal(EngineDesign):
    """Polish, boxes; decoys among the records have a class that the linked sheet hides."""

    name = "portal"
    language = "pl"
    path = "/szukaj"
    parameter = "haslo"
    page_parameter = "strona"
    has_decoys = True
    style_sheet = ".wynik{margin:1em} .lista .wynik.z9{display:none} .menu a{color:#036}"
    wording = Wording(
        site="Portal miejski",
        search="Szukaj",
        hits="Wyniki {first}-{last} z {total} dla: {query}",
        nothing="Nie znaleziono żadnych wyników dla",
        advice="Sprawdź pisownię lub użyj innych słów.",
        next="Następna",
        results="Wyniki",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu, foot = "".join(self.menu("dzial", 8)), " | ".join(self.menu("pomoc", 4))
        return (
            '<!DOCTYPE html><html lang="pl"><head><meta charset="utf-8"><title>Portal miejski: '
            f'{escape(title)}</title><link href="/site.css" rel="stylesheet" type="text/css"></head>'
            f'<body><div class="menu">{menu}</div><form action="/szukaj" class="sz"><input type='
            f'"search" name="haslo" value="{escape(query)}"><input type="submit" value="Szukaj">'
            f'</form><div id="tresc">{main}</div><div class="stopka">{foot}</div></body></html>'
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<div class="wynik"><a class="tytul" href="{escape(record.url)}">'
            f'{mark(record.title, query)}</a><div class="opis">{mark(record.snippet, query)}</div>'
            f'<span class="adres">{record.host} – {record.date}</span></div>'
        )

    def rows(self, found: FoundPage) -> list[str]:
        rows = super().rows(found)
        for place, decoy in enumerate(decoys_of(found)[:HIDDEN]):
            hidden = self.row(decoy, place, found.query).replace('"wynik"', '"wynik z9"', 1)
            rows.insert(3 * place, hidden)
        return rows

    def listing(self, rows: Sequence[str]) -> str:
        return f'<div class="lista">{"".join(rows)}</div>'

    def hits_line(self, text: str) -> str:
        return f'<h1 class="ile">{text}</h1>'

    def nothing(self, query: str) -> str:
        return (
            f'<div class="brak"><b>{self.wording.nothing}: {escape(query)}</b><p>'
            f"{self.wording.advice}</p></div>"
        )

    def start(self) -> str:
        return f"<h1>Witamy w portalu</h1><p>{self.words(60)}.</p>"


class Magazine(EngineDesign):
    """Portuguese, articles; above them decoys in a box that an inline sheet puts off the screen."""

    name = "magazine"
    language = "pt"
    path = "/busca"
    parameter = "termo"
    page_parameter = "pag"
    has_decoys = True
    style_sheet = "article{padding:1em} .pages a{margin:.2em}"
    wording = Wording(
        site="Revista",
        search="Buscar",
        hits="{total} artigos encontrados para “{query}”",
        nothing="Nenhum artigo foi encontrado para",
        advice="Tente palavras mais gerais.",
        next="Próxima",
        results="Resultados",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(f"<span>{link}</span>" for link in self.menu("secao", 7))
        return (
            '<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>Revista - '
            f'{escape(title)}</title><link rel="stylesheet" href="/site.css"><style>#topo{{height:'
            "4em}.fora{position:absolute;left:-9999px;top:0}</style></head><body><div id=topo>"
            f'{menu}<form action="/busca"><input name="termo" type="text" value="{escape(query)}">'
            f'<button type="submit">Buscar</button></form></div><div class="texto">{main}</div>'
            f"<div class=rodape>{' '.join(self.menu('sobre', 5))}</div></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<article><h3><a href="{escape(record.url)}">{mark(record.title, query)}</a></h3>'
            f"<time>{record.date}</time><p>{mark(record.snippet, query)}</p></article>"
        )

    def results(
        self, found: FoundPage, rows: Sequence[str] | None = None, hits: str | None = None
    ) -> str:
        return self._hidden(found) + super().results(found, rows, hits)

    def _hidden(self, found: FoundPage) -> str:
        rows = [
            self.row(decoy, n, found.query) for n, decoy in enumerate(decoys_of(found)[:HIDDEN])
        ]
        return f'<div class="fora">{self.listing(rows)}</div>'

    def listing(self, rows: Sequence[str]) -> str:
        return f'<div class="artigos">{"".join(rows)}</div>'

    def hits_line(self, text: str) -> str:
        return f"<h2>{text}</h2>"

    def nothing(self, query: str) -> str:
        hidden = self._hidden(find_page(self.language, query))
        return (
            f"{hidden}<h2>{self.wording.nothing} “{escape(query)}”</h2><p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>Bem-vindos</h1><p>{self.words(60)}.</p>"


class Bulletin(EngineDesign):
    """Korean, a list; decoys among the records are hidden by attributes, one is in a template."""

    name = "bulletin"
    language = "ko"
    path = "/geomsaek"
    parameter = "word"
    page_parameter = "p"
    has_decoys = True
    style_sheet = ".ilban{margin:0}"
    wording = Wording(
        site="소식지",
        search="검색",
        hits="'{query}' 검색 결과 총 {total}건 ({first}-{last})",
        nothing="검색 결과가 없습니다",
        advice="다른 검색어를 입력해 주세요.",
        next="다음",
        results="검색 결과",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu, foot = " ".join(self.menu("bun", 6)), " ".join(self.menu("an", 5))
        return (
            f'<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><title>{escape(title)} '
            '소식지</title><link rel="stylesheet" href="/site.css"></head><body><p class=wi>'
            f'{menu}</p><form action="/geomsaek"><input type="text" name="word" value="'
            f'{escape(query)}"><button>검색</button></form><div class=bon>{main}</div>'
            f"<p class=arae>{foot}</p></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<li class="geul"><b><a href="{escape(record.url)}">{mark(record.title, query)}</a></b>'
            f"<div>{mark(record.snippet, query)}</div><i>{record.date} {record.host}</i></li>"
        )

    def rows(self, found: FoundPage) -> list[str]:
        rows = super().rows(found)
        hidden = ("hidden", 'style="display: none"', "", 'hidden=""')
        for place, (decoy, how) in enumerate(zip(decoys_of(found), hidden, strict=False)):
            row = self.row(decoy, place, found.query).replace("<li ", f"<li {how} ", 1)
            rows.insert(2 * place, row if how else f"<template>{row}</template>")
        return rows

    def listing(self, rows: Sequence[str]) -> str:
        return f'<ul class="moklok">{"".join(rows)}</ul>'

    def hits_line(self, text: str) -> str:
        return f'<p class="chong">{text}</p>'

    def nothing(self, query: str) -> str:
        return (
            f"<p class=\"eopda\">'{escape(query)}' {self.wording.nothing}.</p>"
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>환영합니다</h1><p>{self.words(60)}.</p>"
