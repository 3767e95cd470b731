"""Queries that engines propose in place of the one asked."""

from collections import Counter

from metasearch.search.dispatch import SearchOutcome
from metasearch.search.highlighting import clean_text
from wrappers.engines.answer import proposed_query

# Results up to which another query is proposed. Guess: less than one page of them.
FEW_RESULTS = 15
# Queries shown of those that engines propose instead.
MAX_PROPOSALS = 3
# Engines whose answers are looked through for them.
MAX_LOOKED_AT = 10
MAX_LENGTH = 300


def proposed_queries(outcome: SearchOutcome) -> list[str]:
    """Return the queries that engines propose instead, those of most engines first.

    None where much was found: the words are no mistake then. Takes some milliseconds for each
    page that is looked at.
    """
    if len(outcome.results) > FEW_RESULTS:
        return []
    looked_at = outcome.answers[:MAX_LOOKED_AT]
    proposed = (proposed_query(each.answer, outcome.query) for each in looked_at)
    texts = [clean_text(text, MAX_LENGTH) for text in proposed if text]
    asked = outcome.query.casefold()
    counted = Counter(text for text in texts if text and text.casefold() != asked)
    return [text for text, _count in counted.most_common(MAX_PROPOSALS)]
