"""The scripts that look at a page as a visitor does, kept beside this module."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def page_script(name: str) -> str:
    """Return the function in the script `name`, with what it uses, to be evaluated in a page."""
    shared = (_FOLDER / "page_elements.js").read_text(encoding="utf-8")
    script = (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
    return f"(() => {{\n{shared}\nreturn (\n{script}\n);\n}})()"
