"""What is lost although records are read: the way on, a field, the no-result page."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from wrappers.adaptation.field_repair import find_failed_fields
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.learning.known_answers import has_next_page, result_pages_of
from wrappers.learning.no_result_repair import MAY_BE_NO_RESULT
from wrappers.models import LearningJob, WrapperVersion

# How long a field that was found nowhere is not looked for again. Guess.
PAUSE_OF_FIELDS = timedelta(days=7)
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


def lost_fields(
    ready: ReadyEngine, answers: Sequence[tuple[str | None, Answer]]
) -> tuple[str, ...]:
    """Return the fields that the records of several answers no longer have, or have wrongly."""
    read = [answer.records for query, answer in answers if query is not None]
    return find_failed_fields(ready.wrapper, ready.constraints, read)


def tried_lately(version: WrapperVersion) -> bool:
    """Tell whether the fields of a version were adapted in vain not long ago."""
    return LearningJob.objects.filter(
        engine=version.engine_id,
        finished_at__gt=timezone.now() - PAUSE_OF_FIELDS,
        progress__mending__version=version.pk,
        progress__mending__only_fields=True,
    ).exists()


def lost_no_result(answers: Sequence[tuple[str | None, Answer]]) -> bool:
    """Tell whether impossible queries were answered by pages of which none was understood."""
    impossible = [answer for query, answer in answers if query is None]
    return len(impossible) >= IMPOSSIBLE_QUERIES and all(map(is_unknown_page, impossible))


def is_unknown_page(answer: Answer) -> bool:
    """Tell whether a page came that may be the one without results, in a dress not known yet."""
    return answer.page is not None and answer.reason in MAY_BE_NO_RESULT
