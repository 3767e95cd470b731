"""A search waited for to its end, as programs want it."""

from metasearch.search.answer_cache import ask_with_cache
from metasearch.search.dispatch import SearchOutcome, gather_outcome
from metasearch.search.search_request import SearchRequest
from metasearch.search.service import SearchService
from wrappers.engines import EngineClient


async def search_whole(
    service: SearchService, client: EngineClient, asked: SearchRequest
) -> SearchOutcome:
    """Return all that the engines give, when all have answered; observe how they did."""
    words, page = asked.parsed_query.words, asked.link.page
    coming = ask_with_cache(service, client, asked.engines, words, page)
    outcome = await gather_outcome(coming, asked.engines, words, page, asked.ranking)
    answers = [answered.answer for answered in outcome.answers]
    service.observe_later(words, asked.relevant_answers(answers))
    return outcome
