"""Values that a form page gives out anew (tokens): which they are, and reading them."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

from discovery.connection.description import FRESH_ACTION, ConnectionDescription
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages.page import Page

# Names that frameworks give to what they check on submission.
TOKEN_NAME = re.compile(
    r"csrf|xsrf|nonce|authenticity|verificationtoken|"
    r"(?:^|[^a-z])(?:token|ticket|session_?id|sess?id|sid|phpsessid|jsessionid|form_?build_?id|"
    r"form_?token|request_?id|uuid|stamp|timestamp)(?:$|[^a-z])",
    re.IGNORECASE,
)
# The state of a page in its own form: the same for every visitor, unless it changes.
_STATE_NAME = re.compile(r"viewstate|eventvalidation", re.IGNORECASE)
# Names in a form's address that carry a session.
SESSION_IN_ACTION = re.compile(
    r"(?:[;?&])(?:jsessionid|phpsessid|sessionid|session_id|sessid|sid|aspsessionid\w*|cfid|cftoken)=",
    re.IGNORECASE,
)
# Named as a token, a shorter value is a setting.
MIN_TOKEN_LENGTH = 6


def looks_like_token(name: str, value: str) -> bool:
    """Whether a hidden field seen once is likely to be given out anew with each form page.

    Of all others a second visit tells (`settle_tokens`).

    >>> looks_like_token("csrf_token", "x8Jq2bPz91"), looks_like_token("lang", "en")
    (True, False)
    """
    is_named = TOKEN_NAME.search(name) or _STATE_NAME.search(name)
    return is_named is not None and len(value) >= MIN_TOKEN_LENGTH


def changing_parameters(first: SearchForm, second: SearchForm) -> frozenset[str]:
    """Return the names of hidden fields, and of the address, that differ between two sessions."""
    before, after = (_hidden_values(form) for form in (first, second))
    names = {name for name in before if name and before[name] != after.get(name)}
    if first.action != second.action:
        names.add(FRESH_ACTION)
    return frozenset(names)


def _hidden_values(form: SearchForm) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for field in form.fields:
        if field.kind == "hidden":
            values.setdefault(field.name, []).append(field.value)
    return values


def settle_tokens(
    description: ConnectionDescription, first: SearchForm, second: SearchForm
) -> ConnectionDescription:
    """Return the description with the tokens that two fetches of the form show.

    What stayed is one only when its name says so: a random value that stays serves every visitor,
    and to fetch the form page for it would double every answer's time.
    """
    changed = changing_parameters(first, second)
    named = {name for name in description.tokens if TOKEN_NAME.search(name)}
    action_changes = FRESH_ACTION in changed or bool(SESSION_IN_ACTION.search(description.action))
    parameters = tuple(
        replace(each, token=each.kind == "hidden" and each.name in changed | named)
        for each in description.parameters
    )
    return replace(description, parameters=parameters, action_changes=action_changes)


def settle_as(
    description: ConnectionDescription, known: ConnectionDescription
) -> ConnectionDescription | None:
    """Return the description with the tokens of a form `known` at another site, None if unlike it.

    A value that two sites hide alike is given to every visitor; the others must be tokens there.
    """
    hidden, there = (
        {each.name: each for each in one.parameters if each.kind == "hidden"}
        for one in (description, known)
    )
    is_alike = hidden.keys() == there.keys() and all(
        there[name].token or there[name].value == each.value for name, each in hidden.items()
    )
    if not is_alike or known.action_changes or SESSION_IN_ACTION.search(description.action):
        return None
    parameters = tuple(
        replace(each, token=each.name in hidden and there[each.name].token)
        for each in description.parameters
    )
    return replace(description, parameters=parameters, action_changes=False)


class FormGoneError(ValueError):
    """The form page no longer holds the form that the description tells of."""


def fresh_values(description: ConnectionDescription, form_page: Page) -> dict[str, str]:
    """Return the tokens as they stand on the form page now. Raises `FormGoneError`."""
    if not (description.tokens or description.action_changes):
        return {}
    form = _find_again(description, form_page)
    if form is None:
        raise FormGoneError(f"the form of {description.form_page} is no longer on its page")
    wanted = set(description.tokens)
    values = {
        field.name: field.value
        for field in form.fields
        if field.kind == "hidden" and field.name in wanted
    }
    if description.action_changes and form.action:
        values[FRESH_ACTION] = form.action
    return values


def _find_again(description: ConnectionDescription, page: Page) -> SearchForm | None:
    names = {parameter.name for parameter in description.parameters}
    path = _path(description.action)

    def likeness(form: SearchForm) -> tuple[bool, int]:
        shared = {field.name for field in form.fields} & names
        return _path(form.action or "") == path, len(shared)

    alike = [
        form
        for form in find_forms(page)
        if form.method == description.method
        and any(field.name == description.query_field for field in form.fields)
    ]
    return max(alike, key=likeness, default=None)


def _path(address: str) -> str:
    return urlsplit(address).path.partition(";")[0]
