"""Things to be found, made of words that searches ask for."""

from itertools import product
from typing import Any

_KINDS = ("River", "Bridge", "Garden", "Castle", "Market", "Museum", "School", "Forest")
_NAMES = ("Alder", "Bruma", "Corvin", "Dorset", "Elmen", "Fjord", "Gamla", "Haven", "Isolde")
_ABOUT = (
    "An old {kind} near the water, known for its history and its music.",
    "The {kind} was built in the time of {name} and is open to the world all year.",
    "Visitors like the {kind} for its food, and children for the house beside it.",
    "A quiet {kind}; people of the city come here in winter, most of them on foot.",
)


def things() -> list[dict[str, Any]]:
    """Return the same things with every call."""
    pairs = product(_NAMES, _KINDS)
    return [
        {
            "id": f"t{number * 7 + 1000}",
            "title": f"{kind} of {name}",
            "about": _ABOUT[number % len(_ABOUT)].format(kind=kind.lower(), name=name),
            "year": 1800 + number,
        }
        for number, (name, kind) in enumerate(pairs)
    ]
