"""The inducer of the tag prefix: links that the same tags stand before on their line.

Wu, Meng et al. 2003, section 2.6: "The Tag Prefix of a URL is a sequence of HTML tags that appear
before a URL and typically on the same line as the URL." It is taken as it is there: what the page
for the impossible query links to is useless, as are the addresses that all result pages link to; of
the others, those of one prefix are the records'. Details ours: an element that ended before the URL
counts by its tag, one that ends a line by its closing tag; a record is what stands around its link
and no other of the prefix.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from discovery.pages.tree import LINE_TAGS
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.group_candidates import read_groups
from wrappers.induction.candidates.keyed_starts import groups_of_records, own_elements
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.samples.page_index import PageIndex

NAME = "tag_prefix"
# Cells stand beside each other on one line: in the paper's example <td> is part of the prefix.
_LINE_CHANGES = LINE_TAGS - {"td", "th"}
# Tags of a prefix; a line with more before a link says nothing. Guess.
MAX_TAGS = 40
# Prefixes of a page that become candidates, those of most useful addresses first. Guess.
MAX_PREFIXES = 8


def tag_prefix(index: PageIndex, link: int) -> tuple[str, ...]:
    """Return the tags before a link, back to the one that implies a change of line.

    Of `<table><tr><td><b><a href=…>` these are `tr`, `td`, `b`.
    """
    tags: list[str] = []
    for number in range(link - 1, max(-1, link - 1 - MAX_TAGS), -1):
        tag = index.tags[number]
        is_over = index.end[number] <= link
        tags.append(f"/{tag}" if is_over and tag in _LINE_CHANGES and tag != "br" else tag)
        if tag in _LINE_CHANGES:
            break
    return tuple(reversed(tags))


def propose_tag_prefix(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each prefix that several useful links of a page share."""
    useless = set[str]() if no_result is None else set(no_result.address_counts)
    if len(pages) > 1:
        useless |= set.intersection(*(set(page.address_counts) for page in pages))
    return [_propose_on(page, useless) for page in pages]


def _propose_on(features: PageFeatures, useless: set[str]) -> Iterable[Candidate]:
    """Yield the candidates of one page."""
    index = features.index
    by_prefix: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for link in index.links:
        if features.address(link) and features.address_key(link) not in useless:
            by_prefix[tag_prefix(index, link)].append(link)
    shared = sorted((links for links in by_prefix.values() if len(links) > 1), key=len)
    nodes = [
        own_elements([index.elements[link] for link in links])
        for links in shared[: -MAX_PREFIXES - 1 : -1]
    ]
    return read_groups(features, list(groups_of_records(features, nodes)), NAME)
