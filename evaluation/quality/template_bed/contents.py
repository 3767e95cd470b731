"""What the programs of the bed show: descriptions of Debian's packages, as articles with words.

They are those of what is installed: the same on every machine with the same packages, no chance, no
date of today.
"""

import re
import subprocess
import zlib
from collections import Counter
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

MAX_ARTICLES = 240
# Words that are asked for: the commonest in titles, and rarer ones whose pages are not full.
COMMON_WORDS = 5
RARE_WORDS = 2
OF_A_RARE_WORD = 6
RECORDS_OF_A_PAGE = 10
# No article has it.
IMPOSSIBLE = "qxzvkwjyfh"
_FIRST_DAY = datetime(2021, 3, 4, 9, 30)
_LITTLE = frozenset("with from that this files file your support data package based".split())


@dataclass(frozen=True, slots=True)
class Article:
    """One thing that a program shows, and the words of its title that are asked for."""

    number: int
    name: str
    title: str
    text: str
    section: str
    date: datetime
    words: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """What stands for it in an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.casefold()).strip("-")


@dataclass(frozen=True, slots=True)
class Contents:
    """The articles, the latest first, and the words that are asked for."""

    articles: tuple[Article, ...]
    words: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return all of it as JSON has it, for programs of others, an impossible word first."""
        rows = [
            {**asdict(each), "slug": each.slug, "date": each.date.isoformat()}
            for each in self.articles
        ]
        return {"words": (IMPOSSIBLE, *self.words), "articles": rows}

    def found(self, word: str) -> tuple[Article, ...]:
        """Return the articles of the first page for a word, the latest first."""
        return tuple(a for a in self.articles if word in a.words)[:RECORDS_OF_A_PAGE]


def read_contents(further: range = range(0)) -> Contents:
    """Return the contents from what `dpkg` knows of the packages of this machine.

    `further` words are asked for, too: those that so many articles have.
    """
    form = "${Package}\t${Section}\t${Description}\x01"
    listed = subprocess.run(
        ["dpkg-query", "-W", f"-f={form}"], stdout=subprocess.PIPE, check=True
    ).stdout.decode("utf-8", "replace")
    rows = [row.split("\t", 2) for row in listed.split("\x01") if row.count("\t") >= 2]
    rows.sort(key=lambda row: zlib.crc32(row[0].encode()))
    articles = [_article(number, *row) for number, row in enumerate(rows[:MAX_ARTICLES])]
    counts = Counter(word for article in articles for word in set(_words(article.title)))
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    rare = [word for word in ordered if counts[word] == OF_A_RARE_WORD][:RARE_WORDS]
    words = tuple(
        dict.fromkeys(
            (*ordered[:COMMON_WORDS], *rare, *(w for w in ordered if counts[w] in further))
        )
    )
    tagged = [_with_words(article, words) for article in articles]
    return Contents(tuple(sorted(tagged, key=lambda article: article.date, reverse=True)), words)


def _article(number: int, name: str, section: str, description: str) -> Article:
    title, _, text = description.partition("\n")
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n \.\n", text)]
    return Article(
        number,
        name,
        f"{name}: {title}",
        "\n\n".join(re.sub(r"[^\w .,;:()'-]", " ", part) for part in paragraphs if part),
        section.rpartition("/")[2],
        _FIRST_DAY + timedelta(hours=31 * number),
    )


def _with_words(article: Article, words: tuple[str, ...]) -> Article:
    own = set(_words(article.title))
    return replace(article, words=tuple(word for word in words if word in own))


def _words(title: str) -> list[str]:
    """Return the words of a title that may be asked for.

    >>> _words("libfoo-dev: Development files for libfoo")
    ['development', 'libfoo']
    """
    words = re.findall(r"[a-z]+", title.partition(": ")[2].casefold())
    return [word for word in words if len(word) > 3 and word not in _LITTLE]
