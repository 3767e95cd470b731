"""Engines as rows: registered by address, moved between states; the forms of their sites."""

from discovery.engines.bangs import give_bang, taken_bangs
from discovery.engines.exact_values import exact_values
from discovery.engines.form_survey import DiscoveryError, blocked_state, excerpt, survey_site
from discovery.engines.indexed_site import IndexedSite
from discovery.engines.registration import (
    AddressError,
    change_state,
    clean_address,
    free_slug,
    log_event,
    register_engine,
    slug_stem,
    typed_address,
)
from discovery.engines.same_connection import engines_asked_alike
from discovery.engines.watched_site import WatchedSite, watch_site

__all__ = [
    "AddressError",
    "DiscoveryError",
    "IndexedSite",
    "WatchedSite",
    "blocked_state",
    "change_state",
    "clean_address",
    "engines_asked_alike",
    "exact_values",
    "excerpt",
    "free_slug",
    "give_bang",
    "log_event",
    "register_engine",
    "slug_stem",
    "survey_site",
    "taken_bangs",
    "typed_address",
    "watch_site",
]
