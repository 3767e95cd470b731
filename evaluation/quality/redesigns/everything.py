"""Redesign: something of everything, as a real one changes many things, none of them all over."""

from evaluation.quality.redesigns.added_wrappers import add_wrappers
from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.changed_chrome import change_chrome
from evaluation.quality.redesigns.class_names import rename_classes
from evaluation.quality.redesigns.hashed_attributes import hash_attributes
from evaluation.quality.redesigns.removed_wrappers import remove_wrappers
from evaluation.quality.redesigns.reordered_blocks import reorder_blocks
from evaluation.quality.redesigns.site import Site
from evaluation.quality.redesigns.swapped_tags import swap_tags

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
