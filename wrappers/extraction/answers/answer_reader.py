"""All that reads an engine's answers, by itself: it can be written down and sent elsewhere."""

from collections.abc import Callable, Sequence

from lxml.html import HtmlElement

from discovery.documents.document import Document
from discovery.pages.page import Page
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.constraints.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.constraints.violation import violations
from wrappers.extraction.extraction import Extraction
from wrappers.extraction.lines.text_lines import MASK
from wrappers.extraction.no_result.signature import NoResultSignature
from wrappers.extraction.wrapper import Wrapper


class AnswerReader(Document, frozen=True):
    """The wrapper of an engine, and what its answers are held to."""

    wrapper: Wrapper
    no_result: NoResultSignature | None = None
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    start_pages: tuple[NoResultSignature, ...] = ()

    def extract(
        self,
        page: Page,
        query: str,
        inspect: Callable[[Sequence[HtmlElement]], None] | None = None,
    ) -> Extraction:
        """Return the records of `page`, the answer to `query`, with the fields they are judged by.

        `inspect` is given the elements found, before any is read, and may raise.
        """
        in_full = self.constraints.ask_for_details
        return self.wrapper.extract(page, query, in_full=in_full, inspect=inspect)

    def judge(
        self, page: Page, query: str, extraction: Extraction, number: int, *, is_cut: bool = False
    ) -> Classification:
        """Return what page `number` of the answer to `query` turned out to be, and why.

        `is_cut` tells that its body broke off.
        """
        is_first = number == 1
        violated = violations(self.constraints, extraction, is_first_page=is_first)
        return classify_answer(
            page,
            extraction,
            self.no_result,
            query=query,
            violations=[violation.detail for violation in violated],
            start_pages=self.start_pages,
            constraints=self.constraints,
            is_cut=is_cut,
            is_first_page=is_first,
        )

    def is_judged_by_lines(self, page: Page, extraction: Extraction) -> bool:
        """Tell whether judging takes all lines and links of `page`: it may be the no-result page.

        Otherwise its records are enough.
        """
        if not extraction.records or page.status >= 300:
            return True
        return self.no_result is not None and self.no_result.is_mentioned(page)

    @property
    def echoes(self) -> int:
        """How many lines of known pages hold the query: each is looked for in each line."""
        known = (*self.start_pages, *(() if self.no_result is None else (self.no_result,)))
        return sum(MASK in line for each in known for line in each.lines)
