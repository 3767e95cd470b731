"""Which queries learning asks: words of the site, and of what was found on it."""

from collections.abc import Iterable, Sequence
from itertools import islice

from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from wrappers.induction.always_answering import MIN_LIST, depends_on_query, own_list
from wrappers.induction.probing.probing import rank_words, words_from_results
from wrappers.learning.step_context import NO_ANSWER, StepContext, ask_for_page
from wrappers.models import SamplePage, SampleRole

MAX_STORED_WORDS = 80
# Words taken from one result page: of its records' titles, and in all.
MAX_TITLE_WORDS = 4
MAX_NEW_WORDS = 8


def next_word(context: StepContext) -> str | None:
    """Take the next generated query."""
    asked = context.state.asked
    word = next((word for word in context.state.words if word not in asked), None)
    if word is not None:
        context.update(asked=(*asked, word))
    return word


def add_words(context: StepContext, page: Page) -> None:
    """Let the words of what was found be asked next: they exist in what is searched."""
    asked, words = context.state.asked, context.state.words
    noise = {
        text
        for stored in context.samples(SampleRole.NO_RESULT)
        for text in _link_texts(stored.page())
    }
    titles = [text for text in _link_texts(page) if text not in noise]
    found = dict.fromkeys(
        (*first_words(words_from_results(titles), MAX_TITLE_WORDS), *rank_words([page]))
    )
    new = first_words((word for word in found if word not in words), MAX_NEW_WORDS)
    waiting = [word for word in words if word not in asked]
    context.update(words=(*asked, *_alternate(new, waiting))[:MAX_STORED_WORDS])


def lists_something(context: StepContext, page: Page) -> bool:
    """Tell whether a page has a list of its own, as the pages of impossible queries have."""
    known = _empty_query_pages(context)
    made_up = [own_list(each.page(), known) for each in context.samples(SampleRole.NO_RESULT)]
    return min(max(map(len, made_up)), len(own_list(page, known))) >= MIN_LIST


def always_answers(context: StepContext, results: Sequence[SamplePage]) -> bool:
    """Tell whether queries are answered with lists that follow from them.

    The last one is asked once more: what changes by itself does not depend on what is asked.
    """
    known = _empty_query_pages(context)
    lists = [(each.query, own_list(each.page(), known)) for each in results]
    query = results[-1].query
    try:
        _, again = context.run(ask_for_page(context, query))
    except NO_ANSWER:
        return False
    return depends_on_query([*lists, (query, own_list(again, known))])


def pages_without_results(context: StepContext) -> list[Page | None]:
    """Return what is known to hold no results, the best first; None is for no such page."""
    if context.state.always_answers:
        return [*_empty_query_pages(context), None]
    return [context.samples(SampleRole.NO_RESULT)[0].page()]


def _empty_query_pages(context: StepContext) -> list[Page]:
    """Return the page that is shown when nothing is asked, if it is known."""
    return [each.page() for each in context.samples(SampleRole.START) if not each.query]


def _link_texts(page: Page) -> list[str]:
    """Return the texts of a page's links: where records have their titles."""
    return [visible_text(link) for link in page.root.iter("a")]


def _alternate(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return both lists' items in turn."""
    joined = [item for pair in zip(first, second, strict=False) for item in pair]
    shorter = min(len(first), len(second))
    return [*joined, *first[shorter:], *second[shorter:]]


def first_words(words: Iterable[str], count: int = MAX_STORED_WORDS) -> tuple[str, ...]:
    """Return the first `count` of many words."""
    return tuple(islice(words, count))
