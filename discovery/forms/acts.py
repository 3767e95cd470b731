"""Whether sending a form would do something: delete, order, confirm, log in. Such are never sent.

The rule is turned round from what a form lacks to what it says: a search that names an act in its
button, its address or what it sends along is none.
"""

from discovery.forms.form import ASKS_FIRST, FormField, SearchForm
from discovery.pages import address_acts, insists_on_act, parameter_acts, says_act, says_search

# Kinds of controls that no search has, but for one beside others in a form as large as the page.
_NEVER_SEARCHED = frozenset({"password", "file"})
# Kinds that are sent as the page has them.
_SENT_AS_THEY_ARE = frozenset({"hidden", "select", "checkbox", "radio"})


def sends_act(form: SearchForm) -> bool:
    """Tell whether sending `form` as it stands, by its default button, does something."""
    button = form.default_submit
    if button is not None and button.acts:
        return True
    # In a form as large as the page others stand beside the search, which has its own button.
    says_so = button is not None and says_search(f"{button.label} {button.name} {button.marks}")
    if not says_so and (says_act(form.legend) or _has_other_use(form)):
        return True
    # A form that is sent to its own page, whatever that is for, is called there.
    named = form.action is not None and not (form.to_itself and says_so)
    if named and address_acts(form.action or ""):
        return True
    if ASKS_FIRST.search(form.script) or (
        insists_on_act(form.marks) and not says_search(form.marks)
    ):
        return True
    return any(_is_sent(field) and parameter_acts(field.name, field.value) for field in form.fields)


def _has_other_use(form: SearchForm) -> bool:
    return any(field.kind in _NEVER_SEARCHED for field in form.fields)


def asks_for_act(field: FormField, *, by_words: bool) -> bool:
    """Tell whether what is typed into a field sets something off: "Type DELETE to confirm".

    `by_words`: the words beside it tell, too. "What do you want to buy?" is asked by searches.
    """
    words = (field.label, field.placeholder) if by_words else ()
    asked = (field.name, field.identifier, *words)
    return any(insists_on_act(text) and not says_search(text) for text in asked)


def _is_sent(field: FormField) -> bool:
    return field.kind in _SENT_AS_THEY_ARE and (
        field.kind not in ("checkbox", "radio") or field.checked or field.required
    )
