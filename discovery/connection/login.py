"""As whom a site is asked; signing in by its own form, with a user's name and password."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from discovery.connection.description import DescriptionError, Login, fill_known
from discovery.connection.encodings import (
    CODECS,
    DEFAULT_CHARSET,
    FormEntry,
    encode_body,
    web_charset,
)
from discovery.connection.form_description import sent_parameters
from discovery.connection.requests import EngineRequest
from discovery.connection.url_template import placeholders
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.pages.page import Page
from discovery.pages.urls import ascii_url

# The names that both are kept under.
USER, PASSWORD = "secret:user", "secret:password"
# Kinds of fields that take a user's name.
_NAME_KINDS = frozenset({"text", "email", "tel"})


@dataclass(frozen=True, slots=True)
class Access:
    """How an engine is reached, None for as any other.

    The user who signs in by `login` has the `secrets`. Empty for a `proxy`: by none. Background
    work leaves `pause` seconds between requests.
    """

    login: Login | None = None
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    proxy: str | None = field(default=None, repr=False)
    pause: float | None = None


AS_USUAL = Access()


def login_form(login: Login, page: Page) -> SearchForm | None:
    """Return the form of a page that has the fields told, else asks for one password.

    Who registers or chooses another password types it twice.
    """
    told = {each.name for each in login.fields}
    for form in find_forms(page):
        passwords = [field for field in form.fields if field.kind == "password"]
        is_it = told <= {field.name for field in form.fields} if told else len(passwords) == 1
        if is_it and not form.pseudo:
            return form
    return None


def login_request(login: Login, form: SearchForm, secrets: Mapping[str, str]) -> EngineRequest:
    """Return what `form` sends to sign in, all but the user's fields as its page has them now.

    Raises `DescriptionError` where that would show the password, or there is none.
    """
    action = form.action or ""
    if form.method != "post":
        raise DescriptionError("its form would put the password into an address")
    if login.page.startswith("https:") and not action.startswith("https:"):
        raise DescriptionError("its form would send the password without encryption")
    told = {each.name: each.value for each in login.fields} or _told_by_kinds(form)
    wanted = {name for value in told.values() for name in placeholders(value)}
    if not wanted <= secrets.keys():
        raise DescriptionError("no user and password are known for it: give them on its page")
    values = {name: fill_known(value, secrets) for name, value in told.items()}
    entries = [
        FormEntry(each.name, values.get(each.name, each.value), each.kind == "file")
        for each in sent_parameters(form, form.fields)
        if each.sent or each.name in values
    ]
    charset = web_charset(form.charset) or DEFAULT_CHARSET
    body, content_type = encode_body(entries, form.enctype, charset)
    # Many programs take a form only from a page of their own.
    headers = (("Referer", ascii_url(login.page, CODECS[charset])),)
    return EngineRequest("POST", ascii_url(action, CODECS[charset]), body, content_type, headers)


def _told_by_kinds(form: SearchForm) -> dict[str, str]:
    place = next(i for i, field in enumerate(form.fields) if field.kind == "password")
    names = [
        field.name
        for field in form.fields[:place]
        if field.kind in _NAME_KINDS and not field.concealed
    ]
    told = {names[-1]: f"{{{USER}}}"} if names else {}
    return told | {form.fields[place].name: f"{{{PASSWORD}}}"}
