"""Whether the protocol's package is installed."""

from functools import cache
from importlib.util import find_spec

NOT_INSTALLED = (
    "The Model Context Protocol is not served here: its package is not installed "
    "(pip install -r requirements-mcp.txt)."
)


@cache
def is_installed() -> bool:
    """Tell whether the package is there, without loading it."""
    return find_spec("mcp") is not None
