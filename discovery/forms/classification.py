"""The verdict on a form: whether it searches, and which field takes the query."""

from dataclasses import dataclass

from discovery.forms.cues import FIELD_CUES, FORM_CUES, Cue, search_form_weights
from discovery.forms.features import FieldFeatures, gather_features
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages import Page
from discovery.pages.weights import Weights


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


def classify(form: SearchForm, weights: Weights | None = None) -> FormVerdict:
    """Return the verdict on `form`: the cues of its best text field and of the form around it.

    `weights` are those of the product if not given.
    """
    weights = weights or search_form_weights()
    candidates = gather_features(form)
    if not candidates:
        return NO_TEXT_FIELD
    found = [_cues_of(features, FIELD_CUES) for features in candidates]
    scores = [_score(cues, weights) for cues in found]
    place = scores.index(max(scores))
    best = candidates[place]
    cues = found[place] + _cues_of(best, FORM_CUES)
    score = _score(cues, weights)
    takes_query = bool(best.field.name) and scores[place] >= weights.threshold("query_field")
    return FormVerdict(
        is_search=score >= weights.threshold("search"),
        score=score,
        query_field=best.field.name if takes_query else None,
        cues=tuple(cue.name for cue in cues),
    )


def _cues_of(features: FieldFeatures, table: tuple[Cue, ...]) -> tuple[Cue, ...]:
    return tuple(cue for cue in table if cue.holds(features))


def _score(cues: tuple[Cue, ...], weights: Weights) -> float:
    return sum(weights.weights[cue.name] for cue in cues)


def rank_search_forms(
    page: Page, *, include_doubtful: bool = False
) -> tuple[tuple[SearchForm, FormVerdict], ...]:
    """Return the search forms of `page` with their verdicts, best first, earlier before later.

    With `include_doubtful` also forms with a named text field that might be worth a try when no
    other is left. Their verdicts still say that they are no search forms.
    """
    classified = [(form, classify(form)) for form in find_forms(page)]
    floor = search_form_weights().threshold("doubtful" if include_doubtful else "search")
    kept = [
        (form, verdict)
        for form, verdict in classified
        if verdict.is_search or (verdict.query_field and verdict.score >= floor)
    ]
    return tuple(sorted(kept, key=lambda pair: -pair[1].score))
