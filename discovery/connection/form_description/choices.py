"""Choosing: language, period and safe search put into an engine's own controls, where it has them.

The choices of a control are told by their values and labels, after the usage of search engines in
the web's larger languages; details ours. A choice that nothing tells is never made.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.parameter import Parameter, ParameterOption, ParameterRole
from discovery.connection.form_description.languages import language_meant
from discovery.lexicon.reading import any_of, lexicon
from discovery.lexicon.words import Period, SafeLevel

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
_WORDS = lexicon().controls
_PERIOD_LABELS = {period: re.compile(any_of(_WORDS.periods[period])) for period in PERIODS}
# The first that matches counts.
_LEVEL_WORDS = {
    level: re.compile(rf"\b{any_of(_WORDS.safe_levels[level])}\b") for level in SAFE_LEVELS[::-1]
}


def offered(description: ConnectionDescription) -> dict[ParameterRole, tuple[str, ...]]:
    """Return what can be chosen with an engine, by role, in the order of its controls."""
    found: dict[ParameterRole, dict[str, None]] = {}
    for parameter in description.parameters:
        for option in _options(parameter):
            meant = _meant(parameter, option)
            if meant and parameter.role:
                found.setdefault(parameter.role, {})[meant] = None
    return {role: tuple(values) for role, values in found.items()}


def with_choices(description: ConnectionDescription, choices: Choices) -> ConnectionDescription:
    """Return the description of an engine asked with those of `choices` that it offers."""
    if not choices:
        return description
    parameters = tuple(_chosen(parameter, choices) for parameter in description.parameters)
    return replace(description, parameters=parameters)


def _chosen(parameter: Parameter, choices: Choices) -> Parameter:
    wanted = choices.get(parameter.role) if parameter.role else None
    if not wanted:
        return parameter
    for option in _options(parameter):
        if _meant(parameter, option) == wanted:
            return replace(parameter, value=option.value, sent=True)
    return parameter


def _options(parameter: Parameter) -> tuple[ParameterOption, ...]:
    return parameter.options[:MAX_OPTIONS] if parameter.role in CHOOSABLE else ()


def _meant(parameter: Parameter, option: ParameterOption) -> str | None:
    """Return what one choice of a control means, None when nothing tells."""
    value, label = option.value.strip(), option.label.strip().casefold()[:MAX_LABEL_LENGTH]
    if parameter.role is ParameterRole.LANGUAGE:
        return language_meant(value, label)
    if parameter.role is ParameterRole.DATE:
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
