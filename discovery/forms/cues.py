"""The named cues by which a form shows that it searches, and by which field; their weights.

After Wu, Meng et al. 2003, section 2.4. Their rule is: a form, a text input, and a word like
"search", "query" or "find" in the form tag or next to it. The set of cues and their weights are
ours: log-odds in spirit; a form needs about two independent signs of search. The file of weights
names the command that wrote it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import Pattern

from discovery.forms.features import FieldFeatures
from discovery.forms.form_words import (
    ACCOUNT,
    CODE,
    EMAIL,
    LOCATOR,
    MEASURE,
    MESSAGE,
    PASSWORD,
    PERSON,
    PLACE,
    PURCHASE,
    QUERY_NAMES,
    REFINE,
    SEARCH_MARKS,
    SEARCH_WORDS,
    SEND_WORDS,
    SUBSCRIBE,
    VAGUE_QUERY_NAMES,
)
from discovery.pages.weights.weights import Weights, read_weights

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


def says(pattern: Pattern[str], *parts: str) -> Test:
    """Return the test whether `pattern` occurs in one of the named features."""

    def test(features: FieldFeatures) -> bool:
        return any(pattern.search(getattr(features, part)) for part in parts)

    return test


def is_named(pattern: Pattern[str]) -> Test:
    """Return the test whether `pattern` is the whole name of the field."""
    return lambda features: bool(pattern.fullmatch(features.name))


def is_for(pattern: Pattern[str]) -> Test:
    """Return the test whether the field is named after, or asks for, what `pattern` says.

    Words that speak of search as well ("Search by name or number") do not count: they tell what
    may be searched for.
    """

    def test(features: FieldFeatures) -> bool:
        if pattern.search(features.field_names):
            return True
        asked = pattern.search(features.field_words)
        return bool(asked) and not SEARCH_WORDS.search(features.field_words)

    return test


def holds_kind(*kinds: str) -> Test:
    """Return the test whether the form has a visible control of one of these kinds."""

    def test(features: FieldFeatures) -> bool:
        return any(f.kind in kinds and not f.concealed for f in features.form.fields)

    return test


def others_say(pattern: Pattern[str]) -> Test:
    """Return the test whether `pattern` occurs in the name of another text field of the form."""

    def test(features: FieldFeatures) -> bool:
        return bool(pattern.search(features.other_names))

    return test


# What speaks for and against a text field as the one for the query.
FIELD_CUES = (
    Cue("type=search", lambda e: e.field.kind == "search", is_positive=True),
    Cue("field named like a query", is_named(QUERY_NAMES), is_positive=True),
    Cue("field named vaguely like a query", is_named(VAGUE_QUERY_NAMES)),
    Cue("field's names speak of search", says(SEARCH_MARKS, "field_marks"), is_positive=True),
    Cue("field's words speak of search", says(SEARCH_WORDS, "field_words"), is_positive=True),
    Cue("its button speaks of search", says(SEARCH_WORDS, "button_words"), is_positive=True),
    Cue("its button's names speak of search", says(SEARCH_MARKS, "button_marks"), is_positive=True),
    Cue("first text field", lambda e: e.rank == 0),
    Cue("field without a name", lambda e: not e.field.name),
    Cue("field hidden from people", lambda e: e.field.concealed),
    Cue("field for long text", lambda e: e.field.kind == "textarea"),
    Cue("field for an e-mail address", says(EMAIL, "field_marks", "field_words")),
    Cue("field for a password", says(PASSWORD, "field_marks", "field_words")),
    Cue("field for a place", says(PLACE, "field_names", "field_words")),
    Cue("field for a person", is_for(PERSON)),
    Cue("field for an amount or a date", is_for(MEASURE)),
    Cue("field for a code", is_for(CODE)),
    Cue("field for a message", is_for(MESSAGE)),
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
    Cue("another field for an e-mail address", others_say(EMAIL)),
    Cue(
        "speaks of passwords",
        says(PASSWORD, "form_marks", "form_words", "address"),
    ),
    Cue("words beside it speak of passwords", says(PASSWORD, "near_words")),
    Cue("speaks of subscribing", says(SUBSCRIBE, *_OWN_PARTS, "form_words")),
    Cue("speaks of accounts", says(ACCOUNT, *_OWN_PARTS)),
    Cue("speaks of messages", says(MESSAGE, *_OWN_PARTS)),
    Cue("speaks of buying", says(PURCHASE, *_OWN_PARTS)),
    Cue("speaks of refining", says(REFINE, "form_marks", "button_words")),
    Cue(
        "looks for the nearest shop",
        says(LOCATOR, *_OWN_PARTS, "form_words", "field_words"),
    ),
    Cue("button sends or saves", says(SEND_WORDS, "button_words")),
)


@cache
def search_form_weights() -> Weights:
    """Return the weights of all cues, with `search` and `query_field`.

    From `search` on a form is taken for a search form. From `query_field` on, by the cues of the
    field alone, its query may go into a field: lower are e-mail addresses, prices and dates; a
    place or a person's name is worth a try.
    """
    return read_weights(WEIGHTS_FILE, [cue.name for cue in (*FIELD_CUES, *FORM_CUES)])
