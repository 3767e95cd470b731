"""The pages that one version or theme of a program makes, and the truth of them."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from lxml import html

from discovery.pages import fold_space
from evaluation.quality.template_bed.contents import Article

HOST = "http://bed.example"
LEAST_RECORDS = 2
_ENCODING = html.HTMLParser(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of articles found for a word: its bytes, its address, what it truly shows."""

    word: str
    url: str
    body: bytes
    records: tuple[dict[str, Any], ...]


def escaped(text: str) -> str:
    """Return a text as HTML has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def paragraphs(article: Article) -> str:
    """Return the paragraphs of an article's text as HTML."""
    return "\n".join(f"<p>{escaped(part)}</p>" for part in article.text.split("\n\n"))


def truth(articles: Sequence[Article], addresses: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """Return the records of a page that shows articles at addresses."""
    return tuple(
        {"url": address, "title": article.title}
        for article, address in zip(articles, addresses, strict=True)
    )


def linked_page(
    word: str, url: str, body: bytes, articles: Iterable[Article], without: bytes, area: str
) -> MadePage:
    """Return a page whose records are its links with the title of an article as their text.

    `area` is an XPath of what they stand in, `without` a page that found nothing: what it links to
    as often is not a record. Raises `ValueError` where there are less than two.
    """
    titles = {fold_space(article.title) for article in articles}
    linked = _links(url, body, titles, area)
    beside = Counter(title for title, _ in _links(url, without, titles, area))
    counts = Counter(title for title, _ in linked)
    shown: dict[str, str] = {}
    for title, address in linked:
        if counts[title] > beside[title]:
            shown.setdefault(title, address)
    if len(shown) < LEAST_RECORDS:
        raise ValueError(f"{len(shown)} records for {word}")
    records = tuple({"url": address, "title": title} for title, address in shown.items())
    return MadePage(word, url, body, records)


def addressed_page(word: str, url: str, body: bytes, addresses: Container[str]) -> MadePage:
    """Return a page whose records are the first links to addresses, with the titles it shows.

    A program may cut them. Raises `ValueError` where there are less than two.
    """
    root: Any = html.document_fromstring(body, parser=_ENCODING)
    shown: dict[str, str] = {}
    for link in root.xpath("//body//a[@href]"):
        address = urljoin(url, link.get("href").strip())
        if address in addresses:
            shown.setdefault(address, fold_space(link.text_content()))
    if len(shown) < LEAST_RECORDS:
        raise ValueError(f"{len(shown)} records for {word}")
    records = tuple({"url": address, "title": title} for address, title in shown.items())
    return MadePage(word, url, body, records)


def _links(url: str, body: bytes, titles: Container[str], area: str) -> list[tuple[str, str]]:
    """Return titles and addresses of the links that titles are the text of."""
    found = []
    root: Any = html.document_fromstring(body, parser=_ENCODING)
    for link in root.xpath(f"{area}//a[@href]"):
        title = fold_space(link.text_content())
        if title in titles:
            found.append((title, urljoin(url, link.get("href").strip())))
    return found


def shows_all(page: MadePage) -> bool:
    """Tell whether the page names every one of its records: a template may show less."""
    text = page.body.decode("utf-8", "replace")
    return all(
        record["url"].rpartition("//")[2].partition("/")[2].strip("/").rpartition("/")[2] in text
        for record in page.records
    )
