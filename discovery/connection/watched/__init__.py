"""From a visit of a page that its scripts fill to the request behind it. Nothing is sent here."""

from discovery.connection.watched.answer_texts import answer_texts
from discovery.connection.watched.choosing import (
    ChosenExchange,
    choose_exchange,
    same_search,
    searches,
)
from discovery.connection.watched.describing import describe_request
from discovery.connection.watched.freshness import with_fresh_values
from discovery.connection.watched.paging import find_cursor, later_exchanges
from discovery.connection.watched.seen_index import SeenIndex, find_seen_index, with_base
from discovery.connection.watched.showing import ShownResults, are_unlike, shown_results
from discovery.connection.watched.visit import Exchange, Visit

__all__ = [
    "ChosenExchange",
    "Exchange",
    "SeenIndex",
    "ShownResults",
    "Visit",
    "answer_texts",
    "are_unlike",
    "choose_exchange",
    "describe_request",
    "find_cursor",
    "find_seen_index",
    "later_exchanges",
    "same_search",
    "searches",
    "shown_results",
    "with_base",
    "with_fresh_values",
]
