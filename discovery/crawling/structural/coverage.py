"""How much of a class a crawl has found, judged by what it has seen and not read.

A lower estimate: addresses not read count for what links and addresses of their kind led to, also
where they lead to members that are known already. Details ours.
"""


def estimate_coverage(found: int, expected: float) -> float:
    """Return the share of a class that has been found at least, from 0 to 1.

    `expected` is how many members the addresses not read should lead to.

    >>> estimate_coverage(90, 10.0), estimate_coverage(5, 0.0), estimate_coverage(0, 0.0)
    (0.9, 1.0, 0.0)
    """
    return found / (found + expected) if found else 0.0


def describe_missing(expected: float, waiting: int) -> str:
    """Return in words what a crawl has left, nothing when nothing is expected of it."""
    if expected < 1:
        return ""
    return f"; {waiting} addresses seen were not read, they may lead to {expected:.0f} more pages"
