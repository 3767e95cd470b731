"""What a part of the reproduction prints: tables in Markdown, and what is said between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its caption."""

    caption: str
    head: Row
    rows: tuple[Row, ...]

    def lines(self) -> Iterator[str]:
        """Yield the lines in Markdown."""
        yield f"**{self.caption}**"
        yield ""
        yield _line(self.head)
        yield _line(tuple("---" for _ in self.head))
        yield from map(_line, self.rows)


@dataclass(frozen=True, slots=True)
class Section:
    """A part as printed: `parts` are tables and paragraphs in turn."""

    title: str
    parts: tuple[Table | str, ...]

    def text(self) -> str:
        """Return the part in Markdown, under its title."""
        blocks = (each if isinstance(each, str) else "\n".join(each.lines()) for each in self.parts)
        return "\n\n".join((f"## {self.title}", *blocks)) + "\n"


@dataclass(frozen=True, slots=True)
class Options:
    """What is measured on, and how much of it.

    `shared` holds labelled pages and forms (`data/`) and sites (`sites/`). `classes` names classes
    of pages, or sites, of the latter. Of each class `samples` sample pages are taken, of the result
    pages one of `every`. `bed` holds pairs of old and new pages (`PAIRS*.json`); where it is None,
    pages of `redesigned` sites are redesigned. `cache` and `port` are those of the sites' server.
    """

    shared: Path
    classes: Sequence[str]
    samples: int
    every: int
    bed: Path | None
    redesigned: int
    jobs: int
    cache: Path
    port: int

    @property
    def sites(self) -> Path:
        """The folder of the sites."""
        return self.shared / "sites"


def share(value: float) -> str:
    """Return a share in per cent, as the papers print it.

    >>> share(1.0), share(0.9932)
    ('100%', '99.32%')
    """
    return f"{100 * value:.2f}".removesuffix(".00") + "%"


def _line(cells: Row) -> str:
    return f"| {' | '.join(cells)} |"
