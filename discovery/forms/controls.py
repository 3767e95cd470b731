"""From a control's element to a `FormField`."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from lxml.html import HtmlElement

from discovery.forms.form import FieldOption, FormField, control_tag
from discovery.forms.surroundings import (
    MAX_ATTRIBUTE_LENGTH,
    MAX_FORM_NODES,
    leading_text,
    marks,
    text_after,
    text_before,
)
from discovery.pages.acts import ICON_TAGS, MAX_ICONS, script_acts
from discovery.pages.tree import fold_space

# The types of `<input>` of the HTML standard (section 4.10.5); any other is a text field.
INPUT_TYPES = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range "
    "color checkbox radio file submit image reset button".split()
)
BUTTON_KINDS = frozenset({"submit", "image", "reset", "button"})
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# Words of a label that still describe a control. Guess.
MAX_LABEL_LENGTH = 120
MAX_OPTION_LENGTH = 500
# How far up a label that wraps its control stands. Guess.
LABEL_DEPTH = 6
# Options of one select kept: more than any list of countries, years or shops. Guess.
MAX_OPTIONS = 2_000


def read_field(control: HtmlElement, labels: Mapping[str, HtmlElement]) -> FormField:
    """Return the `FormField` of `control`, an input, select, textarea or button.

    `labels` maps the id of a control to the `<label for>` that names it.
    """
    kind = control_kind(control)
    options = _options(control) if control.tag == "select" else ()
    return FormField(
        name=control.get("name", "").strip(),
        kind=kind,
        value=_value(control, kind, options),
        options=options,
        checked=control.get("checked") is not None,
        multiple=control.get("multiple") is not None,
        required=control.get("required") is not None,
        concealed=_is_concealed(control),
        identifier=control.get("id", "")[:MAX_ATTRIBUTE_LENGTH],
        label=_label(control, kind, labels),
        placeholder=_placeholder(control),
        marks=_marks(control, kind),
        script_acts=script_acts(control),
    )


def _is_concealed(control: HtmlElement) -> bool:
    """Whether the control's own attributes hide it from people."""
    style = control.get("style", "")[:MAX_ATTRIBUTE_LENGTH]
    return control.get("hidden") is not None or bool(_HIDING_STYLE.search(style))


def control_kind(control: HtmlElement) -> str:
    """Return the kind of a control: the effective type of an input or button, else its tag."""
    declared = control.get("type", "").strip().lower()
    tag = control_tag(control)
    if tag == "input":
        return declared if declared in INPUT_TYPES else "text"
    if tag == "button":
        return declared if declared in ("button", "reset") else "submit"
    return str(tag)


def _options(select: HtmlElement) -> tuple[FieldOption, ...]:
    """Return the choices of a select, in order."""
    options = []
    for option, disabled in islice(_choices(select), MAX_OPTIONS):
        text = leading_text(option, MAX_OPTION_LENGTH)
        value = option.get("value", text)
        label = text or fold_space(option.get("label", "")[:MAX_OPTION_LENGTH])
        selected = option.get("selected") is not None
        options.append(FieldOption(value, label, selected, disabled))
    return tuple(options)


def _choices(parent: HtmlElement) -> Iterator[tuple[HtmlElement, bool]]:
    """Yield the `<option>` elements of a select and its groups, and whether they are disabled."""
    for child in parent:
        disabled = child.get("disabled") is not None
        if child.tag == "option":
            yield child, disabled
        elif child.tag == "optgroup":
            for option in child:
                yield option, disabled or option.get("disabled") is not None


def _value(control: HtmlElement, kind: str, options: tuple[FieldOption, ...]) -> str:
    """Return what a control sends as the page stands.

    A select sends its last selected option, else the first enabled one (HTML standard, section
    4.10.7). A multiple one sends nothing until something is chosen. No disabled option is sent. A
    checkbox without value sends "on". The line break that a textarea begins with is none of its
    text.
    """
    if kind == "select":
        chosen = [option for option in options if option.selected]
        if not chosen and control.get("multiple") is None:
            chosen = [option for option in options if not option.disabled][:1]
        return chosen[-1].value if chosen and not chosen[-1].disabled else ""
    if kind == "textarea":
        return "".join(control.itertext()).removeprefix("\n")
    value = control.get("value")
    if value is None and kind in ("checkbox", "radio"):
        return "on"
    return value or ""


def _label(control: HtmlElement, kind: str, labels: Mapping[str, HtmlElement]) -> str:
    """Return the words shown for a control: its own, its label's, else the nearest before it.

    Those of a checkbox or radio button stand after it.
    """
    if kind == "hidden":
        return ""
    own = leading_text(control, MAX_LABEL_LENGTH) if control_tag(control) == "button" else ""
    if kind in BUTTON_KINDS:
        drawn = _drawn_words(control)
        words = (own, control.get("value", ""), *_spoken(control), control.get("alt", ""), *drawn)
        return fold_space(" ".join(word[:MAX_ATTRIBUTE_LENGTH] for word in words if word))
    label = labels.get(control.get("id", ""))
    if label is None:
        near = islice(control.iterancestors(), LABEL_DEPTH)
        label = next((ancestor for ancestor in near if ancestor.tag == "label"), None)
    shown = "" if label is None else leading_text(label, MAX_LABEL_LENGTH)
    spoken = " ".join(word[:MAX_ATTRIBUTE_LENGTH] for word in _spoken(control) if word)
    if shown or spoken:
        return fold_space(f"{shown} {spoken}")
    beside = text_after if kind in ("checkbox", "radio") else text_before
    return beside(control, MAX_LABEL_LENGTH)


def _marks(control: HtmlElement, kind: str) -> str:
    """Return what the author calls a control; of a button also its picture and its script."""
    if kind == "hidden":
        return ""
    if kind not in BUTTON_KINDS:
        return marks(control)
    drawn = (
        marks(node, "src", "href", "{http://www.w3.org/1999/xlink}href", "xlink:href")
        for node in islice(control.iterdescendants(*ICON_TAGS), MAX_ICONS)
    )
    return fold_space(" ".join((marks(control, "alt", "src", "onclick"), *drawn)))


def _drawn_words(button: HtmlElement) -> Iterator[str]:
    """Yield the words that the pictures of a button have for those who do not see them.

    So are the words that stand elsewhere (`aria-labelledby`, `aria-describedby`), not far away.
    """
    for node in islice(button.iterdescendants(*ICON_TAGS, "title"), MAX_ICONS):
        yield node.text or "" if node.tag == "title" else node.get("alt", "")
        yield " ".join(_spoken(node))
    named = f"{button.get('aria-labelledby', '')} {button.get('aria-describedby', '')}".split()
    around = next(islice(button.iterancestors(), LABEL_DEPTH, None), None) if named else None
    if around is None and named:
        around = button.getroottree().getroot()
    for node in islice(around.iter(), MAX_FORM_NODES) if around is not None else ():
        if node.get("id") in named:
            yield leading_text(node, MAX_LABEL_LENGTH)


def _spoken(control: HtmlElement) -> tuple[str, str]:
    """Return the words that a screen reader or a hovering mouse gives."""
    return control.get("aria-label", ""), control.get("title", "")


def _placeholder(control: HtmlElement) -> str:
    """Return the words that stand in a control until a user types."""
    return fold_space(control.get("placeholder", "")[:MAX_ATTRIBUTE_LENGTH])
