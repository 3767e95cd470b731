"""What is demanded of an engine's records outlives their redesigns: no alarm asks for less."""

from collections.abc import Sequence

from wrappers.extraction.constraints.constraints import (
    ESSENTIAL,
    FIELDS,
    NO_CONSTRAINTS,
    IntegrityConstraints,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.constraints import LEARNED_MANDATORY

# Share that must be left of the records with an address or a title. Guess.
MIN_SHARE_OF_ESSENTIAL = 0.8


def demands_of(constraints: IntegrityConstraints) -> IntegrityConstraints:
    """Return constraints without the fields that were all learned pages' and no engine must have.

    A new design may show no snippets. What a person demands stays.
    """
    mandatory = (
        name for name in constraints.mandatory if name in ESSENTIAL or name not in LEARNED_MANDATORY
    )
    return constraints.replace(mandatory=tuple(mandatory))


def keep_demands(
    learned: IntegrityConstraints, before: IntegrityConstraints
) -> IntegrityConstraints:
    """Return the constraints of a repair, with all that the old ones demand of the records' data.

    What is learned of fewer records than before would ask for less.
    """
    names = {*learned.mandatory, *demands_of(before).mandatory}
    return learned.replace(
        minimum=min(max(learned.minimum, before.minimum), learned.maximum),
        mandatory=tuple(name for name in FIELDS if name in names),
        types={**learned.types, **before.types},
        data_model=before.data_model,
    )


def outliving(constraints: IntegrityConstraints) -> IntegrityConstraints:
    """Return what constraints say of fields, types, sites and addresses of records of their own.

    What they say of numbers and shapes belongs to the old page.
    """
    return NO_CONSTRAINTS.replace(
        mandatory=constraints.mandatory,
        types=constraints.types,
        sites=constraints.sites,
        addresses_differ=constraints.addresses_differ,
        data_model=constraints.data_model,
    )


def find_missing_essentials(
    records: Sequence[ResultRecord], known: Sequence[ResultRecord] = ()
) -> tuple[str, ...]:
    """Return what the records lack that no engine's may lack: addresses, titles, variety.

    Where `known` records lacked it too, it is not asked for.
    """
    if not records:
        return ()
    objections = []
    for name, noun in zip(ESSENTIAL, ("an address", "a title"), strict=True):
        has = sum(bool(getattr(record, name)) for record in records)
        usual = _share(known, name) if known else 1.0
        if has < MIN_SHARE_OF_ESSENTIAL * usual * len(records):
            objections.append(f"of {len(records)} records {has} have {noun}")
    return tuple(objections)


def _share(records: Sequence[ResultRecord], name: str) -> float:
    return sum(bool(getattr(record, name)) for record in records) / len(records)
