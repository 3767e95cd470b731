"""A request that a page sent, repeated without the page: what of it is needed."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.description.url_template import check_askable
from discovery.connection.form_description.tokens import FormGoneError
from discovery.connection.requests.request import build_request
from discovery.connection.watched.answer_texts import answer_texts
from discovery.connection.watched.choosing import ChosenExchange
from discovery.engines.exact_values import exact_values
from discovery.web.cookies import CookieSession
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher

# Share of the texts of an answer that another must have to be the same one: times and counts of
# views change. Guess.
SAME_ANSWER = 0.8
# Requests to find out what is needed, and seconds for each.
MAX_REPLAYS = 14
REPLAY_DEADLINE = 10.0
# Headers that change what is answered, not whether: kept where the page gave its own.
_KEPT = frozenset(("Accept", "Content-Type"))


async def settle_request(
    fetcher: Fetcher, description: ConnectionDescription, seen: Sequence[ChosenExchange]
) -> ConnectionDescription | None:
    """Return the description with what is needed of it; None when it cannot be repeated.

    First without all headers, cookies and fresh values, then with all, of which one after the
    other is left out.
    """
    bare = _without_unused(
        replace(
            description, headers=tuple(each for each in description.headers if each.name in _KEPT)
        )
    )
    for simple in (bare, replace(bare, session_required=True)):
        if await _gives_the_same(fetcher, simple, seen):
            return simple
    whole = replace(description, session_required=True)
    if not await _gives_the_same(fetcher, whole, seen):
        return None
    for _, smaller in zip(range(MAX_REPLAYS), _smaller(whole), strict=False):
        candidate = smaller(whole)
        if await _gives_the_same(fetcher, candidate, seen[:1]):
            whole = candidate
    return whole


def _smaller(description: ConnectionDescription) -> "Iterator[_Omission]":
    """Yield what may be left out, one thing each."""
    yield _Omission("")
    for header in description.headers:
        if header.name not in _KEPT:
            yield _Omission(header.name)


class _Omission:
    """Leaves out a header, or without a name the cookies of the page."""

    def __init__(self, header: str) -> None:
        self._header = header

    def __call__(self, description: ConnectionDescription) -> ConnectionDescription:
        if not self._header:
            return replace(description, session_required=False)
        headers = tuple(each for each in description.headers if each.name != self._header)
        return _without_unused(replace(description, headers=headers))


def _without_unused(description: ConnectionDescription) -> ConnectionDescription:
    """Return the description without the fresh values that nothing of it holds."""
    held = " ".join(
        (
            description.template,
            description.body,
            *(each.value for each in description.parameters),
            *(each.value for each in description.headers),
        )
    )
    fresh = tuple(each for each in description.fresh if f"{{fresh:{each.name}}}" in held)
    return replace(description, fresh=fresh)


async def _gives_the_same(
    fetcher: Fetcher, description: ConnectionDescription, seen: Sequence[ChosenExchange]
) -> bool:
    """Whether the request as described is answered as the page's was."""
    for chosen in seen:
        session, until = CookieSession(description.cookies), time.monotonic() + REPLAY_DEADLINE
        try:
            check_askable(description)
            fresh = await exact_values(fetcher, description, session, until)
            request = build_request(description, chosen.visit.query, fresh)
            response = await fetcher.fetch(
                request, deadline=max(0.1, until - time.monotonic()), session=session, polite=True
            )
        except (FetchError, FormGoneError, DescriptionError):
            return False
        wanted = answer_texts(chosen.exchange.answer)
        found = answer_texts(response.body)
        if response.status >= 400 or len(wanted & found) < SAME_ANSWER * len(wanted):
            return False
    return True
