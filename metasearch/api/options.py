"""How much of an outcome programs want."""

from dataclasses import dataclass, replace

from metasearch.search.dispatch import SearchOutcome
from metasearch.search.query_form import QueryForm


@dataclass(frozen=True, slots=True)
class DataOptions:
    """What of an outcome is given: its first results, these fields of each; all by default.

    `is_compact`: only what a reader of results needs, and of the engines those that failed.
    """

    limit: int | None = None
    fields: tuple[str, ...] = ()
    is_compact: bool = False

    @classmethod
    def of(cls, form: QueryForm) -> "DataOptions":
        """Return what a valid form asks for."""
        asked = form.cleaned_data
        return cls(asked["limit"], tuple(asked["fields"]), asked["compact"])

    def cut(self, outcome: SearchOutcome) -> SearchOutcome:
        """Return the outcome with the results wanted."""
        return replace(outcome, results=outcome.results[: self.limit])


WHOLE = DataOptions()
