"""Middleware of the whole project."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

# No inline script or style anywhere, nothing from third parties.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class ContentSecurityPolicyMiddleware:
    """Add the content security policy to every response that has none of its own."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        """Answer synchronously or asynchronously, as the server runs."""
        if iscoroutinefunction(self.get_response):
            return self.answer(request)
        return _with_policy(self.get_response(request))

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop."""
        return _with_policy(await self.get_response(request))


def _with_policy(response: HttpResponse) -> HttpResponse:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    return response
