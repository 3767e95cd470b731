"""Folding: results of one host with nearly the same title stand under the best of them.

Archives of mailing lists, forums and manuals in many versions fill a page with one title. Titles
are nearly the same when they have the same words, whatever their order, case and punctuation. So
are titles of which one is cut off where they begin to differ. Details ours.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from metasearch.merging.merged_result import MergedResult

# A title of one word, such as "Download" or "Index", is common to pages of any kind.
MIN_WORDS = 2
# Words that a title cut off must have in common with a whole one. Guess.
MIN_CUT_WORDS = 4
# Bounds against hostile input, above what people write as a title.
MAX_TITLE_LENGTH = 500
MAX_WORDS = 40
ELLIPSES = ("…", "...")
# Of answers to a title, in the larger languages: the title is that of what is answered.
_ANSWER = re.compile(r"^(?:(?:re|fwd?|aw|wg|sv|vs|rif|r|antw|odp)(?:\[\d+\])?:\s*)+", re.IGNORECASE)
_WORD = re.compile(r"\w+")
# A host, what of a title is meant, and its words.
_TitleKey = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FoldedResult:
    """A result and those folded under it, best first."""

    result: MergedResult
    similar: tuple[MergedResult, ...] = ()


def fold(
    results: Iterable[MergedResult], standing: Collection[str] = ()
) -> tuple[FoldedResult, ...]:
    """Return `results` in their order, those of one host with nearly the same title folded.

    Results whose key is in `standing` are never folded under another.
    """
    heads: dict[str, MergedResult] = {}
    similar: dict[str, list[MergedResult]] = {}
    known: dict[_TitleKey, str] = {}
    for result in results:
        sought, given = _title_keys(result)
        head = next((known[sign] for sign in sought if sign in known), None)
        if head is None or result.key in standing:
            head = result.key
            heads[head] = result
            similar[head] = []
        else:
            similar[head].append(result)
        for sign in given:
            known.setdefault(sign, head)
    return tuple(FoldedResult(head, tuple(similar[key])) for key, head in heads.items())


def _title_keys(result: MergedResult) -> tuple[list[_TitleKey], list[_TitleKey]]:
    """Return the signs by which a result knows its like, and those by which it is known.

    A title cut off has its beginning in common with a whole one; two whole ones have all words.
    """
    try:
        host = urlsplit(result.url).hostname or ""
    except ValueError:
        return [], []
    title = _ANSWER.sub("", result.title[:MAX_TITLE_LENGTH].strip())
    words = _WORD.findall(title.casefold())[:MAX_WORDS]
    if not host or len(words) < MIN_WORDS:
        return [], []
    if title.endswith(ELLIPSES):
        # The last word may be cut itself.
        beginning = tuple(words[:-1])
        if len(beginning) < MIN_CUT_WORDS:
            return [], []
        return [(host, "whole", beginning), (host, "cut", beginning)], [(host, "cut", beginning)]
    everything = (host, "all", tuple(sorted(words)))
    beginnings = [tuple(words[:count]) for count in range(MIN_CUT_WORDS, len(words) + 1)]
    sought = [everything, *((host, "cut", beginning) for beginning in beginnings)]
    return sought, [everything, *((host, "whole", beginning) for beginning in beginnings)]
