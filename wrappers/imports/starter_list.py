"""The starter list: public engines by their home addresses alone, to be learned by one click.

It was written from knowledge: no engine of it was tried when it was written, and none of it is part
of any figure. Its addresses and what they allow belong to those who run them.
"""

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path

STARTER_LIST = Path(__file__).with_name("starter.json")
# What an import of it is called, and the word for it on the command line.
STARTER_NAME = "starter"
# What its engines can be chosen by.
SUBJECTS = ("category", "language")


class NoStarterError(ValueError):
    """No engine of the starter list is of the categories and languages asked for."""


@dataclass(frozen=True, slots=True)
class StarterEngine:
    """A public engine: its name, its site's address, its category, its language's code."""

    name: str
    url: str
    category: str
    language: str


def read_starter_list() -> tuple[StarterEngine, ...]:
    """Return the starter list in its order."""
    return tuple(StarterEngine(**entry) for entry in json.loads(STARTER_LIST.read_bytes()))


def select_starters(
    categories: Collection[str] = (), languages: Collection[str] = ()
) -> tuple[bytes, str]:
    """Return the engines of these categories and languages as a list to import, and its name.

    None of them chosen means all. Raises `NoStarterError`.
    """
    chosen = [
        engine
        for engine in read_starter_list()
        if (not categories or engine.category in categories)
        and (not languages or engine.language in languages)
    ]
    if not chosen:
        known = (", ".join(name for name, _ in count_starters(by)) for by in SUBJECTS)
        raise NoStarterError(
            "No engine of the starter list is of these categories and languages. "
            f"Its categories: {next(known)}; its languages: {next(known)}."
        )
    entries = ",\n".join(json.dumps(asdict(engine), ensure_ascii=False) for engine in chosen)
    return f"[\n{entries}\n]".encode(), f"{STARTER_NAME}.json"


def count_starters(by: str) -> list[tuple[str, int]]:
    """Return how many engines of the list there are `by` category or language, by name."""
    return sorted(Counter(getattr(engine, by) for engine in read_starter_list()).items())
