"""The format of the log's lines: as text, or as JSON (LOG_FORMAT)."""

import json
import logging
from datetime import UTC, datetime
from traceback import format_tb
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlaceFormatter(logging.Formatter):
    """Tells of an exception where it was raised and its type: messages may hold queries."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  the library's name
        if record.name == "asyncio":
            # Below its first line it shows the task, with what was raised.
            record.message = record.message.partition("\n")[0]
        return super().formatMessage(record)

    def formatException(self, ei: Raised) -> str:  # noqa: N802  the library's name
        error, told = ei[1], []
        while error is not None:
            told.append("".join(format_tb(error.__traceback__)) + type(error).__qualname__)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\ncame of\n".join(told)


class JsonFormatter(PlaceFormatter):
    """Writes a line as an object; `raised` is where and of what type an exception was."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": self.formatMessage(record),
        }
        if record.exc_info:
            line["raised"] = self.formatException(record.exc_info)
        return json.dumps(line)
