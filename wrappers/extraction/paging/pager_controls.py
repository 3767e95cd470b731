"""The links and buttons of a page whose label says that they lead to another result page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from discovery.connection.description.description import DescriptionError
from discovery.connection.form_description.describing import describe
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.request import build_request
from discovery.forms.acts import pages_act
from discovery.forms.finding import find_forms
from discovery.forms.form import FormField, SearchForm
from discovery.pages.page import Page
from discovery.pages.urls import ascii_url, resolve_url
from wrappers.extraction.paging.pager_labels import (
    LabelKind,
    PagerLabel,
    label_in_other_words,
    read_label,
)

# Links and buttons of a page that are looked at: far more than a result page has. Guess.
MAX_CONTROLS = 5_000
# Pieces of text of a link that are read for its label.
MAX_LABEL_PIECES = 12
MAX_LABEL_TEXT = 300
_NEXT_MARK = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-])|next[-_]?page|page[-_]?next", re.IGNORECASE)
# ASP.NET's links by script: `javascript:__doPostBack('target','argument')` (a format, documented).
_POSTBACK = re.compile(
    r"__doPostBack\(\s*['\"]([^'\"]{0,300})['\"]\s*,\s*['\"]([^'\"]{0,300})['\"]"
)
_POSTBACK_FIELDS = ("__EVENTTARGET", "__EVENTARGUMENT")
_LINKS = etree.XPath("descendant-or-self::a[@href]", regexp=False)
_MARKED_LINKS = etree.XPath("descendant-or-self::a[contains(@href, $mark)]", regexp=False)


class ControlKind(StrEnum):
    """What has to be done to get to the page."""

    LINK = "link"
    BUTTON = "button"
    POSTBACK = "postback"


@dataclass(frozen=True, slots=True)
class PagerControl:
    """A link or button with a pager's label; `address` is where it leads (a form: its action).

    `is_marked_next` tells that the markup says so: `rel=next`, a class of that name.
    """

    means: ControlKind
    label: PagerLabel
    address: str
    is_marked_next: bool
    element: HtmlElement | None = None
    form: SearchForm | None = None

    def request(self, page: Page) -> EngineRequest | None:
        """Return the request that following this control of `page` sends, None if it cannot."""
        if self.form is not None:
            return _submit(self.form, page)
        return EngineRequest("GET", ascii_url(self.address, page.charset))


def find_links(page: Page, mark: str = "") -> Iterator[PagerControl]:
    """Yield the links with a pager's label, only those with `mark` in their address if given."""
    for link in _links(page, mark):
        label, is_marked_next = _link_label(link)
        if label is None:
            continue
        address = resolve_url(page.base_url, link.get("href"))
        if address is not None:
            yield PagerControl(ControlKind.LINK, label, address, is_marked_next, link)
    yield from (link for link in _head_links(page) if mark in link.address)


def _links(page: Page, mark: str) -> list[HtmlElement]:
    """Return the links with `mark` in their address, the first `MAX_CONTROLS`."""
    found = _MARKED_LINKS(page.root, mark=mark) if mark else _LINKS(page.root)
    nodes = found if isinstance(found, list) else []
    return [node for node in nodes[:MAX_CONTROLS] if isinstance(node, HtmlElement)]


def _head_links(page: Page) -> Iterator[PagerControl]:
    """Yield `<link rel=next>`: what the page tells machines."""
    for link in islice(page.root.iter("link"), MAX_CONTROLS):
        if "next" in link.get("rel", "").lower().split():
            address = resolve_url(page.base_url, link.get("href"))
            if address is not None:
                yield PagerControl(
                    ControlKind.LINK, PagerLabel(LabelKind.NEXT), address, True, link
                )


def find_postbacks(page: Page) -> Iterator[PagerControl]:
    """Yield the links with a pager's label that post their page's own form by script."""
    forms: tuple[SearchForm, ...] | None = None
    for link in _links(page, "__doPostBack"):
        call = _POSTBACK.search(link.get("href", ""))
        label, is_marked_next = _link_label(link)
        if call is None or label is None:
            continue
        forms = find_forms(page) if forms is None else forms
        form = next((form for form in forms if _holds_postback(form)), None)
        if form is None or form.action is None:
            return
        filled = _with_postback(form, call[1], call[2])
        yield PagerControl(
            ControlKind.POSTBACK,
            label,
            form.action,
            is_marked_next,
            link,
            filled,
        )


def _holds_postback(form: SearchForm) -> bool:
    return any(field.name.startswith("__VIEWSTATE") for field in form.fields)


def _with_postback(form: SearchForm, target: str, argument: str) -> SearchForm:
    """Return the form as the script submits it: no button pressed, the event's two fields set."""
    values = dict(zip(_POSTBACK_FIELDS, (target, argument), strict=True))
    fields = [
        field for field in form.fields if not field.submits and field.name not in _POSTBACK_FIELDS
    ]
    events = [FormField(name, "hidden", value) for name, value in values.items()]
    return replace(form, fields=(*events, *fields))


def find_buttons(page: Page) -> Iterator[PagerControl]:
    """Yield the submit buttons with a pager's label, each with its form as it is then sent."""
    for form in find_forms(page):
        if form.action is None or form.pseudo or form.truncated:
            continue
        for button in islice((field for field in form.fields if field.submits), MAX_CONTROLS):
            label = read_label(button.label) or read_label(button.value)
            # A search form's own button may be a mere arrow.
            is_own = button is form.default_submit and bool(form.text_fields)
            if label is None or (is_own and label.kind is not LabelKind.NEXT):
                continue
            if pages_act(form, button):
                continue
            others = tuple(field for field in form.fields if not field.submits or field is button)
            pressed = replace(form, fields=others)
            yield PagerControl(ControlKind.BUTTON, label, form.action, False, None, pressed)


def _submit(form: SearchForm, page: Page) -> EngineRequest | None:
    """Return the request of a form sent as it stands, or None when it cannot be described.

    A description wants to know which field takes the query: any one that is sent does, with the
    value it holds.
    """
    field = next((each for each in form.fields if _can_stand_for_query(each)), None)
    if field is None:
        return None
    try:
        return build_request(describe(form, field.name, page), field.value)
    except (DescriptionError, ValueError):
        return None


def _can_stand_for_query(field: FormField) -> bool:
    """Tell whether a field would be sent with exactly this value as the query."""
    if not field.name or field.kind not in ("text", "search", "hidden"):
        return False
    return field.value == field.value.strip() != "" and field.value.isprintable()


def _link_label(link: HtmlElement) -> tuple[PagerLabel | None, bool]:
    """Return what a link's words say, and whether its markup says "next"."""
    is_marked_next = "next" in link.get("rel", "").lower().split()
    text = " ".join(islice(link.itertext(), MAX_LABEL_PIECES))
    label = read_label(text) if len(text) <= MAX_LABEL_TEXT else None
    if label is not None and label.kind is not LabelKind.SIGN:
        return label, is_marked_next
    is_marked_next = is_marked_next or _is_marked_next(link)
    if label is None and text.strip() and not is_marked_next:
        return None, False
    for words in _other_words(link):
        other = read_label(words)
        if other is not None:
            return other, is_marked_next
    if label is None and is_marked_next and not text.strip():
        return PagerLabel(LabelKind.NEXT), True
    if label is None and "next" in link.get("rel", "").lower().split():
        # In words of a language that is not known here; the markup's word is understood.
        return label_in_other_words(text), True
    return label, is_marked_next


def _is_marked_next(link: HtmlElement) -> bool:
    parent = link.getparent()
    marks = [link.get("class", ""), link.get("id", "")]
    if parent is not None:
        marks.append(parent.get("class", ""))
    return any(_NEXT_MARK.search(mark) for mark in marks)


def _other_words(link: HtmlElement) -> Iterator[str]:
    """Yield the words a link is given for those who do not see it."""
    yield link.get("aria-label", "")
    yield link.get("title", "")
    for image in islice(link.iter("img"), 2):
        yield image.get("alt", "")
