"""What a learned engine gives, beside what it truly shows."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol

from discovery.pages import comparison_key, fold_space
from evaluation.engines.product import Product

# What an engine must reach: one record in fifty may be wrong or missed.
LEAST_F1 = 0.98


class KnownEngine(Protocol):
    """An engine of which it is known what it truly shows."""

    @property
    def name(self) -> str:
        """What it is called in the tables."""
        ...

    def true_records(self, query: str, page: int = 1) -> list[dict[str, Any]]:
        """Return the records (url, title) that the engine truly shows."""
        ...


@dataclass
class Comparison:
    """Records of any number of pages, counted; `misses` says where they differ from the truth."""

    pages: int = 0
    true: int = 0
    found: int = 0
    right: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """F1 of (address, title) over all pages."""
        return 2 * self.right / (self.true + self.found) if self.true + self.found else 0.0

    def ask(
        self, product: Product, engine: KnownEngine, slug: str, query: str, page: int = 1
    ) -> str:
        """Compare one page's records with the truth; return the kind of the answer."""
        answer = product.json("search", query, "--engine", slug, "--page", str(page))
        kind: str = answer["engines"][0]["kind"]
        true, found = keys(engine.true_records(query, page)), keys(answer["results"])
        right = sum((true & found).values())
        self.pages += 1
        self.true += true.total()
        self.found += found.total()
        self.right += right
        if true != found:
            self.misses.append(
                f"{engine.name} {query!r} page {page} ({kind}): {true.total()} true, "
                f"{found.total()} found, {right} right; e.g. missed {list(true - found)[:1]}, "
                f"wrong {list(found - true)[:1]}"
            )
        return kind


def has_second_page(engine: KnownEngine, query: str) -> bool:
    """Tell whether the engine has a page 2 for `query`; some show page 1 again instead."""
    second = keys(engine.true_records(query, 2))
    return bool(second) and second != keys(engine.true_records(query, 1))


def keys(records: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """Return the records as comparable (address, title) pairs."""
    return Counter(
        (comparison_key(record["url"] or ""), plain_title(record["title"] or ""))
        for record in records
    )


def plain_title(title: str) -> str:
    """Return a title without what a wrongly declared charset makes different.

    Some templates declare the charset of their own words, and show titles in that of the documents.
    No reading of the page is right for both.

    >>> plain_title("8.4.Â User and Group"), plain_title("8.4.\xa0User and Group")
    ('8.4. User and Group', '8.4. User and Group')
    """
    return fold_space(re.sub(r"[^ -~]+", " ", title))
