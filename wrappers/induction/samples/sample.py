"""A sample page: a result page with the query that gave it."""

from dataclasses import dataclass

from discovery.pages import Page


@dataclass(frozen=True, slots=True)
class Sample:
    """A result page to learn from; `query` as it was sent, None when unknown."""

    page: Page
    query: str | None = None
