"""Two designs of one site: each its own templates, and which of them is shown now."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from samples.rendering import Templates

FOLDER = Path(__file__).parent
CLASSIC = Templates(FOLDER / "templates")
MODERN = Templates(FOLDER / "modern")


@dataclass(slots=True)
class Design:
    """The design of one running site, the classic one at first."""

    is_modern: bool = field(default=False)

    def switch(self) -> None:
        """Change to the other design."""
        self.is_modern = not self.is_modern

    def respond(self, name: str, values: Mapping[str, object], status: int = 200) -> web.Response:
        """Return the template `name` of the design shown now, filled with `values`."""
        return (MODERN if self.is_modern else CLASSIC).respond(name, values, status)
