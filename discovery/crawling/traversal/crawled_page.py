"""What became of one download of a crawl."""

from dataclasses import dataclass

from discovery.pages import Page


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """The outcome of asking for one address.

    `address` is what was asked for, `final_address` where the answer came from after redirects
    (the same without any). `page` is None when there is nothing to read: a failure, a file that is
    no HTML, an answer that is too large; `problem` then says why in a word or two.
    """

    address: str
    final_address: str
    page: Page | None
    problem: str = ""
