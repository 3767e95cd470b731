"""What is written about a form and one of its text fields, made ready for the cues."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from discovery.forms.form import FormField, SearchForm

# Text fields looked at as the one for the query. Guess: real search forms have up to some ten;
# the limit keeps hostile forms cheap.
MAX_TEXT_FIELDS = 20
# Characters of an address that speak of its purpose. Guess.
MAX_ADDRESS_LENGTH = 150
_NAME_PARTS = re.compile(r"[^$.:\[\]/]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_LETTER = re.compile(r"[\W\d_]+")
_BUTTON_KINDS = frozenset({"submit", "image", "button"})


def spaced_marks(marks: str) -> str:
    """Return an author's names in lower case, their parts apart.

    >>> spaced_marks("btnSearch main_search-2")
    'btn search main search '
    """
    return _NOT_LETTER.sub(" ", _CAMEL.sub(" ", marks)).lower()


@dataclass(frozen=True, slots=True)
class FieldFeatures:
    """A form, one of its text fields (`rank` among them, from 0), and lower-case text about both.

    Parts called words are what a reader sees, all others an author's names (see `spaced_marks`).
    `name` is the last part of the field's name, `field_names` that and its id. `other_names` are
    the names of the form's other text fields. `button_…` belong to the field's own button: the
    next one after it, else any of the form.
    """

    form: SearchForm
    field: FormField
    rank: int
    name: str
    field_names: str
    field_marks: str
    field_words: str
    button_marks: str
    button_words: str
    form_marks: str
    form_words: str
    near_words: str
    context: str
    address: str
    script: str
    other_names: str


def gather_features(form: SearchForm) -> tuple[FieldFeatures, ...]:
    """Return the features of each text field of `form`, in document order."""
    texts = form.text_fields[:MAX_TEXT_FIELDS]
    return tuple(_gather(form, field, rank, texts) for rank, field in enumerate(texts))


def _gather(
    form: SearchForm, field: FormField, rank: int, texts: tuple[FormField, ...]
) -> FieldFeatures:
    buttons = _buttons_of(form, field)
    return FieldFeatures(
        form=form,
        field=field,
        rank=rank,
        name=spaced_marks(last_name_part(field.name)).strip(),
        field_names=spaced_marks(_own_names(field)),
        field_marks=spaced_marks(f"{field.name} {field.marks}"),
        field_words=f"{field.label} {field.placeholder} {field.value[:100]}".lower(),
        button_marks=spaced_marks(" ".join(f"{b.name} {b.marks}" for b in buttons)),
        button_words=" ".join(button.label for button in buttons).lower(),
        form_marks=spaced_marks(form.marks),
        form_words=form.text.lower(),
        near_words=f"{form.text_before} {form.text_after}".lower(),
        context=spaced_marks(form.context),
        address=_address_marks(None if form.pseudo else form.action),
        script=spaced_marks(form.script),
        other_names=spaced_marks(" ".join(f.name for f in texts if f is not field)),
    )


def _buttons_of(form: SearchForm, field: FormField) -> tuple[FormField, ...]:
    """Return the buttons that follow `field` before the next text field, else all of the form."""
    position = next(i for i, other in enumerate(form.fields) if other is field)
    following = []
    for other in form.fields[position + 1 :]:
        if other.takes_text and not other.concealed:
            break
        if other.kind in _BUTTON_KINDS:
            following.append(other)
    if following:
        return tuple(following[:3])
    return tuple(other for other in form.fields if other.kind in _BUTTON_KINDS)[:3]


def last_name_part(name: str) -> str:
    """Return the part of a control's name that its author chose, frameworks' prefixes left out.

    >>> last_name_part("ctl00$main$txtSearch"), last_name_part("user[email]"), last_name_part("q")
    ('txtSearch', 'email', 'q')
    """
    parts = _NAME_PARTS.findall(name)
    return parts[-1] if parts else ""


def _own_names(field: FormField) -> str:
    """Return the last part of a field's name and its id, unless that is a framework's path too."""
    part = last_name_part(field.name)
    return part if "$" in field.name else f"{part} {field.identifier}"


def _address_marks(action: str | None) -> str:
    """Return what the path and query of an address say.

    Left out are the host and addresses carried along ("…/login?back=/search").
    """
    if action is None:
        return ""
    parts = urlsplit(action)
    pairs = parse_qsl(parts.query[:MAX_ADDRESS_LENGTH], keep_blank_values=True)
    query = " ".join(f"{name} {value}" for name, value in pairs if "/" not in value)
    return spaced_marks(f"{parts.path[-MAX_ADDRESS_LENGTH:]} {query}")
