"""Choosing: language, period and safe search put into an engine's own controls, where it has them.

The choices of a control are told by their values and labels, after the usage of search engines in
the web's larger languages; details ours. A choice that nothing tells is never made.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
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
_THREE_LETTERS = MappingProxyType(
    {
        "ara": "ar",
        "chi": "zh",
        "zho": "zh",
        "ces": "cs",
        "cze": "cs",
        "dan": "da",
        "deu": "de",
        "ger": "de",
        "eng": "en",
        "spa": "es",
        "fin": "fi",
        "fra": "fr",
        "fre": "fr",
        "heb": "he",
        "hun": "hu",
        "ita": "it",
        "jpn": "ja",
        "kor": "ko",
        "nld": "nl",
        "dut": "nl",
        "nor": "no",
        "pol": "pl",
        "por": "pt",
        "rus": "ru",
        "swe": "sv",
        "tur": "tr",
        "ukr": "uk",
    }
)
_LANGUAGE_NAMES = MappingProxyType(
    {
        "arabic": "ar",
        "العربية": "ar",
        "chinese": "zh",
        "中文": "zh",
        "czech": "cs",
        "čeština": "cs",
        "danish": "da",
        "dansk": "da",
        "german": "de",
        "deutsch": "de",
        "english": "en",
        "englisch": "en",
        "anglais": "en",
        "inglés": "en",
        "spanish": "es",
        "español": "es",
        "finnish": "fi",
        "suomi": "fi",
        "french": "fr",
        "français": "fr",
        "hebrew": "he",
        "עברית": "he",
        "hungarian": "hu",
        "magyar": "hu",
        "italian": "it",
        "italiano": "it",
        "japanese": "ja",
        "日本語": "ja",
        "korean": "ko",
        "한국어": "ko",
        "dutch": "nl",
        "nederlands": "nl",
        "norwegian": "no",
        "norsk": "no",
        "polish": "pl",
        "polski": "pl",
        "portuguese": "pt",
        "português": "pt",
        "russian": "ru",
        "русский": "ru",
        "swedish": "sv",
        "svenska": "sv",
        "turkish": "tr",
        "türkçe": "tr",
        "ukrainian": "uk",
        "українська": "uk",
    }
)
_PERIOD_LABELS = MappingProxyType(
    {
        "day": r"\b(?:day|today|24 ?h(?:ours?)?|tag|24 stunden|jour|24 heures|d[ií]a|giorno|dag)\b"
        r"|день|сутки|今天|過去 ?24|24 ?時間",
        "week": r"\b(?:week|7 days|woche|7 tage|semaine|semana|settimana|vecka|tydzień)\b"
        r"|недел|周|週",
        "month": r"\b(?:month|30 days|monat|30 tage|mois|mes|mês|mese|månad|maand|miesiąc)\b"
        r"|месяц|月",
        "year": r"\b(?:year|365 days|12 months|jahr|an|année|año|ano|anno|år|jaar|rok)\b|год|年",
    }
)
# The periods above as single numbers; any other number in a label means a longer one.
_USUAL_NUMBERS = frozenset({"1", "7", "12", "24", "30", "365"})
_PERIOD_VALUE = re.compile(
    r"(?:qdr:|past|last|1)?[_ -]?(?:(d|day|24h|24hours)|(w|week|7d)|(m|month|30d)|(y|year|365d))",
    re.IGNORECASE,
)
_SAFE_WORDS = MappingProxyType(
    {
        "strict": r"\b(?:strict|streng|strikt|strenge|estricto|high|full|on|active|yes|an|ein)\b",
        "moderate": r"\b(?:moderate?|modéré|moderado|medium|mittel|mäßig)\b",
        "off": r"\b(?:off|none|aus|disabled?|no|never|désactivé|desactivado|inactive)\b",
    }
)


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
    named = _LANGUAGE_NAMES.get(label)
    if named:
        return named
    code = _LANGUAGE_CODE.fullmatch(value)
    if not code:
        return None
    short = code[1].lower()
    return short if len(short) == 2 else _THREE_LETTERS.get(short)


def _period(value: str, label: str) -> str | None:
    if not set(re.findall(r"\d+", label)) <= _USUAL_NUMBERS:
        return None
    for period, pattern in _PERIOD_LABELS.items():
        if re.search(pattern, label):
            return period
    match = _PERIOD_VALUE.fullmatch(value)
    if not match or not match.lastindex:
        return None
    return PERIODS[match.lastindex - 1]


def _level(value: str, label: str) -> str | None:
    for text in (label, value):
        for level, pattern in _SAFE_WORDS.items():
            if re.search(pattern, text):
                return level
    return None
