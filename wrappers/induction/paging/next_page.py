"""Learning the next-page rule: which controls of result pages lead on to the next one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus, urlsplit

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, query_pairs
from wrappers.extraction.paging.next_page import MAX_PATTERNS, ControlPattern, NextPageRule
from wrappers.extraction.paging.page_address import NumberChange, number_changes, same_site
from wrappers.extraction.paging.pager_controls import (
    ControlKind,
    PagerControl,
    find_buttons,
    find_links,
    find_postbacks,
)
from wrappers.extraction.paging.pager_labels import LabelKind
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples.sample import Sample

# Weights, hand-weighted (guess; checked on the engines at hand): the label alone is not enough,
# the address must count on as well.
LABEL_WEIGHTS = {
    LabelKind.NEXT: 2.5,
    LabelKind.NUMBER: 1.0,
    LabelKind.SIGN: 1.5,
    LabelKind.MORE: 1.0,
}
MARKUP_SAYS_NEXT = 1.0
NUMBER_GOES_ON = 1.5
LEADS_WHERE_NUMBER_LEADS = 1.5
# To the last page, or ten pages on.
LEADS_FURTHER = -3.0
SAME_PATH = 1.0
KEEPS_QUERY = 1.5
LOSES_QUERY = -3.0
LACKS_QUERY = -1.0
COUNTS_ON = 1.5
LIKELY_COUNT = 0.5
FORM_BUTTON = 1.5
IN_RECORD = -4.0
ALSO_ON_NO_RESULT_PAGE = -2.5
MIN_MEAN_SCORE = 4.0
# Ways that reach this share of the best way's weight are kept as well: "Next" and "2".
MIN_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class NextSample:
    """The first result page of a query to learn from, with its record elements where known."""

    page: Page
    query: str | None = None
    record_elements: tuple[HtmlElement, ...] = ()


def learn_next_page(
    samples: Sequence[NextSample], no_result: Page | None = None
) -> NextPageRule | None:
    """Return the rule that leads from first result pages like `samples` to the second, or None.

    What also stands on the engine's `no_result` page leads to no results.
    """
    noise = {_control_key(control) for control in _all_controls(no_result)} if no_result else set()
    scores: dict[ControlPattern, list[float]] = defaultdict(list)
    for sample in samples:
        best: dict[ControlPattern, float] = {}
        for pattern, score in _score_controls(sample, noise):
            best[pattern] = max(score, best.get(pattern, score))
        for pattern, score in best.items():
            scores[pattern].append(score)
    weights = {
        pattern: sum(values)
        for pattern, values in scores.items()
        if sum(values) / len(values) >= MIN_MEAN_SCORE
    }
    if not weights:
        return None
    ranked = sorted(weights, key=lambda pattern: -weights[pattern])
    least = MIN_SHARE * weights[ranked[0]]
    return NextPageRule(
        tuple(pattern for pattern in ranked if weights[pattern] >= least)[:MAX_PATTERNS]
    )


def learn_next_page_of(
    wrapper: Wrapper, samples: Sequence[Sample], no_result: Page | None = None
) -> NextPageRule | None:
    """Return the next-page rule of the result pages `samples`, whose records `wrapper` finds."""
    return learn_next_page(
        [
            NextSample(sample.page, sample.query, wrapper.record_starts(sample.page))
            for sample in samples
        ],
        no_result,
    )


def _all_controls(page: Page) -> Iterator[PagerControl]:
    yield from find_links(page)
    yield from find_buttons(page)
    yield from find_postbacks(page)


def _score_controls(
    sample: NextSample, noise: set[tuple[str, ...]]
) -> Iterator[tuple[ControlPattern, float]]:
    """Yield the ways that the controls of one first result page suggest, with their scores."""
    controls = list(_all_controls(sample.page))
    in_records = {node for record in sample.record_elements for node in record.iter("a")}
    numbered: dict[int, list[PagerControl]] = defaultdict(list)
    for control in controls:
        if control.label.number is not None:
            numbered[control.label.number].append(control)
    for control in controls:
        if control.label.number not in (None, 2):
            continue
        score = LABEL_WEIGHTS[control.label.kind] + MARKUP_SAYS_NEXT * control.is_marked_next
        score += IN_RECORD * (control.element in in_records)
        score += ALSO_ON_NO_RESULT_PAGE * (_control_key(control) in noise)
        weigh = _score_link if control.means is ControlKind.LINK else _score_form_control
        found = weigh(control, sample, numbered)
        if found is not None:
            parameter, more = found
            label = control.label
            yield ControlPattern(control.means, label.kind, label.word, parameter), score + more


def _score_form_control(
    control: PagerControl, sample: NextSample, numbered: Mapping[int, list[PagerControl]]
) -> tuple[str, float] | None:
    """Weigh a button or a link by script: its form must carry the query, or more pages follow."""
    if control.form is None or control.request(sample.page) is None:
        return None
    score = FORM_BUTTON + SAME_PATH * same_site(sample.page.url, control.address)
    query = (sample.query or "").strip().casefold()
    if query:
        kept = any(query in field.value.casefold() for field in control.form.fields)
        score += KEEPS_QUERY if kept else LACKS_QUERY
    if control.label.kind is LabelKind.NUMBER:
        thirds = (other for other in numbered.get(3, []) if other.means is control.means)
        score += NUMBER_GOES_ON * any(other.address == control.address for other in thirds)
    elif any(other.means is control.means for other in numbered.get(2, [])):
        score += LEADS_WHERE_NUMBER_LEADS
    return "", score


def _score_link(
    control: PagerControl, sample: NextSample, numbered: Mapping[int, list[PagerControl]]
) -> tuple[str, float] | None:
    """Weigh a link: return the parameter that counts and the score, None if it leads astray."""
    here, there = sample.page.url, control.address
    if not same_site(here, there) or comparison_key(here) == comparison_key(there):
        return None
    score = SAME_PATH * (urlsplit(here).path == urlsplit(there).path)
    if sample.query:
        charset = sample.page.charset
        if keeps_query(there, sample.query, charset):
            score += KEEPS_QUERY
        else:
            score += LOSES_QUERY if keeps_query(here, sample.query, charset) else LACKS_QUERY
    steps = number_changes(here, there)
    if control.label.kind is LabelKind.NUMBER:
        steps, goes_on = _changes_that_go_on(steps, here, numbered.get(3, []))
        score += NUMBER_GOES_ON * goes_on
    elif steps:
        score += _compare_with_second(steps[0], here, numbered.get(2, []))
    if not steps:
        return "", score
    return steps[0].parameter, score + COUNTS_ON + LIKELY_COUNT * steps[0].likely


def _changes_that_go_on(
    steps: list[NumberChange], here: str, thirds: Sequence[PagerControl]
) -> tuple[list[NumberChange], bool]:
    """Return the steps to page 2 that the link to page 3 continues, if one does."""
    for third in thirds:
        further = {step.parameter: step.number for step in number_changes(here, third.address)}
        going_on = [step for step in steps if further.get(step.parameter, 0) > step.number]
        if going_on:
            return going_on, True
    return steps, False


def _compare_with_second(step: NumberChange, here: str, seconds: Sequence[PagerControl]) -> float:
    """Weigh that a link without a number leads, or does not, where links to page 2 lead."""
    numbers = {
        other.number
        for second in seconds
        for other in number_changes(here, second.address)
        if other.parameter == step.parameter
    }
    if not numbers:
        return 0.0
    return LEADS_WHERE_NUMBER_LEADS if step.number in numbers else LEADS_FURTHER


def _control_key(control: PagerControl) -> tuple[str, ...]:
    """Return what makes the same control on another page: label and address but for values."""
    parts = urlsplit(control.address)
    return (control.means, control.label.kind, control.label.word, parts.path)


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
