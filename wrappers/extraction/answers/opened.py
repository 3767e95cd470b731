"""The page that a site opens in place of a list: its only match, or what is called like the query.

Wikis and shops do. It is told by its name, and by what pages of results have and it has not.
"""

import re

from discovery.lexicon.words import any_of, lexicon
from discovery.pages.page import Page
from discovery.pages.tree import fold_space, visible_text
from wrappers.extraction.constraints import query_words, typed_texts
from wrappers.extraction.hits_line import counts_hits
from wrappers.extraction.main_text import MAX_LENGTH, first_paragraph, main_text
from wrappers.extraction.records.record import ResultRecord

# Characters of a heading: longer ones are texts. Guess.
MAX_NAME = 200
_SEARCHING = re.compile(any_of(lexicon().forms.search_words))


def opened_page(page: Page, query: str) -> ResultRecord | None:
    """Return a page as the record of itself, if its heading has all that was asked; else None.

    Beside the query it says nothing of searching or of things found, and no field repeats it.
    """
    words, name = query_words(query), _name_of(page)
    rest = name.casefold()
    for word in words:
        if word not in rest:
            return None
        rest = rest.replace(word, " ")
    asked = query.strip().casefold()
    if not words or any(text.strip() == asked for text in typed_texts(page)):
        return None
    if _SEARCHING.search(rest) or counts_hits(rest):
        return None
    snippet = first_paragraph(main_text(page))[:MAX_LENGTH]
    return ResultRecord(page.url, name, snippet, page.url)


def _name_of(page: Page) -> str:
    heading = next(page.root.iter("h1"), None)
    said = "" if heading is None else fold_space(visible_text(heading))
    return (said or page.title)[:MAX_NAME]
