"""Texts with slots, as pages, requests and files of the beds are written."""

import re
from collections.abc import Callable, Mapping

SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def fill(text: str, values: Mapping[str, str | Callable[[str], str]]) -> str:
    """Return a text with its slots filled: by a value, or what a function makes of the argument.

    >>> fill("{a} {b:2} {c}", {"a": "one", "b": lambda count: "two" * int(count)})
    'one twotwo {c}'
    """

    def value(match: re.Match[str]) -> str:
        known = values.get(match[1], match[0])
        return known if isinstance(known, str) else known(match[2] or "")

    return SLOT.sub(value, text)
