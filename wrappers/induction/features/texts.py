"""Features of number and text of the records; each within [-1, 1]."""

from collections.abc import Sequence

from wrappers.extraction.hits_line.reading import CONVINCING, HitsReading
from wrappers.induction.features.record_features import (
    CandidateFeatures,
    Feature,
    fmean,
    log_scale,
    share,
    variation,
)
from wrappers.induction.features.shapes import missed_twins
from wrappers.induction.features.titles import title_place_agreement


def two_or_three(candidate: CandidateFeatures) -> float:
    """Two or three records: hardly a regularity."""
    return float(candidate.count <= 3)


def round_number(candidate: CandidateFeatures) -> float:
    """A page size engines use; less, the more of the same kind is left out."""
    return _whole(candidate) if candidate.count in {10, 15, 20, 25, 30, 40, 50, 100} else 0.0


def grid_number(candidate: CandidateFeatures) -> float:
    """A page size of grids of three, four or six columns; less, the more is left out."""
    sizes = {12, 16, 18, 24, 32, 36, 48, 60, 64, 72, 80, 90, 96, 120}
    return _whole(candidate) if candidate.count in sizes else 0.0


def _whole(candidate: CandidateFeatures) -> float:
    """Return how far the records are all there are of one kind: 15 of 17 are no page size.

    Nor are ten of which three are of another kind.
    """
    return (1.0 - missed_twins(candidate)) * max(0.0, 2 * title_place_agreement(candidate) - 1)


def agrees_with_range(candidate: CandidateFeatures) -> float:
    """The hits line says "1–10" and there are ten records; negative if it says otherwise."""
    return count_agreement(candidate.features.hits_readings, candidate.count)


def query_in_records(candidate: CandidateFeatures) -> float:
    """Records that hold a word of the query."""
    return share([record.asks_query for record in candidate.records])


def plain_text_length(candidate: CandidateFeatures) -> float:
    """Records with much text outside of links, up to 400 characters."""
    return log_scale(fmean(candidate.plain_lengths), 400)


def with_plain_text(candidate: CandidateFeatures) -> float:
    """Records with at least 20 characters outside of links: a snippet, a price, a date."""
    return share([length >= 20 for length in candidate.plain_lengths])


def length_variation(candidate: CandidateFeatures) -> float:
    """Records differ in length."""
    return variation([length + 1.0 for length in candidate.lengths])


def prices_or_dates(candidate: CandidateFeatures) -> float:
    """Records with a price or a date."""
    return share([record.has_price_or_date for record in candidate.records])


TEXT_FEATURES: tuple[Feature, ...] = (
    two_or_three,
    round_number,
    grid_number,
    agrees_with_range,
    query_in_records,
    plain_text_length,
    with_plain_text,
    length_variation,
    prices_or_dates,
)


def count_agreement(readings: Sequence[HitsReading], count: int) -> float:
    """Return how well `count` records agree with what the page's lines say, from -1 to 1.

    1: a convincing line shows a range of exactly so many, or says it is all there is. 0: the page
    says nothing. Below 0: a convincing range says another number.

    >>> from wrappers.extraction.hits_line.reading import read_line
    >>> readings = read_line("1-10 of 200 results")
    >>> count_agreement(readings, 10), count_agreement(readings, 3), count_agreement([], 3)
    (1.0, -0.7, 0.0)
    """
    convincing = [reading for reading in readings if reading.score >= CONVINCING]
    if not convincing:
        return 0.0
    shown = {reading.line.shown for reading in convincing} - {None}
    if count in shown:
        return 1.0
    totals = {r.line.total for r in convincing if r.line.total is not None}
    if shown:
        largest = max(number for number in shown if number is not None)
        return -min(1.0, abs(largest - count) / max(largest, count, 1))
    if count in totals:
        return 0.8
    return -0.5 if totals and count > max(totals) else 0.0
