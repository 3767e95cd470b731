"""What a check found, and how mending begins after it."""

from dataclasses import dataclass

from wrappers.engines.answer import Answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the answer that decides, its kind corrected by what is known.

    `lost_paging`: records are read, but nothing leads to further pages any more. `lost_no_result`:
    only the page that says "nothing found" is not known any more. `lost_fields`: those that the
    records no longer say, although they are read.
    """

    answer: Answer
    lost_paging: bool = False
    lost_no_result: bool = False
    lost_fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MendingPlan:
    """How mending begins: with which step, and whether only a part is mended."""

    step: str
    only_no_result: bool = False
    only_fields: bool = False
