"""The next-page rule: how an engine's result pages lead on, by controls or addresses.

The digest of the papers does not treat it; details ours. What is followed is a link or a submit
button with a pager's label: "next" in many languages, a number, an arrow, "more". Its address
counts up from the page's own. Which parameter counts is learned from several result pages.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Annotated
from urllib.parse import urlsplit

from lxml.html import HtmlElement
from msgspec import Meta, field
from rapidfuzz.distance import Prefix

from discovery.connection.description import DescriptionError, PagingKind
from discovery.connection.form_description import describe
from discovery.connection.requests import EngineRequest, build_request
from discovery.documents.document import Document
from discovery.forms.classification import pages_act
from discovery.forms.finding import find_forms
from discovery.forms.form import FormField, SearchForm
from discovery.lexicon.words import lexicon
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import ascii_url, comparison_key, query_pairs, resolve_url
from wrappers.extraction.lines import WORD_PATTERN

# Names of parameters that count pages, that count records, and that say how many to show.
_COUNTS = re.compile(
    r"(?:.*[^a-z])?(?:(?P<pages>p|pg|pn|pi|pno|pag|pages?|paged|paging|page(?:no|nr|num|number)|"
    r"page(?:index|id)|(?:cur|current|result|x)page|seite|sida|side|strana|strona|p[aá]gina)|"
    r"start(?:at|index|pos|record|row)?|stindex|offset|off|skip|from|first(?:result)?|begin|beg|"
    r"pos|position|index|idx|topdoc|whence|cursor|next|o|s|b|ab|debut|inicio)(?![a-z])",
    re.IGNORECASE,
)
_SIZES = re.compile(r"size|limit|per_?page|^num|count|^rows|^max|show|^hits", re.IGNORECASE)
# Parameters that narrow a search: the sizes of shoes are numbers in a row as pages are.
_NARROWS = re.compile(r"filter|facet|refine|colou?r|brand|price|rating", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,7}")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,7}")


@lru_cache(maxsize=1_024)
def counts(name: str) -> PagingKind | None:
    """Return what a parameter of that name seems to count from page to page.

    >>> counts("startPage"), counts("page[from]"), counts("pageSize"), counts("paper")
    (<PagingKind.PAGE: 'page'>, <PagingKind.OFFSET: 'offset'>, None, None)
    """
    found = _COUNTS.match(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name))
    if found is None or _SIZES.search(name):
        return None
    return PagingKind.PAGE if found["pages"] else PagingKind.OFFSET


@dataclass(frozen=True, slots=True)
class NumberChange:
    """How a link's address counts on from the page's own: the part that holds the number.

    `parameter` is the name of a query parameter, or "" for a number in the path. `before` is what
    the number is in the page's own address (None: it is not there).
    """

    parameter: str
    number: int
    before: int | None
    likely: bool


def same_site(first: str, second: str) -> bool:
    return _host(first) == _host(second)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def number_changes(current: str, target: str) -> list[NumberChange]:
    """Return the numbers of `target` that differ from those of `current`, likely pagers first.

    >>> [step.parameter for step in number_changes("/s?q=2", "/s?q=2&size=50&start=50")]
    ['start', 'size']
    """
    known = dict(query_pairs(current))
    steps = []
    for name, value in query_pairs(target):
        if known.get(name) == value or not _WHOLE_NUMBER.fullmatch(value.strip()):
            continue
        before = known.get(name, "").strip()
        old = int(before) if _WHOLE_NUMBER.fullmatch(before) else None
        if int(value) < 1:
            continue  # Only the first page is counted 0.
        likely = counts(name) is not None
        if likely or not _NARROWS.search(name):
            steps.append(NumberChange(name, int(value), old, likely))
    in_path = _path_number_change(urlsplit(current).path, urlsplit(target).path)
    if in_path is not None:
        steps.append(in_path)
    return sorted(steps, key=lambda step: (not step.likely, step.number != 2))


def _path_number_change(here: str, there: str) -> NumberChange | None:
    """Return the last number of the part in which two paths differ: another one, or a new one."""
    *_, (old, new) = changed_parts([tuple(path.split("/")) for path in (here, there)])
    before, after = _NUMBER.findall(old), _NUMBER.findall(new)
    is_one_segment = bool(old) and "/" not in old + new
    if after and is_one_segment and _NUMBER.sub("#", old) == _NUMBER.sub("#", new):
        return NumberChange("", int(after[-1]), int(before[-1]), True)
    # "/results.html" to "/results-2.html", "/results" to "/results/page/2".
    is_added = not old and new.count("/") < 2 and int((after or "0")[0]) > 0
    if len(after) == len(before) + 1 and (is_one_segment or is_added):
        return NumberChange("", int(after[-1]), None, True)
    return None


def changed_parts(paths: Sequence[tuple[str, ...]]) -> tuple[int, int, list[str]]:
    """Return how many segments begin and end all paths, and what each has between them."""
    start: int = Prefix.similarity(min(paths), max(paths))
    ends = [path[start:][::-1] for path in paths]
    end: int = Prefix.similarity(min(ends), max(ends))
    return start, end, ["/".join(path[start : len(path) - end]) for path in paths]


def count_shared_parts(first: str, second: str) -> int:
    """Return how many path segments and parameters two addresses share.

    >>> count_shared_parts("http://a.example/s?q=a&page=2", "http://a.example/s?q=a&page=3")
    2
    """
    return len(_parts(first) & _parts(second))


def _parts(url: str) -> set[tuple[str, str]]:
    segments = {("", segment) for segment in urlsplit(url).path.split("/") if segment}
    return segments | set(query_pairs(url))


# A pager's label is short: the longest real ones ("Go to the next page of results") have 35.
MAX_LABEL_LENGTH = 60
# "More changes →": what there is more of may be any word where the label points on.
MAX_WORDS_BESIDE_SIGN = 3
# No engine shows more pages than this; larger numbers are years and identifiers.
MAX_PAGE_NUMBER = 999


class LabelKind(StrEnum):
    """What the label of a link or button says."""

    NEXT = "next"
    NUMBER = "number"
    SIGN = "sign"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class PagerLabel:
    """What a label that may lead on says without numbers and signs, and the page it names."""

    kind: LabelKind
    word: str = ""
    number: int | None = None


_PAGER, _HITS = lexicon().pager, lexicon().hits_line
_STEMS = (*_HITS.page_stems, *_HITS.hit_stems)
_WORD = re.compile(rf"{WORD_PATTERN}(?:['’-]{WORD_PATTERN})*")
_BRACKETS = str.maketrans("", "", "[](){}|.,:;#·•\u200b\u200e\u200f")


@lru_cache(maxsize=4_096)
def read_label(text: str) -> PagerLabel | None:
    """Return what `text` says as the label of a pager, or None if it says something else.

    >>> read_label("Next 15 »").kind, read_label("[2]").number, read_label("››").kind
    (<LabelKind.NEXT: 'next'>, 2, <LabelKind.SIGN: 'sign'>)
    >>> read_label("More changes →").kind, read_label("More about us") is None
    (<LabelKind.MORE: 'more'>, True)
    >>> read_label("Next month") is None and read_label("« Previous") is None
    True
    """
    label = _folded(text)
    if not label or len(label) > MAX_LABEL_LENGTH:
        return None
    words = _WORD.findall(label)
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    if not words:
        return _read_signs(label, numbers)
    if any(sign in label for sign in _PAGER.next_signs):
        return PagerLabel(LabelKind.NEXT, _without_numbers(label))
    if any(sign in label for sign in _PAGER.more_signs):
        return PagerLabel(LabelKind.MORE, _without_numbers(label))
    others = [
        word for word in words if word not in _PAGER.next_words and not _may_stand_beside(word)
    ]
    if any(word in _PAGER.next_words for word in words) and not others:
        return PagerLabel(LabelKind.NEXT, " ".join(words))
    if len(words) <= 3 and len(numbers) == 1 and all(_is_page_word(word) for word in words):
        return PagerLabel(LabelKind.NUMBER, " ".join(words), numbers[0])
    others = [word for word in others if word not in _PAGER.more_words]
    if any(word in _PAGER.more_words for word in words):
        points_on = len(words) <= MAX_WORDS_BESIDE_SIGN and label[-1] in _PAGER.arrows
        if not others or points_on:
            return PagerLabel(LabelKind.MORE, " ".join(words))
    return None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", fold_space(text)).casefold()


def _read_signs(label: str, numbers: list[int]) -> PagerLabel | None:
    bare = label.translate(_BRACKETS).strip()
    if len(numbers) == 1 and bare.isdecimal() and numbers[0] <= MAX_PAGE_NUMBER:
        return PagerLabel(LabelKind.NUMBER, "", numbers[0])
    sign = re.sub(r"[\s\d]", "", bare)
    if sign in _PAGER.arrows or (
        len(set(sign)) == 1 and len(sign) <= 3 and sign[0] in _PAGER.arrows
    ):
        return PagerLabel(LabelKind.SIGN, sign)
    return None


def _may_stand_beside(word: str) -> bool:
    return word in _PAGER.fillers or word.startswith(_STEMS)


def _is_page_word(word: str) -> bool:
    return word in _PAGER.fillers or word.startswith(_HITS.page_stems) or word in _HITS.page_signs


def _without_numbers(label: str) -> str:
    return " ".join(re.sub(r"\d+", " ", label).split())


# Links and buttons of a page that are looked at: far more than a result page has. Guess.
MAX_CONTROLS = 5_000
# Pieces of text of a link that are read for its label.
MAX_LABEL_PIECES = 12
MAX_LABEL_TEXT = 300
_NEXT_MARK = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-])|next[-_]?page|page[-_]?next", re.IGNORECASE)
# ASP.NET's links by script: `javascript:__doPostBack('target','argument')` (a format, documented).
_POSTBACK = re.compile(
    r"__doPostBack\(\s*['\"]([^'\"]{0,300})['\"]\s*,\s*['\"]([^'\"]{0,300})['\"]"
)
_POSTBACK_FIELDS = ("__EVENTTARGET", "__EVENTARGUMENT")


class ControlKind(StrEnum):
    """What has to be done to get to the page."""

    LINK = "link"
    BUTTON = "button"
    POSTBACK = "postback"


@dataclass(frozen=True, slots=True)
class PagerControl:
    """A link or button with a pager's label; `address` is where it leads (a form: its action)."""

    means: ControlKind
    label: PagerLabel
    address: str
    is_marked_next: bool
    element: HtmlElement | None = None
    form: SearchForm | None = None

    def request(self, page: Page) -> EngineRequest | None:
        if self.form is not None:
            return _submit(self.form, page)
        return EngineRequest("GET", ascii_url(self.address, page.charset))


def find_links(page: Page) -> Iterator[PagerControl]:
    for link in islice(page.root.iterfind(".//a[@href]"), MAX_CONTROLS):
        label, is_marked_next = _link_label(link)
        if label is None:
            continue
        address = resolve_url(page.base_url, link.get("href"))
        if address is not None:
            yield PagerControl(ControlKind.LINK, label, address, is_marked_next, link)
    for link in islice(page.root.iter("link"), MAX_CONTROLS):
        address = resolve_url(page.base_url, link.get("href")) if _has_rel_next(link) else None
        if address is not None:
            yield PagerControl(ControlKind.LINK, PagerLabel(LabelKind.NEXT), address, True, link)


def _has_rel_next(link: HtmlElement) -> bool:
    return "next" in link.get("rel", "").lower().split()


def find_postbacks(page: Page) -> Iterator[PagerControl]:
    """Yield the links with a pager's label that post their page's own form by script."""
    forms: tuple[SearchForm, ...] | None = None
    for link in islice(page.root.iterfind(".//a[@href]"), MAX_CONTROLS):
        call = _POSTBACK.search(link.get("href", ""))
        if call is None:
            continue
        label, is_marked_next = _link_label(link)
        if label is None:
            continue
        forms = find_forms(page) if forms is None else forms
        form = next(filter(_holds_postback, forms), None)
        if form is None or form.action is None:
            return
        filled = _with_postback(form, call[1], call[2])
        yield PagerControl(ControlKind.POSTBACK, label, form.action, is_marked_next, link, filled)


def _holds_postback(form: SearchForm) -> bool:
    return any(each_field.name.startswith("__VIEWSTATE") for each_field in form.fields)


def _with_postback(form: SearchForm, target: str, argument: str) -> SearchForm:
    values = dict(zip(_POSTBACK_FIELDS, (target, argument), strict=True))
    fields = [
        each_field
        for each_field in form.fields
        if not each_field.submits and each_field.name not in _POSTBACK_FIELDS
    ]
    events = [FormField(name, "hidden", value) for name, value in values.items()]
    return replace(form, fields=(*events, *fields))


def find_buttons(page: Page) -> Iterator[PagerControl]:
    """Yield the submit buttons with a pager's label, each with its form as it is then sent."""
    for form in find_forms(page):
        if form.action is None or form.pseudo or form.truncated:
            continue
        for button in [each for each in form.fields if each.submits][:MAX_CONTROLS]:
            label = read_label(button.label) or read_label(button.value)
            # A search form's own button may be a mere arrow.
            is_own = button is form.default_submit and bool(form.text_fields)
            if label is None or (is_own and label.kind is not LabelKind.NEXT):
                continue
            if pages_act(form, button):
                continue
            sent = (each for each in form.fields if not each.submits or each is button)
            pressed = replace(form, fields=tuple(sent))
            yield PagerControl(ControlKind.BUTTON, label, form.action, False, None, pressed)


def _submit(form: SearchForm, page: Page) -> EngineRequest | None:
    """Return the request of a form sent as it stands, or None when it cannot be described."""
    field = next((each for each in form.fields if _can_stand_for_query(each)), None)
    if field is None:
        return None
    try:
        return build_request(describe(form, field.name, page), field.value)
    except (DescriptionError, ValueError):
        return None


def _can_stand_for_query(field: FormField) -> bool:
    if not field.name or field.kind not in ("text", "search", "hidden"):
        return False
    return field.value == field.value.strip() != "" and field.value.isprintable()


def _link_label(link: HtmlElement) -> tuple[PagerLabel | None, bool]:
    is_marked_next = _has_rel_next(link)
    text = " ".join(islice(link.itertext(), MAX_LABEL_PIECES))
    label = read_label(text) if len(text) <= MAX_LABEL_TEXT else None
    if label is not None and label.kind is not LabelKind.SIGN:
        return label, is_marked_next
    is_marked_next = is_marked_next or _is_marked_next(link)
    if label is None and text.strip() and not is_marked_next:
        return None, False
    for words in _other_words(link):
        other = read_label(words)
        if other is not None:
            return other, is_marked_next
    if label is None and is_marked_next and (_has_rel_next(link) or not text.strip()):
        # In words of a language that is not known here; the markup's word is understood.
        words = _folded(text)
        is_label = len(words) <= MAX_LABEL_LENGTH
        label = PagerLabel(LabelKind.NEXT, _without_numbers(words)) if is_label else None
    return label, is_marked_next


def _is_marked_next(link: HtmlElement) -> bool:
    parent = link.getparent()
    marks = [link.get("class", ""), link.get("id", "")]
    if parent is not None:
        marks.append(parent.get("class", ""))
    return any(_NEXT_MARK.search(mark) for mark in marks)


def _other_words(link: HtmlElement) -> Iterator[str]:
    yield link.get("aria-label", "")
    yield link.get("title", "")
    for image in islice(link.iter("img"), 2):
        yield image.get("alt", "")


# How the controls of each kind are found on a page.
CONTROLS = {
    ControlKind.LINK: find_links,
    ControlKind.BUTTON: find_buttons,
    ControlKind.POSTBACK: find_postbacks,
}
MAX_PATTERNS = 4
_Text = Annotated[str, Meta(max_length=100)]


class ControlPattern(Document, frozen=True):
    """A way on; `parameter` counts the pages, "" in the path or where nothing is countable."""

    means: ControlKind
    kind: LabelKind = field(name="label")
    word: _Text = ""
    parameter: _Text = ""


class NextPageRule(Document, frozen=True):
    """The ways from a result page to the next, the best first."""

    patterns: Annotated[tuple[ControlPattern, ...], Meta(max_length=MAX_PATTERNS)] = field(
        name="ways"
    )

    def apply(self, page: Page, page_number: int = 1) -> EngineRequest | None:
        """Return the request for the page after `page`, number `page_number` (from 1), if any."""
        for pattern in self.patterns:
            fit = [
                control
                for control in CONTROLS[pattern.means](page)
                if _has_label_of(control, pattern, page_number)
                and _counts_up(control, pattern, page)
            ]
            if fit:
                # A record may have its own pager; that of the results keeps more of the address.
                best = max(fit, key=lambda control: count_shared_parts(page.url, control.address))
                return best.request(page)
        return None


def _has_label_of(control: PagerControl, pattern: ControlPattern, page_number: int) -> bool:
    label = control.label
    if label.kind is not pattern.kind or label.word != pattern.word:
        return False
    return label.kind is not LabelKind.NUMBER or label.number == page_number + 1


def _counts_up(control: PagerControl, pattern: ControlPattern, page: Page) -> bool:
    if control.means is not ControlKind.LINK:
        return True
    if not same_site(page.url, control.address):
        return False
    steps = number_changes(page.url, control.address)
    if not steps:
        # Nothing countable, as where a session holds the place: any other address will do.
        return not pattern.parameter and comparison_key(control.address) != comparison_key(page.url)
    chosen = [step for step in steps if step.parameter == pattern.parameter]
    return any(step.before is None or step.number > step.before for step in chosen)
