"""A connection of the web server that waits for nobody for ever.

The server's protocol closes neither one whose request never ends its head nor one whose client
stops reading. Both cost a client nothing and hold memory here.
"""

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from metasearch.edge.request_limits import MAX_HEADER_BYTES

# Seconds until the address and all headers of a request have come.
HEAD_SECONDS = 10.0
# Seconds for which a client may take nothing of what waits to be sent to it.
READ_SECONDS = 60.0
# Bytes of an unfinished head: address and headers at their limits, and what is between them.
MAX_HEAD = 2 * MAX_HEADER_BYTES


class BoundedConnection(HttpToolsProtocol):
    head_seconds = HEAD_SECONDS
    read_seconds = READ_SECONDS
    _in_head = True
    _head_bytes = 0
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        if self._read_timer is not None:
            self._read_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if not self._in_head:
            self._head_bytes = 0
            self._stop_head_timer()
        elif self._head_bytes > MAX_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._head_bytes and self._head_timer is None:
            self._watch_head()

    def on_message_begin(self) -> None:
        self._in_head = True
        # What came of it before in the same packet is not known to the byte.
        self._head_bytes = self._head_bytes or 1
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_head_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head = True
        self._head_bytes = 0

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._read_timer is None:
            self._read_timer = self.loop.call_later(self.read_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _watch_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        self._head_timer = None
        if self.cycle is not None and not self.cycle.response_complete:
            # The request before it is still being answered.
            self._watch_head()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self.transport.is_closing():
            self.transport.write(
                STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"
            )
            self.transport.close()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
