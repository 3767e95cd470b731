"""Rendering: what a browser shows of a page, every byte of which came through our own guard.

The browser is an installed Chromium, driven by Playwright. Both are optional: this folder is
imported without them, and says what is missing.
"""

from discovery.web.rendering.availability import open_renderer, rendering_obstacle
from discovery.web.rendering.browser_pool import BrowserPool
from discovery.web.rendering.rendered_page import (
    RenderedPage,
    RenderFailure,
    RenderingError,
    picture_size,
)
from discovery.web.rendering.renderer import Renderer, SearchedPage

__all__ = [
    "BrowserPool",
    "RenderFailure",
    "RenderedPage",
    "Renderer",
    "RenderingError",
    "SearchedPage",
    "open_renderer",
    "picture_size",
    "rendering_obstacle",
]
