"""Families of addresses: the ways in which one page's address can be generalised.

The addresses of a class of pages mostly share a form. It is a directory, the beginning or end of
the file's name, or the names of the parameters. Which generalisation is the class's is not decided
here; `discovery.crawling.structural.agreement` asks the pages' structure. Details ours.
"""

import re
from dataclasses import asdict, dataclass
from typing import Any
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
    **LAST_KINDS,
}

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]")


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
    the parameters' names, `values` those of them whose value is fixed. No level is `without`, no
    file's name has the last words `without_end`. It may begin with one of `other_starts` instead;
    all is `within` another family.

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
    without_end: str = ""
    other_starts: tuple[str, ...] = ()
    within: "AddressFamily | None" = None

    def matches(self, address: str) -> bool:
        """Tell whether an address belongs to the family."""
        return self.matches_parts(cut_address(address))

    def matches_parts(self, parts: AddressParts) -> bool:
        """Tell whether an address, cut into parts, belongs to the family."""
        return (
            self.matches_levels(parts.levels)
            and self.matches_file(parts.file)
            and self.matches_parameters(parts.parameters)
            and (self.within is None or self.within.matches_parts(parts))
        )

    @property
    def names_file(self) -> bool:
        """Whether a part of the file's name is fixed."""
        return bool(self.start or stem(self.end))

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
        if self.without_end and stem(file).endswith(self.without_end):
            return False
        return any(self._matches_after(start, file) for start in (self.start, *self.other_starts))

    def _matches_after(self, start: str, file: str) -> bool:
        length = len(file) - len(start) - len(self.end)
        if length < 0 or not file.startswith(start) or not file.endswith(self.end):
            return False
        if self.kind:
            return bool(KINDS[self.kind].match(file[len(start) : len(start) + length]))
        return True

    def matches_parameters(self, parameters: tuple[tuple[str, str], ...]) -> bool:
        """Tell whether parameters fit."""
        names = tuple(sorted({name for name, _ in parameters}))
        return names == self.names and set(self.values) <= set(parameters)

    def to_state(self) -> dict[str, Any]:
        """Return the family in plain types."""
        return asdict(self)

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "AddressFamily":
        """Return the family that `to_state` wrote down."""
        within = state["within"]
        return cls(
            above=tuple(state["above"]),
            below=tuple(state["below"]),
            depth=state["depth"],
            start=state["start"],
            end=state["end"],
            kind=state["kind"],
            names=tuple(state["names"]),
            values=tuple((name, value) for name, value in state["values"]),
            without=state["without"],
            without_end=state["without_end"],
            other_starts=tuple(state["other_starts"]),
            within=None if within is None else cls.from_state(within),
        )

    def __str__(self) -> str:
        """Return the family as a person reads it."""
        levels = len(self.above) + len(self.below)
        between = ("**",) if self.depth is None else ("*",) * (self.depth - levels)
        start = "|".join((self.start, *self.other_starts))
        start = f"({start})" if self.other_starts else start
        file = f"{start}{'{' + self.kind + '}' if self.kind else ''}*{self.end}"
        fixed = dict(self.values)
        query = "&".join(f"{name}={fixed.get(name, '*')}" for name in self.names)
        path = "/".join(("", *self.above, *between, *self.below, file))
        without = f" without /{self.without}/" if self.without else ""
        without += f" without *{self.without_end}" if self.without_end else ""
        within = f" within {self.within}" if self.within is not None else ""
        return path + ("?" + query if query else "") + without + within


def stem(file: str) -> str:
    """Return a file's name without its ending.

    >>> stem("class.Window.html"), stem("README")
    ('class.Window', 'README')
    """
    return file.rpartition(".")[0] if "." in file else file


def file_words(name: str) -> list[str]:
    """Return the pieces of a file's name: words, numbers and the characters between them.

    >>> file_words("classWindow_8.html")
    ['class', 'Window', '_', '8', '.', 'html']
    """
    return _WORDS.findall(name)


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
