"""The words and signs of pagers in many languages, and how a pager's label is read."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from discovery.lexicon.reading import lexicon
from wrappers.extraction.lines.text_lines import WORD_PATTERN

# A pager's label is short: the longest real ones ("Go to the next page of results") have 35.
MAX_LABEL_LENGTH = 60
# "More changes →": what there is more of may be any word where the label points on.
MAX_WORDS_BESIDE_SIGN = 3
# No engine shows more pages than this; larger numbers are years and identifiers.
MAX_PAGE_NUMBER = 999


class LabelKind(StrEnum):
    """What the label of a link or button says."""

    NEXT = "next"
    NUMBER = "number"
    SIGN = "sign"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class PagerLabel:
    """A label that may lead to another result page.

    `word` is what it says without numbers and signs; `number` the page it names, else None.
    """

    kind: LabelKind
    word: str = ""
    number: int | None = None


_PAGER, _HITS = lexicon().pager, lexicon().hits_line
_STEMS = (*_HITS.page_stems, *_HITS.hit_stems)
_WORD = re.compile(rf"{WORD_PATTERN}(?:['’-]{WORD_PATTERN})*")
_BRACKETS = str.maketrans("", "", "[](){}|.,:;#·•\u200b\u200e\u200f")


@lru_cache(maxsize=4_096)
def read_label(text: str) -> PagerLabel | None:
    """Return what `text` says as the label of a pager, or None if it says something else.

    >>> read_label("Next 15 »").kind, read_label("[2]").number, read_label("››").kind
    (<LabelKind.NEXT: 'next'>, 2, <LabelKind.SIGN: 'sign'>)
    >>> read_label("More changes →").kind, read_label("More about us") is None
    (<LabelKind.MORE: 'more'>, True)
    >>> read_label("Next month") is None and read_label("« Previous") is None
    True
    """
    label = unicodedata.normalize("NFC", " ".join(text.split())).casefold()
    if not label or len(label) > MAX_LABEL_LENGTH:
        return None
    words = _WORD.findall(label)
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    if not words:
        return _read_signs(label, numbers)
    if any(sign in label for sign in _PAGER.next_signs):
        return PagerLabel(LabelKind.NEXT, _without_numbers(label))
    if any(sign in label for sign in _PAGER.more_signs):
        return PagerLabel(LabelKind.MORE, _without_numbers(label))
    others = [
        word for word in words if word not in _PAGER.next_words and not _may_stand_beside(word)
    ]
    if any(word in _PAGER.next_words for word in words) and not others:
        return PagerLabel(LabelKind.NEXT, " ".join(words))
    if len(words) <= 3 and len(numbers) == 1 and all(_is_page_word(word) for word in words):
        return PagerLabel(LabelKind.NUMBER, " ".join(words), numbers[0])
    others = [word for word in others if word not in _PAGER.more_words]
    if any(word in _PAGER.more_words for word in words):
        points_on = len(words) <= MAX_WORDS_BESIDE_SIGN and label[-1] in _PAGER.arrows
        if not others or points_on:
            return PagerLabel(LabelKind.MORE, " ".join(words))
    return None


def label_in_other_words(text: str) -> PagerLabel | None:
    """Return the label of what the markup calls "next" while its words are unknown.

    None when it is too long for a label.

    >>> label_in_other_words("下20条").word
    '下 条'
    """
    label = unicodedata.normalize("NFC", " ".join(text.split())).casefold()
    if len(label) > MAX_LABEL_LENGTH:
        return None
    return PagerLabel(LabelKind.NEXT, _without_numbers(label))


def _read_signs(label: str, numbers: list[int]) -> PagerLabel | None:
    """Read a label without words: a number, perhaps in brackets, or a sign that points on."""
    bare = label.translate(_BRACKETS).strip()
    if len(numbers) == 1 and bare.isdecimal() and numbers[0] <= MAX_PAGE_NUMBER:
        return PagerLabel(LabelKind.NUMBER, "", numbers[0])
    sign = re.sub(r"[\s\d]", "", bare)
    if sign in _PAGER.arrows or (
        len(set(sign)) == 1 and len(sign) <= 3 and sign[0] in _PAGER.arrows
    ):
        return PagerLabel(LabelKind.SIGN, sign)
    return None


def _may_stand_beside(word: str) -> bool:
    return word in _PAGER.fillers or word.startswith(_STEMS)


def _is_page_word(word: str) -> bool:
    return word in _PAGER.fillers or word.startswith(_HITS.page_stems) or word in _HITS.page_signs


def _without_numbers(label: str) -> str:
    return " ".join(re.sub(r"\d+", " ", label).split())
