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
        in_title, in_snippet = self.held(title), self.held(snippet)
        # A word of the title need not stand in the snippet again.
        anywhere = in_title | in_snippet
        parts = TITLE_SHARE * len(in_title) + (1 - TITLE_SHARE) * len(anywhere)
        return parts / len(self.words)

    def held(self, text: str) -> frozenset[str]:
        """Return the words that `text` holds."""
        # Parts of words count: "file" in "files", and languages that write no spaces.
        folded = text[:MAX_COMPARED_LENGTH].casefold()
        return frozenset(word for word in self.words if word in folded)
