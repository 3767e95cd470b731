"""A page's own word on its records: that they are not those asked for, or contradict it.

Robot checks, outages and "nothing found" stand above records of another day, of a partner, of
whatever is popular. Words alone prove nothing: pages of results announce maintenance, and records
speak of captchas. So what counts is new, on none of the pages learned from, stands outside of the
records, and is borne out: most records have nothing of what was asked, a robot check is embedded,
the page says that it shows something else, or it does not count matches, as all pages learned from
did. Details ours.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

from discovery.lexicon.words import CHALLENGE_PART_MARKS, lexicon
from discovery.pages.messages import Message, find_message, is_said
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space
from wrappers.extraction.constraints import (
    NO_CONSTRAINTS,
    IntegrityConstraints,
    is_mostly_about_others,
    query_words,
)
from wrappers.extraction.hits_line import counts_hits, numbers_in, read_line, says_nothing
from wrappers.extraction.lines import MASK, comparable, mask_query
from wrappers.extraction.no_result import NoResultSignature, find_suggestion
from wrappers.extraction.wrapper import Extraction

# A range "1-10" with fewer records than this share of it contradicts them; extraction may rightly
# leave out an entry of another kind. Guess.
MIN_SHARE_OF_RANGE = 0.5
# Records with an empty title above this share, or all with one address, are no records. Guess.
MAX_SHARE_UNTITLED = 0.5
# What stands in an address only where bytes between two tags were lost; few have how it begins.
_MARKUP = re.compile(
    r"(?i)(?:<|%3c)/?(?:a|div|h\d|li|p|span|td|tr|article|section)(?=[\s>/]|%20|%3e)"
)


def contradiction_in(extraction: Extraction) -> str | None:
    records, hits = extraction.records, extraction.hits
    count = len(records)
    untitled = sum(not record.title.strip() for record in records)
    if untitled > MAX_SHARE_UNTITLED * count:
        return f"{untitled} of {count} records have no title"
    addresses = {record.url for record in records}
    if count > 2 and len(addresses) == 1 and addresses != {None}:
        return f"all {count} records have the same address"
    odd = (url for r in records if (url := r.url or "") and ("<" in url or "%3" in url))
    torn = sum(_MARKUP.search(url) is not None for url in odd)
    if torn:
        return f"the addresses of {torn} of {count} records hold markup: a part of the page is lost"
    shown = hits.shown if hits is not None else None
    if shown and count < MIN_SHARE_OF_RANGE * shown:
        return f"the page says it shows {shown} matches, {count} records were found"
    if extraction.total == 0:
        return f"the hits line says 0, {count} records were found"
    return None


# Texts beside the records that are looked at; a notice stands first on a page, or just above them.
MAX_TEXTS = 2_000
MAX_FIRST = 10
MAX_NEAREST = 15
# Characters of a notice's line: longer ones are texts about something. Guess.
MAX_LINE = 300
# Elements between a text and the line it is of.
MAX_DEPTH = 12
# Texts in these are no notices, but what a page offers.
_OFFERED = frozenset(("a", "option", "button", "label", "textarea", "select"))

_Texts = Callable[[HtmlElement], "list[etree._ElementUnicodeResult]"]
_before = cast(_Texts, etree.XPath("preceding::text()"))
_behind = cast(_Texts, etree.XPath("following::text()"))
_text_of = etree.XPath("string()", smart_strings=False)
_PARTS_OF_CHECKS = ("form", "div", "iframe", "img", "input", "script")
_NAMES = ("id", "class", "name", "src", "action")
_INSTEAD, _SAID = lexicon().no_result.instead, lexicon().sayings
# What can be said above records that are not those asked for, and counts without another word.
_OBSTACLES = frozenset(
    (
        ObstacleKind.CAPTCHA,
        ObstacleKind.RATE_LIMIT,
        ObstacleKind.REFUSAL,
        ObstacleKind.MAINTENANCE,
        ObstacleKind.SERVER_FAULT,
        ObstacleKind.PROXY,
        ObstacleKind.FILTER,
        ObstacleKind.PAGE_GONE,
    )
)
# What pages of results mention by the way: it counts only where the matches are not counted.
_MENTIONED = frozenset((ObstacleKind.LOGIN, ObstacleKind.COMPLAINT))
# A line that ends so leads in to what stands below it.
_LEADING_IN = (":", "\N{FULLWIDTH COLON}")
# "Nothing found? Ask us" says nothing of what was found. Tried where a sentence begins alone.
_QUESTION = re.compile(r"(?<![^.!?。！？؟])[^.!?。！？؟]*[?？؟]")
# The line that says it, and the next one: what leads in to the records stands there.
LINES_LEADING_IN = 2


@dataclass(frozen=True)
class Notice:
    """New lines of a page beside its records, by what they are with the query masked.

    `is_doubtful`: most records have nothing of what was asked. `constraints` tell the habits of the
    engine's pages.
    """

    page: Page
    query: str
    extraction: Extraction
    lines: Mapping[str, str]
    is_doubtful: bool
    constraints: IntegrityConstraints

    @cached_property
    def obstacle(self) -> Message | None:
        """What the page says instead of answering, if that is borne out and not for later."""
        message = self._say(_OBSTACLES)
        if message is not None and (
            self.is_doubtful
            or self.is_earlier
            or self._embeds(message.kind)
            or self._is_in_place_of_answer(message.line)
        ):
            return message
        if self.constraints.counts_matches is None:
            return None
        message = self._say(_MENTIONED)
        if message is None or not self._is_in_place_of_answer(message.line):
            return None
        # What is said of a word of the query may hold for that word only.
        is_of_word = message.kind is ObstacleKind.COMPLAINT and MASK in message.line
        return None if is_of_word else message

    def _say(self, kinds: frozenset[ObstacleKind]) -> Message | None:
        message = find_message(self.lines, kinds)
        if message is not None and is_said(message.line, _SAID.announced):
            others = [line for line in self.lines if not is_said(line, _SAID.announced)]
            message = find_message(others, kinds)
        return message

    def _is_in_place_of_answer(self, line: str) -> bool:
        if self.extraction.hits is not None:
            return False
        if self.constraints.counts_matches:
            return True
        lines = list(self.lines)
        at = lines.index(line)
        leading = lines[at : at + LINES_LEADING_IN]
        return any(
            each.endswith(_LEADING_IN) or any(words in each for words in _INSTEAD)
            for each in leading
        )

    @cached_property
    def is_earlier(self) -> bool:
        return any(is_said(line, _SAID.earlier) for line in self.lines)

    @cached_property
    def is_instead(self) -> bool:
        return any(words in line for line in self.lines for words in _INSTEAD)

    @cached_property
    def nothing(self) -> str | None:
        return next((self.lines[line] for line in self.lines if self._denies(line)), None)

    @cached_property
    def about_query(self) -> str | None:
        """The new line that names the query and counts nothing: the query was not found."""
        usual = self.constraints.query_lines
        if usual is None or not self.is_doubtful or self.is_corrected:
            return None
        named = (line for line in self.lines if MASK in line and comparable(line) not in usual)
        new = (line for line in named if not any(each.line.total for each in read_line(line)))
        return next(map(self.lines.get, new), None)

    @cached_property
    def is_corrected(self) -> bool:
        """Whether the records are those of the query that the page proposes instead."""
        proposed = find_suggestion(self.page, self.query)
        return proposed is not None and not is_mostly_about_others(
            self.extraction.records, proposed
        )

    def _embeds(self, kind: ObstacleKind) -> bool:
        if kind is not ObstacleKind.CAPTCHA:
            return False
        marks = [mark for mark in CHALLENGE_PART_MARKS if mark not in self.query.casefold()]
        parts = islice(self.page.root.iter(*_PARTS_OF_CHECKS), MAX_TEXTS)
        named = (" ".join(part.get(name, "") for name in _NAMES).casefold() for part in parts)
        return any(mark in names for names in named for mark in marks)

    def _denies(self, line: str) -> bool:
        """Tell whether a line says that what was asked for was not found.

        Where records have what was asked, only words about this very query do that lead in to other
        things, or stand where matches would be counted. Parts of a query of several words may have
        been found all the same.
        """
        said = _QUESTION.sub("", line)
        is_zero = MASK in said and any(each.counts and not each.value for each in numbers_in(said))
        if not (is_zero or says_nothing(said)) or any(each.line.total for each in read_line(line)):
            return False
        if self.is_doubtful:
            return counts_hits(line) or MASK in line
        is_one_word = len(query_words(self.query)) == 1
        if not is_one_word or MASK not in line or self.is_earlier:
            return False
        return self.is_instead or self._is_in_place_of_answer(line)


def find_notice(
    page: Page,
    extraction: Extraction,
    query: str | None,
    known: Collection[NoResultSignature],
    constraints: IntegrityConstraints,
    *,
    looks_behind: bool = False,
) -> Notice | None:
    """Return what new words stand beside the records of `page`, the answer to `query`; else None.

    `known` are pages of the engine without results; what stands on none but these is new. Behind
    the records it is looked for where they are doubtful, or with `looks_behind`.
    """
    nodes = extraction.nodes
    if not nodes:
        return None
    asked = query or ""
    is_doubtful = bool(query_words(asked)) and is_mostly_about_others(extraction.records, asked)
    texts = [_before(nodes[0].elements[0])]
    if is_doubtful or looks_behind:
        texts.append(_behind(nodes[-1].elements[-1]))
    read = tuple(signature.chrome_text for signature in known)
    lines: dict[str, str] = {}
    blocks: dict[HtmlElement, str] = {}
    for text in chain.from_iterable(part[-MAX_TEXTS:] for part in texts):
        line = _new_line(text, asked, read, blocks)
        if line is not None and comparable(line) not in constraints.notices:
            lines.setdefault(mask_query(line.casefold(), asked), line)
    if len(lines) > MAX_FIRST + MAX_NEAREST:
        pairs = list(lines.items())
        lines = dict((*pairs[:MAX_FIRST], *pairs[-MAX_NEAREST:]))
    return Notice(page, asked, extraction, lines, is_doubtful, constraints) if lines else None


def telling_lines(page: Page, extraction: Extraction, query: str) -> Iterator[str]:
    notice = find_notice(page, extraction, query, (), NO_CONSTRAINTS)
    if notice is not None:
        for line in notice.lines:
            if says_nothing(line) or find_message((line,), _OBSTACLES | _MENTIONED) is not None:
                yield comparable(notice.lines[line])


def query_lines(page: Page, extraction: Extraction, query: str) -> Iterator[str]:
    notice = find_notice(page, extraction, query, (), NO_CONSTRAINTS, looks_behind=True)
    if notice is not None:
        yield from (comparable(line) for line in notice.lines if MASK in line)


def _new_line(
    text: "etree._ElementUnicodeResult",
    query: str,
    known: Sequence[str],
    blocks: dict[HtmlElement, str],
) -> str | None:
    """Return the line that a text is of, None where it is known or no line of a notice."""
    words = text.strip()
    if not words or len(words) > MAX_LINE:
        return None
    folded = words.casefold()
    if any(folded in lines for lines in known):
        return None
    block = _block_of(text)
    if block is None:
        return None
    line = blocks.get(block, "")
    if not line:
        line = blocks[block] = fold_space(cast(str, _text_of(block)))
    if len(line) > MAX_LINE:
        line = fold_space(words)
    masked = mask_query(comparable(line), query)
    return None if any(masked in lines for lines in known) else line


def _block_of(text: "etree._ElementUnicodeResult") -> HtmlElement | None:
    node = text.getparent()
    if node is not None and text.is_tail:
        node = node.getparent()
    for _ in range(MAX_DEPTH):
        if node is None or node.tag in INVISIBLE_TAGS or node.tag in _OFFERED:
            return None
        if node.tag in LINE_TAGS:
            return cast(HtmlElement, node)
        node = node.getparent()
    return None
