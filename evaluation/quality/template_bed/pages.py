"""The pages that one version or theme of a program makes, and the truth of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.quality.template_bed.contents import Article


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of articles found for a word: its bytes, its address, what it truly shows."""

    word: str
    url: str
    body: bytes
    records: tuple[dict[str, Any], ...]


def truth(articles: Sequence[Article], addresses: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """Return the records of a page that shows articles at addresses."""
    return tuple(
        {"url": address, "title": article.title}
        for article, address in zip(articles, addresses, strict=True)
    )


def shows_all(page: MadePage) -> bool:
    """Tell whether the page names every one of its records: a template may show less."""
    text = page.body.decode("utf-8", "replace")
    return all(
        record["url"].rpartition("//")[2].partition("/")[2].strip("/").rpartition("/")[2] in text
        for record in page.records
    )
