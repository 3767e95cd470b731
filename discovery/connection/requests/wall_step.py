"""From a wall to what passes it: the request or cookie of one button. Nothing is sent here."""

import re
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from discovery.connection.description.form_data import FormEntry, encode_body, urlencode
from discovery.connection.requests.engine_request import EngineRequest
from discovery.forms.pressing import press_button
from discovery.pages.messages import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url
from discovery.pages.wall_controls import wall_controls
from discovery.pages.wall_labels import WallManner, choose_label
from discovery.pages.wall_questions import asks_for_birthday, site_question

# Characters of scripts that are read, and from a button's name to the cookie that it sets.
MAX_SCRIPT = 200_000
MAX_DISTANCE = 1_500
MAX_COOKIE = 1_000
# A cookie set by a script as one piece of text; what is put together there needs a browser.
_COOKIE = re.compile(r"document\s*\.\s*cookie\s*=\s*(['\"`])((?:(?!\1)[^\\\n$])+)\1\s*(?![\s+.])")
_CALLED = re.compile(r"([A-Za-z_$][\w$]{1,60})\s*\(")
# What ends a cookie instead of setting it.
_ENDING = re.compile(r"max-age\s*=\s*-?0*(?:;|$)|expires\s*=[^;]*\b19[67]\d\b|^[^=;]*=\s*;", re.I)


@dataclass(frozen=True, slots=True)
class WallStep:
    """How a wall is passed: by `request`, else by the `cookies` that its button's script sets.

    `cookies` are values of the header Set-Cookie. Without both it takes a browser.
    """

    kind: ObstacleKind
    label: str
    request: EngineRequest | None = None
    cookies: tuple[str, ...] = ()

    @property
    def needs_browser(self) -> bool:
        """Whether only a browser can press the button."""
        return self.request is None and not self.cookies


def wall_step(page: Page, manner: WallManner) -> WallStep | None:
    """Return what passes the wall that `page` is, None for no wall, or none that can be passed."""
    kind = site_question(page)
    if kind is None or (kind is ObstacleKind.AGE and asks_for_birthday(page.root)):
        return None
    controls = wall_controls(page, kind)
    chosen = choose_label(kind, [control.label for control in controls], manner)
    if chosen is None:
        return None
    control = controls[chosen]
    request = _request_of(page, control.element)
    cookies = () if request is not None else _cookies_of(page, control.element)
    return WallStep(kind, control.label, request, cookies)


def _request_of(page: Page, element: HtmlElement) -> EngineRequest | None:
    """Return what pressing a button or following a link asks for, None where a script does it."""
    if element.tag in ("a", "area"):
        href = element.get("href", "").strip()
        url = resolve_url(page.base_url, href) if href and not href.startswith("#") else None
        return None if url is None else EngineRequest("GET", url.partition("#")[0])
    if element.get("onclick"):
        return None
    form = press_button(page, element)
    if form is None:
        return None
    entries = [FormEntry(*pair) for pair in form.entries]
    if form.method == "post":
        body, content_type = encode_body(entries, form.enctype, form.charset)
        return EngineRequest("POST", form.action, body, content_type)
    query = urlencode(entries, form.charset)
    return EngineRequest("GET", f"{form.action.partition('?')[0].partition('#')[0]}?{query}")


def _cookies_of(page: Page, element: HtmlElement) -> tuple[str, ...]:
    """Return the cookie that a button's script sets, where that can be read from the script."""
    own = " ".join((element.get("onclick", ""), element.get("href", "")))[:MAX_SCRIPT]
    said = _cookies_in(own)
    if said:
        return said[:1]
    scripts = islice(page.root.iter("script"), MAX_DISTANCE)
    text = "\n".join(each.text or "" for each in scripts if not each.get("src"))[:MAX_SCRIPT]
    names = [*_CALLED.findall(own), element.get("id", ""), *element.get("class", "").split()[:5]]
    for name in filter(None, names):
        found = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)
        near = _cookies_in(text[found.end() : found.end() + MAX_DISTANCE]) if found else ()
        if near:
            return near[:1]
    every = _cookies_in(text)
    return every if len(every) == 1 else ()


def _cookies_in(script: str) -> tuple[str, ...]:
    """Return the cookies that a script sets, each once."""
    found = (match[2].strip() for match in _COOKIE.finditer(script))
    return tuple(dict.fromkeys(e for e in found if len(e) <= MAX_COOKIE and not _ENDING.search(e)))
