"""One streamed response: the page's frame at once, then every batch of answers, then the end."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import translation

logger = logging.getLogger(__name__)

Render = Callable[[str, dict[str, Any]], str]
Answers = Callable[[Render], AsyncGenerator[str]]

# Where the frame is cut in two: what comes before and after the answers.
CUT = "<!-- answers -->"


def stream_page(
    request: HttpRequest, template: str, context: dict[str, Any], answers: Answers
) -> StreamingHttpResponse:
    """Return the page of `template` with the HTML that `answers` yields where it has its cut.

    All of it is in the language that is active at the call.
    """
    frame = render_to_string(template, context, request)
    language = translation.get_language()
    response = StreamingHttpResponse(_with_answers(request, frame, answers, language))
    # Proxies that gather a response before they pass it on are asked not to.
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Cache-Control"] = "private, no-cache"
    return response


async def _with_answers(
    request: HttpRequest, frame: str, answers: Answers, language: str
) -> AsyncIterator[str]:
    """Yield the frame's first part, the answers, the rest.

    The status has been sent: a fault is said in the page, and in the log without the query.
    """

    def render(template: str, context: dict[str, Any]) -> str:
        return render_to_string(template, context, request)

    before, _, after = frame.partition(CUT)
    yield before
    # Of the request's language nothing is left when the answers come.
    with translation.override(language):
        try:
            async with aclosing(answers(render)) as coming:
                async for html in coming:
                    yield html
        except Exception:
            logger.exception("a page of results broke off")
            yield render("metasearch/broken_off.html", {})
    yield after
