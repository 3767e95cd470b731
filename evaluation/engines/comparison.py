"""An engine learned from its address, and what it gives beside what it truly shows."""

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from discovery.pages.tree import fold_space
from discovery.pages.urls import comparison_key
from evaluation.own_installation import Product
from evaluation.quality.items.cells import is_alone

# What an engine must reach: one record in fifty may be wrong or missed.
LEAST_F1 = 0.98
# What scripted engines must reach over their queries and a page 2.
LEAST_F1_SCRIPTED = 0.95
NOT_INSTALLED = "not installed"
# What the log of learning puts round each query it tells of.
ASKED = re.compile("“[^”]+”")


@dataclass(frozen=True)
class KnownEngine:
    """A served engine by the address of its home, and what it truly shows: url, title, snippet.

    `true_records` are those of a query and a page; page 2 of an engine without pages is empty.
    """

    name: str
    home_url: str
    true_records: Callable[[str, int], list[dict[str, Any]]]

    @property
    def host(self) -> str:
        return self.home_url.split("/")[2]


@dataclass
class Comparison:
    """Records of any number of pages, counted; `misses` says where they differ from the truth.

    Records are `right` by address and title, `placed` by address; of the right ones whose
    snippet is `told` those are `alone` whose snippet is the true one and nothing else.
    """

    true: int = 0
    found: int = 0
    right: int = 0
    placed: int = 0
    told: int = 0
    alone: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return f1_of(self.true, self.found, self.right)

    @property
    def titles(self) -> float:
        return self.right / self.placed if self.placed else 0.0

    @property
    def snippets(self) -> float | None:
        return self.alone / self.told if self.told else None

    def ask(
        self, product: Product, engine: KnownEngine, slug: str, query: str, page: int = 1
    ) -> str:
        """Compare one page's records with the truth; return the kind of the answer."""
        answer = product.json("search", query, "--engine", slug, "--page", str(page))
        self.add(engine, query, page, answer)
        return str(answer["engines"][0]["kind"])

    def add(self, engine: KnownEngine, query: str, page: int, answer: dict[str, Any]) -> float:
        """Compare the records of an answer, as the command prints it; return F1 of them alone."""
        records, results = engine.true_records(query, page), answer["results"]
        true, found = keys(records), keys(results)
        right = true & found
        self.true += true.total()
        self.found += found.total()
        self.right += right.total()
        self.placed += (_addresses(true) & _addresses(found)).total()
        wanted, shown = _snippets(records), _snippets(results)
        told = {key: n for key, n in right.items() if wanted[key] is not None}
        self.told += sum(told.values())
        self.alone += sum(n * is_alone(wanted[key], shown[key]) for key, n in told.items())
        if true != found:
            kind = answer["engines"][0]["kind"]
            self.misses.append(
                f"{engine.name} {query!r} page {page} ({kind}): {true.total()} true, "
                f"{found.total()} found, {right.total()} right; e.g. missed "
                f"{list(true - found)[:1]}, wrong {list(found - true)[:1]}"
            )
        return f1_of(true.total(), found.total(), right.total())


@dataclass
class Learned:
    """What became of one engine.

    `records` are those of all queries and pages 2; `second_f1` is that of the last page 2 alone,
    None where there is none. `none_kind` is what the answer to a made-up word was called. `queries`
    and page `requests` are those of learning.
    """

    name: str
    half: str = ""
    kind: str = ""
    is_scripted: bool = False
    state: str = NOT_INSTALLED
    reason: str = ""
    slug: str = ""
    learning_seconds: float = 0.0
    queries: int = 0
    requests: int = 0
    records: Comparison = field(default_factory=Comparison)
    second_f1: float | None = None
    none_kind: str = ""

    @property
    def measured(self) -> bool:
        return self.state != NOT_INSTALLED

    @property
    def passes(self) -> bool:
        least = LEAST_F1_SCRIPTED if self.is_scripted else LEAST_F1
        second = self.second_f1 is None or self.second_f1 >= least
        return self.state == "ACTIVE" and self.records.f1 >= least and second

    def learn(
        self, product: Product, engine: KnownEngine, words: Sequence[str], none: str,
        second_pages: int = 1,
    ) -> None:  # fmt: skip
        product.requests_sent()
        started = time.monotonic()
        learned = product.json("add_engine", engine.home_url)
        self.learning_seconds = time.monotonic() - started
        self.requests = product.requests_sent()
        self.state, self.reason, self.slug = (learned[n] for n in ("state", "reason", "slug"))
        self.queries = sum(len(ASKED.findall(step["outcome"])) for step in learned.get("steps", ()))
        if self.state != "ACTIVE":
            return
        second = islice((word for word in words if has_second_page(engine, word)), second_pages)
        asked = [*((word, 1) for word in words), *((word, 2) for word in second), (none, 1)]
        for word, page in asked:
            answer = product.json("search", word, "--engine", self.slug, "--page", str(page))
            if word == none:
                self.none_kind = answer["engines"][0]["kind"]
                continue
            f1 = self.records.add(engine, word, page, answer)
            self.second_f1 = f1 if page == 2 else self.second_f1

    def row(self) -> dict[str, object]:
        of = self.records
        return {
            "half": self.half, "state": self.state, "learned in s": round(self.learning_seconds, 1),
            "queries": self.queries, "requests": self.requests,
            "true": of.true, "found": of.found, "F1": of.f1, "titles": of.titles,
            "snippets": of.snippets, "page 2": self.second_f1,
            "made-up word": self.none_kind,
        }  # fmt: skip


def f1_of(true: int, found: int, right: int) -> float:
    return 2 * right / (true + found) if true + found else 0.0


def _addresses(records: Counter[tuple[str, str]]) -> Counter[str]:
    return Counter(address for address, _ in records.elements())


def _snippets(records: list[dict[str, Any]]) -> dict[tuple[str, str], str | None]:
    return {key: record.get("snippet") for record in records for key in keys([record])}


def has_second_page(engine: KnownEngine, query: str) -> bool:
    """Tell whether the engine has a page 2 for `query`; some show of page 1 what they can again."""
    return bool(keys(engine.true_records(query, 2)) - keys(engine.true_records(query, 1)))


def keys(records: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
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
