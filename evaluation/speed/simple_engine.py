"""Pages of an engine of one simple layout: 50 KB around ten records."""

import random

RECORDS = 10
PAGE_BYTES = 50_000
WORDS = (
    "river stone window garden music letter winter market silver island forest engine paper "
    "bridge morning story kitchen mountain travel signal history color theory harbor language"
).split()


def result_page(query: str, variant: int = 0) -> bytes:
    """Return a result page: ten records of `query`, padded by a page's chrome."""
    chooser = random.Random(f"{variant} {query}")
    records = "".join(record(chooser, query, number) for number in range(RECORDS))
    chrome = "".join(
        f'<li class="nav"><a href="/section/{number}">{chooser.choice(WORDS)}</a></li>'
        for number in range(60)
    )
    head = (
        f"<!doctype html><html><head><title>{query}</title></head><body><ul>{chrome}</ul>"
        f'<p>1-{RECORDS} of {chooser.randrange(200, 900)} results</p><div id="results">{records}'
        '</div><div id="foot">'
    )
    filler = "".join(
        f"<p><span>{' '.join(chooser.choices(WORDS, k=12))}</span></p>" for _ in range(600)
    )
    return (head + filler)[: PAGE_BYTES - 20].rsplit("<p>", 1)[0].encode() + b"</div></body></html>"


def record(chooser: random.Random, query: str, number: int) -> str:
    """Return one record's markup."""
    title = " ".join((query, *chooser.choices(WORDS, k=4)))
    host = f"host{number % 2}.example"
    snippet = " ".join(chooser.choices(WORDS, k=30))
    return (
        f'<div class="hit"><h3><a href="https://{host}/{query}/{number}">{title}</a></h3>'
        f"<p>{snippet} <b>{query}</b></p><span>{host}</span></div>"
    )


def no_result_page(query: str) -> bytes:
    """Return the page of a query without matches."""
    head = f"<html><head><title>{query}</title></head>"
    return f"{head}<body><p>Nothing found for {query}.</p></body></html>".encode()
