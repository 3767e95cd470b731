"""Home pages that only lead on: by a refresh, by a script, by a frame."""

import re
from itertools import islice

from discovery.pages.acts import link_acts
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.refresh import refresh_target
from discovery.pages.tree import visible_text
from discovery.pages.urls import resolve_url
from discovery.web.cookies import CookieSession
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.response import Response

# A page that only leads on says little (characters), has few links, and nothing to type into.
MAX_TEXT = 400
MAX_LINKS = 3
# Pages that lead on one after the other, and seconds for each.
MAX_STEPS = 3
STEP_DEADLINE = 8.0
# Characters of scripts that are read.
MAX_SCRIPT = 20_000
_ADDRESS = r"\s*(['\"`])((?:(?!\1)[^\\\n]){1,2000})\1"
_BY_SCRIPT = re.compile(
    r"(?:\b(?:window|document|self|top|parent)\s*\.\s*)?\blocation(?:\s*\.\s*href)?\s*=(?!=)"
    + _ADDRESS
)
_BY_CALL = re.compile(r"\blocation\s*\.\s*(?:replace|assign)\s*\(" + _ADDRESS)


async def enter_site(fetcher: Fetcher, response: Response, session: CookieSession) -> Response:
    """Return the page that the home page in `response` leads on to; itself where it is one."""
    for _ in range(MAX_STEPS):
        page = page_of(response)
        target = leads_on_to(page) if page is not None else None
        if target is None:
            break
        try:
            following = await fetcher.fetch(
                target, deadline=STEP_DEADLINE, session=session, polite=True
            )
        except FetchError:
            break
        if following.status >= 400:
            break
        response = following
    return response


def page_of(response: Response) -> Page | None:
    """Return the page fetched, None when it is no HTML page."""
    kind = (response.content_type or "text/html").split(";")[0].strip().lower()
    if not kind.startswith("text/") and "html" not in kind and "xml" not in kind:
        return None
    try:
        return response.parse()
    except NotHtmlError:
        return None


def leads_on_to(page: Page) -> str | None:
    """Return where a page that only leads on leads to, None for a page of its own."""
    root = page.root
    if sum(1 for _ in islice(root.iter("a", "area"), MAX_LINKS + 1)) > MAX_LINKS:
        return None
    if next(root.iter("form", "textarea"), None) is not None:
        return None
    if len(visible_text(root)) > MAX_TEXT:
        return None
    for target in (_refresh_of(page), _script_of(page), _frame_of(page)):
        address = resolve_url(page.base_url, target)
        if address is None or link_acts(address):
            continue
        if address.partition("#")[0] != page.url.partition("#")[0]:
            return address
    return None


def _refresh_of(page: Page) -> str | None:
    """Return the address of a refresh that a reader need not wait for."""
    for node in page.root.iter("meta"):
        if node.get("http-equiv", "").strip().lower() != "refresh":
            continue
        target = refresh_target(node.get("content", ""))
        if target is not None:
            return target
    return None


def _script_of(page: Page) -> str | None:
    """Return the address that a script of the page goes to."""
    body = next(page.root.iter("body"), None)
    handler = "" if body is None else body.get("onload", "")
    scripts = (node.text or "" for node in page.root.iter("script") if not node.get("src"))
    text = "\n".join((handler, *scripts))[:MAX_SCRIPT]
    found = _BY_CALL.search(text) or _BY_SCRIPT.search(text)
    return found[2] if found else None


def _frame_of(page: Page) -> str | None:
    """Return the address of the page's only frame; of several, links are followed."""
    frames = [node.get("src") for node in page.root.iter("frame", "iframe") if node.get("src")]
    return frames[0] if len(frames) == 1 else None
