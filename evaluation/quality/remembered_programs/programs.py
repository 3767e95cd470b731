"""The programs and sites whose result pages are written, and the pages of each."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from evaluation.quality.remembered_programs.contents import Hit, ResultPage, Wording

Template = Callable[[ResultPage], str]
# Pages of a program: number of its query, page of the answer; the third query has few matches,
# the last one none.
PAGES = ((0, 1), (0, 2), (1, 1), (2, 1), (3, 1))
FEW, NONE = 2, 3
_NOTHING = "qwxzv"


@dataclass(frozen=True, slots=True)
class Program:
    """A site that runs a program: its address, its wording and the template of its pages."""

    wording: Wording
    host: str
    search: str
    size: int
    template: Template

    @property
    def name(self) -> str:
        """The name of the program."""
        return self.wording.site

    def page(self, query: int, number: int) -> ResultPage:
        """Return what a page of the site's answer to its query shows."""
        own = random.Random(f"{self.name} {query} {number}")
        asked = random.Random(f"{self.name} queries").sample(self.wording.terms, 3)
        text = _NOTHING if query == NONE else asked[query]
        total = random.Random(f"{self.name} {query}").randint(self.size * 2, self.size * 40)
        count = self.size
        if query in (FEW, NONE):
            count = total = own.randint(2, 4) if query == FEW else 0
        hits: dict[str, Hit] = {}
        while len(hits) < count:
            hit = self.wording.hit(own, text)
            hits.setdefault(hit.url.split("#")[0], hit)
        return ResultPage(self.wording, text, number, total, tuple(hits.values()), own)

    def address(self, page: ResultPage) -> str:
        """Return the address of a result page."""
        asked = self.search.format(q=page.query.replace(" ", "+"))
        return f"{self.host}{asked}" + (f"&page={page.number}" if page.number > 1 else "")


def program(
    language: str,
    subject: str,
    host: str,
    link: str,
    *,
    search: str = "/search?q={q}",
    size: int = 10,
    title: str = "{title}",
    sentences: tuple[int, int] = (1, 3),
) -> Callable[[Template], Program]:
    """Return what makes a template a program, called as its function is."""

    def make(template: Template) -> Program:
        wording = Wording(template.__name__, language, subject, link, title, sentences)
        return Program(wording, host, search, size, template)

    return make
