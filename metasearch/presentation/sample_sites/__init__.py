"""The sample sites as engines of this installation: shown to newcomers, removed, retired."""

from metasearch.presentation.sample_sites.first_visit import first_visit
from metasearch.presentation.sample_sites.known_samples import (
    redesigned_engine,
    sample_addresses,
    sample_engines,
)
from metasearch.presentation.sample_sites.removal import bring_samples_back, remove_samples
from metasearch.presentation.sample_sites.retirement import retire_old_samples

__all__ = [
    "bring_samples_back",
    "first_visit",
    "redesigned_engine",
    "remove_samples",
    "retire_old_samples",
    "sample_addresses",
    "sample_engines",
]
