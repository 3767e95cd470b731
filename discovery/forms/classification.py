"""The verdict on a form: a search that names an act in button, address or what it sends is none."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from discovery.forms.cues import (
    FIELD_CUES,
    FORM_CUES,
    Cue,
    FieldFeatures,
    gather_features,
    search_form_weights,
)
from discovery.forms.finding import find_forms_as_browser
from discovery.forms.form import ASKS_FIRST, FormField, SearchForm
from discovery.pages.acts import (
    address_acts,
    insists_on_act,
    parameter_acts,
    says_act,
    says_go,
    says_search,
)
from discovery.pages.page import Page
from discovery.pages.weights import Weights

# Kinds of controls that no search has, but for one beside others in a form as large as the page.
_NEVER_SEARCHED = frozenset({"password", "file"})
# Kinds that are sent as the page has them.
_SENT_AS_THEY_ARE = frozenset({"hidden", "select", "checkbox", "radio"})


def sends_act(form: SearchForm) -> bool:
    """Tell whether sending `form` as it stands, by its default button, does something."""
    return _is_act(form) or _sends_act_along(form)


def only_its_button_acts(form: SearchForm) -> bool:
    """Tell whether a form that is named a search sends an act by its button alone: "Clear".

    Typing into it, where scripts search meanwhile, sets nothing off; sending it would.
    """
    unsent = replace(form, fields=tuple(each for each in form.fields if not each.submits))
    is_named = form.search_landmark or says_search(form.marks)
    return is_named and form.action is None and not sends_act(unsent)


def pages_act(form: SearchForm, button: FormField) -> bool:
    """Tell whether pressing a button for further pages does something.

    Of a form as large as the page its search's own button says what it is for: what is then sent
    along with a GET is where the search stands, whatever it is called.
    """
    is_of_search = form.method == "get" and says_it_searches(form.default_submit)
    return button.acts or _is_act(form) or (not is_of_search and _sends_act_along(form))


def _is_act(form: SearchForm) -> bool:
    """Tell whether a form, or its default button, says an act, what it sends along left out."""
    button = form.default_submit
    if (button is not None and button.acts) or form.script_acts:
        return True
    # In a form as large as the page others stand beside the search, which has its own button.
    says_so = says_it_searches(button)
    has_other_use = any(field.kind in _NEVER_SEARCHED for field in form.fields)
    if not says_so and (_is_for_act(form) or has_other_use or _is_unknown(form, button)):
        return True
    # A form that is sent to its own page, whatever that is for, is called there.
    named = form.action is not None and not (form.to_itself and says_so)
    if named and address_acts(form.action or ""):
        return True
    return ASKS_FIRST.search(form.script) is not None or (
        insists_on_act(form.marks) and not says_search(form.marks)
    )


def _sends_act_along(form: SearchForm) -> bool:
    return any(_is_sent(field) and parameter_acts(field.name, field.value) for field in form.fields)


def says_it_searches(button: FormField | None) -> bool:
    """Tell whether a button says to search, by its words or by what its author calls it."""
    return button is not None and says_search(f"{button.label} {button.name} {button.marks}")


def _is_for_act(form: SearchForm) -> bool:
    """Tell whether the words of a form, or what is sent along, say an act and not to search."""
    if says_act(form.legend, *form.headings):
        return True
    if insists_on_act(form.text) and not says_search(form.text):
        return True
    first = next(iter(form.text_fields), None)
    # A long text that is posted is said to somebody.
    if form.method == "post" and first is not None and first.kind == "textarea":
        return True
    sent = (field for field in form.fields if field.name and _is_sent(field))
    return any(insists_on_act(field.value, *_chosen(field)) for field in sent)


def _chosen(field: FormField) -> Iterator[str]:
    if field.kind in ("checkbox", "radio"):
        yield field.label
    yield from (option.label for option in field.options if option.value == field.value)


def _is_unknown(form: SearchForm, button: FormField | None) -> bool:
    """Tell whether nobody knows what a button does: to search, or just to go on, is not said."""
    if button is None or says_go(f"{button.label} {button.value}"):
        return False
    return form.action is None or not says_search(urlsplit(form.action).path)


def asks_for_act(form: SearchForm, field: FormField) -> bool:
    """Tell whether what is typed into a field sets something off: "Type DELETE to confirm".

    The words beside it tell, too, unless the button says to search: "What do you want to buy?" is
    asked by searches. What is posted under "Find and replace" does both.
    """
    names = (field.name, field.identifier)
    words = () if says_it_searches(form.default_submit) else (field.label, field.placeholder)
    if field.script_acts or (form.method == "post" and insists_on_act(*words)):
        return True
    return any(insists_on_act(text) and not says_search(text) for text in (*names, *words))


def _is_sent(field: FormField) -> bool:
    return field.kind in _SENT_AS_THEY_ARE and (
        field.kind not in ("checkbox", "radio") or field.checked or field.required
    )


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """What a form is taken for.

    `score` is the sum of the weights of `cues`. `query_field` is the name of the field the query
    goes into, None when no field takes words or it has no name (only a script can send it).
    `acts`: sending it would do something, so that it never is.
    """

    is_search: bool
    score: float
    query_field: str | None
    cues: tuple[str, ...]
    acts: bool = False


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


def classify(form: SearchForm, weights: Weights | None = None) -> FormVerdict:
    """Return the verdict on `form`: a search has a sign that says so, and does nothing else."""
    weights = weights or search_form_weights()
    candidates = gather_features(form)
    if not candidates:
        return FormVerdict(False, -10.0, None, ("no text field",))
    found = [_cues_of(features, FIELD_CUES) for features in candidates]
    scores = [_score(cues, weights) for cues in found]
    place = scores.index(max(scores))
    best = candidates[place]
    cues = found[place] + _cues_of(best, FORM_CUES)
    score = _score(cues, weights)
    names = {cue.name for cue in cues if cue.is_positive}
    is_explicit = bool(names & _EXPLICIT)
    acts = sends_act(form) or asks_for_act(form, best.field)
    # A button that sends may send a message: what the field is named does not count beside it.
    if "button sends or saves" in {cue.name for cue in cues} and not is_explicit:
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
