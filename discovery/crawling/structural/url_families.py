"""Families of addresses: the ways in which one page's address can be generalised.

The addresses of a class of pages mostly share a form. It is a directory, the beginning or end of
the file's name, or the names of the parameters. Which generalisation is the class's is not decided
here; `discovery.crawling.structural.agreement` asks the pages' structure. Details ours.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

# Dotted names: `package.module.Class` and `package.module`.
LAST_KINDS = {
    "upper last": re.compile(r".*\._*[A-Z][^.]*\Z"),
    "lower last": re.compile(r".*\._*[a-z][^.]*\Z"),
}
KINDS = {
    "upper": re.compile(r"[A-Z]"),
    "lower": re.compile(r"[a-z]"),
    "digit": re.compile(r"[0-9]"),
    "alnum": re.compile(r"[A-Za-z0-9]+\Z"),
    **LAST_KINDS,
}


@dataclass(frozen=True, slots=True)
class AddressParts:
    """An address cut into directories, file name and parameters."""

    levels: tuple[str, ...]
    file: str
    parameters: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AddressFamily:
    """A generalised address.

    The first levels are `above`, the last ones `below`. Any levels stand between them: of any
    number when `depth` is None, else so that there are `depth` levels. The file's name begins and
    ends with given words, what is between them has a `kind` of characters ("" for any). `names` are
    the parameters' names, `values` those of them whose value is fixed. No level is `without`.

    >>> family = AddressFamily(("doc",), (), None, "class.", ".html", "upper", (), ())
    >>> family.matches("http://a.example/doc/x/class.Window.html"), str(family)
    (True, '/doc/**/class.{upper}*.html')
    """

    above: tuple[str, ...]
    below: tuple[str, ...]
    depth: int | None
    start: str
    end: str
    kind: str
    names: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    without: str = ""

    def matches(self, address: str) -> bool:
        """Tell whether an address belongs to the family."""
        return self.matches_parts(cut_address(address))

    def matches_parts(self, parts: AddressParts) -> bool:
        """Tell whether an address, cut into parts, belongs to the family."""
        return (
            self.matches_levels(parts.levels)
            and self.matches_file(parts.file)
            and self.matches_parameters(parts.parameters)
        )

    def matches_levels(self, levels: tuple[str, ...]) -> bool:
        """Tell whether directories fit."""
        if self.depth is not None and len(levels) != self.depth:
            return False
        if self.without and self.without in levels:
            return False
        return (
            len(levels) >= len(self.above) + len(self.below)
            and levels[: len(self.above)] == self.above
            and levels[len(levels) - len(self.below) :] == self.below
        )

    def matches_file(self, file: str) -> bool:
        """Tell whether a file's name fits."""
        length = len(file) - len(self.start) - len(self.end)
        if length < 0 or not file.startswith(self.start) or not file.endswith(self.end):
            return False
        if self.kind:
            return bool(KINDS[self.kind].match(file[len(self.start) : len(self.start) + length]))
        return True

    def matches_parameters(self, parameters: tuple[tuple[str, str], ...]) -> bool:
        """Tell whether parameters fit."""
        names = tuple(sorted({name for name, _ in parameters}))
        return names == self.names and set(self.values) <= set(parameters)

    def __str__(self) -> str:
        """Return the family as a person reads it."""
        levels = len(self.above) + len(self.below)
        between = ("**",) if self.depth is None else ("*",) * (self.depth - levels)
        file = f"{self.start}{'{' + self.kind + '}' if self.kind else ''}*{self.end}"
        fixed = dict(self.values)
        query = "&".join(f"{name}={fixed.get(name, '*')}" for name in self.names)
        path = "/".join(("", *self.above, *between, *self.below, file))
        without = f" without /{self.without}/" if self.without else ""
        return path + ("?" + query if query else "") + without


def cut_address(address: str) -> AddressParts:
    """Cut an address into parts.

    >>> cut_address("http://a.example/b/c/d.php?y=2&x=1")
    AddressParts(levels=('b', 'c'), file='d.php', parameters=(('x', '1'), ('y', '2')))
    """
    parts = urlsplit(address)
    *levels, file = parts.path.split("/")[1:] or [""]
    pairs = (pair.partition("=") for pair in parts.query.split("&") if pair)
    parameters = tuple(sorted((name, value) for name, _, value in pairs))
    return AddressParts(tuple(levels), file, parameters)
