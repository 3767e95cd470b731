"""Are damaged texts repaired, and right ones left alone? `python -m evaluation.quality.encodings`.

Texts of many languages are damaged in the ways of the web: UTF-8 read as another charset, once and
twice; references escaped twice; bytes of windows-1252 among UTF-8. Files of right texts, one a
line, may be given: none of them shall be changed.
"""

import argparse
import html
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from discovery.pages.decoding import decode
from wrappers.extraction.records.record import repair_text

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


def mixed() -> Iterator[tuple[str, str, str]]:
    """Yield pages of UTF-8 with bytes of windows-1252, as decoded and as they are meant."""
    for stray in ("the site’s own words", "a naïve idea", "1990 – 2000 and on"):
        for text in TEXTS[:17]:
            body = f"<p>{text}</p>".encode() * 5 + f"<p>{stray}</p>".encode("cp1252")
            yield "mixed bytes", decode(body)[1], f"<p>{text}</p>" * 5 + f"<p>{stray}</p>"


def given_texts(paths: list[Path]) -> list[str]:
    return [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="*", type=Path, help="files of right texts, one a line")
    right = [*TEXTS, *given_texts(parser.parse_args().texts)]
    counts: dict[str, Counter[str]] = {}
    for way, text, meant in damaged():
        counts.setdefault(way, Counter())[_verdict(text, repair_text(text), meant)] += 1
    for way, text, meant in mixed():
        counts.setdefault(way, Counter())["repaired" if text == meant else "left"] += 1
    for way, verdicts in counts.items():
        numbers = ", ".join(f"{verdicts[each]} {each}" for each in ("repaired", "left", "harmed"))
        print(f"{way:<22} {numbers}")
    changed = [text for text in right if repair_text(text) != text]
    print(f"{'right texts':<22} {len(changed)} of {len(right)} changed")
    for text in changed[:20]:
        print(f"  {text} → {repair_text(text)}")


def _verdict(before: str, after: str, meant: str) -> str:
    if after == meant:
        return "repaired"
    return "left" if after == before else "harmed"


if __name__ == "__main__":
    main()
