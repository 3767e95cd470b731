"""The protocol by standard input and output, for an assistant that starts our command."""


async def serve_stdio() -> None:
    """Serve the user of this machine until the input ends."""
    # The protocol's package is loaded where it is needed alone.
    from metasearch.mcp_server.server import serve_own_user

    await serve_own_user()
