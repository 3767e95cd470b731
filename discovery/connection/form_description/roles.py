"""What a control is for, told by its name, its label and its choices.

Words after the usage of search engines on the web in its larger languages; details ours.
"""

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType

from discovery.connection.description.parameter import ParameterOption, ParameterRole
from discovery.connection.form_description.languages import is_written_language
from discovery.lexicon.reading import any_of, lexicon
from discovery.lexicon.words import Role

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
_NAME_PATTERNS = MappingProxyType(
    {ParameterRole(role): re.compile(any_of(_WORDS.names[role])) for role in _NAMED}
)
_LABEL_PATTERNS = MappingProxyType(
    {
        ParameterRole(role): re.compile(any_of(_WORDS.labels[role]), re.IGNORECASE)
        for role in _LABELLED
    }
)
_PERIOD_CHOICE = re.compile(any_of(_WORDS.period_choices), re.IGNORECASE)
_SAFE_CHOICE = re.compile(any_of(_WORDS.safe_choices), re.IGNORECASE)
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
    for role, of_kind in _CHOICES:
        if of_kind(options):
            return role
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


def _are_languages(options: Sequence[ParameterOption]) -> bool:
    """Whether the values are language codes."""
    return _share(options, lambda option: is_written_language(option.value))


def _are_periods(options: Sequence[ParameterOption]) -> bool:
    """Whether the choices are years or spans of time before now."""
    return _share(
        options,
        lambda option: bool(
            _PERIOD_CHOICE.fullmatch(option.label) or _PERIOD_CHOICE.fullmatch(option.value)
        ),
    )


def _are_safe_levels(options: Sequence[ParameterOption]) -> bool:
    """Whether the choices are levels of a filter, at least one by its own word."""
    texts = [f"{option.value} {option.label}" for option in options]
    return any(_SAFE_PROOF.search(text) for text in texts) and _share(
        options, lambda option: bool(_SAFE_CHOICE.search(f"{option.value} {option.label}"))
    )


def _share(options: Sequence[ParameterOption], test: Callable[[ParameterOption], bool]) -> bool:
    """Whether the test holds for enough of the choices that have a value."""
    valued = [option for option in options if option.value]
    passed = sum(test(option) for option in valued)
    return passed >= MIN_CHOICES and passed >= MIN_SHARE * len(valued)


_CHOICES: tuple[tuple[ParameterRole, Callable[[Sequence[ParameterOption]], bool]], ...] = (
    (ParameterRole.SAFE_SEARCH, _are_safe_levels),
    (ParameterRole.LANGUAGE, _are_languages),
    (ParameterRole.DATE, _are_periods),
)
