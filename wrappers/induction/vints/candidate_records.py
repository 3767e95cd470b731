"""Candidate records: groups of neighbouring blocks of content lines that look alike.

How Zhao et al. 2005 find them is not in the text at hand. After its summary
("we analyze the types (say link or text) and the positions of all the rendering boxes to identify
some candidate result records"), details ours. Repeated patterns of (type code, position code) pairs
cut the page into tentative blocks. Neighbouring blocks that are visually similar form a group.
Rules find the first line of a record among the lines that all blocks of the group share.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wrappers.induction.vints.content_lines import (
    HEAD_TYPES,
    Block,
    ContentLine,
    LineType,
    alike_anywhere,
)

# A group needs three blocks: initial wrappers are built on three records.
MIN_BLOCKS = 3
# Lines of one block; a stretch longer than that between two equal lines is no record. Guess: the
# longest records seen have 25.
MAX_BLOCK_LINES = 60
# Lines looked at, and different patterns tried: bounds for pages without end.
MAX_LINES = 20_000
MAX_PATTERNS = 200
# A line belongs to all blocks of a group when it occurs in this share of them. Guess.
MIN_LINE_SHARE = 0.8

LineCode = tuple[LineType, int]


@dataclass(frozen=True, slots=True)
class CandidateRecords:
    """Consecutive tentative records; each is the lines from number `starts[i]` up to `ends[i]`."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]


def candidate_records(lines: Sequence[ContentLine]) -> tuple[CandidateRecords, ...]:
    """Return the groups of tentative records of a page, every group once."""
    lines = lines[:MAX_LINES]
    groups: dict[CandidateRecords, None] = {}
    for occurrences in _recurring_lines(lines):
        for group in _similar_neighbours(lines, occurrences):
            groups[group] = None
            groups[_cut_at_first_lines(lines, group)] = None
    return tuple(groups)


def _recurring_lines(lines: Sequence[ContentLine]) -> list[list[int]]:
    """Return the numbers of the lines of each recurring pattern, the most frequent first."""
    visible = [number for number, line in enumerate(lines) if line.type is not LineType.BLANK]
    found: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for before, number, after in zip([None, *visible], visible, [*visible[1:], None], strict=False):
        for pattern in _patterns(lines, before, number, after):
            found[pattern].append(number)
    recurring = {tuple(numbers) for numbers in found.values() if len(numbers) >= MIN_BLOCKS}
    ordered = sorted(recurring, key=lambda numbers: (-len(numbers), numbers))
    return [list(numbers) for numbers in ordered[:MAX_PATTERNS]]


def _patterns(
    lines: Sequence[ContentLine], before: int | None, number: int, after: int | None
) -> Iterator[tuple[object, ...]]:
    """Yield the patterns of a line: its code; with its font; between those of visible lines around.

    Codes alone are not enough where a record has several lines of one code: a link as title, a link
    below the snippet.
    """
    line = lines[number]
    yield (line.code,)
    yield (line.code, line.pieces[0].font)
    yield (line.type, line.pieces[0].font)
    yield (
        None if before is None else lines[before].code,
        line.code,
        None if after is None else lines[after].code,
    )


def _similar_neighbours(
    lines: Sequence[ContentLine], occurrences: Sequence[int]
) -> list[CandidateRecords]:
    """Cut the page at `occurrences` and return the runs of blocks each similar to the one before.

    A run's last block, which nothing ends, is cut to the length of the block before it.
    """
    ends = [*occurrences[1:], len(lines)]
    groups: list[CandidateRecords] = []
    starts_of_run: list[int] = []
    ends_of_run: list[int] = []
    previous: Block | None = None
    for start, end in zip(occurrences, ends, strict=True):
        end = min(end, start + MAX_BLOCK_LINES)
        block = Block(tuple(lines[start:end]))
        if previous is not None and not alike_anywhere(previous, block):
            shortened = Block(block.lines[: len(previous.lines)])
            if len(shortened.lines) < len(block.lines) and alike_anywhere(previous, shortened):
                starts_of_run.append(start)
                ends_of_run.append(start + len(shortened.lines))
            groups.append(CandidateRecords(tuple(starts_of_run), tuple(ends_of_run)))
            starts_of_run, ends_of_run = [], []
        starts_of_run.append(start)
        ends_of_run.append(end)
        previous = block
    groups.append(CandidateRecords(tuple(starts_of_run), tuple(ends_of_run)))
    return [group for group in groups if len(group.starts) >= MIN_BLOCKS]


def _cut_at_first_lines(lines: Sequence[ContentLine], group: CandidateRecords) -> CandidateRecords:
    """Return the group with its blocks starting at the lines that look like first lines."""
    shared = _shared_lines(lines, group)
    offset_code = max(shared, key=lambda code: _votes(lines, shared, code), default=None)
    if offset_code is None:
        return group
    starts = sorted(shared[offset_code])
    before = _line_before(lines, group.starts[0], offset_code)
    if before is not None and before < starts[0]:
        starts.insert(0, before)
    longest = max(end - start for start, end in zip(group.starts, group.ends, strict=True))
    ends = [*starts[1:], min(len(lines), starts[-1] + longest)]
    if len(starts) < MIN_BLOCKS:
        return group
    return CandidateRecords(tuple(starts), tuple(ends))


def _shared_lines(
    lines: Sequence[ContentLine], group: CandidateRecords
) -> dict[LineCode, list[int]]:
    """Return the lines, by code, that occur exactly once in nearly all blocks of the group."""
    found: dict[LineCode, list[int]] = defaultdict(list)
    for start, end in zip(group.starts, group.ends, strict=True):
        codes = Counter(line.code for line in lines[start:end])
        for number in range(start, end):
            line = lines[number]
            if line.type is not LineType.BLANK and codes[line.code] == 1:
                found[line.code].append(number)
    enough = MIN_LINE_SHARE * len(group.starts)
    return {code: numbers for code, numbers in found.items() if len(numbers) >= enough}


def _line_before(lines: Sequence[ContentLine], start: int, code: LineCode) -> int | None:
    for number in range(start - 1, max(-1, start - MAX_BLOCK_LINES), -1):
        if lines[number].code == code:
            return number
    return None


def headed_by_number(lines: Sequence[ContentLine], number: int) -> bool:
    return lines[number].type in HEAD_TYPES


def follows_rule(lines: Sequence[ContentLine], number: int) -> bool:
    return number > 0 and lines[number - 1].type is LineType.HR_LINE


def follows_blank(lines: Sequence[ContentLine], number: int) -> bool:
    return number > 0 and lines[number - 1].type is LineType.BLANK


def link_before_text(lines: Sequence[ContentLine], number: int) -> bool:
    return (
        number + 1 < len(lines)
        and lines[number].type in {LineType.LINK, LineType.LINK_HEAD}
        and lines[number + 1].type in {LineType.TEXT, LineType.LINK_TEXT}
    )


FirstLineRule = Callable[[Sequence[ContentLine], int], bool]
# The rules for the first line of a record, with their weights. Guess: a number or a rule before it
# is put there to begin a record, a blank or an indentation may have other reasons.
FIRST_LINE_RULES: tuple[tuple[FirstLineRule, float], ...] = (
    (headed_by_number, 3.0),
    (follows_rule, 3.0),
    (follows_blank, 2.0),
    (link_before_text, 2.0),
)
LEFT_MOST_WEIGHT = 1.0


def _votes(
    lines: Sequence[ContentLine], shared: dict[LineCode, list[int]], code: LineCode
) -> float:
    """Return how much speaks for the lines of a code, one of each block, as first lines.

    A rule counts as far as it tells these lines from the others that the blocks share.
    """
    first = shared[code]
    others = [numbers for other, numbers in shared.items() if other != code]
    votes = 0.0
    for rule, weight in FIRST_LINE_RULES:
        own = sum(rule(lines, number) for number in first) / len(first)
        rivals = sum(
            sum(rule(lines, number) for number in other) > len(other) / 2 for other in others
        )
        votes += weight * own / (1 + rivals)
    left = min(lines[numbers[0]].position for numbers in shared.values())
    is_left = lines[first[0]].position == left
    level = sum(lines[other[0]].position == left for other in others)
    return votes + LEFT_MOST_WEIGHT * is_left / (1 + level)
