"""The log says where something was raised, never what was asked."""

import logging
import sys

from metasearch.settings.log_format import PlaceFormatter


def fail(query: str) -> None:
    """Fail as only a fault of ours can, of another one."""
    try:
        raise KeyError(query)
    except KeyError as error:
        raise ValueError(f"cannot send {query!r}") from error


def test_messages_of_exceptions_are_left_out() -> None:
    raised = None
    try:
        fail("illness" * 2)
    except ValueError:
        raised = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "", 1, "asking %s failed", ("oak",), raised)
    told = PlaceFormatter().format(record)
    assert told.startswith("asking oak failed")
    assert "ValueError" in told and "KeyError" in told and "test_log_format.py" in told
    assert "illnessillness" not in told
