"""Three engines of other scripts: Russian in windows-1251, Japanese in EUC-JP, Arabic in UTF-8."""

from collections.abc import Sequence
from html import escape

from evaluation.engines.faults.sites.contents import Record
from evaluation.engines.faults.sites.design import EngineDesign, Wording
from evaluation.engines.faults.sites.western import mark


class Encyclopaedia(EngineDesign):
    """Russian, windows-1251, definition lists, hits line."""

    name = "encyclopaedia"
    language = "ru"
    charset = "windows-1251"
    path = "/find"
    parameter = "text"
    page_parameter = "p"
    wording = Wording(
        site="Энциклопедия",
        search="Найти",
        hits="Найдено {total}, показаны {first} - {last}",
        nothing="По запросу ничего не найдено",
        advice="Попробуйте изменить запрос.",
        next="Следующая",
        results="Результаты поиска",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = " · ".join(self.menu("topic", 6))
        foot = " ".join(self.menu("help", 4))
        return (
            '<!DOCTYPE html><html lang="ru"><head><meta charset="windows-1251">'
            f"<title>Энциклопедия: {escape(title)}</title></head><body><div id=head><b>Энциклопедия"
            f'</b> {menu}<form action="/find"><input name="text" value="{escape(query)}">'
            '<input type="submit" value="Найти"></form></div>'
            f"<div id=body>{main}</div><div id=foot>{foot}</div></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<dt><a href="{escape(record.url)}">{mark(record.title, query)}</a></dt>'
            f"<dd>{mark(record.snippet, query)}<br><small>{record.url} ({record.date})</small></dd>"
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f"<dl>{''.join(rows)}</dl>"

    def hits_line(self, text: str) -> str:
        return f"<div class=found>{text}</div>"

    def nothing(self, query: str) -> str:
        return (
            f"<div class=found>{self.wording.nothing}: {escape(query)}</div>"
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>Добро пожаловать</h1><p>{self.words(80)}.</p>"


class News(EngineDesign):
    """Japanese, EUC-JP, an ordered list, hits line with the numbers in another order."""

    name = "news"
    language = "ja"
    charset = "euc-jp"
    path = "/kensaku"
    parameter = "key"
    page_parameter = "pg"
    wording = Wording(
        site="東京ニュース",
        search="検索",
        hits="「{query}」の検索結果 {total}件中 {first}-{last}件目",
        nothing="一致する記事は見つかりませんでした",
        advice="別のキーワードをお試しください。",
        next="次へ",
        results="検索結果",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(f"<td>{link}</td>" for link in self.menu("genre", 6))
        foot = "｜".join(self.menu("company", 5))
        return (
            '<!DOCTYPE html><html lang="ja"><head><meta http-equiv="Content-Type" content='
            f'"text/html; charset=euc-jp"><title>{escape(title)} 東京ニュース</title></head><body>'
            f'<div class="header"><a href="/">東京ニュース</a><form method="get" action="/kensaku">'
            f'<input type="text" name="key" value="{escape(query)}"><input type="submit" '
            f'value="検索"></form></div><table class="genre"><tr>{menu}</tr></table>'
            f'<div class="contents">{main}</div><div class="footer">{foot}</div></body></html>'
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<li><p class="midashi"><a href="{escape(record.url)}">{escape(record.title)}</a>'
            f'<span>({record.date})</span></p><p class="honbun">{escape(record.snippet)}</p></li>'
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<ol class="kekka">{"".join(rows)}</ol>'

    def hits_line(self, text: str) -> str:
        return f'<p class="kensu">{text}</p>'

    def nothing(self, query: str) -> str:
        return (
            f'<p class="nashi">「{escape(query)}」に{self.wording.nothing}。</p>'
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>今日のニュース</h1><p>{self.words(60)}。</p>"


class Market(EngineDesign):
    """Arabic, right to left, cards of a shop with prices, UTF-8, hits line."""

    name = "market"
    language = "ar"
    path = "/s"
    parameter = "kw"
    wording = Wording(
        site="السوق",
        search="بحث",
        hits="{total} نتيجة عن {query}",
        nothing="لا توجد نتائج عن",
        advice="جرب كلمات أخرى.",
        next="التالي",
        results="النتائج",
    )

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        menu = "".join(f'<div class="cat">{link}</div>' for link in self.menu("cat", 8))
        foot = "".join(self.menu("page", 5))
        return (
            '<!DOCTYPE html><html lang="ar" dir="rtl"><head><meta charset="utf-8">'
            f"<title>{escape(title)} | السوق</title></head><body class='shop'>"
            f"<div class='bar'><a href='/'>السوق</a><form action='/s'><input type='search' "
            f"name='kw' value='{escape(query)}'><button>بحث</button></form>{menu}</div>"
            f"<div class='grid-page'>{main}</div><div class='end'>{foot}</div></body></html>"
        )

    def row(self, record: Record, place: int, query: str) -> str:
        return (
            f'<div class="card"><a class="pic" href="{escape(record.url)}"><img src="/p/{place}.jpg"'
            f' alt=""></a><a class="name" href="{escape(record.url)}">{mark(record.title, query)}'
            f'</a><div class="about">{mark(record.snippet, query)}</div>'
            f'<b class="price">{record.date[:2]}.50</b></div>'
        )

    def listing(self, rows: Sequence[str]) -> str:
        return f'<div class="cards">{"".join(rows)}</div>'

    def hits_line(self, text: str) -> str:
        return f'<div class="sum">{text}</div>'

    def nothing(self, query: str) -> str:
        return (
            f'<div class="none">{self.wording.nothing} <q>{escape(query)}</q></div>'
            f"<p>{self.wording.advice}</p>"
        )

    def start(self) -> str:
        return f"<h1>مرحبا بكم</h1><p>{self.words(60)}.</p>"
