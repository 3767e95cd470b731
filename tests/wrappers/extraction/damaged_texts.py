"""Texts of many languages, and the same damaged in the ways of the web."""

import html
from collections.abc import Iterator

CHARSETS = ("cp1252", "latin-1", "cp1250", "cp1251", "cp1254", "iso-8859-2", "mac-roman")
TEXTS = (
    "São Paulo é a maior cidade do país — AÇÃO E REAÇÃO",
    "Le café “Ça va” à l’été… où l’on mange des œufs",
    "Việt Nam: đất nước và con người",
    "İstanbul’da güneşli bir gün, Iğdır ve Şanlıurfa",
    "Größe, Maß und Straße – ein Überblick für Ärzte",
    "El niño comió piñas en España: ¿qué pasó?",
    "Zażółć gęślą jaźń – polskie znaki",
    "Příliš žluťoučký kůň úpěl ďábelské ódy",
    "Привет, мир! Это всё ещё обычный текст — №5",
    "Ελληνικά κείμενα για αναζήτηση",
    "日本語のテキストと検索エンジン",
    "中文搜索引擎的结果",
    "한국어 검색 결과",
    "محرك بحث باللغة العربية",
    "מנוע חיפוש בעברית",
    "Smørrebrød på Østerbro – 5 € for “naïve” façades™",
    "Õun, ülesanne ja šokolaad",
    "How to escape &amp; and &#8212; in XML",
    "Use &nbsp; in HTML <b>only</b> when needed",
    "A plain title of a page",
    "R&D; Q&A: AT&T and Marks & Spencer",
)
ESCAPED = (
    "Tom & Jerry’s best – part 1", "“Quoted” and ‘single’ words…", "Müller & Söhne — Größe 5",
)  # fmt: skip


def damaged() -> Iterator[tuple[str, str, str]]:
    """Yield the way of damage, the damaged text, and the right one."""
    for text in TEXTS:
        for charset in CHARSETS:
            try:
                once = text.encode().decode(charset)
                if once != text:
                    yield f"read as {charset}", once, text
                    yield "read wrongly twice", once.encode().decode(charset), text
            except UnicodeDecodeError:
                continue
    for text in ESCAPED:
        numbered = "".join(c if c.isascii() else f"&#{ord(c)};" for c in html.escape(text, False))
        yield "escaped twice", numbered, text
