"""The pages of a site that were read, and their links."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class GraphLink(NamedTuple):
    """A link: where it leads, and where it stands (a tag path with classes; empty if unknown)."""

    address: str
    path: str = ""


# Each page that was read, with its links in the order of the page. An address that links lead to
# and that is no key has not been read.
LinkGraph = Mapping[str, Sequence[GraphLink]]
