"""How far long work of a command has come, in one line of standard error."""

import time

from django.core.management.base import OutputWrapper

WIDTH = 24
# Seconds between two lines, on a terminal and elsewhere.
DRAWN_EVERY = 0.1
WRITTEN_EVERY = 5.0


class ProgressBar:
    """A line that is drawn anew on a terminal; elsewhere one is written every few seconds."""

    def __init__(self, stream: OutputWrapper) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._shown_at = 0.0
        self._pending = ""
        self._phase = ""

    def show(self, share: float, text: str, phase: str = "") -> None:
        """Show the share done (0 to 1) unless it was shown just before; a new phase at once."""
        self._pending = f"[{('#' * round(share * WIDTH)).ljust(WIDTH, '.')}] {text}"
        every = DRAWN_EVERY if self._is_terminal else WRITTEN_EVERY
        if phase != self._phase or time.monotonic() - self._shown_at >= every:
            self._write()
        self._phase = phase

    def close(self) -> None:
        """Show the last that is known, and leave the line."""
        if self._pending:
            self._write()
        if self._is_terminal:
            self._stream.write("")

    def _write(self) -> None:
        start, end = ("\r\x1b[K", "") if self._is_terminal else ("", "\n")
        self._stream.write(start + self._pending, ending=end)
        self._stream.flush()
        self._shown_at, self._pending = time.monotonic(), ""
