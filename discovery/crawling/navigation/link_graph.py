"""The pages of a site that were read, and their links."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from discovery.crawling.traversal import PageProfile


class GraphLink(NamedTuple):
    """A link: where it leads, and the number of the tag path it stands at (0 if unknown)."""

    address: str
    path: int = 0


# Each page that was read, with its links in the order of the page. An address that links lead to
# and that is no key has not been read.
LinkGraph = Mapping[str, Sequence[GraphLink]]


def profile_links(profile: PageProfile) -> tuple[GraphLink, ...]:
    """Return the links of a page that was read."""
    return tuple(
        GraphLink(address, path) for path, addresses in profile.links for address in addresses
    )
