"""How much of a class a crawl has found, judged by what it has seen and not read.

A lower estimate: the links that are left are taken to be no worse than those read since the last
new page was found, though the better ones are read first. Details ours.
"""


def expect_more(unread: int, dry: int) -> float:
    """Return how many members `unread` links should bring when the last `dry` brought none.

    >>> expect_more(50, 99), expect_more(0, 0)
    (0.5, 0.0)
    """
    return unread / (dry + 1)


def estimate_coverage(found: int, expected: float) -> float:
    """Return the share of a class that has been found at least, from 0 to 1.

    `expected` is how many members the addresses not read should lead to.

    >>> estimate_coverage(90, 10.0), estimate_coverage(5, 0.0), estimate_coverage(0, 0.0)
    (0.9, 1.0, 0.0)
    """
    return found / (found + expected) if found else 0.0


def describe_missing(expected: float, unread: int) -> str:
    """Return in words what a crawl has left, nothing when nothing is expected of it."""
    if expected < 1:
        return ""
    return (
        f"; {unread} links of the kinds that led to such pages were not read, they may lead to "
        f"{expected:.0f} more"
    )
