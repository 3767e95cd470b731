"""Engines that show no way to page 2: it is asked for as engines usually are, and judged."""

import pytest

from discovery.connection.description_xml import from_xml
from discovery.models import EngineState
from tests.small_server import Reply, Request, as_json
from tests.wrappers.asking import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, search
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)

SIZE = 5
WORDS = f"<html><title>Shelf</title><p>{' '.join((*ADJECTIVES, *NOUNS))}</p></html>"


def first_of(counts: str, asked: dict[str, str]) -> int:
    if counts == "offset":
        return int(asked.get("offset", "0"))
    if counts == "records from one":
        return int(asked.get("startRecord", "1")) - 1
    if counts == "from zero":
        return SIZE * int(asked.get("page", "0"))
    if counts == "from one":
        return SIZE * (int(asked.get("page", "1")) - 1)
    return 0


@pytest.mark.parametrize(
    ("counts", "number"),
    [
        ("offset", ("offset", 0, SIZE)),
        ("records from one", ("startRecord", 1, SIZE)),
        ("from zero", ("page", 0, 1)),
        ("from one", ("page", 1, 1)),
        ("not at all", None),
    ],
)
def test_what_counts_pages_is_found_by_trying(counts, number, served):
    def api(request: Request) -> Reply:
        if request.path == "/":
            return Reply(WORDS)
        documents, first = search(request.query), first_of(counts, request.fields)
        items = [{"headline": d.title, "href": d.url, "about": d.text} for d in documents]
        return as_json({"found": len(items), "items": items[first : first + SIZE]})

    more = f"&maximumRecords={SIZE}" if counts == "records from one" else ""
    job = add_engine(f"{served(api)}search?q={{searchTerms}}{more}")
    assert job.engine.state == EngineState.ACTIVE, job.log
    paging = from_xml(job.engine.description.encode()).paging
    if number is None:
        assert paging is None
        return
    assert paging is not None, [each["outcome"] for each in job.log]
    [found] = paging.numbers
    assert (found.parameter, found.first, found.step) == number
    titles = [each.title for each in answer_of(job.engine, NOUNS[0], 2).records]
    assert titles == [each.title for each in search(NOUNS[0])[SIZE : 2 * SIZE]]
