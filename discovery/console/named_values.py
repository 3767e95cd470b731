"""A filter of the console's lists by the values of a text field."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import AllValuesFieldListFilter


class NamedValuesFilter(AllValuesFieldListFilter):
    """All values that rows have; no text is a value with a name, its link can be read and hit."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield the choices, each with words."""
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "none"}
