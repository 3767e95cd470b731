"""The check that ends learning, and what it still teaches."""

import pytest

from discovery.models import EngineState
from tests.wrappers.asking import answer_of
from tests.wrappers.redesigned_engine import DOCUMENTS, PAGE_SIZE, Design, Document, search
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
# Queries that learning asks before its check.
EARLY = 8


class Collection:
    """A collection in which what is asked early finds a page full at most."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def find(self, query: str) -> list[Document]:
        found = search(query)
        if query not in self.asked:
            self.asked.append(query)
        if not found or self.asked.index(query) < EARLY:
            return found
        return [*found, *(document for document in DOCUMENTS if document not in found)]


def test_the_first_answer_that_leads_on_teaches_the_way(served):
    collection = Collection()
    job = add_engine(served(Design(find=collection.find)))
    steps = [step["name"] for step in job.log]
    assert job.engine.state == EngineState.ACTIVE, job.log
    assert steps[-6:] == ["learn", "learn_paging", "check", "learn", "learn_paging", "check"]
    answer = answer_of(job.engine, "thing", 2)
    expected = collection.find("thing")[PAGE_SIZE : 2 * PAGE_SIZE]
    assert [record.title for record in answer.records] == [d.title for d in expected]
