"""What the made-up engines know: records for every word of their language, none for other words."""

import random
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from discovery.lexicon import languages
from evaluation.training.synthetic_engines.words import LANGUAGES

PAGE_SIZE = 10
# Words that every engine knows, whatever its language: what a measured search asks for.
COMMON_WORDS = ("radio", "internet", "linux", "jazz", "opera", "robot", "video", "hotel", "tango")
# Matches of a common word: enough for several pages. Of other words there may be few.
MANY_MATCHES = (35, 240)
FEW_MATCHES = (4, 240)
ABOUT_QUERY = 0.9
# Decoys of a page, made as the records of a page that no engine comes to.
DECOYS = 12
DECOY_PAGES = 700


@dataclass(frozen=True, slots=True)
class Record:
    """One search result record, as plain text."""

    url: str
    title: str
    snippet: str
    date: str

    @property
    def host(self) -> str:
        """The host of the address, as engines show it."""
        return urlsplit(self.url).netloc


@dataclass(frozen=True, slots=True)
class FoundPage:
    """One page of what an engine finds: `total` matches, those of page `number` as records."""

    language: str
    query: str
    number: int
    total: int
    records: tuple[Record, ...]

    @property
    def first(self) -> int:
        """The number of the first record among all matches."""
        return PAGE_SIZE * (self.number - 1) + 1

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-self.total // PAGE_SIZE)

    def showing(self, *records: Record) -> "FoundPage":
        """Return the page with other records."""
        return replace(self, records=records)


def vocabulary(language: str) -> tuple[str, ...]:
    """Return the words that an engine of `language` has records for, in lower case."""
    words = (*LANGUAGES[language].words, *languages()[language].probing.general, *COMMON_WORDS)
    return tuple(dict.fromkeys(word.lower() for word in words))


def find_page(language: str, query: str, number: int = 1) -> FoundPage:
    """Return page `number` of what an engine of `language` finds; the same each time."""
    asked = _known_words(language, query)
    if not asked:
        return FoundPage(language, query, number, 0, ())
    chance = random.Random(f"{language} {query}")
    total = chance.randint(*(MANY_MATCHES if asked[0] in COMMON_WORDS else FEW_MATCHES))
    count = max(0, min(PAGE_SIZE, total - PAGE_SIZE * (number - 1)))
    return FoundPage(language, query, number, total, make_records(language, query, number, count))


def decoys_of(found: FoundPage) -> tuple[Record, ...]:
    """Return records about the query that are no results: pages hide them from people."""
    return make_records(found.language, found.query, found.number + DECOY_PAGES, DECOYS)


def make_records(language: str, query: str, number: int, count: int) -> tuple[Record, ...]:
    """Return `count` records that are about `query`."""
    chance = random.Random(f"{language} {query} {number}")
    asked = _known_words(language, query) or [query]
    return tuple(_make_record(chance, language, asked, place) for place in range(count))


def _known_words(language: str, query: str) -> list[str]:
    known, text = vocabulary(language), query.lower()
    if LANGUAGES[language].spaced:
        return [word for word in text.split() if word in known]
    return [word for word in known if len(word) > 1 and word in text][:1]


def _make_record(chance: random.Random, language: str, asked: list[str], place: int) -> Record:
    words, space = LANGUAGES[language].words, " " if LANGUAGES[language].spaced else ""
    title = chance.choices(words, k=chance.randint(2, 6))
    snippet = chance.choices(words, k=chance.randint(12, 34))
    if chance.random() < ABOUT_QUERY:
        title.insert(chance.randint(0, len(title)), chance.choice(asked))
    snippet.insert(chance.randint(0, len(snippet)), chance.choice(asked))
    host = "-".join(word.lower() for word in chance.sample(LANGUAGES["en"].words, 2))
    path = "/".join(word.lower() for word in chance.sample(LANGUAGES["en"].words, 2))
    return Record(
        url=f"https://www.{host}.example/{path}/{chance.randint(100, 9999)}{place}",
        title=space.join(title).capitalize(),
        snippet=f"{space.join(snippet).capitalize()} …",
        date=f"{chance.randint(1, 28):02}.{chance.randint(1, 12):02}.{chance.randint(2009, 2025)}",
    )
