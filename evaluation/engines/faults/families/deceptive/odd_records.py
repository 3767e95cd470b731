"""Odd signs in titles and after pages, spam, small sites, page ends."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace

from evaluation.engines.faults.families.deceptive.led_addresses import (
    Change,
    shown_with,
)
from evaluation.engines.faults.fault import (
    Ask,
    Exchange,
    Fault,
    Reply,
    none_of,
    replies,
)
from evaluation.engines.faults.outcomes import Outcomes, error, no_results, results
from evaluation.engines.faults.sites.contents import FoundPage, Record
from evaluation.engines.faults.sites.design import EngineDesign

WELL = results()
NONE_FOUND = no_results()
PAST = no_results("past_last_page no_result_page zero_hits says_nothing_found shown_instead")
COMPLAINT = error("engine_message")


def with_titles(change: Callable[[str], str]) -> Change:
    """Return a change of all titles."""
    return lambda found: found.showing(
        *(replace(record, title=change(record.title)) for record in found.records)
    )


ZERO_WIDTH = {
    "space": "\u200b",
    "non-joiner": "\u200c",
    "soft-hyphen": "\u00ad",
    "word-joiner": "\u2060",
    "byte-order-mark": "\ufeff",
    "marks-of-direction": "\u200e",
}


def scattered(sign: str) -> Callable[[str], str]:
    """Return a change that puts a sign before a title and into each of its words."""

    def change(title: str) -> str:
        return sign + " ".join(f"{word[:2]}{sign}{word[2:]}" for word in title.split(" "))

    return change


# Bytes after the end of the page, in no charset of it.
TAILS = {
    "latin-1": b"<!-- caf\xe9 \x93quoted\x94 \xfcber \xe0 \xe8 -->" * 20,
    "utf-8": "<!-- „Größe“ … – naïve ★ Ελλάδα -->".encode() * 20,
    "euc-jp": "<!-- 検索結果の一覧 -->".encode("euc-jp") * 20,
    "cyrillic": "<p>Время создания страницы</p>".encode("windows-1251") * 9,
    "utf-16": "\ufeff<!-- end -->".encode("utf-16"),
    "binary": bytes(range(128, 256)) * 8,
    "nul": b"\0" * 512,
    "meta": b"<meta charset='utf-16'><meta http-equiv='Content-Type' content='text/html; charset=big5'>\xa4\xa4",
}


def followed(tail: bytes, content_type: str | None) -> Callable[[Exchange], Reply]:
    """Return the true page with bytes after its end, its type told in full or without charset."""

    def make(exchange: Exchange) -> Reply:
        healthy = exchange.healthy
        return Reply(healthy.body + b"\n" + tail, content_type or healthy.content_type)

    return make


SPAM = tuple(
    Record(f"https://{host}.example/{path}", title, text, "01.01.2024")
    for host, path, title, text in (
        ("lucky-casino-777", "bonus", "Casino bonus 500 % – play now", "Free spins without deposit, slots, roulette, cashback."),
        ("cheap-pills-shop", "order", "Cheap pills without prescription", "Order online, discreet delivery, lowest price guaranteed."),
        ("fast-loan-today", "apply", "Fast loan in five minutes", "No credit check, money today, apply with your phone."),
    )
)  # fmt: skip


def with_spam(places: tuple[int, ...]) -> Change:
    """Return a change that puts the same spam among the records of every query."""

    def changed(found: FoundPage) -> FoundPage:
        records = list(found.records)
        for place, record in zip(places, SPAM, strict=False):
            records.insert(place, record)
        return found.showing(*records)

    return changed


def spam_of(found: FoundPage) -> FoundPage:
    """Return the spam alone."""
    return found.showing(*SPAM)


def _spam(name: str, places: tuple[int, ...]) -> Fault:
    fault = replies(f"odd/spam-{name}", WELL, shown_with(with_spam(places)))
    return replace(fault, doubtful=spam_of, check_drops=True)


def small(count: int, place: int) -> Change:
    """Return a change to few records with one that is about every query: the site's own index."""

    def changed(found: FoundPage) -> FoundPage:
        if not found.records:
            return found
        text = f"{found.query}, {', '.join(record.title for record in found.records)}"
        own = Record("https://www.small-site.example/index-of-all", "A–Z", text, "02.02.2020")
        records = [*found.records[: count - 1]]
        records.insert(place, own)
        return replace(found.showing(*records), total=count)

    return changed


def five(found: FoundPage) -> FoundPage:
    """Return that there are five records, all on page 1."""
    return replace(found, total=5, records=found.records[:5] if found.number == 1 else ())


def past_end(main: Callable[[EngineDesign, FoundPage], str]) -> Callable[[Exchange], Reply]:
    """Return five records on page 1 with a link to a page 2, which is past the end."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, five(exchange.search)
        if found.number == 1 and not exchange.search.records:
            return exchange.healthy
        if found.number == 1:
            more = design.page_link(found, 2, design.wording.next)
            return exchange.message(
                f'{design.results(found)}<div class="pages"><b>1</b> {more}</div>'
            )
        return exchange.message(main(design, found))

    return make


def emptied(design: EngineDesign, found: FoundPage) -> str:
    """Return the hits line with the true total, and an empty list."""
    line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
    return line + design.listing([]) + design.page_link(found, 1, "1")


PAST_END: dict[str, Callable[[EngineDesign, FoundPage], str]] = {
    "nothing-page": lambda design, found: design.nothing(found.query),
    "empty-list": emptied,
    "total-only": lambda design, found: design.hits_line(design.hits_text(found)) + f"<p>{design.page_link(found, 1, '«')}</p>",
    "sentence-en": lambda design, found: f"{emptied(design, found)}<p>There are no more results.</p>",
    "sentence-de": lambda design, found: f"{emptied(design, found)}<p>Keine weiteren Treffer.</p>",
    "sentence-fr": lambda design, found: f"{emptied(design, found)}<p>Il n'y a pas d'autres résultats. Vous êtes à la dernière page.</p>",
    "sentence-ja": lambda design, found: f"{emptied(design, found)}<p>これ以上の検索結果はありません。</p>",
}  # fmt: skip

TOO_LONG = {
    "en": "Your query is too long: 128 characters at most.",
    "de": "Die Suchanfrage ist zu lang. Erlaubt sind höchstens 128 Zeichen.",
    "fr": "Votre requête est trop longue (128 caractères au maximum).",
    "ru": "Слишком длинный запрос: не более 128 символов.",
    "ja": "検索語が長すぎます。128文字以内で入力してください。",
    "es": "La consulta es demasiado larga: 128 caracteres como máximo.",
    "ar": "عبارة البحث طويلة جدا، الحد الأقصى 128 حرفا.",
}


def for_long(markup: str, status: int = 200) -> Callable[[Exchange], Reply]:
    """Return a complaint about queries above 128 characters."""

    def make(exchange: Exchange) -> Reply:
        if len(exchange.search.query) <= 128:
            return exchange.healthy
        return exchange.message(markup, status)

    return make


# The nothing page of the same site in another language: title of the button, sentence, advice.
TONGUES = {
    "en": ("Search", "No results were found for", "Try different keywords."),
    "de": ("Suche", "Es wurden keine Ergebnisse gefunden für", "Versuchen Sie andere Begriffe."),
    "fr": ("Recherche", "Aucun résultat pour", "Essayez d'autres mots."),
    "es": ("Buscar", "No se encontraron resultados para", "Pruebe con otras palabras."),
    "it": ("Cerca", "Nessun risultato trovato per", "Prova con altre parole."),
    "nl": ("Zoeken", "Geen resultaten gevonden voor", "Probeer andere zoekwoorden."),
    "pl": ("Szukaj", "Nie znaleziono wyników dla", "Spróbuj innych słów."),
    "ru": ("Поиск", "Ничего не найдено по запросу", "Попробуйте другие слова."),
    "zh": ("搜索", "没有找到相关结果", "请尝试其他关键词。"),
    "ko": ("검색", "검색 결과가 없습니다", "다른 검색어를 입력해 보세요."),
    "tr": ("Ara", "Sonuç bulunamadı", "Başka kelimeler deneyin."),
    "sv": ("Sök", "Inga träffar hittades för", "Prova andra sökord."),
}


def in_tongue(language: str) -> Callable[[Exchange], Reply]:
    """Return the page without results in another language; what is found is found as ever."""
    search, nothing, advice = TONGUES[language]

    def make(exchange: Exchange) -> Reply:
        if exchange.search.records:
            return exchange.healthy
        design = copy(exchange.design)
        old = design.wording
        design.wording = replace(old, search=search, nothing=nothing, advice=advice)
        page = design.answer(exchange.search).replace(f">{old.search}<", f">{search}<")
        page = page.replace(f'"{old.search}"', f'"{search}"')
        return exchange.page(page.replace(f'lang="{design.language}"', f'lang="{language}"'))

    return make


def _past(name: str, make: Callable[[EngineDesign, FoundPage], str]) -> Fault:
    return replies(
        f"odd/past-end-{name}", PAST, past_end(make), asks=Ask.SECOND_PAGE, shown=none_of,
        on=lambda design: design.page_parameter is not None and design.has_hits_line,
    )  # fmt: skip


def _long(name: str, markup: str, status: int = 200, expected: Outcomes = COMPLAINT) -> Fault:
    return replies(f"odd/too-long-{name}", expected, for_long(markup, status), asks=Ask.LONG_QUERY)


def _tail(name: str, tail: bytes, content_type: str | None = None) -> Fault:
    return replace(replies(f"odd/tail-{name}", WELL, followed(tail, content_type)), titled=True)


def _zero_width(name: str, sign: str) -> Fault:
    change = with_titles(scattered(sign))
    fault = replies(f"odd/zero-width-{name}", WELL, shown_with(change), shown=change)
    return replace(fault, titled=True)


def _tongue(language: str) -> Fault:
    return replies(
        f"odd/tongue-{language}", NONE_FOUND, in_tongue(language), asks=Ask.NOTHING,
        on=lambda design: design.language != language,
    )  # fmt: skip


def _small(count: int, place: int) -> Fault:
    change = small(count, place)
    return replies(f"odd/small-site-{count}-{place}", WELL, shown_with(change), shown=change)


FAULTS: tuple[Fault, ...] = (
    *(_zero_width(name, sign) for name, sign in ZERO_WIDTH.items()),
    *(_tail(name, tail) for name, tail in TAILS.items()),
    *(_tail(f"{name}-by-meta", TAILS[name], "text/html") for name in ("latin-1", "euc-jp", "cyrillic", "binary", "meta")),
    _spam("above", (0, 0, 0)),
    _spam("among", (2, 5, 8)),
    _spam("one", (4,)),
    _small(4, 0),
    _small(3, 2),
    _small(6, 3),
    *(_past(name, make) for name, make in PAST_END.items()),
    *(_long(language, f"<p class='err'>{text}</p>") for language, text in TOO_LONG.items()),
    _long("414", "<h1>414 URI Too Long</h1>", 414, COMPLAINT | error("client_error")),
    _long("400", "<h1>Bad Request</h1><p>Query exceeds the maximum length.</p>", 400, COMPLAINT | error("client_error")),
    _long("nothing", "<p>0</p>", 400, COMPLAINT | error("client_error")),
    *(_tongue(language) for language in TONGUES),
)  # fmt: skip
