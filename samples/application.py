"""What the web applications of all sample sites share: style sheet, robots.txt, missing pages."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from samples.icon import site_icon

# What an address may name.
Named = TypeVar("Named")
# Fills a template, by name, with values, as an answer of a status.
Respond = Callable[[str, Mapping[str, object], int], web.Response]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# No form of these sites sends more; the library answers 413 to what does.
MAX_BODY_BYTES = 64 * 1024
# Where the reference is, without the slash at its end.
REFERENCE = web.AppKey("reference", str)


def new_application(folder: Path, respond: Respond, reference: str) -> web.Application:
    """Return an application that serves `folder`'s style sheets, an icon and, if there, robots.txt.

    `reference` is the home address of the reference, the site that others lead to. Whatever has no
    page gets the site's own `not_found.html` with status 404.
    """

    @web.middleware
    async def show_missing_page(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer what has no page with the site's own page for that."""
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return respond("not_found.html", {}, 404)

    application = web.Application(middlewares=[show_missing_page], client_max_size=MAX_BODY_BYTES)
    application[REFERENCE] = reference.rstrip("/")
    for pattern, content_type in (("*.css", "text/css"), ("robots.txt", "text/plain")):
        for path in folder.glob(pattern):
            content = path.read_bytes()
            application.router.add_get(f"/{path.name}", _serve(content, content_type))
    application.router.add_get("/favicon.ico", _serve(site_icon(folder.name), "image/png"))
    return application


def found(named: Named | None) -> Named:
    """Return what an address names; raises aiohttp's `HTTPNotFound` where it names nothing."""
    if named is None:
        raise web.HTTPNotFound
    return named


def _serve(content: bytes, content_type: str) -> Handler:
    charset = "utf-8" if content_type.startswith("text/") else None

    async def serve(request: web.Request) -> web.Response:
        return web.Response(body=content, content_type=content_type, charset=charset)

    return serve
