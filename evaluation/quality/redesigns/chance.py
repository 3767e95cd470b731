"""Choices that look like chance and are the same each time: by a hash of what is chosen for."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

Option = TypeVar("Option")


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one redesign of one site.

    A choice depends on the seed and on what it is made for, not on what was chosen before. So the
    same place of a template gets the same choice on all pages, as a redesigned template gives it.
    """

    seed: str

    def share(self, *what: object) -> float:
        """Return a number in [0, 1) for `what`.

        >>> Chance("a").share("x") == Chance("a").share("x") != Chance("b").share("x")
        True
        """
        text = "\n".join((self.seed, *map(str, what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48

    def chosen(self, probability: float, *what: object) -> bool:
        """Tell whether `what` is among the chosen, each of which is with `probability`."""
        return self.share(*what) < probability

    def pick(self, options: Sequence[Option], *what: object) -> Option:
        """Return one of the options for `what`."""
        return options[int(self.share(*what) * len(options))]

    def generator(self, *what: object) -> random.Random:
        """Return a generator of its own for `what`."""
        return random.Random(self.share(*what))

    def hashed(self, length: int, *what: object) -> str:
        """Return letters and digits, a letter first, as build tools write them.

        >>> len(Chance("a").hashed(5, "x"))
        5
        """
        generator = self.generator("hashed", *what)
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        rest = generator.choices(letters + "0123456789_", k=length - 1)
        return generator.choice(letters) + "".join(rest)

    def of(self, *what: object) -> "Chance":
        """Return the chance of a part of the redesign."""
        return Chance("\n".join((self.seed, *map(str, what))))
