"""Every form of a page, text inputs outside any, and what a browser sends of them."""

import re
from dataclasses import dataclass, replace
from itertools import islice

from lxml.html import HtmlElement
from w3lib.encoding import resolve_encoding

from discovery.forms.controls import (
    MAX_FORM_NODES,
    Outline,
    context_marks,
    control_kind,
    group_unowned,
    headings,
    in_search_landmark,
    leading_text,
    marks,
    outline_forms,
    read_field,
    text_after,
    text_before,
)
from discovery.forms.form import CONTROL_TAGS, SUBMIT_KINDS, FormField, SearchForm
from discovery.pages.acts import script_acts
from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, resolve_url

# Guesses: real pages have up to some hundred forms, and state fields of some 100 kB.
MAX_FORMS = 400
MAX_FIELDS = 2_000
MAX_FORM_CHARACTERS = 500_000
MAX_PSEUDO_FORMS = 20
# Words of a form, and around it, that still tell what it is for. Guesses.
MAX_TEXT_LENGTH = 600
MAX_NEIGHBOUR_LENGTH = 100
MAX_SCRIPT_LENGTH = 200

URL_ENCODED = "application/x-www-form-urlencoded"
ENCODING_TYPES = frozenset({URL_ENCODED, "multipart/form-data", "text/plain"})
_FORM_TAG = re.compile(rb"<(/?)form\b", re.IGNORECASE)


def find_forms(page: Page) -> tuple[SearchForm, ...]:
    """Return all forms of `page` in document order, then pseudo-forms: text inputs outside any."""
    return _read_forms(page, outline_forms(page.root))


def find_forms_as_browser(page: Page) -> tuple[SearchForm, ...]:
    """Return all forms of `page` as a browser has them, where that is not too much work."""
    outline = outline_forms(page.root)
    # To read a page again takes about a second for half a megabyte.
    if _may_be_torn(page, outline):
        # It imports BeautifulSoup and html5lib, which the search path has no use for.
        from discovery.forms.second_reading import read_again

        reading = read_again(page)
        if reading is not None:
            outline = outline_forms(*reading)
    return _read_forms(page, outline)


def acting_addresses(page: Page) -> frozenset[str]:
    """Return the addresses, without query, at which buttons of a page do something by GET.

    A link to one of them does it, too, whatever it says. The page's own address is none.
    """
    outline = outline_forms(page.root)
    found = set()
    for form in islice(outline.forms, MAX_FORMS):
        for button in islice(outline.controls[form], MAX_FIELDS):
            if control_kind(button) in SUBMIT_KINDS and read_field(button, outline.labels).acts:
                address, method, *_ = form_sending(form, button, page)
                if address is not None and method == "get":
                    found.add(address.partition("?")[0])
    return frozenset(found - {page.url.partition("?")[0]})


def _may_be_torn(page: Page, outline: Outline) -> bool:
    """Tell whether the forms of lxml's tree may be others than a browser's."""
    tags = _FORM_TAG.findall(page.body)
    # They begin and end by turns, if nothing is torn.
    if outline.unowned or tags != [b"", b"/"] * (len(tags) // 2):
        return True
    return any(next(form.iter(*CONTROL_TAGS), None) is None for form in outline.forms[:MAX_FORMS])


def _read_forms(page: Page, outline: Outline) -> tuple[SearchForm, ...]:
    found = [
        _read_form(index, form, outline, page)
        for index, form in enumerate(islice(outline.forms, MAX_FORMS))
    ]
    groups = islice(group_unowned(outline.unowned), MAX_PSEUDO_FORMS)
    for index, (container, controls) in enumerate(groups, start=len(outline.forms)):
        found.append(_pseudo_form(index, container, controls, outline, page))
    return tuple(found)


def _read_form(index: int, form: HtmlElement, outline: Outline, page: Page) -> SearchForm:
    controls = outline.controls[form]
    buttons = [each for each in controls if control_kind(each) in SUBMIT_KINDS]
    harmless = (each for each in buttons if not read_field(each, outline.labels).acts)
    pressed = next(harmless, next(iter(buttons), None))
    legend = next(form.iter("legend"), None)
    action, method, enctype, charset = form_sending(form, pressed, page)
    return replace(
        _pseudo_form(index, form, controls, outline, page),
        action=action,
        method=method,
        enctype=enctype,
        charset=charset,
        pseudo=False,
        to_itself=action is not None and comparison_key(action) == comparison_key(page.url),
        marks=marks(form, "title", "aria-label"),
        script=_script(form),
        script_acts=script_acts(form),
        headings=headings(form, MAX_NEIGHBOUR_LENGTH),
        legend="" if legend is None else leading_text(legend, MAX_NEIGHBOUR_LENGTH),
        text_after=text_after(form, MAX_NEIGHBOUR_LENGTH),
    )


def form_sending(
    form: HtmlElement, pressed: HtmlElement | None, page: Page
) -> tuple[str | None, str, str, str]:
    """Return address (None for none of the web), method, encoding, charset of a form's sending."""
    action = _sent_by(form, pressed, "action")
    enctype = _sent_by(form, pressed, "enctype").lower()
    return (
        # No action means the page's own address, not its base (HTML standard, 4.10.22.3).
        resolve_url(page.base_url if action else page.url, action),
        "post" if _sent_by(form, pressed, "method").lower() == "post" else "get",
        enctype if enctype in ENCODING_TYPES else URL_ENCODED,
        _charset(form, page),
    )


def _pseudo_form(
    index: int, container: HtmlElement, controls: list[HtmlElement], outline: Outline, page: Page
) -> SearchForm:
    fields, truncated = _read_fields(controls, outline)
    return SearchForm(
        index=index,
        action=resolve_url(page.url, ""),
        charset=page.charset,
        fields=fields,
        pseudo=True,
        to_itself=True,
        truncated=truncated,
        search_landmark=in_search_landmark(container),
        marks=marks(container),
        text=leading_text(container, MAX_TEXT_LENGTH, MAX_FORM_NODES),
        text_before=text_before(container, MAX_NEIGHBOUR_LENGTH),
        context=context_marks(container),
    )


def _read_fields(
    controls: list[HtmlElement], outline: Outline
) -> tuple[tuple[FormField, ...], bool]:
    """Return the fields of `controls`, and whether a limit of number or size left some out."""
    fields: list[FormField] = []
    characters = 0
    for control in controls[:MAX_FIELDS]:
        read = read_field(control, outline.labels)
        characters += len(read.name) + len(read.value)
        # The verdict rests on text fields.
        if characters <= MAX_FORM_CHARACTERS or read.takes_text:
            fields.append(read)
    truncated = len(controls) > MAX_FIELDS or characters > MAX_FORM_CHARACTERS
    return tuple(fields), truncated or outline.truncated


def _sent_by(form: HtmlElement, pressed: HtmlElement | None, what: str) -> str:
    """Return an attribute of sending: of the button pressed (`formaction` …), else of the form."""
    own = pressed.get(f"form{what}") if pressed is not None else None
    declared: str = form.get(what, "") if own is None else own
    return declared.strip()


def _script(form: HtmlElement) -> str:
    action = form.get("action", "").strip()
    code = action if action.lower().startswith("javascript:") else ""
    return f"{form.get('onsubmit', '')} {code}".strip()[:MAX_SCRIPT_LENGTH]


def _charset(form: HtmlElement, page: Page) -> str:
    for label in re.split(r"[\s,;]+", form.get("accept-charset", "")[:100]):
        charset = resolve_encoding(label) if label else None
        if charset:
            return charset
    return page.charset


# Controls of the form that are read.
MAX_PRESSED_FIELDS = 300


@dataclass(frozen=True, slots=True)
class PressedForm:
    """A form as it is sent: `entries` are names and values in form order."""

    action: str
    method: str
    enctype: str
    charset: str
    entries: tuple[tuple[str, str], ...]


def press_button(page: Page, button: HtmlElement) -> PressedForm | None:
    """Return what pressing `button` sends; None when it sends no form, or not to a web address.

    Of lists and radio buttons in which nothing is chosen the first choice is taken, and boxes that
    must be checked are.
    """
    if control_kind(button) not in SUBMIT_KINDS:
        return None
    outline = outline_forms(page.root)
    form = next((form for form in outline.forms if button in outline.controls[form]), None)
    if form is None:
        return None
    action, method, enctype, charset = form_sending(form, button, page)
    if action is None:
        return None
    entries: list[tuple[str, str]] = []
    chosen: set[str] = set()
    controls = outline.controls[form][:MAX_PRESSED_FIELDS]
    fields = [(control, read_field(control, outline.labels)) for control in controls]
    checked = {field.name for _, field in fields if field.kind == "radio" and field.checked}
    for control, field in fields:
        value = field.value if control is button else _sent(field, checked | chosen)
        if field.name and value is not None:
            chosen.add(field.name)
            entries.append((field.name, value))
    return PressedForm(action, method, enctype, charset, tuple(entries))


def _sent(field: FormField, chosen: set[str]) -> str | None:
    match field.kind:
        case "select":
            values = [each for each in field.options if each.value and not each.disabled]
            return next((e.value for e in values if e.selected), values[0].value if values else "")
        case "radio":
            return field.value if field.checked or field.name not in chosen else None
        case "checkbox":
            return field.value if field.checked or field.required else None
        case "submit" | "image" | "button" | "reset" | "file":
            return None
    return field.value
