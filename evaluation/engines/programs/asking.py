"""The product in a process of its own: it learns an engine and is asked, one start for all."""

import io
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from django.core.management import call_command

from evaluation.own_installation import prepare_installation


def learn_and_ask(
    folder: str, host: str, home_url: str, asked: Sequence[tuple[str, int]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Learn an engine in an empty installation; return how it ended, and answers where ACTIVE.

    `asked` are queries with numbers of pages, from 1 on; answers come in their order, as the
    commands print them.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_learn_and_ask, folder, host, home_url, asked).result()


def _learn_and_ask(
    folder: str, host: str, home_url: str, asked: Sequence[tuple[str, int]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    prepare_installation(folder, [host])
    learned = _printed("add_engine", home_url)
    if learned["state"] != "ACTIVE":
        return learned, []
    engine = ("--engine", learned["slug"])
    return learned, [_printed("search", query, *engine, "--page", str(n)) for query, n in asked]


def _printed(*arguments: str) -> dict[str, Any]:
    """Return what a command prints as JSON, whatever its exit code."""
    printed = io.StringIO()
    with suppress(SystemExit):
        call_command(*arguments, "--json", stdout=printed, stderr=io.StringIO())
    document: dict[str, Any] = json.loads(printed.getvalue())
    return document
