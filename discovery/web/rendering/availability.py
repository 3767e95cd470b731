"""Whether pages can be rendered here, and what is missing where they cannot."""

import importlib.util
import shutil
from pathlib import Path

from django.conf import settings

from discovery.web.fetching import Fetcher
from discovery.web.rendering.renderer import Renderer

OFF = "off"
# The names of .ci/system-packages, and where macOS keeps the program.
CHROMIUM_NAMES = (
    *("chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# What requirements-rendering.txt installs.
LIBRARIES = ("playwright", "psutil", "imagesize")
REMEDY = "Run `make browser`, then start the product again."


def rendering_obstacle() -> str:
    """Return why no page can be rendered and what mends it, or nothing when they can."""
    setting = settings.METASEARCH_BROWSER
    if setting == OFF:
        return "It is switched off: METASEARCH_BROWSER is “off”."
    missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} of requirements-rendering.txt are missing. {REMEDY}"
    if chromium_path() is None:
        if setting:
            return f"METASEARCH_BROWSER: there is no program {setting}."
        return f"No Chromium or Chrome is installed. {REMEDY}"
    return ""


def chromium_path() -> Path | None:
    """Return the browser that the setting names, else the first that is installed."""
    setting = settings.METASEARCH_BROWSER
    found = filter(None, map(shutil.which, (setting,) if setting else CHROMIUM_NAMES))
    return next(map(Path, found), None)


def open_renderer(fetcher: Fetcher) -> Renderer | None:
    """Return what renders pages through `fetcher`, or None where nothing can.

    No browser runs before the first page. Whoever opens it closes it.
    """
    path = None if rendering_obstacle() else chromium_path()
    return None if path is None else Renderer(fetcher, path)
