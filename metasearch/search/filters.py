"""Filters: language, period and safe search, as far as the engines' own forms offer them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from discovery.connection.description.parameter import ParameterRole
from discovery.connection.form_description.choices import (
    PERIODS,
    SAFE_LEVELS,
    offered,
    with_choices,
)
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import Askable

# The parameters of a search that are filters, and what they choose in an engine's form.
ROLES: Mapping[str, ParameterRole] = MappingProxyType(
    {
        "language": ParameterRole.LANGUAGE,
        "period": ParameterRole.DATE,
        "safe": ParameterRole.SAFE_SEARCH,
    }
)
NAMES = {
    "language": gettext_lazy("Language of the results"),
    "period": gettext_lazy("Period"),
    "safe": gettext_lazy("Safe search"),
}
ANY = {
    "language": gettext_lazy("any language"),
    "period": gettext_lazy("any time"),
    "safe": gettext_lazy("usual safe search"),
}
WORDS = {
    "day": gettext_lazy("past day"),
    "week": gettext_lazy("past week"),
    "month": gettext_lazy("past month"),
    "year": gettext_lazy("past year"),
    "off": gettext_lazy("safe search off"),
    "moderate": gettext_lazy("safe search moderate"),
    "strict": gettext_lazy("safe search strict"),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter as a list to choose from: `choices` are values and words, `chosen` is a value."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    chosen: str


def offered_filters(engine: Askable) -> dict[str, tuple[str, ...]]:
    """Return what can be chosen with `engine`, by the parameter of a search that chooses it."""
    if not isinstance(engine, ReadyEngine):
        return {}
    given = offered(engine.description)
    return {name: given[role] for name, role in ROLES.items() if role in given}


def supported_filters(engine: Askable, filters: Mapping[str, str]) -> dict[str, str]:
    """Return those of `filters` (values by parameter) that `engine` offers."""
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
    """Return the names, as shown, of those of `filters` that `engine` does not offer."""
    known = supported_filters(engine, filters)
    return tuple(str(NAMES[name]) for name in filters if name not in known)


def available_filters(engines: Iterable[Askable], filters: Mapping[str, str]) -> tuple[Filter, ...]:
    """Return the filters that some of `engines` offer, with what is chosen of each."""
    found: dict[str, set[str]] = {}
    for engine in engines:
        for name, offers in offered_filters(engine).items():
            found.setdefault(name, set()).update(offers)
    shown = []
    for name in ROLES:
        offering = found.get(name, set()) | ({filters[name]} if name in filters else set())
        if offering:
            chosen = filters.get(name, "")
            choices = (("", str(ANY[name])), *in_order(name, offering))
            shown.append(Filter(name, str(NAMES[name]), choices, chosen))
    return tuple(shown)


def in_order(name: str, values: Iterable[str]) -> Sequence[tuple[str, str]]:
    """Return values and words of a filter: languages by their own names, the others by size."""
    if name == "language":
        return sorted(((code, language_name(code)) for code in values), key=lambda pair: pair[1])
    order = (*PERIODS, *SAFE_LEVELS)
    return [(value, str(WORDS[value])) for value in sorted(values, key=order.index)]


def language_name(code: str) -> str:
    """Return a language's own name, its code when Django does not know it.

    >>> language_name("de"), language_name("xx")
    ('Deutsch', 'xx')
    """
    try:
        return str(get_language_info(code)["name_local"]).capitalize()
    except KeyError:
        return code


def describe_unsupported(names: Sequence[str]) -> str:
    """Return that an engine does not offer these filters, "" when there are none."""
    return _("without: {filters}").format(filters=", ".join(names)) if names else ""
