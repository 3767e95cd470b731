"""Processes in which heavy pages are read: they answer, end in time, and are fair."""

import base64
import time
from typing import Any

import pytest

from wrappers.engines import page_processes
from wrappers.engines.page_processes import PageProcesses, ProcessEndedError

NEXT = b"<html><title>One</title><a href='/s?q=tea&amp;p=2'>Next</a>"
HTML = base64.b64encode(b"<b>x</b>" * 3_000).decode()
# A pattern of selectors that takes for ever on its page.
ENDLESS = {
    "task": "select",
    "selectors": {
        "results": "//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]",
        "url": "a/@href",
        "title": ".",
    },
    "pages": [{"html": HTML, "url": "http://a.example/", "content_type": "text/html"}],
}


def submit(processes: PageProcesses, owner: str, document: dict[str, Any], seconds: float) -> Any:
    return processes.submit(owner, document, NEXT, seconds, time.monotonic() + 90)


def test_a_request_that_takes_too_long_ends_and_the_next_is_answered(
    processes: PageProcesses,
) -> None:
    endless = submit(processes, "one", ENDLESS, 0.3)
    with pytest.raises(ProcessEndedError, match="longer than"):
        endless.result(90)
    with pytest.raises(RuntimeError, match="exit code"):
        submit(processes, "one", {"task": "nothing of the kind"}, 5.0).result(90)
    selected = {**ENDLESS, "selectors": {"results": "//b", "url": "a/@href", "title": "."}}
    assert submit(processes, "one", selected, 5.0).result(90) == {"pages": [[]]}


def test_an_engine_waits_for_its_own_pages_only(processes: PageProcesses) -> None:
    endless = [submit(processes, "poison", ENDLESS, 2.0) for _ in range(3)]
    selected = {**ENDLESS, "selectors": {"results": "//b", "url": "a/@href", "title": "."}}
    assert submit(processes, "other", selected, 5.0).result(90) == {"pages": [[]]}
    # At least the last of the three was not begun.
    assert endless[-1].cancel()


def test_no_more_wait_than_there_is_room_for(
    processes: PageProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_processes, "MAX_WAITING_OF_ONE", 1)
    submit(processes, "poison", ENDLESS, 1.0)
    with pytest.raises(ProcessEndedError, match="too many"):
        for _ in range(3):
            submit(processes, "poison", ENDLESS, 1.0)


def test_nothing_is_begun_for_which_no_time_is_left(processes: PageProcesses) -> None:
    late = processes.submit("one", ENDLESS, NEXT, 5.0, time.monotonic())
    with pytest.raises(ProcessEndedError, match="no time"):
        late.result(90)
