"""Saved result pages: read from files for the commands that work without the web."""

from pathlib import Path

from discovery.pages import Page, parse_answer, resolve_url

# A larger file is no result page.
MAX_FILE_SIZE = 20_000_000


class SavedPageError(ValueError):
    """A file that cannot be read as a page, or an address that it cannot come from."""


def read_saved_page(path: Path, url: str = "") -> Page:
    """Return the page saved at `path`, `url` its address on the web.

    Raises `SavedPageError` when there is no such file or it is too large, or `url` is given and no
    address; `NotHtmlError`.
    """
    if url and resolve_url("", url) is None:
        raise SavedPageError(f"{url[:200]!r} is no http or https address of a page.")
    try:
        if path.stat().st_size > MAX_FILE_SIZE:
            raise SavedPageError(f"{path} is larger than {MAX_FILE_SIZE} bytes")
        return parse_answer(path.read_bytes(), url)
    except OSError as error:
        raise SavedPageError(f"{path} cannot be read: {error.strerror}") from error
