"""An engine's no-result page: its signature, and the query it proposes instead.

"A so-called impossible query (a query consisting of a non-existent term) is sent. ... The layout
pattern of the 'Result Not Found' page is also recorded for future reference." (Wu, Meng et al.
2003, section 2.6, step 1.) Details ours: the signature is the lines that stand on every no-result
page and on no result page. Where there are none, it is the page as a whole but for the query's
echo.

A site shows its messages (robot checks, logins, limits, outages, complaints about a query) within
its own header, menus and footer. These stand on the stored no-result and start pages as well: what
is left is the message.

The query proposed instead (details ours) is a link whose text resembles the query, and whose
address asks for that text at the same place. The words `did you mean` of many languages help, but
are not needed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from urllib.parse import unquote_plus, urlsplit

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from discovery.documents.document import Document
from discovery.lexicon.words import any_text, lexicon
from discovery.pages.messages import Message, find_message
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import query_pairs, resolve_url
from wrappers.extraction.hits_line import counts_hits, says_no_results
from wrappers.extraction.lines import (
    MASK,
    MAX_LINKS,
    PageLines,
    comparable,
    lines_of,
    mask_query,
    text_lines,
)
from wrappers.extraction.paging import same_site

# Share of the telling lines that must stand on a page, and of the result pages on which a line of
# "nothing found" may stand because their query found nothing. Guess.
MIN_SHARE = 0.5
# Share of them that must stand on a page with records: tips are also given where little was found.
MIN_SHARE_BESIDE_RECORDS = 0.8
# Share of lines that may come or go beyond what was seen to: a clock, a rotating tip. Guess.
CHANGING_SHARE = 0.05
# A message in place of another has few lines, title included; the rest of the page stays. Guesses.
MAX_MESSAGE_LINES = 4
MAX_LOST_SHARE = 0.5
# A line that says "nothing found" is short; a page of results has many more links. Guesses.
MAX_MESSAGE_LENGTH = 100
# Links by which a no-result page may grow: popular pages, suggestions. Guesses.
MAX_MORE_LINKS = 8
MAX_SHARE_OF_MORE_LINKS = 0.25
# Links whose text has a word of the query: so many are results. Guess: one or two are suggestions.
MIN_LINKS_ABOUT_QUERY = 4
LETTERS_OF_A_WORD = 3
MAX_OTHER_LINKS = 3
# Records kept of those shown instead; how much of two such lists agrees, in order. Guess.
MAX_INSTEAD = 40
MIN_LIKENESS = 0.8


class DistinctiveLine(Document, frozen=True, array_like=True):
    """A line of the no-result page that no result page has, masked; the tags that lead to it."""

    text: str
    path: str


class NoResultSignature(Document, frozen=True, dict=True):
    """What stands on an engine's no-result page, the query masked.

    `distinctive`: lines on every no-result page and on no result page. `lines`, `links`: all
    lines, and how many links of each kind. `changing_lines`, `changing_links`: how many of them
    differed between no-result pages. `status`: the HTTP status they came with. `samples`: how
    many were seen.
    """

    distinctive: tuple[DistinctiveLine, ...]
    lines: tuple[str, ...]
    links: Mapping[str, int]
    changing_lines: int = 0
    changing_links: int = 0
    status: int = 200
    samples: int = 1
    instead: tuple[str, ...] = ()

    def matches(self, page: Page, query: str | None = None) -> bool:
        """Tell whether `page`, on which no record was found, is this engine's no-result page.

        The words alone do not tell: a redesigned site may have "Search tips", or a hidden "No
        results", on each of its pages. They count less on a page with many links of its own. There
        words of an unknown language never count, others do not count beside links about the query.
        """
        page_lines, message = PageLines.of(page, query), self._message_lines()
        shown = sum(page_lines.shows(line.text) for line in message)
        if shown and shown >= MIN_SHARE * len(message):
            if not self._has_many_other_links(page_lines):
                return True
            has_known_words = any(says_no_results(line.text) for line in self.distinctive)
            if has_known_words and _links_about(page_lines) < MIN_LINKS_ABOUT_QUERY:
                return True
        # A page that is the same but for its message says something else.
        return (shown > 0 or not message) and self.is_page(page, query)

    def overrules_records(self, page: Page, query: str | None = None) -> bool:
        """Tell whether `page` says "nothing found" although there are records on it.

        Some engines then show what is popular, or similar. The distinctive lines must stand in
        their own place: in a record's snippet the same words say nothing.
        """
        if not self.is_mentioned(page):
            return False
        message_lines = self._message_lines()
        page_lines = PageLines.of(page, query)
        shown = sum(page_lines.shows_at(line.text, line.path) for line in message_lines)
        return shown >= MIN_SHARE_BESIDE_RECORDS * len(message_lines)

    def is_instead(self, keys: Sequence[str]) -> bool:
        """Tell whether records (addresses, or titles) are those shown for whatever is not found."""
        if not self.instead or not keys:
            return False
        likeness = Indel.normalized_similarity(self.instead, keys[:MAX_INSTEAD])
        return float(likeness) >= MIN_LIKENESS

    def is_mentioned(self, page: Page) -> bool:
        """Tell by single words, without reading lines: this is on the way of every answer."""
        # Asked before an answer is judged, and when it is.
        return page.read_once(self.is_mentioned, lambda: self._looks_mentioned(page))

    def _looks_mentioned(self, page: Page) -> bool:
        text = page.read_once("folded text", lambda: page.root.text_content().casefold())
        parts, missing = self._parts, 0
        needed = max(1, MIN_SHARE_BESIDE_RECORDS * len(parts))
        for words, pattern in parts:
            if not all(map(text.__contains__, words)) or pattern.search(text) is None:
                missing += 1
                if len(parts) - missing < needed:
                    return False
        return bool(parts)

    def other_message(self, page: Page, query: str | None = None) -> str | None:
        """Return the message, a complaint say, of a page that is the no-result page but for it."""
        page_lines = PageLines.of(page, query)
        surplus = self._surplus_lines(page_lines)
        lost = sum(not page_lines.shows(line) for line in self.lines)
        if not surplus or max(len(surplus), lost) > self.changing_lines + MAX_MESSAGE_LINES:
            return None
        if lost > MAX_LOST_SHARE * len(self.lines) or self._surplus_links(page_lines):
            return None
        message = max(surplus, key=len)
        lines = (line.text for line in lines_of(page))
        return next((line for line in lines if comparable(line) == message), page.title)

    def is_reworded(self, page: Page, query: str | None = None) -> bool:
        """Tell whether `page` says "nothing found" in a short line, and has hardly a new link."""
        page_lines = PageLines.of(page, query)
        if self._surplus_links(page_lines) > MAX_OTHER_LINKS:
            return False
        return any(
            len(line) <= MAX_MESSAGE_LENGTH
            and says_no_results(line)
            and counts_hits(line)
            and page_lines.sees(text)
            for text, line in page_lines.masked.items()
        )

    def is_translated(self, page: Page, query: str | None = None) -> bool:
        """Tell whether `page` is the no-result page with other words: of another language, say.

        It has no other links, as many lines, and a new line wherever a telling one stands, the
        query's echo in the same of them: without an echo other messages may be built alike.
        """
        places = Counter((line.path, MASK in line.text) for line in self.distinctive)
        page_lines = PageLines.of(page, query)
        if not any(is_echo for _, is_echo in places) or self._surplus_links(page_lines):
            return False
        if abs(len(page_lines.lines) - len(self.lines)) > self.changing_lines:
            return False
        new = Counter(
            (path, MASK in page_lines.masked[text])
            for text in self._surplus_lines(page_lines)
            for path in page_lines.paths(text)
        )
        return not places - new

    def is_page(self, page: Page, query: str | None = None) -> bool:
        """Tell whether `page` is the page this was learned from, but for what changes on it."""
        page_lines = PageLines.of(page, query)
        allowed = self.changing_lines + CHANGING_SHARE * len({*self.lines, *page_lines.lines})
        if len(self._surplus_lines(page_lines)) > allowed or self._surplus_links(page_lines):
            return False
        return sum(not page_lines.shows(line) for line in self.lines) <= allowed

    @cached_property
    def chrome_text(self) -> str:
        telling = {line.text for line in self.distinctive}
        return "\n".join(line for line in self.lines if line not in telling)

    @cached_property
    def _parts(self) -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
        lines = (re.split(f"[{MASK}#]", line.text) for line in self._message_lines())
        parts = [max(parts, key=len).split() for parts in lines]
        return tuple((tuple(sorted(p, key=len, reverse=True)), _pattern_of(p)) for p in parts)

    def _message_lines(self) -> tuple[DistinctiveLine, ...]:
        """Return the distinctive lines that say "nothing", else all: popular queries change."""
        saying = tuple(line for line in self.distinctive if says_no_results(line.text))
        return saying or self.distinctive

    def _has_many_other_links(self, page_lines: PageLines) -> bool:
        known = Counter(self.links)
        most = self.changing_links + max(MAX_MORE_LINKS, MAX_SHARE_OF_MORE_LINKS * known.total())
        if (page_lines.links - known).total() <= most:
            return False
        # Where the message is hidden, too, a script shows one or the other.
        is_seen = any(page_lines.sees_line(line.text) for line in self._message_lines())
        return not is_seen or (page_lines.seen_links - known).total() > most

    def _surplus_lines(self, page_lines: PageLines) -> list[str]:
        known = set(self.lines)
        return [
            text
            for text, masked in page_lines.masked.items()
            if text not in known and masked not in known and page_lines.sees(text)
        ]

    def _surplus_links(self, page_lines: PageLines) -> int:
        """Return how many links the page has beyond those known and those that come and go."""
        surplus = (page_lines.seen_links - Counter(self.links)).total()
        return max(0, surplus - self.changing_links)


def _pattern_of(words: Sequence[str]) -> re.Pattern[str]:
    pattern = r"\s+".join(map(re.escape, words))
    # Looking back comes second: a pattern that begins with a sign is found by it.
    return re.compile(r"0(?<!\d0)" + pattern[1:] if pattern.startswith("0") else pattern)


def _links_about(page_lines: PageLines) -> int:
    asked = (page_lines.query or "").casefold().split()
    words = [word for word in asked if len(word) >= LETTERS_OF_A_WORD]
    return len(
        {
            link.get("href")
            for link in islice(page_lines.page.root.iter("a"), MAX_LINKS)
            if words
            and any(word in link.text_content().casefold() for word in words)
            and link not in page_lines.hidden
        }
    )


# A message has few lines, characters and links. Guesses, far above the messages seen.
MAX_LINES = 25
MAX_LENGTH = 1_500
MAX_OWN_LINKS = 8
# Letters that a known line has besides the query's echo, to be found with another text there.
MIN_LETTERS = 8


@dataclass(frozen=True)
class OwnText:
    """The lines of a page that no known page has, as read and `masked`; its links beyond theirs."""

    lines: tuple[str, ...]
    masked: tuple[str, ...]
    links: int

    @property
    def is_short(self) -> bool:
        return (
            0 < len(self.lines) <= MAX_LINES
            and sum(map(len, self.lines)) <= MAX_LENGTH
            and self.links <= MAX_OWN_LINKS
        )

    @cached_property
    def message(self) -> Message | None:
        return find_message(self.masked) if self.is_short else None


def own_text(page: Page, query: str | None, known: Iterable[NoResultSignature]) -> OwnText:
    """Return what of `page`, the answer to `query`, stands on none of the `known` pages."""
    pages = tuple(known)
    page_lines = PageLines.of(page, query)
    lines = frozenset(line for each in pages for line in each.lines)
    echoes = {
        text
        for line in lines
        if len(line.replace(MASK, "")) >= MIN_LETTERS
        for text in page_lines.echoes(line)
    }
    links: Counter[str] = Counter()
    for each in pages:
        links |= Counter(each.links)
    own = {
        text
        for text, masked in page_lines.masked.items()
        if not {text, masked} & lines and text not in echoes and page_lines.sees(text)
    }
    shown = [line.text for line in lines_of(page) if comparable(line.text) in own]
    if page.title and comparable(page.title) in own:
        shown.append(page.title)
    shown = list(dict.fromkeys(shown))
    masked_lines = (mask_query(line, query) for line in shown)
    return OwnText(tuple(shown), tuple(masked_lines), (page_lines.seen_links - links).total())


# Nobody asks longer queries than these (characters), no spelling correction is longer either.
MAX_SUGGESTION_LENGTH = 100
MAX_SUGGESTION_LINKS = 2_000
MAX_SUGGESTION_LINES = 150
MAX_LINE_LENGTH = 500
MAX_TEXT_LENGTH = 20_000
# Similarity (rapidfuzz ratio, 0 to 100) of a correction to the query. Guess: "recieve" and
# "receive" have 86, "pyhton" and "python" 83, "racing" and "action" 67, "haus" and "baum" 50.
MIN_SIMILARITY = 70.0
MIN_SIMILARITY_WITH_WORDS = 45.0
# More look-alikes than this are related searches, not a correction.
MAX_SIMILAR_QUERIES = 2

_WORDS = lexicon().no_result.suggesting
_SUGGESTING = re.compile(any_text(_WORDS), re.IGNORECASE)
_TRIMMED = " \t:;,.?!¿¡\"'“”„«»‘’…()[]<>"


def find_suggestion(page: Page, query: str) -> str | None:
    asked = fold_space(query)
    if not asked or len(asked) > MAX_SUGGESTION_LENGTH:
        return None
    look_alikes = dict.fromkeys(_similar_queries(page, asked))
    corrections = [text for text in look_alikes if not _extends(text, asked)]
    if corrections and len(look_alikes) <= MAX_SIMILAR_QUERIES:
        return max(corrections, key=lambda text: _similarity(text, asked))
    return _said_suggestion(page, asked)


def _similarity(text: str, asked: str) -> float:
    return float(fuzz.ratio(text.casefold(), asked.casefold()))


def _extends(text: str, asked: str) -> bool:
    """Tell whether one of two queries is the other with words added: a related search."""
    words, known = set(text.casefold().split()), set(asked.casefold().split())
    return words > known or words < known


def _similar_queries(page: Page, asked: str) -> Iterator[str]:
    for link in islice(page.root.iter("a"), MAX_SUGGESTION_LINKS):
        shown = link.text_content() if len(link) else link.text
        # Most links are longer than the query by far, and need no closer look.
        if not shown or len(shown.strip()) > 3 * len(asked):
            continue
        text = fold_space(shown).strip(_TRIMMED)
        if not 0.5 * len(asked) <= len(text) <= min(2 * len(asked), MAX_SUGGESTION_LENGTH):
            continue
        if text.casefold() == asked.casefold() or _similarity(text, asked) < MIN_SIMILARITY:
            continue
        address = resolve_url(page.base_url, link.get("href"))
        if address and same_site(page.url, address) and _asks_for(address, text):
            yield text


def _asks_for(address: str, text: str) -> bool:
    values = [value for _, value in query_pairs(address)]
    values.append(unquote_plus(urlsplit(address).path.rstrip("/").rpartition("/")[2]))
    wanted = _plain(text)
    return any(_plain(value) == wanted for value in values)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _said_suggestion(page: Page, asked: str) -> str | None:
    # A quick look first: making the lines of a page takes as long as reading all its records.
    text = fold_space(page.root.text_content()[:MAX_TEXT_LENGTH]).casefold()
    if not any(words in text for words in _WORDS):
        return None
    lines = [
        line.text[:MAX_LINE_LENGTH] for line in islice(text_lines(page.root), MAX_SUGGESTION_LINES)
    ]
    for line in lines:
        for said in _SUGGESTING.finditer(line):
            text = line[said.end() :].strip(_TRIMMED)
            if _could_be_meant(text, asked):
                return text
    return None


def _could_be_meant(text: str, asked: str) -> bool:
    if not 0 < len(text) <= 2 * len(asked) or text.casefold() == asked.casefold():
        return False
    return _similarity(text, asked) >= MIN_SIMILARITY_WITH_WORDS and not _extends(text, asked)
