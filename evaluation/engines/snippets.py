"""Whether the snippets of a learned engine hold nothing but the snippet, with items and without."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from discovery.pages.page import parse_page
from evaluation.engines.comparison import keys
from evaluation.engines.product import Product
from evaluation.engines.truth import RealEngine
from evaluation.quality.items.cells import is_alone
from wrappers.extraction.wrapper import Wrapper


@dataclass
class SnippetShares:
    """Results that were compared, and those whose snippet was the true one alone.

    `before` counts those of a wrapper without items: all that is left of a record but its title.
    """

    results: int = 0
    alone: int = 0
    before: int = 0

    def __str__(self) -> str:
        whole = max(1, self.results)
        return f"{self.alone / whole:.3f} (before {self.before / whole:.3f}) of {self.results}"


def compare_snippets(
    product: Product, engine: RealEngine, slug: str, queries: Iterable[str]
) -> SnippetShares:
    """Read the result pages of an engine with its wrapper, and without the wrapper's items."""
    wrapper = _wrapper_of(product, slug)
    shares = SnippetShares()
    for query in queries:
        address, body, content_type = engine.result_page(query)
        page = parse_page(body, address, content_type)
        true = {
            key: record["snippet"]
            for record in engine.true_records(query)
            for key in keys([record])
        }
        now = wrapper.extract(page).records
        before = wrapper.replace(items=None).extract(page).records
        for record, left_over in zip(now, before, strict=True):
            key = next(iter(keys([{"url": record.original_url, "title": record.title}])))
            if key in true:
                shares.results += 1
                shares.alone += is_alone(true[key], record.snippet)
                shares.before += is_alone(true[key], left_over.snippet)
    return shares


def _wrapper_of(product: Product, slug: str) -> Wrapper:
    """Return the wrapper that an installation uses for an engine."""
    rows = json.loads(product.run("dumpdata", "discovery.engine", "wrappers.wrapperversion"))
    number = next(row["pk"] for row in rows if row["fields"].get("slug") == slug)
    version = next(
        row["fields"]
        for row in rows
        if row["fields"].get("engine") == number and row["fields"]["is_active"]
    )
    return Wrapper.from_json(version["wrapper"])
