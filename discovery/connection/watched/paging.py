"""The requests of further results that a page made when it was asked for more."""

from discovery.connection.description.fresh_value import PageCursor
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.json_body import json_entries
from discovery.connection.requests.request_parts import take_apart
from discovery.connection.watched.choosing import ChosenExchange, asked_alike
from discovery.connection.watched.visit import Exchange

# The phase in which the first further results are asked for.
FIRST_MORE = 3


def later_exchanges(chosen: ChosenExchange) -> tuple[Exchange, ...]:
    """Return what the page asked for more results with, one exchange a phase."""
    found: dict[int, Exchange] = {}
    for exchange in chosen.visit.exchanges:
        if exchange.phase >= FIRST_MORE and asked_alike(exchange.request, chosen.exchange.request):
            found.setdefault(exchange.phase, exchange)
    return tuple(found.values())


def find_cursor(first: Exchange, second: EngineRequest) -> PageCursor | None:
    """Return the value of the first answer that the request for the second page carries."""
    before, after = take_apart(first.request, "utf-8"), take_apart(second, "utf-8")
    if before is None or after is None:
        return None
    entries = json_entries(first.answer)
    for (name, _), value in after.values.items():
        if not value or before.values.get((name, 0)) == value:
            continue
        paths = [entry.name for entry in entries if entry.value == value]
        if paths:
            # The record that it belongs to says it too: the one outside of the list is meant.
            return PageCursor(name, min(paths, key=lambda path: (_is_listed(path), len(path))))
    return None


def _is_listed(path: str) -> bool:
    """Whether a pointer leads into a list."""
    return any(step.isdecimal() for step in path.split("/"))
