"""Redesign: something of everything, as a real one changes many things, none of them all over."""

from tests.benchmarks.redesigns.added_wrappers import add_wrappers
from tests.benchmarks.redesigns.chance import Chance
from tests.benchmarks.redesigns.changed_chrome import change_chrome
from tests.benchmarks.redesigns.class_names import rename_classes
from tests.benchmarks.redesigns.hashed_attributes import hash_attributes
from tests.benchmarks.redesigns.removed_wrappers import remove_wrappers
from tests.benchmarks.redesigns.reordered_blocks import reorder_blocks
from tests.benchmarks.redesigns.site import Site
from tests.benchmarks.redesigns.swapped_tags import swap_tags

# One site in four gets the names of a build tool, the others readable ones. Guess.
_HASHED = 0.25
# The strength of each change of structure, times the strength of all. Guess.
_MODERATE = 0.5


def change_everything(site: Site, chance: Chance, strength: float) -> None:
    """Change structure moderately, the chrome, and most names."""
    moderate = _MODERATE * strength
    for name, change in (
        ("removed", remove_wrappers),
        ("reordered", reorder_blocks),
        ("swapped", swap_tags),
        ("added", add_wrappers),
        ("chrome", change_chrome),
    ):
        change(site, chance.of(name), moderate)
        site.forget()
    rename = hash_attributes if chance.chosen(_HASHED, "hashed") else rename_classes
    rename(site, chance.of("names"), strength)
