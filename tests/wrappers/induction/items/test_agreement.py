"""What a column means, told by other engines that found the same pages."""

from tests.wrappers.induction.items.test_items import BIRDS, FISH, page_of
from wrappers.extraction.constraints import RecordField
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.items.meaning import kinds_by_agreement
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

USERS = ("ann_o", "bobby7", "carla-h")


def record_of(number: int, name: str) -> str:
    """A record that says of a name only that it is one."""
    said = f"<p>All about the {name}, where it lives, what it eats</p><b>{USERS[number % 3]}</b>"
    return f"<li><a href='/{name}.html'>The {name} of the year</a>{said}</li>"


def by_another(name: str, author: str) -> ResultRecord:
    """What another engine says of the page about a name."""
    return ResultRecord(f"https://www.search.example/{name}.html", f"Of {name}", author=author)


def kinds_with(others: list[ResultRecord]) -> dict[str, ItemKind]:
    """Return the kinds of the columns, by their names, where others say so."""
    pages = [page_of(BIRDS, record_of), page_of(FISH, record_of)]
    wrapper = learn_wrapper([Sample(page, None) for page in pages]).wrapper
    assert wrapper.items is not None
    records = [record for page in pages for record in wrapper.records(page)]
    fields: dict[RecordField, ItemKind] = {"author": ItemKind.AUTHOR, "date": ItemKind.DATE}
    columns = kinds_by_agreement(wrapper.items, records, others, fields).columns
    return {column.label: column.kind for column in columns}


def test_a_text_is_what_another_engine_calls_it_on_the_same_pages() -> None:
    others = [by_another(name, USERS[n % 3].upper()) for n, name in enumerate(BIRDS, start=1)]
    assert kinds_with(others)["author"] is ItemKind.AUTHOR
    # Three records have to agree, and most of those of which both say something.
    assert ItemKind.AUTHOR not in kinds_with(others[:2]).values()
    differing = [by_another(name, "someone") for name in FISH]
    assert ItemKind.AUTHOR not in kinds_with(others[:4] + differing).values()


def test_the_same_text_of_other_pages_tells_nothing() -> None:
    others = [by_another(f"{name}-2", USERS[n % 3]) for n, name in enumerate(BIRDS, start=1)]
    assert ItemKind.AUTHOR not in kinds_with(others).values()
