"""Workers that are killed, leases that run out, and pages that raise where they are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db.models import Model
from django.utils import timezone
from lxml import etree

from discovery.crawling.traversal import CrawledPage
from discovery.jobs.leases import JobRunner, Lease
from discovery.models import CollectionPage
from discovery.pages.page import Page

# What reading a page may raise.
FAULTS = (
    *(RecursionError("too deep"), MemoryError(), etree.XPathError("odd")),
    *(UnicodeError("half a pair \0"), AssertionError("never")),
)
any_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)


def marked(path: str) -> str:
    """Return what is noted of the one page of a collection that could not be read, at `path`."""
    page = CollectionPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith(path)
    return page.outcome


class Killed(BaseException):
    """Stands for a worker's sudden end."""


def kill(*_args: Any, **_kwargs: Any) -> Any:
    raise Killed


@contextmanager
def killed_at(owner: Any, name: str, call: int = 0) -> Iterator[None]:
    """Kill who calls a function of `owner` once more than `call` times; it releases no lease."""
    real, calls = getattr(owner, name), count()

    def killing(*args: Any) -> Any:
        if next(calls) == call:
            raise Killed
        return real(*args)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setattr(owner, name, killing)
        patch.setattr(Lease, "release", lambda lease: None)
        yield


@contextmanager
def killed_in(steps: dict[str, Any], name: str, moment: str) -> Iterator[None]:
    """Kill who does this step, before or after it; a killed worker releases nothing."""
    step = steps[name]

    def killed_step(*args: Any) -> Any:
        if moment == "after":
            step(*args)
        raise Killed

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setitem(steps, name, killed_step)
        patch.setattr(Lease, "release", lambda lease: None)
        yield


def expire_leases(model: type[Model]) -> None:
    """Let the time pass after which a silent worker is taken for dead."""
    model._base_manager.update(lease_until=timezone.now() - timedelta(seconds=1))


def work_with_mortals(model: type[Model], work: Callable[[], bool], workers: int = 12) -> None:
    """Work with one worker after the other, as each is killed, until `work` tells the end."""
    for _ in range(workers):
        expire_leases(model)
        try:
            if work():
                return
        except Killed:
            continue


def work_slices(runner: JobRunner[Any], row: Any, workers: int = 12) -> None:
    """Work off a row by slices, with one worker after the other."""
    work_with_mortals(runner.model, lambda: bool(runner.work_slice(row.pk).finished_at), workers)
    row.refresh_from_db()


def raise_at(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, path: str, fault: BaseException
) -> None:
    real = getattr(owner, name)

    def is_page(given: Any) -> bool:
        if isinstance(given, list | tuple):
            return any(isinstance(each, Page) and is_page(each) for each in given)
        if isinstance(given, CrawledPage):
            return given.address.endswith(path) and given.page is not None
        return str(getattr(given, "url", given)).endswith(path)

    def raising(*args: Any) -> Any:
        if any(map(is_page, args)):
            raise fault
        return real(*args)

    monkeypatch.setattr(owner, name, raising)
