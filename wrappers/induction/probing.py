"""Queries for learning an engine: impossible ones, and generated ones that find something.

Wu, Meng et al. 2003, section 2.6: an impossible query is "a query consisting of a non-existent
term". Its "program-generated queries" give result pages. How they are generated is not
said; ours are words of the site's own pages, then words that texts on anything contain.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from lxml.html import HtmlElement

from discovery.lexicon.words import languages, lexicon
from discovery.pages.acts import insists_on_act
from discovery.pages.page import Page
from discovery.pages.tree import HEADING_TAGS, fold_space, humps_apart
from discovery.pages.urls import query_pairs, resolve_url
from wrappers.extraction.lines import WORD_PATTERN, text_lines


def chapman_estimate(first: int, second: int, both: int) -> int:
    """Return the estimated size of a population of which two samples had `both` in common.

    Chapman 1951: nearly unbiased, and finite when they share none.

    >>> chapman_estimate(200, 150, 30)
    978
    >>> chapman_estimate(3, 0, 0)
    3
    """
    return (first + 1) * (second + 1) // (both + 1) - 1


def estimate_size(samples: Sequence[Collection[str]]) -> int | None:
    """Return the size of what samples were taken from, None with fewer than two that found any.

    Every second sample counts as one catch, the others as the recatch. Rather too low: answers are
    no random samples, what many queries find is found again and again.
    """
    caught = [frozenset(sample) for sample in samples if sample]
    if len(caught) < 2:
        return None
    first = frozenset[str]().union(*caught[::2])
    second = frozenset[str]().union(*caught[1::2])
    estimate = chapman_estimate(len(first), len(second), len(first & second))
    return max(estimate, len(first | second))


# Letters that are rare in all languages written with the Latin alphabet; without vowels no stemmer
# finds an ending and no engine a word that sounds alike.
RARE_LETTERS = "bfgjkpqvwxz"
# Letters of the commonest words, vowels among them: a made-up word of these is unlike the others.
COMMON_LETTERS = "aeilnorstu"
IMPOSSIBLE_LENGTHS = (12, 13, 14)
# Letters of a word worth asking: shorter ones are mostly function words, longer ones rare. Guess.
WORD_LENGTHS = range(4, 14)
IDEAL_LENGTHS = range(5, 10)
# Characters of a word in scripts without spaces.
SIGN_LENGTHS = range(2, 5)
# Bounds of what is read of pages: words come early or not at all.
MAX_LINES = 3_000
MAX_LINE_LENGTH = 5_000
MAX_WORDS_OF_PAGES = 400
# Weights of where a word stands (guess): running text and headings say what a site is about,
# navigation and forms do not.
EXAMPLE = 4.0
IN_HEADING = 2.0
IN_TEXT = 1.5
IN_LINK = 1.0
IN_CHROME = -2.0
ON_ALL_PAGES = -1.5
IDEAL_LENGTH = 0.5
SAID_AGAIN = 0.5
# Said on every entry of a list ("5 minutes ago", "reply"), a word is none of the contents.
SAID_EVERYWHERE = -0.5
MANY_TIMES = 10
# Characters by which a language is told; a text of fewer bytes tells none. Guesses.
MAX_TEXT = 20_000
MIN_BYTES = 10
# A form with more text than this (characters) holds the page, not only its controls. Guess.
MAX_FORM_TEXT = 1_000
# Fields looked at for an example; words of an example. Guesses.
MAX_FIELDS = 100
EXAMPLE_WORDS = 3
# A line of at least so many words is running text.
TEXT_WORDS = 6
# A word in more than this share of the records is the query or boilerplate. Guess.
MAX_SHARE_OF_RECORDS = 0.5
MIN_RECORDS_WITH_WORD = 2

_CHROME_TAGS = frozenset("nav header footer label button legend search".split())
# Inline emphasis for a word as such; bold type is as often a label, `kbd` a key to press.
_EMPHASIS_TAGS = ("i", "em", "code", "q", "tt", "var", "cite")
_CHROME_MARKS = re.compile(r"nav|menu|footer|header|breadcrumb|cookie|login|sidebar", re.IGNORECASE)
_WORD = re.compile(WORD_PATTERN)
_SIGNS = re.compile(r"[\u3400-\u9fff\u30a0-\u30ff\uac00-\ud7af]{2,4}")
FALLBACK_LANGUAGE = "en"
_WORDS = lexicon().probing
_GENERAL_WORDS = {
    code: words.probing.general for code, words in languages().items() if words.probing.general
}


def impossible_query(generator: random.Random, letters: str = RARE_LETTERS) -> str:
    """Return a term that exists nowhere: some of `letters` only, fresh with every call.

    No two neighbouring letters are the same, so that no engine "corrects" a typing error.

    >>> impossible_query(random.Random(1)).isalpha()
    True
    """
    chosen: list[str] = []
    while len(chosen) < generator.choice(IMPOSSIBLE_LENGTHS):
        chosen.append(generator.choice([each for each in letters if each not in chosen[-3:]]))
    return "".join(chosen)


def probe_words(pages: Sequence[Page], language: str | None = None) -> Iterator[str]:
    """Yield words to ask a site whose `pages` these are, the most promising first, none twice.

    Words of the pages, words of a general list in the site's `language` (a tag, else it is guessed)
    and English ones take turns: what a site holds may be in English whatever it speaks.
    """
    spoken = (language or "").partition("-")[0].lower()
    if spoken not in _GENERAL_WORDS:
        spoken = guess_language(pages)
    own = rank_words(pages)
    general = (_GENERAL_WORDS[spoken], _GENERAL_WORDS[FALLBACK_LANGUAGE])
    turns = chain.from_iterable(zip_longest(own, *general))
    yield from dict.fromkeys(word for word in turns if word is not None)


def rank_words(pages: Sequence[Page]) -> list[str]:
    """Return the content words of `pages`, those that say most of what they are about first."""
    weights: dict[str, float] = {}
    pages_with: Counter[str] = Counter()
    for page in pages:
        for word, weight in _weigh_words(page).items():
            weights[word] = max(weights.get(word, weight), weight)
            pages_with[word] += 1
    for word in weights:
        weights[word] += IDEAL_LENGTH * (len(word) in IDEAL_LENGTHS)
        if len(pages) > 1 and pages_with[word] == len(pages):
            weights[word] += ON_ALL_PAGES
    ranked = sorted(weights, key=lambda word: -weights[word])
    fit = (word for word in ranked if weights[word] > 0 and _is_content(word))
    return list(islice(fit, MAX_WORDS_OF_PAGES))


def words_from_results(texts: Iterable[str]) -> Iterator[str]:
    """Yield words to ask next, from the texts of records already found, the best first.

    A word of several records finds at least those again; one of most of them is the query itself.
    """
    records = [set(_words(text)) for text in texts]
    counted = Counter(word for words in records for word in words)
    most = max(MIN_RECORDS_WITH_WORD, MAX_SHARE_OF_RECORDS * len(records))
    fit = [word for word, count in counted.items() if count <= most and _is_content(word)]
    yield from sorted(fit, key=lambda word: (-counted[word], word))


def guess_language(pages: Sequence[Page]) -> str:
    """Return the language of `pages`, of those with general words to ask; else English."""
    for node in (node for page in pages for node in page.root.iter("html", "body")):
        declared = (node.get("lang") or node.get("xml:lang") or "").lower()
        if declared[:2] in _GENERAL_WORDS:
            return declared[:2]
    lines = (line.text for page in pages for line in islice(text_lines(page.root), MAX_LINES))
    text = " ".join(line[:MAX_LINE_LENGTH] for line in lines)[:MAX_TEXT]
    if len(text.encode()) < MIN_BYTES:
        return FALLBACK_LANGUAGE
    # Its model takes seconds to load, and most sites declare their language.
    from py3langid import rank

    known = (code for code, _ in rank(text) if code in _GENERAL_WORDS)
    return next(known, FALLBACK_LANGUAGE)


def _weigh_words(page: Page) -> dict[str, float]:
    weights: dict[str, float] = {}
    said: Counter[str] = Counter()
    chrome: set[str] = set()
    in_chrome: dict[HtmlElement, bool] = {}
    for line in islice(text_lines(page.root), MAX_LINES):
        words = list(_words(line.text))
        if _stands_in_chrome(line.element, in_chrome):
            chrome.update(words)
            continue
        if line.element.tag in HEADING_TAGS:
            place = IN_HEADING
        elif line.is_link or len(line.text.split()) < TEXT_WORDS:
            place = IN_LINK
        else:
            place = IN_TEXT
        for word in words:
            weights[word] = max(weights.get(word, place), place)
            said[word] += 1
    for word, times in said.items():
        weights[word] += IN_CHROME * (word in chrome)
        if times > 1:
            weights[word] += SAID_AGAIN if times <= MANY_TIMES else SAID_EVERYWHERE
    weights.update(dict.fromkeys(_example_words(page), EXAMPLE))
    return weights


def _example_words(page: Page) -> Iterator[str]:
    """Yield words that the page itself gives as examples of a query.

    Links ask for their own text ("popular searches"), or words are set off from running text
    ("search for names, such as <i>arrow</i>").
    """
    for link in islice(page.root.iter("a"), MAX_LINES):
        text = fold_space(link.text_content()[:MAX_LINE_LENGTH])
        address = resolve_url(page.base_url, link.get("href")) if text else None
        if address and any(value.strip() == text for _, value in query_pairs(address)):
            yield from _words(text)
    for node in islice(page.root.iter(*_EMPHASIS_TAGS), MAX_LINES):
        parent = node.getparent()
        text = fold_space(node.text_content()[:MAX_LINE_LENGTH])
        if parent is None or len(text.split()) > EXAMPLE_WORDS:
            continue
        if any(piece.strip() for piece in parent.xpath("text()")[:MAX_FIELDS]):
            yield from _words(text)


def _stands_in_chrome(element: HtmlElement, known: dict[HtmlElement, bool]) -> bool:
    path: list[HtmlElement] = []
    node: HtmlElement | None = element
    while node is not None and node not in known:
        path.append(node)
        node = node.getparent()
    verdict = node is not None and known[node]
    for each in reversed(path):
        verdict = verdict or each.tag in _CHROME_TAGS or _is_marked_chrome(each)
        known[each] = verdict
    return verdict


def _is_marked_chrome(element: HtmlElement) -> bool:
    if element.tag in ("body", "html"):
        return False
    if element.tag == "form":
        # Some pages stand in one form altogether.
        return len(element.text_content()) <= MAX_FORM_TEXT
    return bool(_CHROME_MARKS.search(f"{element.get('id', '')} {element.get('class', '')}"))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, of a name of several ("bufferCount") these as well."""
    line = fold_space(text[:MAX_LINE_LENGTH])
    apart = humps_apart(line)
    folded = line.casefold() if apart == line else f"{line} {apart}".casefold()
    for word in _WORD.findall(folded):
        if len(word) in (SIGN_LENGTHS if _SIGNS.search(word) else WORD_LENGTHS):
            yield word
    yield from (signs for signs in _SIGNS.findall(folded) if len(signs) in SIGN_LENGTHS)


def _is_content(word: str) -> bool:
    if word in _WORDS.navigation or word in _WORDS.function:
        return False
    # Typed where nobody expects it, the word for an act may confirm one.
    return not insists_on_act(word)
