"""What a learned engine gives, beside what it truly shows."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol

from discovery.pages.tree import fold_space
from discovery.pages.urls import comparison_key
from evaluation.own_installation import Product
from evaluation.quality.items.cells import is_alone

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
    """Records of any number of pages, counted; `misses` says where they differ from the truth.

    Records are `right` by address and title, `placed` by address; of the right ones those are
    `alone` whose snippet is the true one and nothing else.
    """

    pages: int = 0
    true: int = 0
    found: int = 0
    right: int = 0
    placed: int = 0
    alone: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """F1 of (address, title) over all pages."""
        return f1_of(self.true, self.found, self.right)

    @property
    def titles(self) -> float:
        """Share of the records with right addresses whose titles are right, too."""
        return self.right / self.placed if self.placed else 0.0

    @property
    def snippets(self) -> float:
        """Share of the right records whose snippets are what the engine shows as snippets."""
        return self.alone / self.right if self.right else 0.0

    def ask(
        self, product: Product, engine: KnownEngine, slug: str, query: str, page: int = 1
    ) -> str:
        """Compare one page's records with the truth; return the kind of the answer."""
        answer = product.json("search", query, "--engine", slug, "--page", str(page))
        self.add(engine, query, page, answer)
        kind: str = answer["engines"][0]["kind"]
        return kind

    def add(self, engine: KnownEngine, query: str, page: int, answer: dict[str, Any]) -> float:
        """Compare the records of an answer, as the command prints it; return F1 of them alone."""
        records, results = engine.true_records(query, page), answer["results"]
        true, found = keys(records), keys(results)
        right = true & found
        self.pages += 1
        self.true += true.total()
        self.found += found.total()
        self.right += right.total()
        self.placed += (_addresses(true) & _addresses(found)).total()
        wanted, shown = _snippets(records), _snippets(results)
        self.alone += sum(n * is_alone(wanted[key], shown[key]) for key, n in right.items())
        if true != found:
            kind = answer["engines"][0]["kind"]
            self.misses.append(
                f"{engine.name} {query!r} page {page} ({kind}): {true.total()} true, "
                f"{found.total()} found, {right.total()} right; e.g. missed "
                f"{list(true - found)[:1]}, wrong {list(found - true)[:1]}"
            )
        return f1_of(true.total(), found.total(), right.total())


def f1_of(true: int, found: int, right: int) -> float:
    """Return F1 of counted records."""
    return 2 * right / (true + found) if true + found else 0.0


def _addresses(records: Counter[tuple[str, str]]) -> Counter[str]:
    return Counter(address for address, _ in records.elements())


def _snippets(records: list[dict[str, Any]]) -> dict[tuple[str, str], str]:
    return {key: record.get("snippet") or "" for record in records for key in keys([record])}


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
