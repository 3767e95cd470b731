"""Reasons of a fetch without answer: one for programs, and a plain sentence for people."""

from collections.abc import Iterable
from urllib.parse import quote, quote_plus

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError

from discovery.pages.outcomes import AnswerReason
from discovery.web.guard import SETTING, RefusedAddressError
from discovery.web.local_delay import LocalDelay, Stage
from discovery.web.proxies import PROXY_ERRORS


class FetchError(Exception):
    """Nothing was fetched: `reason` for programs, `str(error)` a sentence."""

    def __init__(self, reason: AnswerReason, sentence: str) -> None:
        # Exceptions are pickled by their args.
        super().__init__(reason, sentence)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])

    def without(self, secrets: Iterable[str]) -> "FetchError":
        return FetchError(self.reason, without_secrets(str(self), secrets))


class RenderingError(FetchError):
    """A page was not shown by the browser's fault or for its sake, not by the site's."""


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return a text with stars for secrets, as they are or as they stand in an address.

    >>> without_secrets("https://a.example/?key=a%20b", ["a b"])
    'https://a.example/?key=***'
    """
    for secret in secrets:
        for written in (secret, quote(secret, safe=""), quote_plus(secret)):
            text = text.replace(written, "***") if written else text
    return text


# How much of a foreign error's text a sentence shows.
SHOWN_DETAIL = 200


def failure_of(error: Exception, place: str) -> FetchError:
    """Return the `FetchError` that tells what `error`, raised while asking `place`, means."""
    cause = getattr(error, "os_error", error)
    if isinstance(cause, RefusedAddressError):
        return refused_by_guard(cause.kind, place)
    told = getattr(cause, "strerror", None) or getattr(error, "message", None) or str(cause)
    detail = " ".join(str(told).split())[:SHOWN_DETAIL].rstrip(".") or type(cause).__name__
    match error:
        case _ if isinstance(error, PROXY_ERRORS):
            reason = AnswerReason.CONNECTION
            sentence = f"{place} cannot be reached by its proxy ({detail}); is that running?"
        case aiohttp.ClientConnectorDNSError():
            reason = AnswerReason.DNS
            sentence = f"No address is known for {place} ({detail}): check its spelling."
        case aiohttp.ClientSSLError() | aiohttp.ClientConnectorCertificateError():
            reason = AnswerReason.TLS
            sentence = f"The secure connection to {place} cannot be trusted or made: {detail}."
        case aiohttp.ServerDisconnectedError():
            reason = AnswerReason.CONNECTION
            sentence = f"{place} closed the connection without an answer; try again later."
        case aiohttp.ClientConnectorError():
            reason = AnswerReason.CONNECTION
            sentence = f"{place} cannot be connected to ({detail}); try again later."
        case aiohttp.ClientPayloadError():
            is_garbled = isinstance(error.__cause__, ContentEncodingError)
            reason = AnswerReason.PROTOCOL if is_garbled else AnswerReason.CUT_SHORT
            sentence = f"The answer of {place} broke off or is garbled: {detail}."
        case aiohttp.ClientResponseError():
            reason = AnswerReason.PROTOCOL
            sentence = f"{place} does not answer in proper HTTP: {detail}."
        case aiohttp.ClientOSError() | aiohttp.ClientConnectionError() | OSError():
            reason = AnswerReason.CONNECTION
            sentence = f"The connection to {place} broke ({detail}); try again later."
        case aiohttp.InvalidURL():
            reason = AnswerReason.BAD_ADDRESS
            sentence = f"{place} is no host that can be asked: {detail}."
        case _:
            reason = AnswerReason.PROTOCOL
            sentence = f"Asking {place} failed: {detail}."
    return FetchError(reason, sentence)


def refused_by_guard(kind: str, place: str) -> FetchError:
    return FetchError(
        AnswerReason.REFUSED_ADDRESS,
        f"{place} is not fetched: it is {kind}. If it is meant, allow its address and port, or "
        f"its network, in {SETTING}.",
    )


def late_error(place: str, lost: LocalDelay) -> FetchError:
    """Return the error for an answer that did not come in time: by its own fault, or by ours."""
    if lost.is_fair:
        reason = AnswerReason.SLOW_BODY if lost.stage is Stage.BODY else AnswerReason.NO_ANSWER
        seconds = f"{round(lost.deadline, 1):g} seconds"
        sentence = f"did not answer in full within {seconds}; try again later."
    else:
        reason = AnswerReason.OVERLOADED
        sentence = "could not be asked in time: too much is under way here; try again later."
    return FetchError(reason, f"{place} {sentence}")


def circle_error(place: str, most: int | None = None) -> FetchError:
    how = "a page leads to itself" if most is None else f"more than {most} redirects"
    sentence = f"{place} redirects in circles: {how}."
    return FetchError(AnswerReason.REDIRECTS, sentence)
