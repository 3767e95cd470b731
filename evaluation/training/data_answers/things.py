"""The made-up things that answers list: what each says, and which of them a query finds."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

HOST = "https://www.shelf.example"
WORDS = ("river", "garden", "winter", "copper", "music", "bread")
NOTHING = "qzxvwk"
_NOUNS = "history atlas guide letters song garden map winter river copper bread music".split()
_BEGINNINGS = ("A short", "The new", "Notes on the", "Old", "An introduction to the", "Lost")
_VERBS = ("explains", "shows", "collects", "describes", "asks about", "compares")
_NAMES = ("Ada Lund", "Bo Tran", "Cy Oduya", "Dee Falk", "Eva Kern", "Ivo Marsh")
_SORTS = ("book", "article", "page", "recording")


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing found."""

    number: int
    title: str
    text: str
    author: str
    sort: str
    date: str
    query: str

    @property
    def slug(self) -> str:
        """The title as addresses have it."""
        return "-".join(self.title.lower().split())

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/{self.sort}/{self.number}/{self.slug}"

    @property
    def address(self) -> str:
        """The address of its page."""
        return HOST + self.path

    @property
    def picture(self) -> str:
        """The address of its picture."""
        return f"https://img.shelf.example/{self.number}.jpg"

    @property
    def marked_text(self) -> str:
        """Its text as markup, the query marked."""
        return escape(self.text).replace(self.query, f"<em>{self.query}</em>")


# What an envelope is given: the query, what it finds, how many there are in all.
Envelope = Callable[[str, Sequence[Thing], int], str]


def things_for(query: str) -> tuple[Sequence[Thing], int]:
    """Return the things of the first page for a query, and how many there are in all."""
    if query == NOTHING:
        return (), 0
    dice = random.Random(query)
    found = []
    for number in dice.sample(range(100, 9_000), dice.randint(6, 12)):
        noun = dice.choice(_NOUNS)
        beginning, other = dice.choice(_BEGINNINGS), dice.choice(_NOUNS)
        title = f"{beginning} {query} {noun} {dice.choice(['', 'and ' + other])}".strip()
        text = (
            f"{dice.choice(_NAMES)} {dice.choice(_VERBS)} the {query} and the {other}, with "
            f"{dice.randint(2, 90)} pictures and a list of what else was written on it."
        )
        date = f"20{dice.randint(10, 25)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
        sort, author = dice.choice(_SORTS), dice.choice(_NAMES)
        found.append(Thing(number, title, text, author, sort, date, query))
    return found, len(found) + dice.randint(0, 300)
