"""`manage.py mcp`: an assistant on this machine searches here, by standard input and output."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from discovery.management.command_line import FAILED, prepare_database
from metasearch.mcp_server.http import NOT_INSTALLED, is_installed
from metasearch.search.service import current_service


class Command(BaseCommand):
    help = (
        "Serve the Model Context Protocol by standard input and output, for an assistant that "
        "starts this command. It may do all that the commands may."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_installed():
            raise CommandError(NOT_INSTALLED, returncode=FAILED)
        prepare_database()
        # The protocol's package is loaded where it is needed alone.
        from metasearch.mcp_server.server import serve_own_user

        async def serve() -> None:
            await serve_own_user()
            await current_service().close()

        asyncio.run(serve())
