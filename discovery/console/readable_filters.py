"""Filters of the console's lists: by what a person can write."""

from typing import TypeVar

from django.contrib.admin import ModelAdmin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import BinaryField, Model
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)


class ReadableFilters(ModelAdmin[Row]):
    """Refuses to filter rows by the bytes they keep: no text of an address stands for them."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Tell whether a list may be filtered by `lookup`."""
        name = lookup.partition("__")[0]
        try:
            is_readable = not isinstance(self.opts.get_field(name), BinaryField)
        except FieldDoesNotExist:
            is_readable = True
        return is_readable and super().lookup_allowed(lookup, value, request)
