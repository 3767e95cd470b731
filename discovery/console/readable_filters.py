"""Filters of the console's lists: by what a person can write."""

from django.contrib.admin import ModelAdmin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import BinaryField
from django.http import HttpRequest


class ReadableFilters(ModelAdmin):
    """Refuses to filter rows by the bytes they keep: no text of an address stands for them."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Tell whether a list may be filtered by `lookup`."""
        try:
            field = self.opts.get_field(lookup.partition("__")[0])
        except FieldDoesNotExist:
            field = None
        is_readable = not isinstance(field, BinaryField)
        return is_readable and super().lookup_allowed(lookup, value, request)
