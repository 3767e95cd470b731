"""Choosing: language, period and safe search put into an engine's own controls, where it has them.

The choices of a control are told by their values and labels, after the usage of search engines in
the web's larger languages; details ours. A choice that nothing tells is never made.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
)
from discovery.lexicon import (
    LANGUAGE_NAMES,
    PERIOD_LABELS,
    PERIOD_VALUE,
    SAFE_SEARCH_WORDS,
    THREE_LETTER_CODES,
    USUAL_PERIOD_NUMBERS,
)

PERIODS = ("day", "week", "month", "year")
SAFE_LEVELS = ("off", "moderate", "strict")
CHOOSABLE = (ParameterRole.LANGUAGE, ParameterRole.DATE, ParameterRole.SAFE_SEARCH)
# Choices of one control that are looked at: the longest lists of languages have about 200.
MAX_OPTIONS = 500
MAX_LABEL_LENGTH = 60

# What can be chosen, by role: the code of a language (ISO 639-1), a period, a level.
Choices = Mapping[ParameterRole, str]

_LANGUAGE_CODE = re.compile(r"(?:lang[_-])?([a-z]{2,3})(?:[_-][a-z]{2,4})?", re.IGNORECASE)


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
        return _language(value, label)
    if parameter.role is ParameterRole.DATE:
        return _period(value, label)
    return _level(value.casefold(), label)


def _language(value: str, label: str) -> str | None:
    named = LANGUAGE_NAMES.get(label)
    if named:
        return named
    code = _LANGUAGE_CODE.fullmatch(value)
    if not code:
        return None
    short = code[1].lower()
    return short if len(short) == 2 else THREE_LETTER_CODES.get(short)


def _period(value: str, label: str) -> str | None:
    if not set(re.findall(r"\d+", label)) <= USUAL_PERIOD_NUMBERS:
        return None
    for period, pattern in PERIOD_LABELS.items():
        if re.search(pattern, label):
            return period
    match = PERIOD_VALUE.fullmatch(value)
    if not match or not match.lastindex:
        return None
    return PERIODS[match.lastindex - 1]


def _level(value: str, label: str) -> str | None:
    for text in (label, value):
        for level, pattern in SAFE_SEARCH_WORDS.items():
            if re.search(pattern, text):
                return level
    return None
