"""The verdict on a form: whether it searches, and which field takes the query."""

from dataclasses import dataclass

from discovery.forms.acts import asks_for_act, sends_act
from discovery.forms.cues import FIELD_CUES, FORM_CUES, Cue, search_form_weights
from discovery.forms.features import FieldFeatures, gather_features
from discovery.forms.finding import find_forms_as_browser
from discovery.forms.form import SearchForm
from discovery.pages.page import Page
from discovery.pages.weights.weights import Weights


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """What a form is taken for.

    `score` is the sum of the weights of `cues`, comparable between forms of a page and between
    pages. `query_field` is the name of the field the query goes into. It is None when no field
    takes words or the field has no name (a form that only a script can send). `acts`: sending it
    would do something, so that it never is.
    """

    is_search: bool
    score: float
    query_field: str | None
    cues: tuple[str, ...]
    acts: bool = False


NO_TEXT_FIELD = FormVerdict(False, -10.0, None, ("no text field",))
# Signs of search beside which the words of a field cannot turn it into one that sets something off.
_EXPLICIT = frozenset(
    {
        "type=search",
        "its button speaks of search",
        "its button's names speak of search",
        "marked as the search landmark",
        "form's address speaks of search",
    }
)
# A button that sends may send a message: what the field alone is named does not count beside it.
_SENDS = "button sends or saves"


def classify(form: SearchForm, weights: Weights | None = None) -> FormVerdict:
    """Return the verdict on `form`: the cues of its best text field and of the form around it.

    A search has a sign that says so, and does nothing else. `weights` are those of the product if
    not given.
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
    names = {cue.name for cue in cues if cue.is_positive}
    is_explicit = bool(names & _EXPLICIT)
    acts = sends_act(form) or asks_for_act(form, best.field)
    if _SENDS in {cue.name for cue in cues} and not is_explicit:
        names &= {"field's words speak of search"}
    takes_query = bool(best.field.name) and scores[place] >= weights.threshold("query_field")
    return FormVerdict(
        is_search=bool(names) and not acts and score >= weights.threshold("search"),
        score=score,
        query_field=best.field.name if takes_query and not acts else None,
        cues=tuple(cue.name for cue in cues),
        acts=acts,
    )


def _cues_of(features: FieldFeatures, table: tuple[Cue, ...]) -> tuple[Cue, ...]:
    return tuple(cue for cue in table if cue.holds(features))


def _score(cues: tuple[Cue, ...], weights: Weights) -> float:
    return sum(weights.weights[cue.name] for cue in cues)


def rank_search_forms(page: Page) -> tuple[tuple[SearchForm, FormVerdict], ...]:
    """Return the search forms of `page` with their verdicts, best first, earlier before later."""
    classified = [(form, classify(form)) for form in find_forms_as_browser(page)]
    kept = [(form, verdict) for form, verdict in classified if verdict.is_search]
    return tuple(sorted(kept, key=lambda pair: -pair[1].score))
