"""What one who asks too often is told."""

from http import HTTPStatus

from django.http import HttpResponse
from django.utils.translation import ngettext


def wait_in_words(seconds: int) -> str:
    """Return the sentence that asks a client to wait."""
    return ngettext(
        "So many searches came from your network that this one has to wait. "
        "Please try again in %(seconds)d second.",
        "So many searches came from your network that this one has to wait. "
        "Please try again in %(seconds)d seconds.",
        seconds,
    ) % {"seconds": seconds}


def too_many_logins(seconds: int) -> HttpResponse:
    """Return the answer to one who tries to sign in too often; the console speaks English."""
    words = f"Too many attempts to sign in came from your network. Try again in {seconds} seconds."
    response = HttpResponse(words, status=HTTPStatus.TOO_MANY_REQUESTS, content_type="text/plain")
    return with_retry_after(response, seconds)


def with_retry_after(response: HttpResponse, seconds: int) -> HttpResponse:
    """Return `response` saying to programs when to ask again."""
    response.headers["Retry-After"] = str(seconds)
    return response
