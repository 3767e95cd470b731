"""What an answer may be called: kinds with the reasons that a person could tell them by.

Written beside each fault before the product is asked. Where two names are both right, both stand.
"""

from collections.abc import Collection

from wrappers.extraction import AnswerKind, AnswerReason

# Kinds of answers, each with its reasons.
REASONS = {
    str(kind): tuple(str(reason) for reason in AnswerReason if reason.kind is kind)
    for kind in AnswerKind
}

Outcomes = frozenset[tuple[str, str]]


def _outcomes(kind: str, reasons: str) -> Outcomes:
    return frozenset((kind, reason) for reason in (reasons.split() or REASONS[kind]))


def results(reasons: str = "records") -> Outcomes:
    """RESULTS, and the records shown must be true."""
    return _outcomes("RESULTS", reasons)


def no_results(reasons: str = "no_result_page zero_hits says_nothing_found") -> Outcomes:
    """NO_RESULTS for one of `reasons`, divided by spaces."""
    return _outcomes("NO_RESULTS", reasons)


def broken(reasons: str = "") -> Outcomes:
    """BROKEN for one of `reasons`; for any when none is given."""
    return _outcomes("BROKEN", reasons)


def blocked(reasons: str) -> Outcomes:
    """BLOCKED for one of `reasons`."""
    return _outcomes("BLOCKED", reasons)


def error(reasons: str) -> Outcomes:
    """ERROR for one of `reasons`."""
    return _outcomes("ERROR", reasons)


def timeout(reasons: str = "no_answer slow_body") -> Outcomes:
    """TIMEOUT for one of `reasons`."""
    return _outcomes("TIMEOUT", reasons)


def as_text(outcomes: Collection[tuple[str, str]]) -> str:
    """Return outcomes in a few words: each kind with its reasons.

    >>> as_text(error("dns tls") | results())
    'ERROR dns/tls, RESULTS'
    """
    kinds: dict[str, list[str]] = {}
    for kind, reason in sorted(outcomes):
        kinds.setdefault(kind, []).append(reason)
    return ", ".join(
        kind
        if len(reasons) == len(REASONS[kind]) or kind == "RESULTS"
        else f"{kind} {'/'.join(reasons)}"
        for kind, reasons in kinds.items()
    )
