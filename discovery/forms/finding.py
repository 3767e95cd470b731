"""Every form of a page, and the text inputs that stand outside any."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement
from w3lib.encoding import resolve_encoding

from discovery.forms.controls import read_field
from discovery.forms.form import FormField, SearchForm
from discovery.forms.surroundings import (
    CONTROL_TAGS,
    context_marks,
    in_search_landmark,
    leading_text,
    marks,
    text_after,
    text_before,
)
from discovery.pages import Page, resolve_url

# Bounds against hostile pages. Real pages have had up to some hundred forms (a calendar or a shop's
# list with one each) and state fields of some 100 kB. Guesses.
MAX_FORMS = 400
MAX_FIELDS = 1_000
MAX_FORM_CHARACTERS = 500_000
MAX_PSEUDO_FORMS = 20
# Words of a form, and around it, that still tell what it is for. Guesses.
MAX_TEXT_LENGTH = 600
MAX_NEIGHBOUR_LENGTH = 100
MAX_SCRIPT_LENGTH = 200
# How far up from a text input outside any form its button is looked for. Guess.
PSEUDO_FORM_LEVELS = 3

URL_ENCODED = "application/x-www-form-urlencoded"
ENCODING_TYPES = frozenset({URL_ENCODED, "multipart/form-data", "text/plain"})


@dataclass(slots=True)
class _Outline:
    """The forms of a page and whose control is whose, by one walk over the page."""

    forms: list[HtmlElement] = field(default_factory=list)
    controls: dict[HtmlElement, list[HtmlElement]] = field(default_factory=dict)
    orphans: list[HtmlElement] = field(default_factory=list)
    labels: dict[str, HtmlElement] = field(default_factory=dict)


def find_forms(page: Page) -> tuple[SearchForm, ...]:
    """Return all forms of `page` in document order, then pseudo-forms.

    A control belongs to the form it stands in, or that its `form` attribute names; disabled ones
    are left out. Of forms in forms the innermost counts. A pseudo-form is made of a text input
    outside any form and the controls beside it; it is sent to the page's own address.
    """
    outline = _outline(page.root)
    found = [
        _read_form(index, form, outline, page)
        for index, form in enumerate(islice(outline.forms, MAX_FORMS))
    ]
    groups = islice(_orphan_groups(outline.orphans), MAX_PSEUDO_FORMS)
    for index, (container, controls) in enumerate(groups, start=len(outline.forms)):
        found.append(_pseudo_form(index, container, controls, outline.labels, page))
    return tuple(found)


def _outline(root: HtmlElement) -> _Outline:
    """Walk the page once: forms, labels, and each enabled control with its form."""
    outline = _Outline()
    by_id: dict[str, HtmlElement] = {}
    for form in root.iter("form"):
        outline.forms.append(form)
        outline.controls[form] = []
        by_id.setdefault(form.get("id", ""), form)
    for control, form in _enabled_controls(root, outline.labels):
        named = control.get("form")
        owner = by_id.get(named, form) if named else form
        (outline.orphans if owner is None else outline.controls[owner]).append(control)
    return outline


def _enabled_controls(
    root: HtmlElement, labels: dict[str, HtmlElement]
) -> Iterator[tuple[HtmlElement, HtmlElement | None]]:
    """Yield each enabled control with the form it stands in, and note labels on the way."""
    forms: list[HtmlElement] = []
    disabled_fieldsets = 0
    for event, node in etree.iterwalk(root, events=("start", "end")):
        entering = event == "start"
        if node.tag == "form":
            if entering:
                forms.append(node)
            else:
                forms.pop()
        elif node.tag == "fieldset" and node.get("disabled") is not None:
            disabled_fieldsets += 1 if entering else -1
        elif entering and node.tag == "label" and node.get("for"):
            labels.setdefault(node.get("for"), node)
        elif entering and node.tag in CONTROL_TAGS and not _is_disabled(node, disabled_fieldsets):
            yield node, forms[-1] if forms else None


def _is_disabled(control: HtmlElement, disabled_fieldsets: int) -> bool:
    return disabled_fieldsets > 0 or control.get("disabled") is not None


def _read_form(index: int, form: HtmlElement, outline: _Outline, page: Page) -> SearchForm:
    """Return the `SearchForm` of a `<form>` element and its controls."""
    controls = outline.controls[form]
    fields, truncated = _read_fields(controls, outline.labels)
    pressed = next((c for c, f in zip(controls, fields, strict=False) if f.submits), None)
    return SearchForm(
        index=index,
        action=_address(_sent_by(form, pressed, "action"), page),
        method="post" if _sent_by(form, pressed, "method").lower() == "post" else "get",
        enctype=_encoding_type(_sent_by(form, pressed, "enctype")),
        charset=_charset(form, page),
        fields=fields,
        truncated=truncated,
        search_landmark=in_search_landmark(form),
        marks=marks(form, "title", "aria-label"),
        script=_script(form),
        text=leading_text(form, MAX_TEXT_LENGTH),
        text_before=text_before(form, MAX_NEIGHBOUR_LENGTH),
        text_after=text_after(form, MAX_NEIGHBOUR_LENGTH),
        context=context_marks(form),
    )


def _pseudo_form(
    index: int,
    container: HtmlElement,
    controls: list[HtmlElement],
    labels: dict[str, HtmlElement],
    page: Page,
) -> SearchForm:
    """Return the pseudo-form of controls that stand together outside any form."""
    fields, truncated = _read_fields(controls, labels)
    return SearchForm(
        index=index,
        action=resolve_url(page.url, ""),
        charset=page.charset,
        fields=fields,
        pseudo=True,
        truncated=truncated,
        search_landmark=in_search_landmark(container),
        marks=marks(container),
        text=leading_text(container, MAX_TEXT_LENGTH),
        text_before=text_before(container, MAX_NEIGHBOUR_LENGTH),
        context=context_marks(container),
    )


def _read_fields(
    controls: list[HtmlElement], labels: dict[str, HtmlElement]
) -> tuple[tuple[FormField, ...], bool]:
    """Return the fields of `controls`, and whether a limit of number or size cut them short."""
    fields: list[FormField] = []
    characters = 0
    for control in controls:
        read = read_field(control, labels)
        characters += len(read.name) + len(read.value)
        if len(fields) == MAX_FIELDS or characters > MAX_FORM_CHARACTERS:
            return tuple(fields), True
        fields.append(read)
    return tuple(fields), False


def _sent_by(form: HtmlElement, pressed: HtmlElement | None, what: str) -> str:
    """Return an attribute of sending: of the button pressed (`formaction` …), else of the form."""
    own = pressed.get(f"form{what}") if pressed is not None else None
    declared: str = form.get(what, "") if own is None else own
    return declared.strip()


def _address(action: str, page: Page) -> str | None:
    """Return where a form is sent, None when that is no web address.

    No action means the page's own address, not its base (HTML standard, section 4.10.22.3).
    """
    return resolve_url(page.base_url, action) if action else resolve_url(page.url, "")


def _script(form: HtmlElement) -> str:
    """Return the code that a form runs instead of, or before, being sent."""
    action = form.get("action", "").strip()
    code = action if action.lower().startswith("javascript:") else ""
    return f"{form.get('onsubmit', '')} {code}"[:MAX_SCRIPT_LENGTH]


def _encoding_type(declared: str) -> str:
    """Return the encoding type that a declared one stands for."""
    return declared.lower() if declared.lower() in ENCODING_TYPES else URL_ENCODED


def _charset(form: HtmlElement, page: Page) -> str:
    """Return the charset a form is sent in: the first known one it accepts, else the page's."""
    for label in re.split(r"[\s,;]+", form.get("accept-charset", "")[:100]):
        charset = resolve_encoding(label) if label else None
        if charset:
            return charset
    return page.charset


def _orphan_groups(
    orphans: list[HtmlElement],
) -> Iterator[tuple[HtmlElement, list[HtmlElement]]]:
    """Yield the container and the controls of each text input outside any form."""
    free = set(orphans)
    for orphan in orphans:
        if read_field(orphan, {}).takes_text:
            container, controls = _surroundings(orphan)
            yield container, [control for control in controls if control in free]


def _surroundings(control: HtmlElement) -> tuple[HtmlElement, list[HtmlElement]]:
    """Return the largest near ancestor with no other text input and no form, and its controls."""
    container, controls = control, [control]
    for ancestor in islice(control.iterancestors(), PSEUDO_FORM_LEVELS):
        inside = list(islice(ancestor.iter(*CONTROL_TAGS, "form"), MAX_FIELDS))
        others = (node for node in inside if node is not control)
        if any(node.tag == "form" or read_field(node, {}).takes_text for node in others):
            break
        container, controls = ancestor, inside
    return container, controls
