"""What the web applications of all sample sites share: style sheet, robots.txt, missing pages."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from samples.rendering import Templates

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# No form of these sites sends more; the library answers 413 to what does.
MAX_BODY_BYTES = 64 * 1024


def new_application(folder: Path, templates: Templates) -> web.Application:
    """Return an application that serves `folder`'s style.css and, if there, robots.txt.

    Whatever has no page gets the site's own `not_found.html` with status 404.
    """

    @web.middleware
    async def show_missing_page(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer what has no page with the site's own page for that."""
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return templates.respond("not_found.html", {}, status=404)

    application = web.Application(middlewares=[show_missing_page], client_max_size=MAX_BODY_BYTES)
    for name, content_type in (("style.css", "text/css"), ("robots.txt", "text/plain")):
        if (folder / name).exists():
            application.router.add_get(f"/{name}", _serve_text(folder / name, content_type))
    return application


def _serve_text(path: Path, content_type: str) -> Handler:
    text = path.read_text(encoding="utf-8")

    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=text, content_type=content_type)

    return serve
