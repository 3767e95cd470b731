"""Evidence of number and text of the records; each within [-1, 1]."""

import math
import re
from itertools import pairwise

from wrappers.extraction import count_agreement
from wrappers.induction.look import Evidence, Look, fmean, log_scale, share, variation
from wrappers.induction.shape_evidence import missed_twins

_LEADING_NUMBER = re.compile(r"\W{0,2}(\d{1,4})\b")


def number_of_records(look: Look) -> float:
    """Many records, on a logarithmic scale up to 50."""
    return log_scale(look.count, 50)


def two_or_three(look: Look) -> float:
    """Two or three records: hardly a regularity."""
    return float(look.count <= 3)


def more_than_hundred(look: Look) -> float:
    """More records than all but a few pages show."""
    return float(look.count > 100)


def round_number(look: Look) -> float:
    """A page size engines use; less, the more of the same kind is left out."""
    return _whole(look) if look.count in {10, 15, 20, 25, 30, 40, 50, 100} else 0.0


def grid_number(look: Look) -> float:
    """A page size of grids of three, four or six columns; less, the more is left out."""
    sizes = {12, 16, 18, 24, 32, 36, 48, 60, 64, 72, 80, 90, 96, 120}
    return _whole(look) if look.count in sizes else 0.0


def _whole(look: Look) -> float:
    """Return how far the records are all there are of their kind: 15 of 17 are no page size."""
    return 1.0 - missed_twins(look)


def agrees_with_range(look: Look) -> float:
    """The hits line says "1–10" and there are ten records; negative if it says otherwise."""
    return count_agreement(look.facts.hits_readings, look.count)


def query_in_records(look: Look) -> float:
    """Records that hold a word of the query."""
    return share([record.asks_query for record in look.records])


def text_length(look: Look) -> float:
    """Records with much text, on a logarithmic scale up to 600 characters."""
    return log_scale(fmean(look.lengths), 600)


def plain_text_length(look: Look) -> float:
    """Records with much text outside of links, up to 400 characters."""
    return log_scale(fmean(look.plain_lengths), 400)


def with_plain_text(look: Look) -> float:
    """Records with at least 20 characters outside of links: a snippet, a price, a date."""
    return share([length >= 20 for length in look.plain_lengths])


def length_variation(look: Look) -> float:
    """Records differ in length."""
    return variation([length + 1.0 for length in look.lengths])


def giant_record(look: Look) -> float:
    """One record is far longer than the others: it swallowed a region."""
    longest = max(look.lengths)
    median = sorted(look.lengths)[len(look.lengths) // 2]
    return min(1.0, max(0.0, math.log((longest + 20) / (median + 20))) / 4)


def empty_records(look: Look) -> float:
    """Records without text."""
    return share([length < 3 for length in look.lengths])


def prices_or_dates(look: Look) -> float:
    """Records with a price or a date."""
    return share([record.has_price_or_date for record in look.records])


def numbered(look: Look) -> float:
    """Records that begin with consecutive numbers."""
    numbers = [_LEADING_NUMBER.match(record.text) for record in look.records]
    values = [int(match[1]) if match else -9 for match in numbers]
    steps = [right - left == 1 for left, right in pairwise(values)]
    return share(steps)


TEXT_EVIDENCE: tuple[Evidence, ...] = (
    number_of_records,
    two_or_three,
    more_than_hundred,
    round_number,
    grid_number,
    agrees_with_range,
    query_in_records,
    text_length,
    plain_text_length,
    with_plain_text,
    length_variation,
    giant_record,
    empty_records,
    prices_or_dates,
    numbered,
)
