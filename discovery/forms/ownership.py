"""Whose control is whose: the forms, labels and enabled controls of a page, by one walk over it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from discovery.forms.controls import control_kind
from discovery.forms.form import CONTROL_TAGS, TEXT_KINDS, control_tag

# Enabled controls of a page looked at, a bound against hostile pages. Guess: pages with some
# thousand check boxes exist.
MAX_CONTROLS = 20_000
# How far up from a text input outside any form its button is looked for, and among how many nodes.
# Guesses.
CONTAINER_LEVELS = 3
MAX_CONTAINER_CONTROLS = 50


@dataclass(slots=True)
class Outline:
    """The `<form>` elements of a page in document order and the controls that belong to each.

    `unowned` are controls outside any form. `labels` maps a control's id to its `<label for>`.
    `truncated` says that the page has more controls than were read.
    """

    forms: list[HtmlElement] = field(default_factory=list)
    controls: dict[HtmlElement, list[HtmlElement]] = field(default_factory=dict)
    unowned: list[HtmlElement] = field(default_factory=list)
    labels: dict[str, HtmlElement] = field(default_factory=dict)
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class _Placed:
    """A control, the innermost form it stands in, and the last form that began before it."""

    control: HtmlElement
    within: HtmlElement | None
    after: HtmlElement | None


def outline_forms(
    root: HtmlElement, owners: Mapping[HtmlElement, HtmlElement] | None = None
) -> Outline:
    """Return the forms of a page and whose control is whose.

    A control belongs to the form that its `form` attribute names, else to the one that the parser
    gives it to (`owners`), else to the innermost form it stands in. Without `owners` it else
    belongs to the form before it when that is empty. Markup such as `<td><form></td><td><input>`
    leaves the form open for a browser, but not in the tree.
    """
    outline = Outline()
    by_id: dict[str, HtmlElement] = {}
    for form in root.iter("form"):
        outline.forms.append(form)
        outline.controls[form] = []
        by_id.setdefault(form.get("id", ""), form)
    placed = list(islice(_placed_controls(root, outline.labels), MAX_CONTROLS))
    outline.truncated = len(placed) == MAX_CONTROLS
    filled = {place.within for place in placed}
    for place in placed:
        named = by_id.get(place.control.get("form") or " ")
        given = owners.get(place.control) if owners is not None else None
        left_open = place.after if owners is None and place.after not in filled else None
        owner = next((f for f in (named, given, place.within, left_open) if f is not None), None)
        (outline.unowned if owner is None else outline.controls[owner]).append(place.control)
    return outline


def _placed_controls(root: HtmlElement, labels: dict[str, HtmlElement]) -> Iterator[_Placed]:
    """Yield each enabled control in document order, and note labels on the way."""
    forms: list[HtmlElement] = []
    last_form: HtmlElement | None = None
    disabled_fieldsets = 0
    for event, node in etree.iterwalk(root, events=("start", "end")):
        entering = event == "start"
        if node.tag == "form":
            if entering:
                forms.append(node)
                last_form = node
            else:
                forms.pop()
        elif node.tag == "fieldset" and node.get("disabled") is not None:
            disabled_fieldsets += 1 if entering else -1
        elif entering and node.tag == "label" and node.get("for"):
            labels.setdefault(node.get("for"), node)
        elif entering and _is_control(node, forms) and not _is_disabled(node, disabled_fieldsets):
            yield _Placed(node, forms[-1] if forms else None, last_form)


def _is_control(node: HtmlElement, forms: Sequence[HtmlElement]) -> bool:
    """Return whether `node`, in `forms`, is a control.

    What a custom element sends outside a form is known to its script alone.
    """
    return node.tag in CONTROL_TAGS or (len(forms) > 0 and control_tag(node) is not None)


def _is_disabled(control: HtmlElement, disabled_fieldsets: int) -> bool:
    return disabled_fieldsets > 0 or control.get("disabled") is not None


def group_unowned(
    unowned: list[HtmlElement],
) -> Iterator[tuple[HtmlElement, list[HtmlElement]]]:
    """Yield, for each text input outside any form, its container and the controls in that."""
    free = set(unowned)
    for control in unowned:
        if control_kind(control) in TEXT_KINDS:
            container, controls = _container(control)
            yield container, [control for control in controls if control in free]


def _container(control: HtmlElement) -> tuple[HtmlElement, list[HtmlElement]]:
    """Return the largest near ancestor with no other text input and no form, and its controls."""
    container, controls = control, [control]
    for ancestor in islice(control.iterancestors(), CONTAINER_LEVELS):
        inside = list(islice(ancestor.iter(*CONTROL_TAGS, "form"), MAX_CONTAINER_CONTROLS))
        others = (node for node in inside if node is not control)
        if any(node.tag == "form" or control_kind(node) in TEXT_KINDS for node in others):
            break
        container, controls = ancestor, inside
    return container, controls
