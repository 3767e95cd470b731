"""What a request holds beside its parameters: headers, and values that are read anew each time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Header:
    """A header that the engine wants; `value` may hold `{fresh:NAME}`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class FreshValue:
    """A value that is read anew before each search, and stands for `{fresh:NAME}` in the request.

    `page` is the address whose answer gives it. `cookie` is the name of the cookie that it is the
    value of. Else it stands there at the JSON pointer `path` (RFC 6901). Else between the texts
    `before` and `after`: the class LR of wrappers (Kushmerick 2000, section 3).
    """

    name: str
    page: str
    cookie: str = ""
    path: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PageCursor:
    """A value that each answer gives for the next page: read at the JSON pointer `path`.

    `parameter` carries it; the last page has none, or an empty one.
    """

    parameter: str
    path: str
