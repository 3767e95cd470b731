"""What a form sends besides the query, and the roles of it that are worth knowing."""

from dataclasses import dataclass
from enum import StrEnum


class ParameterRole(StrEnum):
    """What a control is for, where that is recognised."""

    LANGUAGE = "language"
    DATE = "date"
    CATEGORY = "category"
    SAFE_SEARCH = "safe-search"
    PAGE_SIZE = "page-size"
    SORT = "sort"


@dataclass(frozen=True, slots=True)
class ParameterOption:
    """One choice of a select or of a group of radio buttons."""

    value: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A control other than the query field, with what it sends by default.

    `kind` is the control's type as in HTML ("hidden", "select", "checkbox", "submit", …). `sent`
    is False for a control that is known but not part of a plain submission: an unchecked box, a
    second submit button. `token`: the value must be read anew from the form page.
    """

    name: str
    value: str = ""
    kind: str = "hidden"
    options: tuple[ParameterOption, ...] = ()
    label: str = ""
    sent: bool = True
    role: ParameterRole | None = None
    token: bool = False
