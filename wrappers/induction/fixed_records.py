"""Fixed records: what an engine shows first or last among the records, whatever is asked.

A shop's "Shop on …" stands in the markup of its goods on every page. It leads to the same address
for every query, and says no word of any, unlike what was found. Details ours.
"""

from collections.abc import Sequence
from itertools import takewhile

from discovery.pages.page import Page
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples.sample import Sample

# Different queries that ask for it; a record found for two of them says a word of one. Guess.
MIN_QUERIES = 2
# Of the records more than this share are what was searched for. Guess.
MAX_SHARE_FIXED = 0.3
MIN_SHARE_SAYING = 0.5
# Paths that tell records apart differ in this share. Guess.
MIN_SHARE_TOLD = 0.9
MAX_PAGES = 6
MAX_FIXED = 10
MAX_ADDRESS = 500


def fixed_addresses(wrapper: Wrapper, samples: Sequence[Sample]) -> tuple[str, ...]:
    """Return the addresses of records that stand at one end of all pages, whatever the query."""
    pages = [_Found(wrapper, sample.page, sample.query or "") for sample in samples[:MAX_PAGES]]
    pages = [page for page in pages if page.nodes]
    if len({page.query for page in pages if page.query}) < MIN_QUERIES:
        return ()
    common = set.intersection(*(set(page.addresses) for page in pages)) - {""}
    common = {address for address in common if len(address) <= MAX_ADDRESS}
    fixed: set[str] = set()
    for step in (1, -1):
        ends = [set(takewhile(common.__contains__, page.addresses[::step])) for page in pages]
        fixed |= set.intersection(*ends)
    if not all(page.may_lack(fixed) for page in pages):
        return ()
    return tuple(sorted(fixed)[:MAX_FIXED])


class _Found:
    """The records of a page: where they lead, up to what varies, and what says the query."""

    def __init__(self, wrapper: Wrapper, page: Page, query: str) -> None:
        self.query = query.casefold()
        self.nodes = list(wrapper.record_nodes(page))
        addresses = [nodes.href for nodes in self.nodes]
        paths = [address.partition("?")[0] for address in addresses]
        # What counts clicks stands behind the path, where that alone tells records apart.
        are_told = len(set(paths)) >= MIN_SHARE_TOLD * len(paths)
        self.addresses = paths if are_told else addresses

    def may_lack(self, fixed: set[str]) -> bool:
        """Return whether few records are fixed and say nothing of the query, as most others do."""
        words = self.query.split()
        says = [
            any(word in text for word in words)
            for nodes in self.nodes
            for text in ("".join("".join(each.itertext()) for each in nodes.elements).casefold(),)
        ]
        of_fixed = [
            said for said, address in zip(says, self.addresses, strict=True) if address in fixed
        ]
        of_others = sum(says) - sum(of_fixed)
        others = len(says) - len(of_fixed)
        return (
            bool(words)
            and not any(of_fixed)
            and len(of_fixed) <= MAX_SHARE_FIXED * len(says)
            and of_others >= MIN_SHARE_SAYING * others
        )
