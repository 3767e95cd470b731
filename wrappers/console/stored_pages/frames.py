"""Stored pages in the console: which one is shown, in a frame in which it can do no harm."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse

from discovery.documents.document import DocumentError
from discovery.pages.page import NotHtmlError
from wrappers.console.stored_pages.page_display import PageTooLongError
from wrappers.models import SamplePage

# What a stored page may do in its frame: nothing, but lead the whole window to a list chosen.
FRAME_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
STYLE = "wrappers/stored_page.css"


def frame(make: Callable[[], str]) -> HttpResponse:
    """Return the document that `make` makes for a frame, or a sentence why there is none."""
    try:
        document = make()
    except (PageTooLongError, NotHtmlError, DocumentError) as error:
        document = f"<!doctype html><title>no page</title><p>{error}"
    return HttpResponse(document, headers=FRAME_HEADERS)


def chosen_sample(samples: Sequence[SamplePage], wanted: str) -> SamplePage:
    """Return the sample with the number `wanted`, the first when none is. Raises `Http404`."""
    if not samples:
        raise Http404("no stored page")
    if not wanted:
        return samples[0]
    for sample in samples:
        if str(sample.pk) == wanted:
            return sample
    raise Http404("no such page")
