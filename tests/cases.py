"""Tables of cases that stand beside the module of their tests, as TOML."""

import tomllib
from pathlib import Path
from typing import Any


def cases(module: str, name: str = "") -> dict[str, Any]:
    """Return the tables of `name`.toml, of the module's own name without one."""
    path = Path(module)
    beside = path.with_name(f"{name or path.stem.removeprefix('test_')}.toml")
    return tomllib.loads(beside.read_text(encoding="utf-8"))
