"""Addresses of result pages: what makes one that of a later page of the same search."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from discovery.pages.urls import query_pairs

# Parameters with which engines count pages or records, and those that say how many to show.
_COUNTS = re.compile(
    r"page|^p$|^_?pg|pno|^pn$|start|offset|^o$|from|first|begin|skip|whence|cursor|^b$|^s$|index|"
    r"^idx|topdoc|^n$|^i$|seite|pag|paged|^pi$|position|^pos|stindex|^r$|^xpage|^c$|^d$|next",
    re.IGNORECASE,
)
_SIZES = re.compile(
    r"size|limit|per_?page|perpage|^num|count|^rows|^max|^n$|show|^hits", re.IGNORECASE
)
# Parameters that narrow a search: the sizes of shoes are numbers in a row as pages are.
_NARROWS = re.compile(r"filter|facet|refine|colou?r|brand|price|rating", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,7}")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,7}")


@dataclass(frozen=True, slots=True)
class NumberChange:
    """How a link's address counts on from the page's own: the part that holds the number.

    `parameter` is the name of a query parameter, or "" for a number in the path. `number` is what
    it is in the link, `before` what it is in the page's own address (None: it is not there).
    """

    parameter: str
    number: int
    before: int | None
    likely: bool


def same_site(first: str, second: str) -> bool:
    """Tell whether two addresses are of one host, `www.` aside."""
    return _host(first) == _host(second)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def number_changes(current: str, target: str) -> list[NumberChange]:
    """Return the numbers of `target` that differ from those of `current`, likely pagers first.

    >>> [step.parameter for step in number_changes("/s?q=2", "/s?q=2&size=50&start=50")]
    ['start', 'size']
    """
    here, there = urlsplit(current), urlsplit(target)
    known = dict(query_pairs(current))
    steps = []
    for name, value in query_pairs(target):
        if known.get(name) == value or not _WHOLE_NUMBER.fullmatch(value.strip()):
            continue
        before = known.get(name, "").strip()
        old = int(before) if _WHOLE_NUMBER.fullmatch(before) else None
        if int(value) < 1:
            continue  # Only the first page is counted 0.
        if _NARROWS.search(name) and not _COUNTS.search(name):
            continue
        likely = bool(_COUNTS.search(name)) and not _SIZES.search(name)
        steps.append(NumberChange(name, int(value), old, likely))
    steps.extend(_path_number_changes(here, there))
    return sorted(steps, key=lambda step: (not step.likely, step.number != 2))


def _path_number_changes(here: SplitResult, there: SplitResult) -> list[NumberChange]:
    """Return the numbers in the path of `there` that are new or other than in `here`'s."""
    old, new = here.path.split("/"), there.path.split("/")
    if len(old) == len(new):
        pairs = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
        if len(pairs) != 1:
            return []
        before, after = _NUMBER.findall(pairs[0][0]), _NUMBER.findall(pairs[0][1])
        if not after or _NUMBER.sub("#", pairs[0][0]) != _NUMBER.sub("#", pairs[0][1]):
            # "/results.html" to "/results-2.html"
            extra = after[-1:] if len(after) == len(before) + 1 else []
            return [NumberChange("", int(number), None, True) for number in extra]
        return [NumberChange("", int(after[-1]), int(before[-1]), True)]
    added = [segment for segment in new if segment and segment not in old]
    numbers = [number for segment in added for number in _NUMBER.findall(segment)]
    kept = all(segment in new for segment in old)
    if not kept or len(added) > 2 or len(numbers) != 1 or int(numbers[0]) < 1:
        return []
    return [NumberChange("", int(numbers[0]), None, True)]


def count_shared_parts(first: str, second: str) -> int:
    """Return how many path segments and parameters two addresses share.

    >>> count_shared_parts("http://a.example/s?q=a&page=2", "http://a.example/s?q=a&page=3")
    2
    """
    return len(_parts(first) & _parts(second))


def _parts(url: str) -> set[tuple[str, str]]:
    segments = {("", segment) for segment in urlsplit(url).path.split("/") if segment}
    return segments | set(query_pairs(url))
