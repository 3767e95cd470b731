"""Engines as rows: registered by address, moved between states; the forms of their sites."""

from discovery.engines.bangs import give_bang, taken_bangs
from discovery.engines.exact_values import exact_values
from discovery.engines.form_survey import survey_site
from discovery.engines.home_page import NEEDS_CLICK, DiscoveryError, blocked_state, excerpt
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
from discovery.engines.walls import Entrance, pass_walls, told_walls
from discovery.engines.watched_site import WatchedSite, enter_in_browser, watch_site

__all__ = [
    "NEEDS_CLICK",
    "AddressError",
    "DiscoveryError",
    "Entrance",
    "IndexedSite",
    "WatchedSite",
    "blocked_state",
    "change_state",
    "clean_address",
    "engines_asked_alike",
    "enter_in_browser",
    "exact_values",
    "excerpt",
    "free_slug",
    "give_bang",
    "log_event",
    "pass_walls",
    "register_engine",
    "slug_stem",
    "survey_site",
    "taken_bangs",
    "told_walls",
    "typed_address",
    "watch_site",
]
