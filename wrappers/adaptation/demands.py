"""What is demanded of an engine's records outlives their redesigns: no alarm asks for less."""

from wrappers.extraction import ESSENTIAL, FIELDS, NO_CONSTRAINTS, IntegrityConstraints
from wrappers.induction import LEARNED_MANDATORY


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
