"""HTML of a sample site: Django's template language, on its own, without the project's settings."""

from collections.abc import Mapping
from pathlib import Path

from aiohttp import web
from django.template import Context, Engine


class Templates:
    """The templates of one site and the charset it is written in."""

    def __init__(self, folder: Path, charset: str = "utf-8", *, in_header: bool = True) -> None:
        """Read templates from `folder`; `in_header`: whether the HTTP header names the charset."""
        self._engine = Engine(dirs=[str(folder)])
        self._charset = charset
        self._in_header = in_header

    def respond(self, name: str, values: Mapping[str, object], status: int = 200) -> web.Response:
        """Return template `name` filled with `values` as an answer.

        Characters that the charset lacks become character references, as authors write them.
        """
        # Localised numbers would need the project's settings.
        html = self._engine.get_template(name).render(Context(dict(values), use_l10n=False))
        return web.Response(
            body=html.encode(self._charset, "xmlcharrefreplace"),
            status=status,
            content_type="text/html",
            charset=self._charset if self._in_header else None,
        )


def group_digits(number: int, separator: str) -> str:
    """Return a number with its digits in threes, as a language writes it.

    >>> group_digits(1234567, ".")
    '1.234.567'
    """
    return f"{number:,}".replace(",", separator)
