"""What a user may ask: the fields of a search, checked at the border."""

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from discovery.connection.form_description.choices import PERIODS, SAFE_LEVELS
from discovery.pages.tree import fold_space
from metasearch.search.filters import ROLES
from metasearch.search.search_link import SearchLink

# Longer than any query a person types (guess; engines cut or refuse earlier), short
# enough to go into every engine's address.
MAX_QUERY_LENGTH = 500
# Engines stop giving pages long before; each page may cost an engine several requests.
MAX_PAGE = 100
MAX_CHOSEN_ENGINES = 50
# Results of one page: as many engines as can be chosen, each with a long page.
MAX_AFTER = 10_000
MAX_SLUG_LENGTH = 80
# What a result has in our JSON.
RESULT_FIELDS = (
    *("url", "title", "snippet", "date", "published", "thumbnail", "items", "score", "engines"),
)

# Unicode categories that are no text: control characters and lone surrogates.
REFUSED_CATEGORIES = frozenset({"Cc", "Cs"})
RESPONSE_FORMATS = (
    *(("html", "HTML"), ("json", "JSON"), ("rss", "RSS"), ("atom", "Atom"), ("csv", "CSV")),
)


def refuse_control_characters(query: str) -> None:
    """Raise `ValidationError` when `query` has characters that are no text."""
    for character in query:
        if unicodedata.category(character) in REFUSED_CATEGORIES:
            raise ValidationError(
                _("The query contains a control character (U+%(code)s). Please take it out."),
                code="control_character",
                params={"code": f"{ord(character):04X}"},
            )


def refuse_marks_alone(query: str) -> None:
    """Raise `ValidationError` when `query` says nothing: engines would show their start pages.

    Letters and digits say something, and signs that are pictures or symbols beyond ASCII.
    """
    if not any(
        c.isalnum() or (not c.isascii() and unicodedata.category(c)[0] == "S") for c in query
    ):
        raise ValidationError(_("Type what you are looking for."), code="required")


class QueryField(forms.CharField):
    """A query: white space folded, length bounded, no control characters, more than marks.

    What is wrong is said to people: in the page, in JSON and in the shell.
    """

    default_error_messages = {"required": _("Type what you are looking for.")}

    def __init__(self) -> None:
        super().__init__(validators=[refuse_control_characters, refuse_marks_alone])

    def to_python(self, value: object) -> str:
        """Fold white space, pasted tabs and line breaks included; refuse what is too long."""
        text = fold_space(super().to_python(value) or "")
        if len(text) > MAX_QUERY_LENGTH:
            raise ValidationError(
                _(
                    "The query is too long: %(length)d characters, and %(limit)d are allowed. "
                    "Please shorten it."
                ),
                code="too_long",
                params={"length": len(text), "limit": MAX_QUERY_LENGTH},
            )
        return text


class SlugsField(forms.MultipleChoiceField):
    """Slugs of engines, each once, in the order given; whether they exist is not asked here."""

    default_error_messages = {
        "too_many": _("Choose at most %(limit)d engines."),
        "bad_slug": _("An engine's name is shorter than that."),
    }

    def validate(self, value: list[str]) -> None:
        """Bound number and length."""
        if len(value) > MAX_CHOSEN_ENGINES:
            raise ValidationError(
                self.error_messages["too_many"],
                code="too_many",
                params={"limit": MAX_CHOSEN_ENGINES},
            )
        if any(len(slug) > MAX_SLUG_LENGTH for slug in value):
            raise ValidationError(self.error_messages["bad_slug"], code="bad_slug")

    def clean(self, value: object) -> list[str]:
        """Return the slugs without blanks and repetitions."""
        return [slug for slug in dict.fromkeys(super().clean(value)) if slug]


class FieldsField(forms.CharField):
    """Names of fields of a result, with commas between them."""

    def to_python(self, value: object) -> str:
        """Fold white space away."""
        return "".join((super().to_python(value) or "").split())

    def clean(self, value: object) -> list[str]:
        """Return the names, each once; raises `ValidationError` for one that is none."""
        names = [name for name in dict.fromkeys(super().clean(value).split(",")) if name]
        for name in names:
            if name not in RESULT_FIELDS:
                raise ValidationError(
                    _("A result has no field “%(name)s”. It has %(known)s."),
                    code="unknown_field",
                    params={"name": name[:MAX_SLUG_LENGTH], "known": ", ".join(RESULT_FIELDS)},
                )
        return names


class QueryForm(forms.Form):
    """A search `q` and its `page`, `after`, `engine` (several), `category`, `format`, filters.

    `limit`, `fields` and `compact` say how much of it programs want.
    """

    q = QueryField()
    page = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_PAGE,
        error_messages={
            "invalid": _("The page must be a whole number."),
            "min_value": _("Pages are counted from %(limit_value)d."),
            "max_value": _("Pages after %(limit_value)d are not asked for."),
        },
    )
    # Results of the page that were shown before; data for programs has all of a page.
    after = forms.IntegerField(required=False, min_value=0, max_value=MAX_AFTER)
    engine = SlugsField(required=False)
    category = forms.CharField(required=False, max_length=MAX_QUERY_LENGTH)
    # What engines offer in their own forms; one that does not is asked without.
    language = forms.RegexField("^[a-z]{2}$", required=False)
    period = forms.ChoiceField(required=False, choices=[(period, period) for period in PERIODS])
    safe = forms.ChoiceField(required=False, choices=[(level, level) for level in SAFE_LEVELS])
    format = forms.ChoiceField(
        required=False,
        choices=RESPONSE_FORMATS,
        error_messages={"invalid_choice": _("Answers come as html, json, rss, atom or csv.")},
    )

    limit = forms.IntegerField(required=False, min_value=1, max_value=MAX_AFTER)
    compact = forms.BooleanField(required=False)

    def clean_page(self) -> int:
        """Return the page, the first when none is given."""
        return self.cleaned_data["page"] or 1

    def clean_after(self) -> int:
        """Return how many results are left out, none unless it is said."""
        return self.cleaned_data["after"] or 0

    def link(self, carried: str = "") -> SearchLink:
        """Return the search of a valid form; `carried` is a token of preferences."""
        asked = self.cleaned_data
        filters = tuple((name, asked[name]) for name in ROLES if asked[name])
        return SearchLink(
            text=asked["q"],
            slugs=tuple(asked["engine"]),
            category=asked["category"],
            page=asked["page"],
            filters=filters,
            carried=carried,
            after=asked["after"],
        )

    def first_error(self) -> str:
        """Return one sentence that says what is wrong."""
        for messages in self.errors.values():
            return str(messages[0])
        return ""


class SharedFields(dict[str, forms.Field]):
    """Fields that all forms of a class have in common: nobody changes those of one.

    To copy them takes longer than all that is then read by them.
    """

    def __deepcopy__(self, memo: object) -> "SharedFields":
        return self


QueryForm.base_fields = SharedFields(QueryForm.base_fields)
# In the body of the class the name is that of Django's own table of fields.
QueryForm.base_fields["fields"] = FieldsField(required=False, max_length=MAX_QUERY_LENGTH)
