"""What a browser sends when a visitor presses a button of a form and fills in nothing."""

from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.forms.controls import control_kind, read_field
from discovery.forms.finding import form_sending
from discovery.forms.form import SUBMIT_KINDS, FormField
from discovery.forms.ownership import outline_forms
from discovery.pages.page import Page

# Controls of the form that are read.
MAX_FIELDS = 300


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
    controls = outline.controls[form][:MAX_FIELDS]
    fields = [(control, read_field(control, outline.labels)) for control in controls]
    checked = {field.name for _, field in fields if field.kind == "radio" and field.checked}
    for control, field in fields:
        value = field.value if control is button else _sent(field, checked | chosen)
        if field.name and value is not None:
            chosen.add(field.name)
            entries.append((field.name, value))
    return PressedForm(action, method, enctype, charset, tuple(entries))


def _sent(field: FormField, chosen: set[str]) -> str | None:
    """Return what a control that nobody touched sends, None for nothing."""
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
