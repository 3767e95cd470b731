"""Evidence of number and text of the records; each within [-1, 1]."""

from wrappers.extraction import count_agreement
from wrappers.induction.features.record_features import (
    Evidence,
    Look,
    fmean,
    log_scale,
    share,
    variation,
)
from wrappers.induction.features.shapes import missed_twins


def two_or_three(look: Look) -> float:
    """Two or three records: hardly a regularity."""
    return float(look.count <= 3)


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


def plain_text_length(look: Look) -> float:
    """Records with much text outside of links, up to 400 characters."""
    return log_scale(fmean(look.plain_lengths), 400)


def with_plain_text(look: Look) -> float:
    """Records with at least 20 characters outside of links: a snippet, a price, a date."""
    return share([length >= 20 for length in look.plain_lengths])


def length_variation(look: Look) -> float:
    """Records differ in length."""
    return variation([length + 1.0 for length in look.lengths])


def prices_or_dates(look: Look) -> float:
    """Records with a price or a date."""
    return share([record.has_price_or_date for record in look.records])


TEXT_EVIDENCE: tuple[Evidence, ...] = (
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
