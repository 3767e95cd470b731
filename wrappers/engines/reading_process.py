"""Pages read in a process of their own, which may be ended at any time.

usage: PYTHONPATH=. python -P wrappers/engines/reading_process.py LINE (number of an open file)

Over the line (`multiprocessing.Connection`) come JSON and a body in turn, and go answers as JSON,
after an empty message when the process is ready. It ends itself when a request takes longer than
its `seconds` or `work_seconds`; when nothing is asked of it for a while; when it has grown; and
when the line ends.
"""

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

from discovery.connection.description_xml import from_xml
from discovery.connection.form_tokens import FormGoneError, fresh_values
from discovery.engine_lists.result_selectors import ResultSelectors, select_records
from discovery.pages.page import NotHtmlError, Page, PageTooHeavyError, parse_page
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.obstacles import find_obstacle
from wrappers.extraction.answers.opened import opened_page
from wrappers.extraction.main_text import main_text
from wrappers.extraction.no_result import find_suggestion
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.paging import Following

# Bounds by the system, in bytes. A page of a megabyte takes some tens of megabytes.
MEMORY_BYTES = 1_000_000_000
# Above this the process ends after its answer: memory once taken is not given back.
GROWN_BYTES = 250_000_000
# Seconds without a request after which the process ends.
IDLE_SECONDS = 120.0
# Whoever waits for the event loop goes first (nice, 0 to 19).
NICENESS = 5
# What `ru_maxrss` counts: kilobytes, on macOS bytes.
_RSS_UNIT = 1 if sys.platform == "darwin" else 1_024


def main() -> None:
    # macOS has no limit on memory.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    os.nice(NICENESS)
    # Ctrl-C is for the process that asks: with its end the line ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Connection(int(sys.argv[1])) as line, contextlib.suppress(OSError, EOFError):
        line.send_bytes(b"")
        while line.poll(IDLE_SECONDS):
            request, body = json.loads(line.recv_bytes()), line.recv_bytes()
            signal.setitimer(signal.ITIMER_PROF, request["work_seconds"])
            signal.setitimer(signal.ITIMER_REAL, request["seconds"])
            answer = _answer(request, body)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)
            line.send_bytes(json.dumps(answer).encode())
            if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RSS_UNIT > GROWN_BYTES:
                return


def _answer(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    """Return what is asked for, or why there is none (`problem` names an exception of ours)."""
    try:
        return _TASKS[request["task"]](request, body)
    except PageTooHeavyError as error:
        return {"problem": "too_heavy", "detail": str(error)}
    except MemoryError:
        return {"problem": "too_heavy", "detail": "a page that takes too much memory to read"}
    except NotHtmlError as error:
        return {"problem": "not_html", "detail": str(error)}
    except FormGoneError as error:
        return {"problem": "form_gone", "detail": str(error)}


def _read(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    query, number = request["query"], request["number"]
    reader = AnswerReader.from_json(request["reader"])
    page = _page(request, body, reader.wrapper.parse)
    extraction = reader.wrapper.extract(page, query)
    answer = reader.answer(page, query, extraction, number, is_cut=request["is_cut"])
    return answer.replace(suggestion=find_suggestion(page, query)).to_json()


def _read_following(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    wrapper = Wrapper.from_json(request["wrapper"])
    page = _page(request, body, wrapper.parse)
    return Following.of(wrapper, page, request["query"], request["number"]).to_json()


def _fresh_values(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    page = _page(request, body)
    obstacle = find_obstacle(page)
    if obstacle is not None:
        return {"reason": obstacle.reason, "detail": obstacle.detail}
    return {"values": fresh_values(from_xml(request["description"].encode()), page)}


def _select(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    selectors = ResultSelectors.from_json(request["selectors"])
    return {"selected": select_records(selectors, _page(request, body))}


def _text(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    page = _page(request, body)
    return {"title": page.title, "text": main_text(page)}


def _opened(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    record = opened_page(_page(request, body), request["query"])
    return {"record": None if record is None else record.to_json()}


def _page(request: Mapping[str, Any], body: bytes, parse: Callable[..., Page] = parse_page) -> Page:
    return parse(body, request["url"], request["content_type"], request.get("status", 200))


_TASKS: dict[str, Callable[[Mapping[str, Any], bytes], dict[str, Any]]] = {
    "read": _read,
    "following": _read_following,
    "fresh_values": _fresh_values,
    "select": _select,
    "text": _text,
    "opened": _opened,
}

if __name__ == "__main__":
    main()
