"""The controls of a page's forms: whose they are, what they are called, what stands around them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from discovery.forms.form import CONTROL_TAGS, TEXT_KINDS, FieldOption, FormField, control_tag
from discovery.pages.acts import ICON_TAGS, MAX_ICONS, script_acts
from discovery.pages.tree import HEADING_TAGS, LINE_TAGS, fold_space, neighbours, text_pieces
from discovery.pages.visibility import hides_itself

# Nodes looked at for one piece of text: for a label or neighbour, for a whole form. Steps taken
# from an element in search of its neighbours' words. Guesses: bounds against hostile pages.
MAX_NODES = 60
MAX_FORM_NODES = 400
MAX_STEPS = 12
# Attributes in which an author names a thing: hardly ever shown, nearly always telling.
MARK_ATTRIBUTES = ("id", "class", "name", "itemprop")
# Longer attribute values are data, not names.
MAX_ATTRIBUTE_LENGTH = 200
# Ancestors whose marks still speak of a form: more distant ones frame the whole page. Guess.
CONTEXT_DEPTH = 3
_FRAME_TAGS = frozenset({"body", "html"})


def leading_text(element: HtmlElement, limit: int, max_nodes: int = MAX_NODES) -> str:
    """Return the first `limit` characters of what a reader sees in the first `max_nodes` nodes.

    >>> from lxml.html import fromstring
    >>> leading_text(fromstring("<div>Find <b>a book</b><p>or a film</p></div>"), 11)
    'Find a book'
    """
    pieces = text_pieces(
        element, max_nodes, lambda node: node is not element and control_tag(node) is not None
    )
    return fold_space("".join(pieces))[:limit]


def text_before(element: HtmlElement, limit: int) -> str:
    """Return the nearest text before `element`, at most `limit` characters of its end.

    The search ends at the first words found, at another control and at the element's form.

    >>> from lxml.html import fromstring
    >>> row = fromstring("<form><td><b>Words</b>:</td><td><input></td></form>")
    >>> text_before(row.find(".//input"), 50)
    'Words:'
    """
    text = ""
    for own, previous, around in neighbours(element, MAX_STEPS, ahead=False):
        text = own + text
        if previous is None:
            if around is None or text.strip() or around.tag == "form":
                break
            continue
        if _holds_control(previous):
            break
        text = leading_text(previous, limit) + text
        if text.strip() and previous.tag in LINE_TAGS:
            break
    return fold_space(text)[-limit:]


def text_after(element: HtmlElement, limit: int) -> str:
    """Return the nearest text after `element`, at most `limit` characters of its beginning.

    >>> from lxml.html import fromstring
    >>> row = fromstring("<p><input type=radio> all <i>words</i><br><input></p>")
    >>> text_after(row.find("input"), 50)
    'all words'
    """
    text = ""
    for own, following, around in neighbours(element, MAX_STEPS, ahead=True):
        text += own
        if following is None:
            if around is None or text.strip() or around.tag in _FRAME_TAGS:
                break
            continue
        if _holds_control(following) or (text.strip() and following.tag in LINE_TAGS):
            break
        text += leading_text(following, limit)
    return fold_space(text)[:limit]


def _holds_control(element: HtmlElement) -> bool:
    nodes = islice(element.iter(), MAX_NODES)
    return any(control_tag(node) or node.tag == "form" for node in nodes)


def marks(element: HtmlElement, *more: str) -> str:
    """Return what the author of a page calls `element`: its naming attributes and `more`."""
    values = (element.get(name, "")[:MAX_ATTRIBUTE_LENGTH] for name in (*MARK_ATTRIBUTES, *more))
    return fold_space(" ".join(value for value in values if value))


def headings(form: HtmlElement, limit: int) -> tuple[str, ...]:
    """Return the headings of `form`: those in it, and one right before it or what it begins.

    >>> from lxml.html import fromstring
    >>> page = fromstring("<div><h2>Close</h2><div><form><h3>Now</h3></form></div></div>")
    >>> headings(page.find(".//form"), 20)
    ('Close', 'Now')
    """
    found = []
    node = form
    for _ in range(CONTEXT_DEPTH):
        previous = node.getprevious()
        if previous is not None:
            found += [previous] if previous.tag in HEADING_TAGS else []
            break
        parent = node.getparent()
        if parent is None or (parent.text or "").strip():
            break
        node = parent
    within = (node for node in islice(form.iter(), MAX_FORM_NODES) if node.tag in HEADING_TAGS)
    return tuple(leading_text(node, limit) for node in (*found, *within))


def context_marks(element: HtmlElement) -> str:
    """Return the marks of what `element` stands in, the nearest first, without the page's frame."""
    ancestors = islice(element.iterancestors(), CONTEXT_DEPTH)
    names = (marks(ancestor) for ancestor in ancestors if ancestor.tag not in _FRAME_TAGS)
    return " ".join(name for name in names if name)


def in_search_landmark(element: HtmlElement) -> bool:
    """Whether `element` is or stands near within `role=search` or `<search>` (ARIA landmarks)."""
    near = (element, *islice(element.iterancestors(), CONTEXT_DEPTH))
    return any(
        node.tag == "search" or "search" in node.get("role", "").lower().split() for node in near
    )


# The types of `<input>` of the HTML standard (section 4.10.5); any other is a text field.
INPUT_TYPES = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range "
    "color checkbox radio file submit image reset button".split()
)
BUTTON_KINDS = frozenset({"submit", "image", "reset", "button"})
# Words of a label that still describe a control. Guess.
MAX_LABEL_LENGTH = 120
MAX_OPTION_LENGTH = 500
# How far up a label that wraps its control stands. Guess.
LABEL_DEPTH = 6
# Options of one select kept: more than any list of countries, years or shops. Guess.
MAX_OPTIONS = 2_000


def read_field(control: HtmlElement, labels: Mapping[str, HtmlElement]) -> FormField:
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
        concealed=hides_itself(control.attrib),
        identifier=control.get("id", "")[:MAX_ATTRIBUTE_LENGTH],
        label=_label(control, kind, labels),
        placeholder=fold_space(control.get("placeholder", "")[:MAX_ATTRIBUTE_LENGTH]),
        marks=_marks(control, kind),
        script_acts=script_acts(control),
    )


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
    options = []
    for option, disabled in islice(_choices(select), MAX_OPTIONS):
        text = leading_text(option, MAX_OPTION_LENGTH)
        value = option.get("value", text)
        label = text or fold_space(option.get("label", "")[:MAX_OPTION_LENGTH])
        selected = option.get("selected") is not None
        options.append(FieldOption(value, label, selected, disabled))
    return tuple(options)


def _choices(parent: HtmlElement) -> Iterator[tuple[HtmlElement, bool]]:
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
    """Return the words shown for a control: its own, its label's, else the nearest before it."""
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
    """Yield the words that the pictures of a button have for those who do not see them."""
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
    return control.get("aria-label", ""), control.get("title", "")


# Enabled controls of a page looked at. Guess: pages with some thousand check boxes exist.
MAX_CONTROLS = 20_000
# How far up from a text input outside any form its button is sought, among how many. Guesses.
CONTAINER_LEVELS = 3
MAX_CONTAINER_CONTROLS = 50


@dataclass(slots=True)
class Outline:
    """The forms of a page and whose controls are whose; `truncated`: there are more than read."""

    forms: list[HtmlElement] = field(default_factory=list)
    controls: dict[HtmlElement, list[HtmlElement]] = field(default_factory=dict)
    unowned: list[HtmlElement] = field(default_factory=list)
    labels: dict[str, HtmlElement] = field(default_factory=dict)
    truncated: bool = False


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
    filled = {within for _, within, _ in placed}
    for control, within, after in placed:
        named = by_id.get(control.get("form") or " ")
        given = owners.get(control) if owners is not None else None
        left_open = after if owners is None and after not in filled else None
        owner = next((f for f in (named, given, within, left_open) if f is not None), None)
        (outline.unowned if owner is None else outline.controls[owner]).append(control)
    return outline


def _placed_controls(
    root: HtmlElement, labels: dict[str, HtmlElement]
) -> Iterator[tuple[HtmlElement, HtmlElement | None, HtmlElement | None]]:
    """Yield each control, the innermost form it stands in, the last form that began before it."""
    forms: list[HtmlElement] = []
    last_form: HtmlElement | None = None
    disabled_fieldsets = 0
    for event, node in etree.iterwalk(root, events=("start", "end")):
        entering = event == "start"
        is_enabled = disabled_fieldsets == 0 and node.get("disabled") is None
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
        # What a custom element sends outside a form is known to its script alone.
        elif (
            entering
            and is_enabled
            and (node.tag in CONTROL_TAGS or (forms and control_tag(node) is not None))
        ):
            yield node, forms[-1] if forms else None, last_form


def group_unowned(unowned: list[HtmlElement]) -> Iterator[tuple[HtmlElement, list[HtmlElement]]]:
    """Yield, for each text input outside any form, its container and the controls in that."""
    free = set(unowned)
    for control in unowned:
        if control_kind(control) in TEXT_KINDS:
            container, controls = _container(control)
            yield container, [control for control in controls if control in free]


def _container(control: HtmlElement) -> tuple[HtmlElement, list[HtmlElement]]:
    container, controls = control, [control]
    for ancestor in islice(control.iterancestors(), CONTAINER_LEVELS):
        inside = list(islice(ancestor.iter(*CONTROL_TAGS, "form"), MAX_CONTAINER_CONTROLS))
        others = (node for node in inside if node is not control)
        if any(node.tag == "form" or control_kind(node) in TEXT_KINDS for node in others):
            break
        container, controls = ancestor, inside
    return container, controls
