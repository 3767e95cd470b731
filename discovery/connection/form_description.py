"""From a form on a page to the description of its engine (Wu, Meng et al. 2003, 2.5, step 2)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

from discovery.connection.description import (
    ConnectionDescription,
    DescriptionError,
    Parameter,
    ParameterOption,
    ParameterRole,
    check_size,
    query_slot,
)
from discovery.connection.encodings import DEFAULT_CHARSET, web_charset
from discovery.connection.form_tokens import SESSION_IN_ACTION, looks_like_token
from discovery.connection.requests import result_page_template
from discovery.connection.url_template import check_template, decode_braces
from discovery.forms.classification import FormVerdict, rank_search_forms
from discovery.forms.form import FormField, SearchForm
from discovery.lexicon.words import Period, Role, SafeLevel, any_of, lexicon
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import query_pairs

# What the CLDR lists as Bokmål and Nynorsk is one language in most forms.
_NORWEGIAN = "no"
_CODE = re.compile(r"(?:lang[_-])?([a-z]{2,3})(?:[_-][a-z]{2,4})?", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def language_meant(value: str, label: str) -> str | None:
    """Return the code (ISO 639-1) of the language that a choice means, None when nothing tells.

    >>> language_meant("1", "deutsch"), language_meant("lang_fr", ""), language_meant("us", "usa")
    ('de', 'fr', None)
    """
    return _language_named(label) or language_coded(value)


@lru_cache(maxsize=4_096)
def language_coded(value: str) -> str | None:
    """Return the code (ISO 639-1) of the language that a code names, None when it is no language's.

    >>> language_coded("ger"), language_coded("pt_BR"), language_coded("us")
    ('de', 'pt', None)
    """
    code = _CODE.fullmatch(value)
    if not code:
        return None
    from langcodes import standardize_tag, tag_is_valid

    short = standardize_tag(code[1]).partition("-")[0]
    return short if len(short) == 2 and tag_is_valid(short) else None


def is_written_language(value: str) -> bool:
    # Codes of languages that few pages are written in are as often those of countries: "ch", "se".
    code = language_coded(value)
    if code is None:
        return False
    from langcodes.language_lists import CLDR_LANGUAGES

    return code in CLDR_LANGUAGES or code == _NORWEGIAN


def _language_named(name: str) -> str | None:
    if not name:
        return None
    from langcodes import find

    try:
        language = find(name).language
    except LookupError:
        return None
    return language if language and len(language) == 2 else None


# A choice list is of a kind when so many of its choices are. Guess: "any" and "all" stand among
# them, and little else.
MIN_SHARE = 0.6
# One language code or one period alone proves nothing.
MIN_CHOICES = 2

_SEPARATORS = re.compile(r"[^a-z0-9]+")
_WORDS = lexicon().controls
# In the order in which names and labels are tried.
_NAMED: tuple[Role, ...] = ("language", "date", "category", "safe-search", "page-size", "sort")
_LABELLED: tuple[Role, ...] = ("language", "safe-search", "page-size", "sort", "date", "category")
_NAME_PATTERNS = {ParameterRole(role): re.compile(any_of(_WORDS.names[role])) for role in _NAMED}
_LABEL_PATTERNS = {
    ParameterRole(role): re.compile(any_of(_WORDS.labels[role]), re.IGNORECASE)
    for role in _LABELLED
}
_SAFE_PROOF = re.compile(any_of(_WORDS.safe_proofs), re.IGNORECASE)


def recognise_role(
    name: str, label: str, options: Sequence[ParameterOption]
) -> ParameterRole | None:
    """Return what a control is for, None when nothing tells.

    Choices speak first (they cannot be named wrongly), then the label, then the name.

    >>> recognise_role("x", "", [ParameterOption("en"), ParameterOption("de")])
    <ParameterRole.LANGUAGE: 'language'>
    >>> recognise_role("results_per_page", "", ()) is ParameterRole.PAGE_SIZE
    True
    """
    if (told := _told_by_choices(options)) is not None:
        return told
    for role, pattern in _LABEL_PATTERNS.items():
        if label and pattern.search(label):
            return role
    # "filter[lang]", "ctl00$sort" and "search_type": the last part of a name says what it is.
    parts = [part for part in _SEPARATORS.split(name.lower()) if part]
    for candidate in ("".join(parts), "".join(parts[-2:]), "".join(parts[-1:])):
        for role, pattern in _NAME_PATTERNS.items():
            if pattern.fullmatch(candidate):
                return role
    return None


def _told_by_choices(options: Sequence[ParameterOption]) -> ParameterRole | None:
    valued = [option for option in options if option.value]

    def are_most(test: Callable[[ParameterOption], object]) -> bool:
        passed = sum(bool(test(option)) for option in valued)
        return passed >= MIN_CHOICES and passed >= MIN_SHARE * len(valued)

    is_safe = any(_SAFE_PROOF.search(f"{each.value} {each.label}") for each in options)
    if is_safe and are_most(lambda each: _meant(ParameterRole.SAFE_SEARCH, each)):
        return ParameterRole.SAFE_SEARCH
    if are_most(lambda each: is_written_language(each.value)):
        return ParameterRole.LANGUAGE
    if are_most(lambda each: _meant(ParameterRole.DATE, each)):
        return ParameterRole.DATE
    return None


_BOX_KINDS = frozenset({"checkbox", "radio"})
# HTML, section 4.10.22.4, step 5.1: these never take part in a submission.
_NEVER_SENT = frozenset({"reset", "button"})


def sent_parameters(form: SearchForm, fields: Sequence[FormField]) -> Iterator[Parameter]:
    """Yield what `fields` of a form send when it is submitted, and what they could send."""
    for field in fields:
        if field.submits:
            yield from _submit_parameters(field, sent=field is form.default_submit)
        elif not field.name or field.kind in _NEVER_SENT:
            continue
        elif field.kind == "select":
            yield from _select_parameters(field)
        elif field.kind == "radio":
            yield from _radio_parameters(form, field)
        else:
            yield Parameter(
                field.name,
                "" if field.kind == "file" else field.value,
                field.kind,
                label=field.label,
                sent=field.checked or field.kind not in _BOX_KINDS,
                role=recognise_role(field.name, field.label, ()),
                token=field.kind == "hidden" and looks_like_token(field.name, field.value),
            )


def _submit_parameters(field: FormField, *, sent: bool) -> Iterator[Parameter]:
    """Yield what a submit button sends; an image sends where it was hit, (0, 0) by the keyboard."""
    if field.kind == "image":
        prefix = f"{field.name}." if field.name else ""
        for axis in ("x", "y"):
            yield Parameter(prefix + axis, "0", "image", label=field.label, sent=sent)
    elif field.name:
        yield Parameter(field.name, field.value, "submit", label=field.label, sent=sent)


def _select_parameters(field: FormField) -> Iterator[Parameter]:
    enabled = [option for option in field.options if not option.disabled]
    options = tuple(ParameterOption(option.value, option.label) for option in enabled)
    role = recognise_role(field.name, field.label, options)
    shown = [option for option in field.options if option.selected]
    if not field.multiple:
        # A drop-down shows its first option when none is marked, the last marked one otherwise.
        shown = (shown or enabled[:1])[-1:]
    chosen = [option.value for option in shown if not option.disabled]
    sent = bool(chosen)
    for value in chosen or [options[0].value if options else ""]:
        yield Parameter(field.name, value, "select", options, field.label, sent=sent, role=role)


def _radio_parameters(form: SearchForm, field: FormField) -> Iterator[Parameter]:
    group = [each for each in form.fields if (each.kind, each.name) == ("radio", field.name)]
    # Of several marked ones a browser keeps the last.
    standing = next((each for each in reversed(group) if each.checked), group[0])
    if field is standing:
        options = tuple(ParameterOption(each.value, each.label) for each in group)
        role = recognise_role(field.name, "", options)
        yield Parameter(field.name, field.value, "radio", options, sent=field.checked, role=role)


_CHOOSABLE = frozenset({"select", "radio"})
# Choices that say how results are shown, not which.
_NO_NARROWING = (ParameterRole.LANGUAGE, ParameterRole.PAGE_SIZE, ParameterRole.SORT)
_EVERYTHING = re.compile(
    rf"\W*(?:{any_of(_WORDS.everything_words)}(?:\W|\Z)|{any_of(_WORDS.everything_signs)})",
    re.IGNORECASE,
)


def without_narrowing(parameters: Iterable[Parameter], form_page: str) -> tuple[Parameter, ...]:
    """Return parameters with "all" chosen where the address of the form's page chose less.

    "/search?in=images" gives the form of the whole site with "images" chosen.
    """
    preset = set(query_pairs(form_page))
    return tuple(
        _widened(parameter)
        if parameter.kind in _CHOOSABLE
        and parameter.role not in _NO_NARROWING
        and (parameter.name, parameter.value) in preset
        else parameter
        for parameter in parameters
    )


def _widened(parameter: Parameter) -> Parameter:
    if any(option.value == parameter.value and says_all(option) for option in parameter.options):
        return parameter
    every = next((option for option in parameter.options if says_all(option)), None)
    return parameter if every is None else replace(parameter, value=every.value)


def says_all(option: ParameterOption) -> bool:
    """Return whether a choice leaves nothing out.

    >>> says_all(ParameterOption("c0", "All categories")), says_all(ParameterOption("a", "Allier"))
    (True, False)
    """
    is_all = option.value.casefold() in {"all", "any", "*"}
    return is_all or _EVERYTHING.match(option.label) is not None


# Names longer than this are slogans. Guess.
MAX_NAME_LENGTH = 80
# What separates a site's name from a page's in a title.
_TITLE_SEPARATOR = re.compile(r"\s+[|·•–—»:-]+\s+|\s*\|\s*")
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8}){0,3}")
_NAME_METAS = frozenset({"og:site_name", "application-name", "apple-mobile-web-app-title"})


def site_root(url: str) -> str:
    """Return the address of the site's root.

    >>> site_root("http://a.example:81/find/it?x=1")
    'http://a.example:81/'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/", "", ""))


def site_name(page: Page) -> str:
    """Return the name declared, else the part of the title that the host confirms, else it all."""
    for meta in page.root.iter("meta"):
        declared = (meta.get("property") or meta.get("name") or "").strip().lower()
        content = fold_space(meta.get("content", "")[: 4 * MAX_NAME_LENGTH])
        if declared in _NAME_METAS and content:
            return content[:MAX_NAME_LENGTH]
    host = (urlsplit(page.url).hostname or "").removeprefix("www.")
    title = page.title[: 4 * MAX_NAME_LENGTH]
    for part in _TITLE_SEPARATOR.split(title):
        letters = re.sub(r"\W", "", part).lower()
        if letters and letters in re.sub(r"\W", "", host):
            return part.strip()[:MAX_NAME_LENGTH]
    return title[:MAX_NAME_LENGTH].strip() or host


def site_language(page: Page) -> str:
    """Return the language the page declares, as a tag such as `de` or `pt-BR`, else nothing."""
    names = ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang")
    declared = [page.root.get(name) for name in names]
    declared += [
        meta.get("content")
        for meta in page.root.iter("meta")
        if meta.get("http-equiv", "").strip().lower() == "content-language"
    ]
    for language in declared:
        match = LANGUAGE_TAG.match((language or "").strip())
        if match:
            return match[0].replace("_", "-")
    return ""


PERIODS: tuple[Period, ...] = ("day", "week", "month", "year")
SAFE_LEVELS: tuple[SafeLevel, ...] = ("off", "moderate", "strict")
CHOOSABLE = (ParameterRole.LANGUAGE, ParameterRole.DATE, ParameterRole.SAFE_SEARCH)
# Choices of one control that are looked at: the longest lists of languages have about 200.
MAX_OPTIONS = 500
MAX_LABEL_LENGTH = 60

# What can be chosen, by role: the code of a language (ISO 639-1), a period, a level.
Choices = Mapping[ParameterRole, str]

# The periods above as single numbers; any other number in a label means a longer one.
_USUAL_NUMBERS = frozenset({"1", "7", "12", "24", "30", "365"})
# What the value of a choice says of it: one group for each of the periods, in their order.
_PERIOD_VALUE = re.compile(
    r"(?:qdr:|past|last|1)?[_ -]?(?:(d|day|24h|24hours)|(w|week|7d)|(m|month|30d)|(y|year|365d))",
    re.IGNORECASE,
)
_PERIOD_LABELS = {period: re.compile(any_of(_WORDS.periods[period])) for period in PERIODS}
# The first that matches counts.
_LEVEL_WORDS = {
    level: re.compile(rf"\b{any_of(_WORDS.safe_levels[level])}\b") for level in SAFE_LEVELS[::-1]
}


def offered(description: ConnectionDescription) -> dict[ParameterRole, tuple[str, ...]]:
    found: dict[ParameterRole, dict[str, None]] = {}
    for parameter in description.parameters:
        for option in _options(parameter):
            meant = _meant(parameter.role, option)
            if meant and parameter.role:
                found.setdefault(parameter.role, {})[meant] = None
    return {role: tuple(values) for role, values in found.items()}


def with_choices(description: ConnectionDescription, choices: Choices) -> ConnectionDescription:
    if not choices:
        return description
    parameters = []
    for parameter in description.parameters:
        wanted = choices.get(parameter.role) if parameter.role else None
        meant = (each for each in _options(parameter) if _meant(parameter.role, each) == wanted)
        option = next(meant, None) if wanted else None
        if option is not None:
            parameter = replace(parameter, value=option.value, sent=True)
        parameters.append(parameter)
    return replace(description, parameters=tuple(parameters))


def _options(parameter: Parameter) -> tuple[ParameterOption, ...]:
    return parameter.options[:MAX_OPTIONS] if parameter.role in CHOOSABLE else ()


def _meant(role: ParameterRole | None, option: ParameterOption) -> str | None:
    value, label = option.value.strip(), option.label.strip().casefold()[:MAX_LABEL_LENGTH]
    if role is ParameterRole.LANGUAGE:
        return language_meant(value, label)
    if role is ParameterRole.DATE:
        return _period(value, label)
    return _level(value.casefold(), label)


def _period(value: str, label: str) -> str | None:
    if not set(re.findall(r"\d+", label)) <= _USUAL_NUMBERS:
        return None
    for period, pattern in _PERIOD_LABELS.items():
        if pattern.search(label):
            return period
    match = _PERIOD_VALUE.fullmatch(value)
    if not match or not match.lastindex:
        return None
    return PERIODS[match.lastindex - 1]


def _level(value: str, label: str) -> str | None:
    for text in (label, value):
        for level, pattern in _LEVEL_WORDS.items():
            if pattern.search(text):
                return level
    return None


def describe(form: SearchForm, query_field: str, page: Page) -> ConnectionDescription:
    """Return how the engine behind `form` is asked through `query_field`.

    Raises `DescriptionError` for a form that only a script can send, without the field, too large.
    """
    if form.action is None:
        raise DescriptionError("the form's action is no http or https address")
    if form.truncated:
        raise DescriptionError("the form is too large to be described whole")
    places = [
        place
        for place, field in enumerate(form.fields)
        if query_field and field.name == query_field
    ]
    if not places:
        raise DescriptionError(f"the form has no field named {query_field[:100]!r} to be sent")
    # The control that takes the query: one for text before any other.
    place = next((place for place in places if form.fields[place].takes_text), places[0])
    before = sent_parameters(form, form.fields[:place])
    after = sent_parameters(form, form.fields[place + 1 :])
    description = ConnectionDescription(
        site_name=site_name(page),
        home_url=site_root(page.url),
        form_page=page.url,
        action=form.action,
        method=form.method,
        enctype=form.enctype,
        charset=web_charset(form.charset) or web_charset(page.charset) or DEFAULT_CHARSET,
        parameters=without_narrowing((*before, query_slot(query_field), *after), page.url),
        action_changes=bool(SESSION_IN_ACTION.search(form.action)),
        language=site_language(page),
    )
    check_size(description)
    return replace(description, template=result_page_template(description))


def described_forms(page: Page) -> Iterator[tuple[SearchForm, FormVerdict, ConnectionDescription]]:
    for form, verdict in rank_search_forms(page):
        if verdict.query_field is None:
            continue
        try:
            description = describe(form, verdict.query_field, page)
        except DescriptionError:
            continue
        yield form, verdict, description


def describe_template(
    template: str, *, site_name: str = "", home_url: str = ""
) -> ConnectionDescription:
    """Return how an engine is asked that is known by a template. Raises `DescriptionError`."""
    cleaned = decode_braces(template.strip())
    check_template(cleaned)
    return ConnectionDescription(
        site_name=site_name or (urlsplit(cleaned).hostname or ""),
        home_url=home_url or site_root(cleaned),
        template=cleaned,
    )
