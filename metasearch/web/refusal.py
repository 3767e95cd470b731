"""Searches that a process cannot take on: told so past Django's layers, at next to no cost."""

import io
import json
from functools import lru_cache
from http import HTTPStatus
from types import SimpleNamespace

from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from metasearch.api.formats import RENDERERS
from metasearch.api.search_json import Error
from metasearch.edge.protocol import Scope, Send
from metasearch.edge.request_limits import send_answer
from metasearch.search.preferences import Method, Preferences, SearchLink, Theme
from metasearch.web.middleware import read_language

# Where the event loop keeps its door (metasearch.processes.admission) in the scope's state.
ADMISSION = "admission"
# Seconds after which a search may come again. Guess: many of those under way are done by then.
RETRY_AFTER = 5


async def refuse_search(scope: Scope, send: Send) -> None:
    request = ASGIRequest(scope, io.BytesIO())
    language, preferences, _carried = read_language(request)
    if request.path == reverse("api_search") or request.GET.get("format") in RENDERERS:
        body = json.dumps(Error(error=_refusal(language))).encode()
        content_type = "application/json"
    else:
        body = refusal_page(language, preferences.theme, preferences.method)
        content_type = "text/html; charset=utf-8"
    headers = {
        "Content-Type": content_type,
        "Content-Language": language,
        "Retry-After": str(RETRY_AFTER),
        "Cache-Control": "no-store",
    }
    status, is_head = HTTPStatus.SERVICE_UNAVAILABLE, request.method == "HEAD"
    await send_answer(send, status, headers, body, without_body=is_head)


@lru_cache(maxsize=64)
def refusal_page(language: str, theme: Theme, method: Method) -> bytes:
    preferences = Preferences(theme=theme, method=method)
    context = {
        "message": _refusal(language),
        "link": SearchLink(""),
        "request": SimpleNamespace(preferences=preferences, carried=""),
    }
    with translation.override(language):
        return render_to_string("metasearch/problem.html", context).encode()


def _refusal(language: str) -> str:
    with translation.override(language):
        return _("Too many searches are under way just now: please try again in a few seconds.")
