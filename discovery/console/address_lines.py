"""A form's field for addresses, one a line."""

from typing import Any

from django import forms

from discovery.engines import AddressError, clean_address


class AddressLinesField(forms.CharField):
    """Takes lines of text, at most `most` of them; gives the addresses as they will be fetched."""

    def __init__(self, *, rows: int, most: int | None = None, **options: Any) -> None:
        attributes = {"rows": rows, "cols": 60, "autofocus": True}
        super().__init__(widget=forms.Textarea(attrs=attributes), **options)
        self.most = most

    def clean(self, value: Any) -> list[str]:
        """Return the addresses. Raises `ValidationError` for a line that is none."""
        lines = [line for line in super().clean(value).splitlines() if line.strip()]
        if self.most is not None and len(lines) > self.most:
            raise forms.ValidationError(f"At most {self.most} addresses, not {len(lines)}.")
        try:
            return [clean_address(line) for line in lines]
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error
