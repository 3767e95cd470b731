"""What other engines answered tells what the items of an engine mean that is learned."""

import pytest

from tests.wrappers.induction.items.test_agreement import USERS, record_of
from tests.wrappers.induction.items.test_items import BIRDS, FISH, page_of
from tests.wrappers.stored_engine import store_engine
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample
from wrappers.learning.known_answers import record_answers
from wrappers.learning.learned_version import with_items
from wrappers.models import EngineWatch, WrapperVersion

pytestmark = pytest.mark.django_db


def learned_for(version: WrapperVersion) -> set[ItemKind]:
    """Return what the items of a wrapper mean that is learned for an engine."""
    samples = [Sample(page_of(names, record_of), None) for names in (BIRDS, FISH)]
    wrapper: Wrapper = with_items(learn_wrapper(samples).wrapper, samples, version.engine)
    assert wrapper.items is not None
    return {column.kind for column in wrapper.items.columns}


def test_the_last_good_answers_of_other_engines_tell_what_items_mean() -> None:
    one, two, three = (store_engine(slug=slug) for slug in ("one", "two", "three"))
    records = [
        ResultRecord(f"http://search.example/{name}.html", name, author=USERS[number % 3])
        for number, name in enumerate(BIRDS, start=1)
    ]
    record_answers(two, (), [("feathers", records)])
    EngineWatch.objects.create(engine=three.engine, last_answers={"version": "unreadable"})
    assert ItemKind.AUTHOR in learned_for(one)
    # What an engine itself has said is no second opinion.
    assert ItemKind.AUTHOR not in learned_for(two)
