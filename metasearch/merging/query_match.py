"""Query match: how much of a query the title and the snippet of a page hold."""

import re

# Words of a query and characters of a text that are looked at: bounds against hostile input, far
# above what people type and read.
MAX_QUERY_WORDS = 32
MAX_COMPARED_LENGTH = 2_000
# A word in the title tells twice as much as one in the snippet: engines cut snippets so that they
# hold the words. Guess.
TITLE_SHARE = 2 / 3

_WORD = re.compile(r"\w+")


class QueryMatch:
    """The words of one query, compared with titles and snippets."""

    def __init__(self, query: str) -> None:
        self.words = frozenset(_WORD.findall(query.casefold())[:MAX_QUERY_WORDS])
        # Most texts are asked for twice: of the record, and of the result made of it.
        self._known: dict[tuple[str, str], float] = {}

    def of(self, title: str, snippet: str) -> float:
        """Return how much of the query a page's texts hold, from 0 to 1.

        >>> match = QueryMatch("zip files")
        >>> match.of("Zip files", "All about zip files"), match.of("Files", "")
        (1.0, 0.5)
        """
        if not self.words:
            return 0.0
        known = self._known.get((title, snippet))
        if known is None:
            known = self._known[title, snippet] = self._compare(title, snippet)
        return known

    def _compare(self, title: str, snippet: str) -> float:
        # Parts of words count: "file" in "files", and languages that write no spaces.
        folded, beside = _folded(title), _folded(snippet)
        in_title = anywhere = 0
        for word in self.words:
            if word in folded:
                in_title += 1
                # A word of the title need not stand in the snippet again.
                anywhere += 1
            elif word in beside:
                anywhere += 1
        return (TITLE_SHARE * in_title + (1 - TITLE_SHARE) * anywhere) / len(self.words)


def _folded(text: str) -> str:
    """Return what of `text` is looked at, in one case."""
    return text[:MAX_COMPARED_LENGTH].casefold()
