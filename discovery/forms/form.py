"""A form as a search engine's users see it: what is asked, where it goes, what stands around it."""

import re
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.acts import insists_on_act, says_act, says_search

# The elements that are a form's controls.
CONTROL_TAGS = frozenset({"input", "select", "textarea", "button"})
# The last words of a custom element (HTML standard, section 4.13) that stands for one, as in
# `<el-input name="q">`: form libraries of the web call theirs so.
CUSTOM_CONTROLS = {
    **dict.fromkeys(
        ("input", "textfield", "field", "searchbar", "search", "autocomplete"), "input"
    ),
    **dict.fromkeys(("button", "btn"), "button"),
}
# Kinds of control a query can be typed into. `<input>` of an unknown type is a text field (HTML
# standard, section 4.10.5), so finding turns those into "text".
TEXT_KINDS = frozenset({"text", "search", "textarea"})
# Kinds that send the form; "button" and "reset" are here because their words are features.
SUBMIT_KINDS = frozenset({"submit", "image"})
# What a script asks before it does what cannot be taken back.
ASKS_FIRST = re.compile(r"\bconfirm\s*\(")


def control_tag(node: HtmlElement) -> str | None:
    """Return the tag of a form's control, of a custom element what it stands for; else None.

    What takes words has a name there, for by that it is sent.

    >>> from lxml.html import fromstring
    >>> control_tag(fromstring("<sl-input name=q></sl-input>")), control_tag(fromstring("<x-a/>"))
    ('input', None)
    """
    tag = node.tag
    if tag in CONTROL_TAGS:
        return str(tag)
    if not isinstance(tag, str) or "-" not in tag:
        return None
    meant = CUSTOM_CONTROLS.get(tag.rpartition("-")[2])
    return None if meant == "input" and not node.get("name") else meant


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One choice of a select: the value sent, the label shown, whether it is chosen already.

    A disabled one cannot be chosen; is it the one shown ("choose a category"), nothing is sent.
    """

    value: str
    label: str
    selected: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class FormField:
    """One control of a form.

    `kind` is the `type` of an `<input>`, or "select", "textarea", "submit", "button". `value` is
    what it holds at first. `concealed` says that its own style hides it, as traps for robots are
    hidden. A control without a name is never sent; it is here for its features.

    Features: `label` is the words shown beside it (label, aria-label, else the text before it; a
    button's own words). `placeholder` is the words in it until a user types. `marks` is what its
    author calls it (name, id, class; of a button also picture and script). `script_acts` says that
    what is written there for scripts is an act, or that they ask first.
    """

    name: str
    kind: str
    value: str = ""
    options: tuple[FieldOption, ...] = ()
    checked: bool = False
    multiple: bool = False
    required: bool = False
    concealed: bool = False
    identifier: str = ""
    label: str = ""
    placeholder: str = ""
    marks: str = ""
    script_acts: bool = False

    @property
    def takes_text(self) -> bool:
        return self.kind in TEXT_KINDS

    @property
    def submits(self) -> bool:
        return self.kind in SUBMIT_KINDS

    @property
    def acts(self) -> bool:
        """Whether a press on it does something besides searching: deletes, orders, logs in."""
        if says_act(self.label, self.value) or insists_on_act(self.name, self.identifier):
            return True
        if insists_on_act(self.marks) and not says_search(self.marks):
            return True
        return self.script_acts or ASKS_FIRST.search(self.marks) is not None


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A form of a page, resolved against it; any form, before a verdict is given.

    `index` is its place among the page's `<form>` elements, from 0; pseudo-forms (`pseudo`: text
    inputs outside any form) are numbered after the last of them. `action` is the absolute address
    without fragment, None when it is none that can be asked (javascript:, mailto:, data:). `method`
    is "get" or "post", `charset` the encoding of what is sent (accept-charset, else the page's).
    `to_itself`: that is the address of the page. `truncated` says that the form passed a limit of
    size and is not whole here.

    Features: `search_landmark` says that it is or stands in `role=search` or `<search>`. `marks` is
    what its author calls it (id, name, class, title), `script` its handler's code, `script_acts` as
    of a field. `legend` is its first legend, `headings` those in it and right before it, `text` the
    words in it, `text_before` and `text_after` the words around it. `context` is the marks of the
    elements around it.
    """

    index: int
    action: str | None
    method: str = "get"
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    fields: tuple[FormField, ...] = ()
    pseudo: bool = False
    to_itself: bool = False
    truncated: bool = False
    search_landmark: bool = False
    marks: str = ""
    script: str = ""
    script_acts: bool = False
    legend: str = ""
    headings: tuple[str, ...] = ()
    text: str = ""
    text_before: str = ""
    text_after: str = ""
    context: str = ""

    @property
    def text_fields(self) -> tuple[FormField, ...]:
        return tuple(field for field in self.fields if field.takes_text)

    @property
    def default_submit(self) -> FormField | None:
        """The control pressed: as by the Enter key the first (HTML 4.10.22.2), but no act."""
        buttons = [field for field in self.fields if field.submits]
        return next((field for field in buttons if not field.acts), next(iter(buttons), None))
