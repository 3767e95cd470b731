"""How walls are answered here, by a request or in the browser, and how many of one site."""

from django.conf import settings

from discovery.pages.wall_labels import WallManner

# Walls of one site, each of which is answered by one click: consent, age, country.
MAX_WALLS = 3


def wall_manner() -> WallManner:
    """Return how walls are answered here."""
    return WallManner(settings.WALLS)
