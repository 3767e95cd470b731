"""The verdict on a form: whether it searches, and which field takes the query."""

from dataclasses import dataclass

from discovery.forms.cues import FIELD_CUES, FORM_CUES, Cue
from discovery.forms.features import FieldFeatures, gather_features
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages import Page

# The sum of the cues from which on a form is taken for a search form. The weight of "any form"
# puts the border at 0.
THRESHOLD = 0.0
# The sum of the cues of a field from which on a search form's query may go into it. Lower are
# e-mail addresses, prices and dates; a place or a person's name is worth a try. Guess.
FIELD_THRESHOLD = -1.5
# A text form above this may be tried when no form of a site passes: bare boxes without a word, but
# no form in which something speaks against search. Guess.
DOUBTFUL_THRESHOLD = -2.5


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """What a form is taken for.

    `score` is the sum of the weights of `cues`, comparable between forms of a page and between
    pages. `query_field` is the name of the field the query goes into. It is None when no field
    takes words or the field has no name (a form that only a script can send).
    """

    is_search: bool
    score: float
    query_field: str | None
    cues: tuple[str, ...]


NO_TEXT_FIELD = FormVerdict(False, -10.0, None, ("no text field",))


def classify(form: SearchForm) -> FormVerdict:
    """Return the verdict on `form`: the cues of its best text field and of the form around it."""
    candidates = gather_features(form)
    if not candidates:
        return NO_TEXT_FIELD
    best = max(candidates, key=lambda features: _score(_cues_of(features, FIELD_CUES)))
    field_cues = _cues_of(best, FIELD_CUES)
    cues = field_cues + _cues_of(best, FORM_CUES)
    score = _score(cues)
    takes_query = bool(best.field.name) and _score(field_cues) >= FIELD_THRESHOLD
    return FormVerdict(
        is_search=score >= THRESHOLD,
        score=score,
        query_field=best.field.name if takes_query else None,
        cues=tuple(cue.name for cue in cues),
    )


def _cues_of(features: FieldFeatures, table: tuple[Cue, ...]) -> tuple[Cue, ...]:
    return tuple(cue for cue in table if cue.holds(features))


def _score(cues: tuple[Cue, ...]) -> float:
    return sum(cue.weight for cue in cues)


def rank_search_forms(
    page: Page, *, include_doubtful: bool = False
) -> tuple[tuple[SearchForm, FormVerdict], ...]:
    """Return the search forms of `page` with their verdicts, best first, earlier before later.

    With `include_doubtful` also forms with a named text field that might be worth a try when no
    other is left. Their verdicts still say that they are no search forms.
    """
    classified = [(form, classify(form)) for form in find_forms(page)]
    floor = DOUBTFUL_THRESHOLD if include_doubtful else THRESHOLD
    kept = [
        (form, verdict)
        for form, verdict in classified
        if verdict.is_search or (verdict.query_field and verdict.score >= floor)
    ]
    return tuple(sorted(kept, key=lambda pair: -pair[1].score))
