"""The named cues by which a form shows that it searches, and by which field.

After Wu, Meng et al. 2003, section 2.4: a form, a text input, and a word like "search", "query" or
"find" in the form tag or next to it. The set of cues is ours, and so are their weights.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from discovery.forms.form import FormField, SearchForm
from discovery.lexicon.words import any_of, lexicon
from discovery.pages.tree import humps_apart
from discovery.pages.weights import Weights, read_weights

_FORMS = lexicon().forms
SEARCH_WORDS, SEARCH_MARKS = _FORMS.search_words, _FORMS.search_marks
# Text fields looked at as the one for the query. Guess: real search forms have up to some ten.
MAX_TEXT_FIELDS = 20
# Characters of an address that speak of its purpose. Guess.
MAX_ADDRESS_LENGTH = 150
_NAME_PARTS = re.compile(r"[^$.:\[\]/]+")
_NOT_LETTER = re.compile(r"[\W\d_]+")
_BUTTON_KINDS = frozenset({"submit", "image", "button"})


def spaced_marks(marks: str) -> str:
    """Return an author's names in lower case, their parts apart.

    >>> spaced_marks("btnSearch main_search-2")
    'btn search main search '
    """
    return _NOT_LETTER.sub(" ", humps_apart(marks)).lower()


class FieldFeatures:
    """A form, one of its text fields (`rank` among them, from 0), and lower-case text about both.

    Parts called words are what a reader sees, all others an author's names (see `spaced_marks`).
    """

    def __init__(self, form: SearchForm, rank: int, texts: tuple[FormField, ...]) -> None:
        self.form = form
        self.field = field = texts[rank]
        self.rank = rank
        self.name = spaced_marks(last_name_part(field.name)).strip()
        self.field_names = spaced_marks(_own_names(field))
        self.field_marks = spaced_marks(f"{field.name} {field.marks}")
        self.field_words = f"{field.label} {field.placeholder} {field.value[:100]}".lower()
        buttons = _buttons_of(form, field)
        self.button_marks = spaced_marks(" ".join(f"{b.name} {b.marks}" for b in buttons))
        self.button_words = " ".join(button.label for button in buttons).lower()
        self.form_marks = spaced_marks(form.marks)
        self.form_words = form.text.lower()
        self.near_words = f"{form.text_before} {form.text_after}".lower()
        self.context = spaced_marks(form.context)
        self.address = "" if form.pseudo else _address_marks(form.action or "")
        self.script = spaced_marks(form.script)
        self.other_names = spaced_marks(" ".join(f.name for f in texts if f is not field))


def gather_features(form: SearchForm) -> tuple[FieldFeatures, ...]:
    texts = form.text_fields[:MAX_TEXT_FIELDS]
    return tuple(FieldFeatures(form, rank, texts) for rank in range(len(texts)))


def _buttons_of(form: SearchForm, field: FormField) -> tuple[FormField, ...]:
    """Return the field's own buttons: the next ones after it, else any of the form."""
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


def _address_marks(action: str) -> str:
    parts = urlsplit(action)
    pairs = parse_qsl(parts.query[:MAX_ADDRESS_LENGTH], keep_blank_values=True)
    query = " ".join(f"{name} {value}" for name, value in pairs if "/" not in value)
    return spaced_marks(f"{parts.path[-MAX_ADDRESS_LENGTH:]} {query}")


WEIGHTS_FILE = Path(__file__).with_name("search_form_weights.json")
Test = Callable[[FieldFeatures], bool]
# Where a form itself says what it does.
_OWN_PARTS = ("form_marks", "address", "button_words")


@dataclass(frozen=True, slots=True)
class Cue:
    """One sign for (positive weight) or against (negative weight) a search.

    `is_positive`: it says "search", where the others only fit one. No form is sent without.
    """

    name: str
    holds: Test
    is_positive: bool = False


def says(patterns: Iterable[str], *parts: str) -> Test:
    """Return the test whether one of the patterns occurs in one of the named features."""
    pattern = re.compile(any_of(patterns))
    return lambda features: any(pattern.search(getattr(features, part)) for part in parts)


def is_named(patterns: Iterable[str]) -> Test:
    """Return the test whether one of the patterns is the whole name of the field."""
    pattern = re.compile(any_of(patterns))
    return lambda features: bool(pattern.fullmatch(features.name))


def is_for(patterns: Iterable[str]) -> Test:
    """Return the test whether the field is named after, or asks for, what the patterns say.

    Words that speak of search as well ("Search by name or number") do not count: they tell what
    may be searched for.
    """
    is_so_named = says(patterns, "field_names")
    asks = says(patterns, "field_words")
    return lambda features: (
        is_so_named(features) or (asks(features) and not _speaks_of_search(features))
    )


def holds_kind(*kinds: str) -> Test:
    """Return the test whether the form has a visible control of one of these kinds."""
    return lambda features: any(
        field.kind in kinds and not field.concealed for field in features.form.fields
    )


_speaks_of_search = says(SEARCH_WORDS, "field_words")
# What speaks for and against a text field as the one for the query.
FIELD_CUES = (
    Cue("type=search", lambda e: e.field.kind == "search", is_positive=True),
    Cue("field named like a query", is_named(_FORMS.query_names), is_positive=True),
    Cue("field named vaguely like a query", is_named(_FORMS.vague_query_names)),
    Cue("field's names speak of search", says(SEARCH_MARKS, "field_marks"), is_positive=True),
    Cue("field's words speak of search", says(SEARCH_WORDS, "field_words"), is_positive=True),
    Cue("its button speaks of search", says(SEARCH_WORDS, "button_words"), is_positive=True),
    Cue("its button's names speak of search", says(SEARCH_MARKS, "button_marks"), is_positive=True),
    Cue("first text field", lambda e: e.rank == 0),
    Cue("field without a name", lambda e: not e.field.name),
    Cue("field hidden from people", lambda e: e.field.concealed),
    Cue("field for long text", lambda e: e.field.kind == "textarea"),
    Cue("field for an e-mail address", says(_FORMS.email, "field_marks", "field_words")),
    Cue("field for a password", says(_FORMS.password, "field_marks", "field_words")),
    Cue("field for a place", says(_FORMS.place, "field_names", "field_words")),
    Cue("field for a person", is_for(_FORMS.person)),
    Cue("field for an amount or a date", is_for(_FORMS.measure)),
    Cue("field for a code", is_for(_FORMS.code)),
    Cue("field for a message", is_for(_FORMS.message)),
)

# What speaks for and against the form around that field.
FORM_CUES = (
    Cue("any form", lambda e: True),
    Cue("outside any form", lambda e: e.form.pseudo),
    Cue("too large to be read whole", lambda e: e.form.truncated),
    Cue("marked as the search landmark", lambda e: e.form.search_landmark, is_positive=True),
    Cue("form's names speak of search", says(SEARCH_MARKS, "form_marks"), is_positive=True),
    Cue("form's address speaks of search", says(SEARCH_MARKS, "address"), is_positive=True),
    Cue("form's script speaks of search", says(SEARCH_MARKS, "script"), is_positive=True),
    Cue("surroundings' names speak of search", says(SEARCH_MARKS, "context")),
    Cue("form's words speak of search", says(SEARCH_WORDS, "form_words"), is_positive=True),
    Cue("words beside it speak of search", says(SEARCH_WORDS, "near_words")),
    Cue("sent by GET", lambda e: e.form.method == "get"),
    Cue("the only text field", lambda e: len(e.form.text_fields) == 1),
    Cue("has a password field", holds_kind("password")),
    Cue("has an e-mail field", holds_kind("email")),
    Cue("has an upload", holds_kind("file")),
    Cue("has a long text", holds_kind("textarea")),
    Cue("another field for an e-mail address", says(_FORMS.email, "other_names")),
    Cue("speaks of passwords", says(_FORMS.password, "form_marks", "form_words", "address")),
    Cue("words beside it speak of passwords", says(_FORMS.password, "near_words")),
    Cue("speaks of subscribing", says(_FORMS.subscribe, *_OWN_PARTS, "form_words")),
    Cue("speaks of accounts", says(_FORMS.account, *_OWN_PARTS)),
    Cue("speaks of messages", says(_FORMS.message, *_OWN_PARTS)),
    Cue("speaks of buying", says(_FORMS.purchase, *_OWN_PARTS)),
    Cue("speaks of refining", says(_FORMS.refine, "form_marks", "button_words")),
    Cue(
        "looks for the nearest shop", says(_FORMS.locator, *_OWN_PARTS, "form_words", "field_words")
    ),
    Cue("button sends or saves", says([rf"^\s*{any_of(_FORMS.send)}"], "button_words")),
)


@cache
def search_form_weights() -> Weights:
    """Return the weights of all cues, with the thresholds `search` and `query_field`."""
    return read_weights(WEIGHTS_FILE, [cue.name for cue in (*FIELD_CUES, *FORM_CUES)])
