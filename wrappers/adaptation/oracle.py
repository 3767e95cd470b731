"""The oracle: where do the records that a query once gave stand in its answer of today?

Raposo et al. 2005 (in Ferrara and Baumgartner 2011, section 2) collect results of queries to
maintain wrappers. An engine can be asked the same queries again: most of what they gave it still
gives. Details ours.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from discovery.pages.tree import fold_text
from discovery.pages.urls import comparison_key
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule

# Known records, and share of them, that must stand on the new pages for the oracle to say anything.
# Guess: a few may stand in a box of recommendations while the results are others.
MIN_LOCATED = 3
MIN_SHARE_LOCATED = 0.4
# Shorter titles may be those of something else. Guess.
MIN_TITLE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Oracle:
    """The links of the new pages that belong to known records.

    `located` holds for each page the numbers of the links to a known record. Its keys are the
    numbers of these records among the known ones of the page's query. `known` is the number of all
    known records of the pages' queries.
    """

    located: tuple[dict[int, frozenset[int]], ...]
    known: int

    @property
    def knows_enough(self) -> bool:
        """Whether enough known records stand on the new pages."""
        located = sum(map(len, self.located))
        return located >= max(MIN_LOCATED, MIN_SHARE_LOCATED * self.known)

    def share_found(self, evaluated: EvaluatedRule) -> float:
        """Return how many of the known records on the pages have their title where a rule finds it.

        From 0 to 1; 0 where too few are known.
        """
        if not self.knows_enough:
            return 0.0
        found = total = 0
        for links_of_records, match in zip(self.located, evaluated.matches, strict=True):
            titles = {span.title for span in match.spans}
            total += len(links_of_records)
            found += sum(not titles.isdisjoint(links) for links in links_of_records.values())
        return found / total


def consult_oracle(pages: Sequence[PageFeatures], known: Iterable[KnownAnswer]) -> Oracle:
    """Locate the known records of each page's query on that page."""
    by_query = {answer.query: answer.records for answer in known}
    records = [by_query.get(page.sample.query or "", ()) for page in pages]
    located = tuple(_locate(page, own) for page, own in zip(pages, records, strict=True))
    return Oracle(located, sum(map(len, records)))


def _locate(page: PageFeatures, known: Sequence[ResultRecord]) -> dict[int, frozenset[int]]:
    """Return the links of a page to each known record, by address, else by title."""
    by_address: dict[str, list[int]] = defaultdict(list)
    by_text: dict[str, list[int]] = defaultdict(list)
    for link in page.index.links:
        by_address[page.address_key(link)].append(link)
        by_text[fold_text(page.text(link))].append(link)
    located = {}
    for number, record in enumerate(known):
        links = by_address.get(comparison_key(record.url), []) if record.url else []
        title = fold_text(record.title)
        if not links and len(title) >= MIN_TITLE_LENGTH:
            links = by_text.get(title, [])
        if links:
            located[number] = frozenset(links)
    return located
