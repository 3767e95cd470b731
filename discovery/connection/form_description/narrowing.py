"""A search narrowed by the address its form stands at: such a form is asked for all there is.

"/search?in=images" gives the form of the whole site with "images" chosen, because of the link that
led there. A person who wants the site's search would choose "all" again; details ours.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from discovery.connection.description.parameter import Parameter, ParameterOption, ParameterRole
from discovery.lexicon.reading import any_of, lexicon
from discovery.pages.urls import query_pairs

_CHOOSABLE = frozenset({"select", "radio"})
# Choices that say how results are shown, not which.
_NO_NARROWING = (ParameterRole.LANGUAGE, ParameterRole.PAGE_SIZE, ParameterRole.SORT)
_WORDS = lexicon().controls
_EVERYTHING = re.compile(
    rf"\W*(?:{any_of(_WORDS.everything_words)}(?:\W|\Z)|{any_of(_WORDS.everything_signs)})",
    re.IGNORECASE,
)


def without_narrowing(parameters: Iterable[Parameter], form_page: str) -> tuple[Parameter, ...]:
    """Return parameters with "all" chosen where the address of the form's page chose less."""
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
    """Return a parameter with its choice for "all"; itself when it has none."""
    if any(option.value == parameter.value and says_all(option) for option in parameter.options):
        return parameter
    every = next((option for option in parameter.options if says_all(option)), None)
    return parameter if every is None else replace(parameter, value=every.value)


def says_all(option: ParameterOption) -> bool:
    """Return whether a choice leaves nothing out.

    >>> says_all(ParameterOption("c0", "All categories")), says_all(ParameterOption("a", "Allier"))
    (True, False)
    """
    return _EVERYTHING.match(option.label) is not None or option.value.casefold() in {
        "all",
        "any",
        "*",
    }
