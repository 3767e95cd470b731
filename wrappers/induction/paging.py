"""Learning how later result pages are asked for: by a link, a control, a number.

Details ours. A rule tells how a later page's request differs from the first page's, so that it
holds for any query. It is trustworthy when two unrelated queries give the same one: a parameter may
carry the query in another form.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus, urlsplit

from discovery.connection.description import (
    PAGE_MARK,
    SEARCH_TERMS,
    PageNumber,
    PagePath,
    PagingKind,
    PagingRule,
)
from discovery.connection.encodings import CODECS, DEFAULT_CHARSET
from discovery.connection.requests import EngineRequest, RequestParts, take_apart
from discovery.documents.document import Document
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import comparison_key, query_pairs
from wrappers.extraction.paging import (
    CONTROLS,
    MAX_PATTERNS,
    ControlKind,
    ControlPattern,
    LabelKind,
    NextPageRule,
    NumberChange,
    PagerControl,
    changed_parts,
    counts,
    number_changes,
    same_site,
)
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples import ReadSample, Sample, read_by

JSON = "application/json"
# Rules that are tried, each by a request.
MAX_GUESSES = 10
# Names of parameters that count pages, and those that count records, the most usual first.
_PAGES = ("page", "p", "pageNumber")
_RECORDS = ("offset", "start", "from", "skip")
# Which of these goes with a parameter that says how many records are wanted, and whether the first
# is 1: SRU, Solr, Elasticsearch, OData, OpenSearch, and the habits of others.
_WITH = {
    "maximumRecords": ("startRecord", 1),
    "rows": ("start", 0),
    "num": ("start", 0),
    "limit": ("offset", 0),
    "size": ("from", 0),
    "take": ("skip", 0),
    "$top": ("$skip", 0),
    "count": ("startIndex", 1),
    "maxResults": ("startIndex", 0),
}
_NUMBER = re.compile(r"\d{1,6}\Z")


def guess_paging(
    request: EngineRequest, shown: int, charset: str, *, more_known: bool
) -> Iterator[PagingRule]:
    """Yield rules that may lead from `request`, answered by `shown` records, to further ones.

    What the request has already comes first; names that it has not are tried only where it is
    known that there are more records than those shown.
    """
    guesses = _guesses(request, shown, charset, more_known=more_known)
    yield from (PagingRule((number,)) for number in islice(guesses, MAX_GUESSES))


def _guesses(
    request: EngineRequest, shown: int, charset: str, *, more_known: bool
) -> Iterator[PageNumber]:
    parts = take_apart(request, charset)
    values = {} if parts is None else {name: value for (name, _), value in parts.values.items()}
    for name, value in values.items():
        if not _NUMBER.match(value):
            continue
        if kind := counts(name):
            yield PageNumber(name, int(value), 1 if kind is PagingKind.PAGE else shown)
    if not more_known:
        return
    # In JSON a name is a pointer into the body.
    before = "/" if (request.content_type or "").startswith(JSON) else ""
    for name, (start, first) in _WITH.items():
        if before + name in values:
            yield PageNumber(before + start, first, shown)
    # Where pages are counted from 0 the second is 1; it is the first where they are from 1.
    yield from (PageNumber(before + name, first, 1) for name in _PAGES[:1] for first in (0, 1))
    yield from (PageNumber(before + name, 0, shown) for name in _RECORDS)
    yield from (PageNumber(before + name, first, 1) for name in _PAGES[1:] for first in (0, 1))


# Kinds of labels, the most telling first.
_TELLING = (LabelKind.NEXT, LabelKind.SIGN, LabelKind.NUMBER, LabelKind.MORE)


def learn_next_page(samples: Sequence[ReadSample], number: int = 1) -> NextPageRule | None:
    """Return the rule that leads from result pages like `samples` to the next ones, or None.

    They are the first pages of their queries, or those of another `number`.
    """
    # Of each way, whether it carries the query on the pages that have it.
    found: dict[ControlPattern, list[bool]] = defaultdict(list)
    for sample in samples:
        best: dict[ControlPattern, bool] = {}
        for way, is_asked in _ways_on(sample, number):
            best[way] = is_asked or best.get(way, False)
        for way, is_asked in best.items():
            found[way].append(is_asked)
    order = {way: (sum(on), len(on), -_TELLING.index(way.kind)) for way, on in found.items()}
    ranked = sorted(order, key=order.__getitem__, reverse=True)
    # What leaves the query out serves only where nothing carries it.
    ranked = [way for way in ranked if any(found[way])] or ranked
    return NextPageRule(tuple(ranked[:MAX_PATTERNS])) if ranked else None


class _LeadingOn(NamedTuple):
    """What counts in an address that leads on, whether numbers bear it out, it has the query."""

    parameter: str
    is_borne_out: bool
    is_asked: bool


def _ways_on(sample: ReadSample, number: int) -> Iterator[tuple[ControlPattern, bool]]:
    page = sample.page
    controls = [control for find in CONTROLS.values() for control in find(page)]
    in_records = {node for record in sample.record_elements for node in record.iter("a")}
    # By how many pages on their labels lead.
    numbered: dict[int, list[PagerControl]] = defaultdict(list)
    for control in controls:
        if control.label.number is not None:
            numbered[control.label.number - number].append(control)
    for control in controls:
        label = control.label
        if label.number not in (None, number + 1):
            continue
        find = _link_leads if control.means is ControlKind.LINK else _form_leads
        found = find(control, sample, numbered)
        # A record has links of its own; what is taken for one may hold the pager.
        if found is None or (
            control.element in in_records and not (found.is_borne_out and _says_next(control))
        ):
            continue
        way = ControlPattern(control.means, label.kind, label.word, found.parameter)
        yield way, found.is_asked


def _says_next(control: PagerControl) -> bool:
    return control.label.kind is LabelKind.NEXT or control.is_marked_next


def _form_leads(
    control: PagerControl, sample: ReadSample, numbered: Mapping[int, list[PagerControl]]
) -> _LeadingOn | None:
    """Judge a button or a link by script: it carries the query, says "next", or is borne out."""
    if control.form is None or control.request(sample.page) is None:
        return None
    query = (sample.query or "").strip().casefold()
    others = numbered.get(2 if control.label.kind is LabelKind.NUMBER else 1, [])
    is_borne_out = (control.means, control.address) in {(o.means, o.address) for o in others}
    is_asked = any(query in each.value.casefold() for each in control.form.fields)
    is_sure = is_asked or is_borne_out or _says_next(control)
    return _LeadingOn("", is_borne_out, is_asked) if is_sure else None


def _link_leads(
    control: PagerControl, sample: ReadSample, numbered: Mapping[int, list[PagerControl]]
) -> _LeadingOn | None:
    """Judge a link by what counts in its address; None: it leads astray.

    It is borne out where the link to page 2 counts alike, a number where that to page 3 counts on.
    """
    page, there = sample.page, control.address
    if not same_site(page.url, there) or comparison_key(page.url) == comparison_key(there):
        return None
    query = sample.query or ""
    is_asked = not query or keeps_query(there, query, page.charset)
    steps, is_borne_out = number_changes(page.url, there), False
    if control.label.kind is LabelKind.NUMBER:
        steps, is_borne_out = _changes_that_go_on(steps, page.url, numbered.get(2, []))
    elif steps and (numbers := _numbers_of(steps[0].parameter, page.url, numbered.get(1, []))):
        is_borne_out = steps[0].number in numbers
        if not is_borne_out:
            # To the last page, or ten pages on.
            return None
    if not steps:
        is_pager = _says_next(control) or control.label.kind is LabelKind.SIGN
        return _LeadingOn("", False, True) if is_asked and is_pager else None
    says = (is_borne_out, _says_next(control))
    # A session may hold the query that the page's own address has.
    is_lost = not is_asked and keeps_query(page.url, query, page.charset)
    is_sure = all(says) if is_lost else is_asked or any(says)
    return _LeadingOn(steps[0].parameter, is_borne_out, is_asked) if is_sure else None


def _changes_that_go_on(
    steps: list[NumberChange], here: str, later: Sequence[PagerControl]
) -> tuple[list[NumberChange], bool]:
    """Return the steps to the next page that the links to the one after continue, if one does."""
    for other in later:
        further = {step.parameter: step.number for step in number_changes(here, other.address)}
        going_on = [step for step in steps if further.get(step.parameter, 0) > step.number]
        if going_on:
            return going_on, True
    return steps, False


def _numbers_of(parameter: str, here: str, controls: Sequence[PagerControl]) -> set[int]:
    changes = (change for each in controls for change in number_changes(here, each.address))
    return {change.number for change in changes if change.parameter == parameter}


def keeps_query(url: str, query: str, charset: str = "utf-8") -> bool:
    """Tell whether the address carries the query, in a parameter or in its path.

    `charset` is the page's, a Python codec: addresses may be escaped in it or in UTF-8.

    >>> keeps_query("http://a.example/s?q=Blue+Cheese&p=2", "blue cheese")
    True
    """
    wanted = _letters(query)
    values = [value for codec in ("utf-8", charset) for _, value in query_pairs(url, codec)]
    values.extend(unquote_plus(segment) for segment in urlsplit(url).path.split("/"))
    return bool(wanted) and any(wanted in _letters(value) for value in values)


def _letters(text: str) -> str:
    """Return letters and digits alone: `foo-bar`, `foo+bar` and `foo bar` are one query."""
    return "".join(character for character in text.casefold() if character.isalnum())


# No engine pages by more records at once; a larger step is an identifier that happens to grow.
MAX_STEP = 1_000
# More digits are an identifier, no number of a page or record.
_SERIES_NUMBER = re.compile(r"(\d{1,7})(?!\d)")


def find_series(
    first: str | None, second: str, third: str | None
) -> tuple[PageNumber | None, bool]:
    """Return how the texts of pages 1 to 3 count, None when they do not, and whether it is certain.

    What page 1 shows may be missing or something else (forms send page "0", or ""); the third may
    not be known.

    >>> find_series(None, "10", "20")
    (PageNumber(parameter='', first=0, step=10, pattern='{page}'), True)
    >>> find_series("p-1.html", "p-2.html", None)
    (PageNumber(parameter='', first=1, step=1, pattern='p-{page}.html'), True)
    """
    if third is not None:
        return _between(second, third, pages_before=1), True
    number = None if first is None else _between(first, second, pages_before=0)
    return (number, True) if number else (_from_second_page(second), False)


def _between(earlier: str, later: str, pages_before: int) -> PageNumber | None:
    """Return how two successive texts count that differ in one number only."""
    parts, others = _SERIES_NUMBER.split(earlier), _SERIES_NUMBER.split(later)
    if len(parts) != len(others):
        return None
    changed = [place for place, part in enumerate(parts) if part != others[place]]
    # Numbers stand at odd places of the split.
    if len(changed) != 1 or changed[0] % 2 == 0:
        return None
    number = int(parts[changed[0]])
    step = int(others[changed[0]]) - number
    return _page_number(parts, changed[0], number - step * pages_before, step)


def _from_second_page(second: str) -> PageNumber | None:
    """Return how a text of page 2 likely counts: by its last number, if it has one.

    2 (or 1) counts pages from 1 (or 0). Larger numbers count records. They count from 0, or from 1
    when they end in 1 or 6 (11, 21, 26 …), since pages hold a multiple of five.
    """
    parts = _SERIES_NUMBER.split(second)
    if len(parts) < 3:
        return None
    number = int(parts[-2])
    first = number - 1 if number in (1, 2) else int(number % 5 == 1)
    return _page_number(parts, len(parts) - 2, first, number - first)


def _page_number(parts: list[str], place: int, first: int, step: int) -> PageNumber | None:
    pattern = "".join((*parts[:place], PAGE_MARK, *parts[place + 1 :]))
    return PageNumber("", first, step, pattern) if 0 < step <= MAX_STEP else None


# Words of a query shorter than this occur in constants by chance.
MIN_WORD_LENGTH = 3


class _NoRuleError(Exception):
    """The requests follow no rule that would hold for another query."""


@dataclass(slots=True)
class _Differences:
    """How the parameters of later pages differ from those of the first."""

    certain: list[PageNumber] = field(default_factory=list)
    likely: list[tuple[PageNumber, str]] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    @property
    def named(self) -> list[PageNumber]:
        return [number for number, _ in self.likely if counts(number.parameter)]


def infer_paging(
    first: EngineRequest,
    second: EngineRequest,
    third: EngineRequest | None = None,
    *,
    query: str,
    charset: str = DEFAULT_CHARSET,
) -> PagingRule | None:
    """Return the rule behind the requests for result pages 1, 2 and, if known, 3 of one query.

    A rule in which parts of the `query` would stay fixed is refused.
    """
    parts = [take_apart(each, charset) for each in (first, second, third) if each is not None]
    page_1, *later = [each for each in parts if each is not None]
    if len(later) + 1 < len(parts) or not _comparable(later):
        return None
    try:
        differences = _compare_values(page_1, later, query)
        doubt = not (differences.certain or differences.named)
        path, in_path = _compare_paths(page_1, later, query, charset, doubt=doubt)
    except _NoRuleError:
        return None
    numbers = _choose_numbers(differences, in_path)
    if not numbers:
        return None
    return PagingRule(
        numbers=numbers,
        method="" if later[0].method == page_1.method else later[0].method.lower(),
        origin="" if later[0].origin == page_1.origin else later[0].origin,
        path=path,
        added=tuple(differences.added),
        dropped=tuple(differences.dropped),
    )


def _comparable(later: Sequence[RequestParts]) -> bool:
    ways = {(each.method, each.origin, each.posted_to, len(each.segments)) for each in later}
    return len(ways) == 1


def _compare_values(first: RequestParts, later: Sequence[RequestParts], query: str) -> _Differences:
    """Return the differences of the parameters. Raises `_NoRuleError`."""
    differences = _Differences()
    shared = [key for key in later[0].values if all(key in each.values for each in later)]
    for key in shared:
        name, before, values = key[0], first.values.get(key), [each.values[key] for each in later]
        if before is not None and all(_same(before, value) for value in values):
            continue
        number, is_certain = find_series(before, values[0], values[1] if values[1:] else None)
        if number:
            _generalise(number.pattern, query)
            number = replace(number, parameter=name)
        if number and is_certain:
            differences.certain.append(number)
        elif len(set(values)) > 1:
            # What changes otherwise is a token: known only where the form page gives it.
            if before is None:
                raise _NoRuleError(name)
        elif number and not _is_query(values[0], query):
            differences.likely.append((number, values[0]))
        else:
            differences.added.append((name, _generalise(values[0], query)))
    names = {name for name, _ in shared}
    differences.dropped = list(dict.fromkeys(name for name, _ in first.values if name not in names))
    return differences


def _same(first: str, second: str) -> bool:
    return fold_space(first).casefold() == fold_space(second).casefold()


def _is_query(value: str, query: str) -> bool:
    return bool(query) and _same(value, query)


def _generalise(value: str, query: str) -> str:
    """Return a constant of later pages with the query as a placeholder.

    Raises `_NoRuleError` for one that holds parts of the query: it would be wrong for the next.
    """
    if _is_query(value, query):
        return SEARCH_TERMS
    text = value.replace(PAGE_MARK, "").casefold()
    words = (word for word in query.casefold().split() if len(word) >= MIN_WORD_LENGTH)
    if any(word in text for word in words):
        raise _NoRuleError(value)
    return value


def _compare_paths(
    first: RequestParts, later: Sequence[RequestParts], query: str, charset: str, *, doubt: bool
) -> tuple[PagePath | None, PageNumber | None]:
    """Return the path of later pages where it differs, and the number in it, if any.

    `doubt`: a likely number counts. Raises `_NoRuleError`.
    """
    paths = [first.segments, *(each.segments for each in later)]
    if len(set(paths)) == 1:
        return None, None
    start, end, middles = changed_parts(paths)
    third = middles[2] if len(middles) > 2 else None
    number, is_certain = find_series(middles[0], middles[1], third)
    if not (is_certain or doubt):
        number = None
    if number is None and len(set(middles[1:])) > 1:
        raise _NoRuleError(middles[1])
    pattern = number.pattern if number else middles[1]
    segments = (_generalise_segment(segment, query, charset) for segment in pattern.split("/"))
    path = PagePath("/".join(segments), start, end)
    return path, number and replace(number, pattern=PAGE_MARK)


def _generalise_segment(segment: str, query: str, charset: str) -> str:
    text = unquote(segment.replace("+", " "), encoding=CODECS[charset], errors="replace")
    return SEARCH_TERMS if _generalise(text, query) == SEARCH_TERMS else segment


def _choose_numbers(
    differences: _Differences, in_path: PageNumber | None
) -> tuple[PageNumber, ...]:
    """Return what counts the pages, telling names first; doubtful numbers else stay constants."""
    numbers = [*differences.certain, *([in_path] if in_path else [])]
    if not numbers:
        likely = [number for number, _ in differences.likely]
        numbers = differences.named or (likely if len(likely) == 1 else [])
    differences.added += [
        (number.parameter, value) for number, value in differences.likely if number not in numbers
    ]
    return tuple(sorted(numbers, key=lambda number: counts(number.parameter) is None))


class Following(Document, frozen=True):
    """The request for the page after one, None where nothing leads on."""

    request: EngineRequest | None

    @classmethod
    def of(cls, wrapper: Wrapper, page: Page, query: str, number: int) -> "Following":
        """Return what leads on from page `number` of the answer to `query`.

        Where all pages learned from held the whole of what was found, this one is the first to
        learn from.
        """
        rule = wrapper.next_page
        if rule is None:
            rule = learn_next_page(read_by(wrapper, [Sample(page, query)]), number=number)
        return cls(None if rule is None else rule.apply(page, number))
