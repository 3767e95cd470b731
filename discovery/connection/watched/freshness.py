"""Values that each visitor is given anew, found by comparing two visits."""

from dataclasses import replace
from urllib.parse import unquote

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.exact_request import FRESH
from discovery.connection.description.fresh_value import FreshValue
from discovery.connection.form_description.tokens import is_named_token
from discovery.connection.requests.fresh_reading import read_fresh
from discovery.connection.requests.json_body import json_entries
from discovery.connection.watched.choosing import ChosenExchange
from discovery.connection.watched.describing import describe_request, values_of, with_value
from discovery.connection.watched.visit import Exchange

# Characters of a value that can be found again for sure. Guess.
MIN_LENGTH = 6
# Characters before a value by which it is found, tried in this order.
CONTEXTS = (12, 24, 48, 96)
MAX_FRESH = 8


def with_fresh_values(
    description: ConnectionDescription, first: ChosenExchange, second: ChosenExchange
) -> ConnectionDescription:
    """Return the description of the first visit's request with what each visitor gets anew.

    That is what differs between two visits, or is named a token, and was answered to the visitor
    before.
    """
    other = describe_request(second.exchange.request, second.visit.query)
    others = {(kind, name): value for kind, name, value in values_of(other)}
    for kind, name, value in list(values_of(description)):
        again = others.get((kind, name), "")
        if not again or (value == again and not is_named_token(name)):
            continue
        # "Bearer x1": what is given is the last word.
        given, given_again = value.rpartition(" ")[2], again.rpartition(" ")[2]
        if min(len(given), len(given_again)) < MIN_LENGTH or len(description.fresh) >= MAX_FRESH:
            continue
        found = _source(given, given_again, first, second)
        if found is None:
            continue
        fresh = replace(found, name=f"value{len(description.fresh) + 1}")
        mark = f"{{{FRESH}{fresh.name}}}"
        description = with_value(description, kind, name, value.replace(given, mark))
        description = replace(description, fresh=(*description.fresh, fresh))
    return description


def _source(
    value: str, again: str, first: ChosenExchange, second: ChosenExchange
) -> FreshValue | None:
    """Return where both visitors were given their values, None where that is not to be seen."""
    answers = {each.request.url: each for each in _before(second)}
    for exchange in _before(first):
        other = answers.get(exchange.request.url)
        if other is None or exchange.request.method != "GET":
            continue
        page = exchange.request.url
        for name, cookie in exchange.cookies.items():
            if unquote(cookie) == value and unquote(other.cookies.get(name, "")) == again:
                return FreshValue("", page, cookie=name)
        found = _place(value, again, exchange.answer, other.answer, page)
        if found is not None:
            return found
    return None


def _before(chosen: ChosenExchange) -> list[Exchange]:
    """Return what was answered to a visitor before the request that brought the results."""
    return list(chosen.visit.exchanges[: chosen.visit.exchanges.index(chosen.exchange)])


def _place(value: str, again: str, answer: bytes, other: bytes, page: str) -> FreshValue | None:
    """Return where a value stands in an answer, and the other in the other one."""
    text, other_text = answer.decode("utf-8", "replace"), other.decode("utf-8", "replace")
    if value not in text or again not in other_text:
        return None
    places = [entry.name for entry in json_entries(text) if entry.value == value]
    found = [FreshValue("", page, path=path) for path in places]
    start = text.find(value)
    end = start + len(value)
    for length in CONTEXTS:
        before, after = text[max(0, start - length) : start], text[end : end + 1]
        if before and after:
            found.append(FreshValue("", page, before=before, after=after))
    return next(
        (
            each
            for each in found
            if (read_fresh(each, text), read_fresh(each, other_text)) == (value, again)
        ),
        None,
    )
