"""The format of the log's lines."""

import logging
from traceback import format_tb
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlaceFormatter(logging.Formatter):
    """Tells of an exception where it was raised and its type: messages may hold queries."""

    def formatException(self, ei: Raised) -> str:  # noqa: N802  the library's name
        error, told = ei[1], []
        while error is not None:
            told.append("".join(format_tb(error.__traceback__)) + type(error).__qualname__)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\ncame of\n".join(told)
