"""Where the pages of a class have their title."""

from collections import Counter
from collections.abc import Sequence

from discovery.pages.page import Page
from wrappers.extraction.page_class.wrapper import DataLine, bare_title

# Where titles stand, the most usual first.
TITLE_TAGS = ("h1", "h2", "h3", "h4", "dt", "caption", "td", "div")
# A place is the title's when its text is found in `<title>` on so many pages. Guess.
TITLE_SHARE = 0.5
# A title says at least so much of what `<title>` says besides the site's name. Guess.
TITLE_COVERAGE = 0.5


def title_affixes(titles: Sequence[str]) -> tuple[str, str]:
    """Return what all `<title>`s begin and end with, in whole words.

    >>> title_affixes(["Foo – Shop", "Bar – Shop", "Bazoo – Shop"])
    ('', ' – Shop')
    """
    titles = [title for title in titles if title]
    if len(set(titles)) < 2:
        return "", ""
    start = _common_start(titles)
    end = _common_start([title[len(start) :][::-1] for title in titles])
    return _whole_words(start), _whole_words(end)[::-1]


def _common_start(texts: Sequence[str]) -> str:
    """Return what all texts begin with."""
    least, largest = min(texts), max(texts)
    same = 0
    while same < min(len(least), len(largest)) and least[same] == largest[same]:
        same += 1
    return least[:same]


def _whole_words(text: str) -> str:
    """Cut what follows the last white space of `text`: names may begin or end alike."""
    return text[: len(text) - len(text.split(" ")[-1])]


def find_title_place(
    pages: Sequence[Page], data: Sequence[Sequence[DataLine]], affixes: tuple[str, str]
) -> str:
    """Return the place of the heading that is the pages' title, empty when `<title>` serves.

    The heading says what `<title>` does besides the site's name. When that is the same on all
    pages, it is the first heading most pages have.
    """
    named: Counter[str] = Counter()
    present: Counter[str] = Counter()
    for page, lines in zip(pages, data, strict=True):
        title = page.title.casefold()
        least = TITLE_COVERAGE * len(bare_title(page.title, affixes))
        firsts: dict[str, str] = {}
        for line in lines:
            firsts.setdefault(line.place, line.text)
        present.update(firsts.keys())
        named.update(
            place
            for place, text in firsts.items()
            if text.casefold() in title and len(text) >= least
        )
    counts = named if len({page.title for page in pages}) > 1 or len(pages) == 1 else present
    for tag in TITLE_TAGS:
        places = [place for place in present if _last_tag(place) == tag]
        best = max(places, key=lambda place: (counts[place], present[place]), default="")
        if best and counts[best] >= TITLE_SHARE * len(pages):
            return best
    return ""


def _last_tag(place: str) -> str:
    return place.rpartition(">")[2].partition(".")[0]
