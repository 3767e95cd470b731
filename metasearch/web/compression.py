"""What browsers load is packed with gzip: pages whole or as they stream, style sheets, scripts.

Answers for programs are not: they ask from near, and wait for the processor longer than for the
bytes. The console's pages are not either: they hold tokens, which a packed length can give away
(the attack named BREACH).
"""

import gzip
import zlib
from collections.abc import AsyncIterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.cache import patch_vary_headers

from metasearch.web.middleware import CONSOLE_PATH, ResponseMiddleware

# zlib's levels go from 1 to 9; measured on pages of results, 4 packs within 5 % of 9 in a third of
# the time.
GZIP_LEVEL = 4
# zlib's parameter for the gzip format with the largest window.
GZIP_FORMAT = 31
# Bytes below which packing gains nothing: all fits into one packet of the network either way.
LEAST_LENGTH = 500

PACKED_TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class CompressionMiddleware(ResponseMiddleware):
    """Pack what a browser asked for, if it can unpack it."""

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return `response` packed, or as it is."""
        if request.path_info.startswith(CONSOLE_PATH) or not _can_be_packed(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return response
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = compressed(response.streaming_content)
            del response.headers["Content-Length"]
        else:
            response.content = gzip.compress(response.content, GZIP_LEVEL)
            response.headers["Content-Length"] = str(len(response.content))
        # A tag names these very bytes; the date of change serves both forms.
        del response.headers["ETag"]
        response.headers["Content-Encoding"] = "gzip"
        return response


def _can_be_packed(response: HttpResponse) -> bool:
    return (
        response.headers.get("Content-Type", "").startswith(PACKED_TYPES)
        and "Content-Encoding" not in response.headers
        # Neither a part of a file nor a page without a body.
        and response.status_code not in {206, 304}
        and (response.streaming or len(response.content) >= LEAST_LENGTH)
    )


async def compressed(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield `chunks` packed with gzip, each in full before the next is waited for."""
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_FORMAT)
    async for chunk in chunks:
        yield packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
