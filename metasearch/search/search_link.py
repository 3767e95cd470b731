"""Links to searches: as addresses, or as forms where the user wants no query in an address."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from metasearch.search.preferences import PARAMETER


@dataclass(frozen=True, slots=True)
class SearchLink:
    """All that a link to a search carries.

    `text` is the query as typed, `slugs` are engines chosen, `filters` names and values of filters.
    `after` is how many of the page's results are left out because they were shown before.
    `carried` is the token of preferences that a link brought. What is empty is left out.
    """

    text: str
    slugs: tuple[str, ...] = ()
    category: str = ""
    page: int = 1
    filters: tuple[tuple[str, str], ...] = ()
    carried: str = ""
    after: int = 0

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and values of the parameters."""
        pairs = [("q", self.text), *(("engine", slug) for slug in self.slugs)]
        if self.category:
            pairs.append(("category", self.category))
        pairs += self.filters
        if self.page > 1:
            pairs.append(("page", str(self.page)))
        if self.after:
            pairs.append(("after", str(self.after)))
        if self.carried:
            pairs.append((PARAMETER, self.carried))
        return pairs

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The parameters that the search form keeps when another query is typed.

        Filters are controls of the form itself.
        """
        return replace(self, page=1, after=0, filters=()).pairs[1:]

    @property
    def href(self) -> str:
        """The link's address.

        >>> SearchLink("a b", ("one",), page=2).href
        '/search?q=a+b&engine=one&page=2'
        """
        return f"{reverse('search')}?{urlencode(self.pairs)}"

    def only(self, slugs: Sequence[str]) -> "SearchLink":
        """Return the same search of these engines only."""
        return replace(self, slugs=tuple(slugs), category="", page=1, after=0)

    def at(self, page: int) -> "SearchLink":
        """Return another page of the same search."""
        return replace(self, page=page, after=0)

    def leaving_out(self, after: int) -> "SearchLink":
        """Return the same page without its first results."""
        return replace(self, after=after)

    def under(self, category: str) -> "SearchLink":
        """Return the same search under another tab."""
        return replace(self, slugs=(), category=category, page=1, after=0)
