"""Walls that were passed: what a site asks of every visitor before it shows anything."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PassedWall:
    """A wall, and how it was answered.

    `kind` is "consent", "age", "region" or "language", `label` the words of the button pressed,
    `page` the address of the page that asked.
    """

    kind: str
    label: str
    page: str


@dataclass(frozen=True, slots=True)
class KeptCookie:
    """A cookie that goes with every request, as it was set: by the answer from `url`.

    `line` is the value of the header Set-Cookie (RFC 6265, section 4.1).
    """

    url: str
    line: str
