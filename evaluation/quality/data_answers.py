"""How well answers that are no HTML are learned and read: records in many unlike envelopes.

Each envelope is learned from four queries and one without results, and tried on two others. The
envelopes of one half serve for building, those of the other for judging: nothing of theirs is shown
but the figures. The speed is that of reading beside a page of HTML with the same records.
"""

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from statistics import median

from discovery.pages import Page, parse_answer
from evaluation.training.data_answers import looked_at, unopened
from evaluation.training.data_answers.things import (
    HOST,
    NOTHING,
    WORDS,
    Envelope,
    Thing,
    things_for,
)
from wrappers.extraction import ResultRecord, Wrapper
from wrappers.induction import InductionError, Sample, learn_no_result_signature, learn_wrapper

LEARNED_FROM = 4
REPEATS = 30


@dataclass(frozen=True, slots=True)
class Score:
    """What was read right of the answers in one envelope; shares of the true records."""

    name: str
    f1: float
    titles: float
    addresses: float
    perfect: float
    says_nothing: bool
    seconds: float


def main() -> None:
    """Print the figures of both halves."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--each", action="store_true", help="those of each envelope looked at")
    options = parser.parse_args()
    page_of_html = median(measure(html_page).seconds for _ in range(3))
    print(f"{'':<12} envelopes  F1     titles  addresses  perfect  no result  reading / HTML")
    for half, envelopes in (("looked at", looked_at.ENVELOPES), ("unopened", unopened.ENVELOPES)):
        scores = [measure(envelope) for envelope in envelopes]
        print_scores(half, scores, page_of_html)
        if options.each and half == "looked at":
            for score in scores:
                print_scores(f"  {score.name}"[:22], [score], page_of_html)


def print_scores(name: str, scores: Sequence[Score], page_of_html: float) -> None:
    """Print the means of some envelopes."""
    count = len(scores)
    print(
        f"{name:<12} {count:>9}  {sum(s.f1 for s in scores) / count:.3f}  "
        f"{sum(s.titles for s in scores) / count:.3f}   "
        f"{sum(s.addresses for s in scores) / count:.3f}      "
        f"{sum(s.perfect for s in scores) / count:.3f}    "
        f"{sum(s.says_nothing for s in scores) / count:.3f}      "
        f"{median(s.seconds for s in scores) / page_of_html:.2f} x"
    )


def measure(envelope: Envelope) -> Score:
    """Learn the answers in an envelope and read those of other queries."""
    name = envelope.__name__
    samples = [Sample(page_of(envelope, word), word) for word in WORDS[:LEARNED_FROM]]
    nothing = page_of(envelope, NOTHING)
    try:
        wrapper = learn_wrapper(samples, nothing).wrapper
    except InductionError:
        return Score(name, 0, 0, 0, 0, says_nothing=False, seconds=0)
    signature = learn_no_result_signature(
        [(nothing, NOTHING)], [(sample.page, sample.query) for sample in samples]
    )
    rated = [
        rate(wrapper.records(page_of(envelope, word)), things_for(word)[0])
        for word in WORDS[LEARNED_FROM:]
    ]
    f1, titles, addresses, perfect = (
        sum(column) / len(rated) for column in zip(*rated, strict=True)
    )
    is_empty = not wrapper.records(nothing) and signature.matches(nothing, NOTHING)
    seconds = reading_seconds(wrapper, envelope)
    return Score(name, f1, titles, addresses, perfect, is_empty, seconds)


def page_of(envelope: Envelope, query: str) -> Page:
    """Return the answer to a query in an envelope."""
    things, total = things_for(query)
    body = envelope(query, things, total).encode()
    return parse_answer(body, f"{HOST}/search?q={query}")


def rate(
    records: Sequence[ResultRecord], things: Sequence[Thing]
) -> tuple[float, float, float, float]:
    """Return F1, the shares of true titles and addresses, and whether all is right."""
    found = {(record.title, record.url) for record in records}
    titles = {record.title for record in records}
    addresses = {record.url for record in records}
    right = sum((thing.title, thing.address) in found for thing in things)
    f1 = 2 * right / (len(records) + len(things))
    return (
        f1,
        sum(thing.title in titles for thing in things) / len(things),
        sum(thing.address in addresses for thing in things) / len(things),
        float(right == len(things) == len(records)),
    )


def reading_seconds(wrapper: Wrapper, envelope: Envelope) -> float:
    """Return how long an answer takes to be read, from bytes to records (median)."""
    query = WORDS[-1]
    things, total = things_for(query)
    body = envelope(query, things, total).encode()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        wrapper.extract(wrapper.parse(body, f"{HOST}/search?q={query}"), query, in_full=False)
        times.append(time.process_time() - start)
    return median(times)


def html_page(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a page with the same records, in the frame of a small site."""
    items = "".join(
        f'<li class="hit"><h3><a href="{t.path}">{escape(t.title)}</a></h3>'
        f'<p class="text">{t.marked_text}</p><span class="by">{t.author}</span>'
        f'<time>{t.date}</time><img src="{t.picture}"></li>'
        for t in things
    )
    menu = "".join(f'<li><a href="/m/{n}">Entry {n}</a></li>' for n in range(20))
    shown = f"<p>{total} results</p><ul class=hits>{items}</ul>" if things else "<p>No results.</p>"
    return f"<html><title>{query}</title><ul class=menu>{menu}</ul>{shown}</html>"


if __name__ == "__main__":
    main()
