"""Tables of cases, kept as TOML beside the tests that read them."""

import tomllib
from pathlib import Path
from typing import Any


def cases_of(test_module: str) -> dict[str, Any]:
    """Return the tables of `NAME.toml`, which stands beside `test_NAME.py`."""
    path = Path(test_module)
    name = path.stem.removeprefix("test_")
    return tomllib.loads(path.with_name(f"{name}.toml").read_text(encoding="utf-8"))
