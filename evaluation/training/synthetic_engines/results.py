"""Made-up results: what an engine answers to a query, before a template writes it."""

import random
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from evaluation.training.synthetic_engines.words import LANGUAGES, Language

_TOP_LEVELS = {"en": "com com org net edu co.uk", "zh": "com.cn com cn", "pt": "com.br pt"}
# Shares of the results that hold a word of the query somewhere, and in their title: about those of
# real pages.
_ABOUT_QUERY = 0.85
_TITLE_ABOUT_QUERY = 0.65
_WITHOUT_HITS_LINE = 0.4


@dataclass(frozen=True, slots=True)
class Hit:
    """One result, as plain text."""

    url: str
    title: str
    snippet: str
    size: int
    date: str
    score: int
    price: str
    author: str

    @property
    def shown_url(self) -> str:
        """The address as engines show it."""
        return self.url.removeprefix("http://").removeprefix("https://").rstrip("/")


@dataclass
class Answer:
    """What an engine answers to one query: the data of one result page.

    `style` makes choices that hold for all pages of the engine, `chance` those of one page. The
    templates note which advertisements and which `extra` entries (news, questions) they show. In
    `targets` they note where they link a hit to if not to its own address.
    """

    engine: int
    host: str
    language: Language
    query: str
    style: random.Random
    chance: random.Random
    hits: tuple[Hit, ...] = ()
    ads: tuple[Hit, ...] = ()
    extra: tuple[Hit, ...] = ()
    first: int = 1
    used_extra: list[Hit] = field(default_factory=list)
    used_ads: list[Hit] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)

    @cached_property
    def total(self) -> int:
        """How many matches the engine claims."""
        if not self.hits:
            return 0
        return self.first + len(self.hits) + self.chance.choice((0, 41, 3_817, 1_230_000))

    @property
    def last(self) -> int:
        """The number of the last result shown."""
        return self.first + len(self.hits) - 1

    def say(self, name: str) -> str:
        """Return a label in the engine's language."""
        return self.language.label(name)

    def hits_line(self) -> str:
        """Return the line that says how many results there are, as HTML; not all engines have it."""
        if random.Random(f"{self.engine} hits").random() < _WITHOUT_HITS_LINE:
            return f"{self.say('more')}: <b>{escape(self.query)}</b>"
        if not self.hits:
            return f"0: <b>{escape(self.query)}</b>. {escape(self.words(5, 12))}"
        return self.language.hits.format(
            first=f"<b>{self.first}</b>",
            last=f"<b>{self.last}</b>",
            total=f"<b>{self.total:,}</b>",
            query=f"<b>{escape(self.query)}</b>",
        )

    def search_url(self, **parameters: object) -> str:
        """Return the address of a search on this engine."""
        pairs = [("q", self.query.replace(" ", "+")), *parameters.items()]
        return "/search?" + "&amp;".join(f"{name}={value}" for name, value in pairs)

    def mark(self, text: str, tag: str = "b") -> str:
        """Return a text as HTML, the words of the query emphasised."""
        wanted = set(self.query.split())
        separator = " " if self.language.spaced else ""
        words = text.split(" ") if self.language.spaced else [text]
        return separator.join(
            f"<{tag}>{escape(word)}</{tag}>" if word.lower() in wanted else escape(word)
            for word in words
        )

    def number(self, hit: Hit) -> int:
        """Return the number of a hit among all results."""
        return self.first + self.hits.index(hit)

    def link(self, hit: Hit, target: str) -> str:
        """Return where the page links a hit to, and note that it is not the hit's own address."""
        self.targets[hit.url] = target.replace("&amp;", "&")
        return target

    def show_ads(self, most: int) -> tuple[Hit, ...]:
        """Return some advertisements, and note that the page shows them; none for no result."""
        if not self.hits:
            return ()
        count = self.chance.randint(0, most)
        self.used_ads += self.ads[:count]
        return self.ads[:count]

    def words(self, least: int, most: int, chance: random.Random | None = None) -> str:
        """Return some words of the language."""
        chance = chance or self.chance
        return _join(
            self.language, chance.choices(self.language.words, k=chance.randint(least, most))
        )

    def links(
        self, count: int, pattern: str = "/{}/", chance: random.Random | None = None
    ) -> list[str]:
        """Return links of the site itself: the same on every page unless a chance is given."""
        chance = chance or random.Random(f"{self.engine} {pattern}")
        texts = [self.words(1, 3, chance) for _ in range(count)]
        return [
            f'<a href="{pattern.format(chance.randint(1, 9999))}">{escape(text)}</a>'
            for text in texts
        ]

    def related(self, count: int) -> list[str]:
        """Return links to searches for more than the query."""
        searches = [f"{self.query} {self.words(1, 1)}" for _ in range(count)]
        return [
            f'<a href="/search?q={search.replace(" ", "+")}">{escape(search)}</a>'
            for search in searches
        ]

    def pager(self, pages: int = 10) -> list[str]:
        """Return the links to further pages."""
        if not self.hits:
            return []
        size = max(1, len(self.hits))
        numbers = [
            f'<a href="{self.search_url(start=size * number)}">{number + 1}</a>'
            for number in range(1, pages)
        ]
        return [*numbers, f'<a href="{self.search_url(start=size)}">{self.say("next")}</a>']


def make_answer(
    engine: int, place: int, size: int, language_code: str, asked: str | None = None
) -> Answer:
    """Return the answer of an engine to its query number `place`, with `size` results.

    The query is `asked`, else one or two words of the language.
    """
    language = LANGUAGES[language_code]
    chance = random.Random(f"{engine} {place}")
    words = chance.sample(language.words, chance.choice((1, 2)))
    query = " ".join(word.lower() for word in words) if asked is None else asked
    hits = _make_hits(chance, language, query, size + 24)
    return Answer(
        engine=engine,
        host=f"www.engine{engine}.example",
        language=language,
        query=query,
        style=random.Random(engine),
        chance=chance,
        hits=hits[:size],
        ads=hits[size : size + 10],
        extra=hits[size + 10 :],
    )


def _make_hits(
    chance: random.Random, language: Language, query: str, count: int
) -> tuple[Hit, ...]:
    """Return different results for a query."""
    hits: dict[str, Hit] = {}
    hosts = [_host(chance, language) for _ in range(max(3, count // 2))]
    while len(hits) < count:
        url = f"{chance.choice(('http', 'https'))}://{chance.choice(hosts)}{_path(chance)}"
        hits[url] = _hit(chance, language, query, url)
    return tuple(hits.values())


def _hit(chance: random.Random, language: Language, query: str, url: str) -> Hit:
    title = chance.choices(language.words, k=chance.choice((1, 2, 3, 4, 5, 6, 8)))
    snippet = chance.choices(language.words, k=chance.randint(6, 34))
    asked = query.split(" ")
    if chance.random() < _TITLE_ABOUT_QUERY:
        title.insert(chance.randint(0, len(title)), chance.choice(asked))
    if chance.random() < _ABOUT_QUERY:
        snippet.insert(chance.randint(0, len(snippet)), chance.choice(asked))
    text = _join(language, snippet)
    return Hit(
        url=url,
        title=_join(language, title).capitalize(),
        snippet=""
        if chance.random() < 0.06
        else f"{text.capitalize()}{chance.choice(('.', '...', ''))}",
        size=chance.randint(1, 180),
        date=f"{chance.randint(1, 28)}-{chance.choice('Jan Feb Mar Apr May Jun Jul'.split())}-"
        f"{chance.randint(96, 99)}",
        score=chance.randint(38, 99),
        price=f"${chance.randint(1, 900)}.{chance.randint(10, 99)}",
        author=_join(language, chance.choices(language.words, k=2)).title(),
    )


def _join(language: Language, words: list[str]) -> str:
    return (" " if language.spaced else "").join(words)


def _host(chance: random.Random, language: Language) -> str:
    names = _english(chance, chance.choice((1, 1, 2)))
    ends = _TOP_LEVELS.get(language.code, f"com {language.code} org").split()
    return f"{chance.choice(('www.', 'www.', ''))}{'-'.join(names)}.{chance.choice(ends)}"


def _path(chance: random.Random) -> str:
    if chance.random() < 0.2:
        return "/"
    folders = "/".join(_english(chance, chance.randint(1, 3)))
    end = chance.choice((".html", "/", ".htm", "", f"?id={chance.randint(1, 9999)}", "/index.html"))
    return f"/{folders}{end}" if chance.random() < 0.85 else f"/~{folders}{end}"


def _english(chance: random.Random, count: int) -> list[str]:
    return [word.lower() for word in chance.choices(LANGUAGES["en"].words, k=count)]
