"""What the pages show: made-up records, advertisements and the site's own links."""

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from evaluation.quality.remembered_programs.further_languages import FURTHER_LANGUAGES
from evaluation.quality.remembered_programs.languages import LANGUAGES, Language
from evaluation.quality.remembered_programs.subjects import SUBJECTS

_QUERY_IN_TITLE, _QUERY_IN_SNIPPET, _WITHOUT_SNIPPET, _WITHOUT_IMAGE = 0.6, 0.85, 0.06, 0.12
_DAY = date(2021, 6, 14)


@dataclass(frozen=True, slots=True)
class Hit:
    """A record, or something that looks like one; texts hold no markup."""

    number: int
    title: str
    snippet: str
    url: str
    day: date
    author: str
    category: str
    tags: tuple[str, ...]
    price: str
    rating: int
    count: int
    image: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """How a site words its contents: language, subject, its links and titles, sentences a snippet."""

    site: str
    language_code: str
    subject: str
    link: str
    title: str = "{title}"
    sentences: tuple[int, int] = (1, 3)

    @property
    def language(self) -> Language:
        """Titles and sentences of the language."""
        return (LANGUAGES | FURTHER_LANGUAGES)[self.language_code]

    @property
    def terms(self) -> tuple[str, ...]:
        """What the site is about."""
        return SUBJECTS[self.subject]

    def sentence(self, chance: random.Random, term: str = "") -> str:
        """Return a sentence, about a term if one is given."""
        a, b = chance.sample(self.terms, 2)
        pattern = chance.choice(self.language.sentences)
        text = pattern.format(a=term or a, b=b, n=chance.randint(2, 90))
        return text[0].upper() + text[1:]

    def name(self, chance: random.Random, term: str = "") -> str:
        """Return a title, about a term if one is given."""
        a, b = chance.sample(self.terms, 2)
        pattern = chance.choice(self.language.titles)
        text = pattern.format(a=term or a, b=b, n=chance.randint(2, 30))
        return text[0].upper() + text[1:]

    def hit(self, chance: random.Random, query: str, link: str = "") -> Hit:
        """Return a record about a query."""
        title = self.name(chance, query if chance.random() < _QUERY_IN_TITLE else "")
        about = query if chance.random() < _QUERY_IN_SNIPPET else ""
        lines = [self.sentence(chance, about) for _ in range(chance.randint(*self.sentences))]
        snippet = (" " if self.language.spaced else "").join(lines)
        day = _DAY - timedelta(days=chance.randint(0, 2400))
        number, author = chance.randint(1000, 99999), chance.choice(self.language.people)
        category, *tags = chance.sample(self.terms, chance.randint(1, 5))
        slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        other = f"{chance.choice(('www.', '', 'blog.'))}{chance.choice(OTHER_HOSTS)}"
        places = {"year": day.year, "month": day.month, "day": day.day, "q": query}
        return Hit(
            number,
            self.title.format(title=title, author=author, number=number, year=day.year, slug=slug),
            "" if chance.random() < _WITHOUT_SNIPPET else snippet,
            (link or self.link).format(n=number, slug=slug or f"p{number}", other=other, **places),
            day,
            author,
            category,
            tuple(tags),
            f"{chance.randint(2, 480)}.{chance.choice(('00', '49', '90', '95', '99'))}",
            chance.randint(1, 5),
            chance.randint(0, 900),
            chance.random() >= _WITHOUT_IMAGE,
        )


OTHER_HOSTS = (
    "quietmeadow.example oakandash.example harbourpost.example lindenhof.example northpier.example "
    "thirdshelf.example bluekiln.example mosslane.example redgate.example sevenmile.example"
).split()


@dataclass
class ResultPage:
    """One result page of a site: what the template shows, and notes of what it showed besides."""

    wording: Wording
    query: str
    number: int
    total: int
    hits: tuple[Hit, ...]
    chance: random.Random
    shown_ads: list[Hit] = field(default_factory=list)
    excused: list[Hit] = field(default_factory=list)

    def mark(self, text: str, tag: str = "b", css: str = "") -> str:
        """Return the text with the query's words emphasised."""
        words = sorted({self.query, *self.query.split()}, key=len, reverse=True)
        wanted = "|".join(re.escape(word) for word in words if len(word) > 1)
        opening = f'<{tag} class="{css}">' if css else f"<{tag}>"
        return re.sub(f"({wanted})", rf"{opening}\1</{tag}>", text, flags=re.IGNORECASE)

    def each(self, write: Callable[[Hit], str], hits: Iterable[Hit] | None = None) -> str:
        """Return the markup of all records (or of some), in order."""
        return "\n".join(write(hit) for hit in (self.hits if hits is None else hits))

    def place(self, hit: Hit) -> int:
        """Return the record's place on the page, from 0."""
        return self.hits.index(hit)

    def odd(self, hit: Hit) -> bool:
        """Whether the record is the one of its page that looks otherwise; not each page has one."""
        return len(self.hits) > 2 and self.place(hit) == self.total % 5

    def others(self, count: int, link: str = "", name: str = "others") -> list[Hit]:
        """Return entries of the site that are the same on each page: recent or popular ones."""
        chance = random.Random(f"{self.wording.site} {name}")
        terms = self.wording.terms
        return [self.wording.hit(chance, chance.choice(terms), link) for _ in range(count)]

    def related(self, count: int, link: str = "") -> list[Hit]:
        """Return entries near the query that are no results."""
        return [self.wording.hit(self.chance, self.query, link) for _ in range(count)]

    def ads(self, count: int, link: str = "https://{other}/offer/{n}?src=ad") -> list[Hit]:
        """Return advertisements, none on a page without result, and note that they are shown."""
        ads = self.related(count if self.hits else 0, link)
        self.shown_ads += ads
        return ads

    def terms(self, count: int) -> list[str]:
        """Return terms of the site, the same on each page."""
        return list(self.wording.terms[:count])

    def items(self, pattern: str, count: int) -> str:
        """Return the pattern filled for terms of the site (`{t}`), numbered (`{i}`), counted."""
        chance = random.Random(f"{self.wording.site} {pattern}")
        return "\n".join(
            pattern.format(t=term, i=i, c=chance.randint(1, 400))
            for i, term in enumerate(self.terms(count), 1)
        )

    def pager(self, pattern: str, current: str, most: int = 8) -> str:
        """Return links to further pages (`{i}`) round the current one; empty where there is one."""
        pages = min(most, -(-self.total // max(1, len(self.hits)))) if self.hits else 0
        if self.total <= len(self.hits):
            return ""
        return " ".join(
            (current if i == self.number else pattern).format(i=i, q=self.query)
            for i in range(1, pages + 1)
        )

    def long_day(self, hit: Hit) -> str:
        """Return a record's date with the name of the month."""
        return f"{hit.day.day} {self.wording.language.months[hit.day.month - 1]} {hit.day.year}"
