"""The Model Context Protocol: assistants search here, and add engines where they have a key.

The protocol's package is optional and loaded when it is first needed: `server` alone knows it.
"""

from metasearch.mcp_server.http import MCP_PATH, serve_mcp
from metasearch.mcp_server.package import NOT_INSTALLED, is_installed
from metasearch.mcp_server.stdio import serve_stdio

__all__ = ["MCP_PATH", "NOT_INSTALLED", "is_installed", "serve_mcp", "serve_stdio"]
