"""What of an engine is lost although its records are read: the way on, the no-result page."""

from collections.abc import Sequence

from wrappers.engines import Answer, ReadyEngine
from wrappers.learning import MAY_BE_NO_RESULT, has_next_page, result_pages_of
from wrappers.models import WrapperVersion

# Impossible queries asked: one may be answered by chance.
IMPOSSIBLE_QUERIES = 2


def lost_paging(
    ready: ReadyEngine,
    version: WrapperVersion,
    answers: Sequence[tuple[str | None, Answer]],
) -> bool:
    """Tell whether no answer leads on by the wrapper's rule, which led on when it was learned."""
    if ready.wrapper.next_page is None or ready.description.paging is not None:
        return False
    pages = [answer.page for query, answer in answers if query is not None and answer.page]
    return not has_next_page(ready.wrapper, pages) and has_next_page(
        ready.wrapper, result_pages_of(version)
    )


def lost_no_result(answers: Sequence[tuple[str | None, Answer]]) -> bool:
    """Tell whether impossible queries were answered by pages of which none was understood."""
    impossible = [answer for query, answer in answers if query is None]
    return len(impossible) >= IMPOSSIBLE_QUERIES and all(map(is_unknown_page, impossible))


def is_unknown_page(answer: Answer) -> bool:
    """Tell whether a page came that may be the one without results, in a dress not known yet."""
    return answer.page is not None and answer.reason in MAY_BE_NO_RESULT
