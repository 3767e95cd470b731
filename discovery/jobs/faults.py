"""Faults met at one page of many: the page is marked with the fault's name, the work goes on."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

# How the outcome of a page begins that raised while it was read: what the console counts.
UNREADABLE = "could not be read"
# What is noted of a page at which one worker after the other died without an exception.
DEADLY = f"{UNREADABLE}: the worker ended while it was read"
# Characters kept of what an exception says: libraries quote whole pages.
_MAX_MESSAGE = 300


def describe_fault(error: BaseException) -> str:
    r"""Return the name of an exception and what it says, as every database can store it.

    >>> describe_fault(ValueError("all\0of it"))
    'ValueError: all\ufffdof it'
    """
    message = str(error)[:_MAX_MESSAGE].replace("\0", "\ufffd")
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return text.encode("utf-8", "replace").decode("utf-8")


def unreadable(error: BaseException) -> str:
    """Return the outcome of a page that raised while it was read.

    >>> unreadable(RecursionError("too deep"))
    'could not be read: RecursionError: too deep'
    """
    return f"{UNREADABLE}: {describe_fault(error)}"


def use_without_faulty(
    items: Sequence[T], use: Callable[[Sequence[T]], R]
) -> tuple[R, list[tuple[T, Exception]]]:
    """Return what `use` makes of the items, and those left out as it raises with them.

    Only when it raises with all is one more tried each time. Raises what `use` raises with what is
    left.

    >>> use_without_faulty([1, 0, 2], lambda items: [6 // item for item in items])
    ([6, 3], [(0, ZeroDivisionError('integer division or modulo by zero'))])
    """
    try:
        return use(items), []
    except Exception:
        kept: list[T] = []
        faulty: list[tuple[T, Exception]] = []
        for item in items:
            try:
                use([*kept, item])
            except Exception as error:
                faulty.append((item, error))
            else:
                kept.append(item)
        if not kept or not faulty:
            raise
    return use(kept), faulty
