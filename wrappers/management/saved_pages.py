"""Saved result pages: read from files for the commands that work without the web."""

from pathlib import Path

from discovery.management.command_line import WRONG_CALL, read_file
from discovery.pages.page import Page, parse_answer
from discovery.pages.urls import resolve_url

# A larger file is no result page.
MAX_FILE_SIZE = 20_000_000


class SavedPageError(ValueError):
    """A file that is too large for a page, or an address that it cannot come from."""


def read_saved_page(path: Path, url: str = "") -> Page:
    """Return a page saved. Raises `CommandError`, `SavedPageError`, `NotHtmlError`."""
    if url and resolve_url("", url) is None:
        raise SavedPageError(f"{url[:200]!r} is no http or https address of a page.")
    body = read_file(path, MAX_FILE_SIZE + 1, failure=WRONG_CALL)
    if len(body) > MAX_FILE_SIZE:
        raise SavedPageError(f"{path} is larger than {MAX_FILE_SIZE} bytes")
    return parse_answer(body, url)
