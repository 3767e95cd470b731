"""The hits line: the line of a result page that says how many matches there are.

After Wu, Meng et al. 2003, section 2.6: digits, keywords ("found, returned, matches, results"), the
of-pattern ("1-20 of 200"), the query terms. *Further*, in any language: the number that stays in
the same place, changes with the query and agrees with the count of records.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.page import Page
from wrappers.extraction.hits_line.numbers import has_digit
from wrappers.extraction.hits_line.reading import (
    CONVINCING,
    KEYWORD_CUE,
    QUERY_CUE,
    RANGE_CUE,
    HitsLine,
    HitsReading,
    read_line,
    says_no_results,
)
from wrappers.extraction.lines.page_lines import comparable
from wrappers.extraction.lines.place import Place
from wrappers.extraction.lines.text_lines import (
    MASK,
    TextLine,
    lines_of,
    mask_query,
    own_lines,
    text_lines,
)

# A reading with the words that stood around the total on the learning pages.
KNOWN_WORDS = 1.5
# At the learned place the line needs fewer cues of its own than elsewhere.
CONVINCING_IN_PLACE = 1.0
# What shows all cues: a range of a whole, a keyword, the query, the known words.
CERTAIN = RANGE_CUE + KEYWORD_CUE + QUERY_CUE + KNOWN_WORDS
# Lines that are read beside the records. Guess: real pages have half of them.
MAX_LINES = 3_000
MAX_PLACES = 4
# Lines of one place that are read. Guess: a hits line stands alone, or among a page's first words.
MAX_LINES_IN_PLACE = 60


class HitsLineRule(Document, frozen=True):
    """Where an engine's hits line stands, and the words before and after the total there."""

    places: Annotated[tuple[Place, ...], Meta(max_length=MAX_PLACES)]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def apply(self, page: Page, query: str | None = None) -> HitsLine | None:
        """Return what the hits line of `page` says, or None when there is none."""
        best, best_score = None, CONVINCING_IN_PLACE
        for place in self.places:
            # Most elements of a place have no number in them: their lines need not be told apart.
            numbered = (e for e in place.find(page.root) if has_digit(e.text_content()))
            for line in islice(own_lines(numbered), MAX_LINES_IN_PLACE):
                for reading in read_line(line.text, query, is_link=line.is_link):
                    score = reading.score + KNOWN_WORDS * self._knows(reading)
                    if score > best_score:
                        best, best_score = reading, score
                if best_score >= CERTAIN:
                    break
            if best_score >= CONVINCING:
                break
        return best.line if best is not None else None

    def _knows(self, reading: HitsReading) -> bool:
        before = bool(reading.before) and reading.before in self.before
        return before or (bool(reading.after) and reading.after in self.after)


def readable_lines(
    page: Page, query: str | None = None, records: Iterable[HtmlElement] = ()
) -> Iterator[tuple[TextLine, list[HitsReading]]]:
    """Yield the lines that can be read as a hits line, with the ways to read each."""
    skipped = tuple(records)
    lines = islice(text_lines(page.root, skipped), MAX_LINES) if skipped else lines_of(page)
    readings = ((line, read_line(line.text, query, is_link=line.is_link)) for line in lines)
    return (read for read in readings if read[1])


def claimed_total(
    page: Page, query: str | None, known: frozenset[str], total: int | None = None
) -> int:
    """Return how many matches any line of `page` surely claims, 0 when none does.

    Sure is a range of a whole ("1-10 of 200"), a total that names the query, and `total`, which a
    rule has read. `known` are lines (`comparable`, the query masked) that stand on the no-result
    page as well: they count something else.
    """
    for line, readings in readable_lines(page, query):
        text = comparable(line.text)
        masked = mask_query(text, query)
        if text in known or masked in known:
            continue
        asks = MASK in masked and not says_no_results(masked)
        for reading in readings:
            said = reading.line
            is_range = bool(said.total and said.last and said.last <= said.total)
            is_sure = asks and reading.score >= CONVINCING
            if is_range or (said.total and (is_sure or said.total == total)):
                return said.total or 0
    return 0
