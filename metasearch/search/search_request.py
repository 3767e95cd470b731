"""The request of a search: its fields checked, the question understood, the engines to ask."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from discovery.connection.description import ParameterRole
from discovery.connection.form_description import PERIODS, SAFE_LEVELS, offered, with_choices
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url
from metasearch.merging.ranking import HostRules, Ranking
from metasearch.search.dates import may_be_within
from metasearch.search.highlighting import clean_text
from metasearch.search.languages import language_name, may_be_in
from metasearch.search.ordering import ORDERS, possible_orders
from metasearch.search.preferences import DEFAULTS, Preferences, SearchLink
from metasearch.search.service import SearchService
from wrappers.engines.answer import ANYBODY, Answer, ReadyEngine, Viewer
from wrappers.engines.registry import Askable, NotReadyError

# The parameters of a search that are filters, and what they choose in an engine's form.
ROLES: Mapping[str, ParameterRole] = {
    "language": ParameterRole.LANGUAGE,
    "period": ParameterRole.DATE,
    "safe": ParameterRole.SAFE_SEARCH,
}
NAMES = {
    "language": gettext_lazy("Language of the results"),
    "period": gettext_lazy("Period"),
    "safe": gettext_lazy("Safe search"),
    "order": gettext_lazy("Order"),
}
ANY = {
    "language": gettext_lazy("any language"),
    "period": gettext_lazy("any time"),
    "safe": gettext_lazy("usual safe search"),
    "order": gettext_lazy("best first"),
}
WORDS = {
    "day": gettext_lazy("past day"),
    "week": gettext_lazy("past week"),
    "month": gettext_lazy("past month"),
    "year": gettext_lazy("past year"),
    "off": gettext_lazy("safe search off"),
    "moderate": gettext_lazy("safe search moderate"),
    "strict": gettext_lazy("safe search strict"),
    "newest": gettext_lazy("newest first"),
    "cheapest": gettext_lazy("lowest price first"),
    "dearest": gettext_lazy("highest price first"),
}


def offered_filters(engine: Askable) -> dict[str, tuple[str, ...]]:
    """Return what can be chosen with `engine`, by the parameter of a search that chooses it."""
    if not isinstance(engine, ReadyEngine):
        return {}
    given = offered(engine.description)
    return {name: given[role] for name, role in ROLES.items() if role in given}


def supported_filters(engine: Askable, filters: Mapping[str, str]) -> dict[str, str]:
    given = offered_filters(engine) if filters else {}
    return {name: value for name, value in filters.items() if value in given.get(name, ())}


def filtered(engine: Askable, filters: Mapping[str, str]) -> Askable:
    """Return `engine` so that it is asked with those of `filters` that it offers."""
    chosen = supported_filters(engine, filters)
    if not chosen or not isinstance(engine, ReadyEngine):
        return engine
    choices = {ROLES[name]: value for name, value in chosen.items()}
    # The order in which filters are given makes no other question.
    variant = " ".join(f"{name}={value}" for name, value in sorted(chosen.items()))
    description = with_choices(engine.description, choices)
    return replace(engine, description=description, variant=variant)


def unsupported_filters(engine: Askable, filters: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of `filters` that neither `engine` knows nor its results are held to."""
    known = {*supported_filters(engine, filters), "language"}
    if "newest" in possible_orders(engine):
        known.add("period")
    return tuple(str(NAMES[name]) for name in filters if name in ROLES and name not in known)


def available_filters(
    engines: Iterable[Askable], filters: Mapping[str, str]
) -> list[dict[str, Any]]:
    found: dict[str, set[str]] = {}
    spoken: set[str] = set()
    for engine in engines:
        orders = possible_orders(engine)
        for name, offers in (offered_filters(engine) | {"order": orders}).items():
            found.setdefault(name, set()).update(offers)
        if "newest" in orders:
            # What came is held to its dates, whatever the engine can be asked.
            found.setdefault("period", set()).update(PERIODS)
        if isinstance(engine, ReadyEngine) and engine.description.language:
            spoken.add(engine.description.language[:2])
    # Nor are they held to a language that all speak.
    if len(spoken) > 1:
        found.setdefault("language", set()).update(spoken)
    shown = []
    for name in NAMES:
        offering = found.get(name, set()) | ({filters[name]} if name in filters else set())
        if offering:
            choices = [("", str(ANY[name])), *in_order(name, offering)]
            chosen = filters.get(name, "")
            shown.append(
                {"name": name, "label": str(NAMES[name]), "choices": choices, "chosen": chosen}
            )
    return shown


def in_order(name: str, values: Iterable[str]) -> Sequence[tuple[str, str]]:
    if name == "language":
        return sorted(((code, language_name(code)) for code in values), key=lambda pair: pair[1])
    order = (*PERIODS, *SAFE_LEVELS, *ORDERS)
    return [(value, str(WORDS[value])) for value in sorted(values, key=order.index)]


# More operators than these in one query are an attack or a mistake; the rest stay words.
MAX_OPERATORS = 20

_BANG = re.compile(r"^!([\w-]{1,80})$")
_SITE = re.compile(r"^site:(\S{1,253})$", re.IGNORECASE)
_NAME_PART = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """`words` go to the engines `slugs` (all when there is none); results are of `sites` alone.

    `uncalled` look like a bang that nobody answers to. They are left out: hardly any page has them.
    """

    words: str
    slugs: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    uncalled: tuple[str, ...] = ()


def parse_query(text: str, engines: Sequence[Askable]) -> ParsedQuery:
    """Return what `text` asks, where `engines` are those that can be called.

    `!name` is a bang or slug, the beginning of a part of a name, or a category.
    """
    words: list[str] = []
    slugs: list[str] = []
    sites: list[str] = []
    uncalled: list[str] = []
    for word in text.split():
        few = len(slugs) + len(sites) < MAX_OPERATORS
        bang, site = _BANG.match(word), _SITE.match(word)
        called = engines_of_bang(bang[1], engines) if bang and few else ()
        host = parse_host(site[1]) if site and few else ""
        if called:
            slugs += called
        elif host:
            sites.append(host)
        elif bang and few:
            uncalled.append(word)
        else:
            words.append(word)
    if not words:
        return ParsedQuery(text)
    return ParsedQuery(
        " ".join(words), *(tuple(dict.fromkeys(found)) for found in (slugs, sites, uncalled))
    )


def engines_of_bang(bang: str, engines: Sequence[Askable]) -> tuple[str, ...]:
    called = bang.casefold()
    ways: tuple[Callable[[Askable], bool], ...] = (
        lambda each: each.bang == called,
        lambda each: each.slug.casefold() == called,
        lambda each: called in {name.casefold().replace(" ", "-") for name in each.categories},
        lambda each: _is_part(called, each),
    )
    found = (tuple(each.slug for each in engines if is_called(each)) for is_called in ways)
    return next(filter(None, found), ())


def _is_part(called: str, engine: Askable) -> bool:
    slug, name = engine.slug.casefold(), clean_text(engine.name, 200).casefold()
    parts = _NAME_PART.findall(f"{slug} {name}")
    joined = "-".join(_NAME_PART.findall(name))
    return any(part.startswith(called) for part in (*parts, engine.bang, slug, joined))


def parse_host(text: str) -> str:
    """Return the host, with a port named, that `site:` or a list of hosts names, or "".

    >>> parse_host("https://www.A.example/x"), parse_host("a.example:8080/docs"), parse_host("a b")
    ('a.example', 'a.example:8080', '')
    """
    parts = urlsplit(resolve_url("", text if "://" in text else f"http://{text}") or "")
    host = (parts.hostname or "").removeprefix("www.").strip(".")
    if not (re.fullmatch(r"[\w-]+(?:\.[\w-]+)*", host) and re.search(r"\w", host)):
        return ""
    return f"{host}:{parts.port}" if parts.port else host


# Longer than any query a person types (guess), short enough for every engine's address.
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

# Characters that no query holds, and those that say nothing by themselves: marks of ASCII, Latin,
# all scripts, Chinese and Japanese. Whatever else there is says something, pictures too.
_REFUSED = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
_MARKS = r"\x00-/:-@\[-`{-\xa0¡§«¶·»¿\u2000-\u206f\u3000-\u303f\uff00-\uff0f"
# Lone surrogates come in no text that was sent; programs may give them.
_CONTROL = re.compile(rf"[{_REFUSED}\ud800-\udfff]")
# The same for OpenAPI: what holds no refused character, and something that says something.
QUERY_PATTERN = f"^[^{_REFUSED}]*[^{_MARKS}][^{_REFUSED}]*$"
RESPONSE_FORMATS = (
    *(("html", "HTML"), ("json", "JSON"), ("rss", "RSS"), ("atom", "Atom"), ("csv", "CSV")),
    *(("bibtex", "BibTeX"), ("ris", "RIS")),
)


def refuse_control_characters(query: str) -> None:
    refused = _CONTROL.search(query)
    if refused is not None:
        raise ValidationError(
            gettext_lazy(
                "The query contains a control character (U+%(code)s). Please take it out."
            ),
            code="control_character",
            params={"code": f"{ord(refused[0]):04X}"},
        )


# For marks alone engines would show their start pages.
says_something = RegexValidator(
    f"[^{_MARKS}]", gettext_lazy("Type what you are looking for."), "required"
)


class QueryField(forms.CharField):
    default_error_messages = {"required": gettext_lazy("Type what you are looking for.")}

    def __init__(self) -> None:
        super().__init__(validators=[refuse_control_characters, says_something])

    def to_python(self, value: object) -> str:
        text = fold_space(super().to_python(value) or "")
        if len(text) > MAX_QUERY_LENGTH:
            raise ValidationError(
                gettext_lazy(
                    "The query is too long: %(length)d characters, and %(limit)d are allowed. "
                    "Please shorten it."
                ),
                code="too_long",
                params={"length": len(text), "limit": MAX_QUERY_LENGTH},
            )
        return text


class SlugsField(forms.MultipleChoiceField):
    def validate(self, value: list[str]) -> None:
        if len(value) > MAX_CHOSEN_ENGINES:
            raise ValidationError(
                gettext_lazy("Choose at most %(limit)d engines."),
                code="too_many",
                params={"limit": MAX_CHOSEN_ENGINES},
            )

    def clean(self, value: object) -> list[str]:
        # None is longer: what is cut is named, and found nowhere.
        return [slug[:MAX_SLUG_LENGTH] for slug in dict.fromkeys(super().clean(value)) if slug]


class FieldsField(forms.CharField):
    def to_python(self, value: object) -> str:
        return "".join((super().to_python(value) or "").split())

    def clean(self, value: object) -> list[str]:
        names = [name for name in dict.fromkeys(super().clean(value).split(",")) if name]
        for name in names:
            if name not in RESULT_FIELDS:
                raise ValidationError(
                    gettext_lazy("A result has no field “%(name)s”. It has %(known)s."),
                    code="unknown_field",
                    params={"name": name[:MAX_SLUG_LENGTH], "known": ", ".join(RESULT_FIELDS)},
                )
        return names


# How programs write that they want something, or not.
YES = ("1", "true", "True", "on", "yes")
NO = ("0", "false", "False", "off", "no")


class QueryForm(forms.Form):
    """A search; `limit`, `fields` and `compact` say how much of it programs want."""

    q = QueryField()
    page = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_PAGE,
        error_messages={
            "invalid": gettext_lazy("The page must be a whole number."),
            "min_value": gettext_lazy("Pages are counted from %(limit_value)d."),
            "max_value": gettext_lazy("Pages after %(limit_value)d are not asked for."),
        },
    )
    # Results of the page that were shown before; data for programs has all of a page.
    after = forms.IntegerField(required=False, min_value=0, max_value=MAX_AFTER)
    # Results of the pages before, by which numbers go on.
    seen = forms.IntegerField(required=False, min_value=0, max_value=MAX_AFTER * MAX_PAGE)
    engine = SlugsField(required=False)
    category = forms.CharField(required=False, max_length=MAX_QUERY_LENGTH)
    # What engines offer in their own forms; one that does not is asked without.
    language = forms.RegexField("^[a-z]{2}$", required=False)
    period = forms.ChoiceField(required=False, choices=[(period, period) for period in PERIODS])
    safe = forms.ChoiceField(required=False, choices=[(level, level) for level in SAFE_LEVELS])
    order = forms.ChoiceField(required=False, choices=[(order, order) for order in ORDERS])
    format = forms.ChoiceField(
        required=False,
        choices=RESPONSE_FORMATS,
        error_messages={
            "invalid_choice": gettext_lazy(
                "Answers come as html, json, rss, atom, csv, bibtex or ris."
            )
        },
    )

    limit = forms.IntegerField(required=False, min_value=1, max_value=MAX_AFTER)
    compact = forms.TypedChoiceField(
        required=False,
        choices=[(word, word) for word in (*YES, *NO)],
        coerce=YES.__contains__,
        empty_value="",
    )

    def link(self, carried: str = "") -> SearchLink:
        """Return the search of a valid form; `carried` is a token of preferences."""
        asked = self.cleaned_data
        filters = tuple((name, asked[name]) for name in NAMES if asked[name])
        return SearchLink(
            text=asked["q"],
            slugs=tuple(asked["engine"]),
            category=asked["category"],
            page=asked["page"] or 1,
            filters=filters,
            carried=carried,
            after=asked["after"] or 0,
            seen=asked["seen"] or 0,
        )

    def first_error(self) -> str:
        for messages in self.errors.values():
            return str(messages[0])
        return ""


class SharedFields(dict[str, forms.Field]):
    """Fields that all forms of a class share: copying them takes longer than reading a query."""

    def __deepcopy__(self, memo: object) -> "SharedFields":
        return self


QueryForm.base_fields = SharedFields(QueryForm.base_fields)
# In the body of the class the name is that of Django's own table of fields.
QueryForm.base_fields["fields"] = FieldsField(required=False, max_length=MAX_QUERY_LENGTH)


# Parameters whose form tells of empty values; of others these are left out.
CHECKED = ("q", "engine")
# SearXNG's names of our parameters.
THEIR_NAMES = {"pageno": "page", "time_range": "period"}
# What it calls any language, and all engines.
ANY_LANGUAGE = frozenset({"all", "auto"})
GENERAL = "general"
# What its clients may send that changes nothing here: looks of its pages, parts it has of its own.
WITHOUT_EFFECT = frozenset(
    "autocomplete category_general center_alignment disabled_engines disabled_plugins "
    "enabled_engines enabled_plugins hotkeys image_proxy infinite_scroll locale "
    "query_in_title results_on_new_tab search_on_category_select theme timeout_limit".split()
)


def as_ours(asked: QueryDict) -> QueryDict:
    """Return the parameters of a search with those of SearXNG under our names; ours win."""
    ours = QueryDict(mutable=True)
    for name, values in asked.lists():
        # Clients send all they know, much of it empty.
        ours.setlist(name, [value for value in values if value.strip() or name in CHECKED])
    for theirs, name in THEIR_NAMES.items():
        _take(ours, theirs, name, ours.get(theirs, ""))
    level = ours.get("safesearch", "")
    known = level in [str(number) for number in range(len(SAFE_LEVELS))]
    _take(ours, "safesearch", "safe", SAFE_LEVELS[int(level)] if known else level)
    categories = _parts(ours.getlist("categories"))
    wanted = "" if GENERAL in map(str.casefold, categories) else ",".join(categories)
    _take(ours, "categories", "category", wanted)
    if not any(ours.getlist("engine")):
        ours.setlist("engine", _parts(ours.getlist("engines")))
    ours.pop("engines", None)
    if written := ours.get("language"):
        code = written.replace("_", "-").partition("-")[0].casefold()
        ours["language"] = "" if code in ANY_LANGUAGE else code
    return ours


def _take(ours: QueryDict, theirs: str, name: str, value: str) -> None:
    ours.pop(theirs, None)
    if value and not ours.get(name):
        ours[name] = value


def _parts(lists: Iterable[str]) -> list[str]:
    parts = (part.strip() for written in lists for part in written.split(","))
    return list(dict.fromkeys(part for part in parts if part))


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search, ready to be asked; `chosen`: its engines are those that the user named.

    `warnings` say what was asked for in vain, where the search goes on without it.
    """

    link: SearchLink
    parsed_query: ParsedQuery
    engines: tuple[Askable, ...]
    ranking: Ranking
    chosen: bool
    categories: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return self.parsed_query.words

    def relevant_answers(self, answers: Sequence[Answer]) -> list[Answer]:
        """Return the answers that tell how engines are: choices of forms were never tried."""
        plain = {engine.slug for engine in self.engines if not engine.variant}
        return [answer for answer in answers if answer.slug in plain]


async def understand_search(
    service: SearchService,
    link: SearchLink,
    preferences: Preferences = DEFAULTS,
    is_tolerant: bool = False,
    viewer: Viewer = ANYBODY,
) -> SearchRequest:
    """Return what `link` asks of whom, maybe of nobody, among the engines that `viewer` sees.

    Raises `NotReadyError` for an engine that there is none of; where it `is_tolerant`, the search
    goes on without it, and without a category of no engine.
    """
    known = await service.engines.ready(viewer)
    parsed_query = parse_query(link.text, known)
    engines, missing = await named_engines(service, (*link.slugs, *parsed_query.slugs), viewer)
    if missing and not is_tolerant:
        raise missing[0]
    warnings = [str(error) for error in missing]
    is_chosen = bool(engines)
    if not engines:
        wanted = engines_in_category(known, link.category, preferences)
        if is_tolerant and link.category and not wanted:
            words = gettext("No engine can be asked under “{category}”.")
            warnings.append(words.format(category=link.category))
            wanted = engines_in_category(known, "", preferences)
        engines = await service.chooser.choose(wanted, parsed_query.words)
    filters = dict(link.filters)
    weights = preferences.weights
    hosts = map(frozenset, (preferences.preferred, preferences.blocked, parsed_query.sites))
    return SearchRequest(
        link=link,
        parsed_query=parsed_query,
        engines=tuple(filtered(engine, filters) for engine in engines),
        ranking=Ranking(
            {each.slug: each.weight * weights.get(each.slug, 1.0) for each in engines},
            HostRules(*hosts),
            partial(may_be_within, filters["period"]) if "period" in filters else None,
            partial(may_be_in, filters["language"]) if "language" in filters else None,
            ORDERS[filters["order"]][1] if "order" in filters else None,
        ),
        chosen=is_chosen,
        categories=categories_of(engines_in_category(known, "", preferences)),
        warnings=tuple(warnings),
    )


async def named_engines(
    service: SearchService, names: Iterable[str], viewer: Viewer
) -> tuple[tuple[Askable, ...], list[NotReadyError]]:
    """Return the engines of these slugs, bangs or names, each once, and why others are none."""
    found: dict[str, Askable] = {}
    missing = []
    for name in dict.fromkeys(names):
        try:
            called: Iterable[Askable] = (await service.engines.find(name, viewer),)
        except NotReadyError as error:
            ready = await service.engines.ready(viewer)
            called = [each for each in ready if each.name.casefold() == name.casefold()]
            missing += [] if called else [error]
        found |= {engine.slug: engine for engine in called}
    return tuple(found.values()), missing


def engines_in_category(
    engines: Sequence[Askable], category: str, preferences: Preferences
) -> tuple[Askable, ...]:
    """Return the engines under one of the tabs ("": all), those switched off left out."""
    wanted = {fold_space(name).casefold() for name in category.split(",")} - {""}
    if not wanted and not preferences.off:
        return tuple(engines)
    return tuple(
        engine
        for engine in engines
        if engine.slug not in preferences.off
        and (not wanted or wanted & {name.casefold() for name in engine.categories})
    )


def categories_of(engines: Sequence[Askable]) -> tuple[str, ...]:
    counts = Counter(category for engine in engines for category in engine.categories)
    return tuple(sorted(counts, key=lambda category: (-counts[category], category)))
