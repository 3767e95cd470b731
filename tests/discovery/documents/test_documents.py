"""Every type of stored document: written and read it is the same, anything else is refused."""

import json
from collections.abc import Iterator
from datetime import UTC
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from discovery.crawling.navigation.navigation_pattern import NavigationStep, StoredTree
from discovery.crawling.structural.url_families import AddressFamily
from discovery.documents.document import Document, DocumentError
from discovery.engine_lists.result_selectors import ResultSelectors
from metasearch.brokering.broker import EngineProfile
from tests.strategies import json_values
from wrappers.adaptation.tree_grams import SnapshotNode
from wrappers.engines.engine_file import Design, EngineFile
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.lines import Place
from wrappers.extraction.records.selector import ElementKey, RecordShape, SelectorStep
from wrappers.extraction.wrapper import Wrapper

# A wrapper in a file of its engine.
AS_FILED = st.deferred(
    lambda: documents(Wrapper).map(lambda wrapper: json.loads(json.dumps(wrapper.to_json())))
)

NAMES = st.sampled_from(["a", "li", "hit", "o-p"])
PAGES = st.sampled_from(["http://a.example/", "http://a.example/x?y=1"])
XPATHS = st.sampled_from(["//h3/a/@href", "//h3", "."])
TEXTS = st.text(max_size=9)
# What fields can hold that check more than their types.
STRATEGIES: dict[Any, st.SearchStrategy[Any]] = {
    RecordShape: st.builds(RecordShape, st.frozensets(st.sampled_from(["li", "li>a", "a>b"]))),
    RecordItem: st.recursive(
        st.builds(RecordItem, TEXTS, st.sampled_from(ItemKind), TEXTS, TEXTS),
        lambda parts: st.builds(
            RecordItem, TEXTS, st.sampled_from(ItemKind), TEXTS, TEXTS, st.tuples(parts)
        ),
        max_leaves=3,
    ),
    StoredTree: st.just(StoredTree(("br", "p"), ((), (0, 0)))),
    SnapshotNode: st.builds(
        SnapshotNode, st.just(-1), NAMES, TEXTS, st.just(()), st.tuples(NAMES), st.booleans()
    ),
    (SelectorStep, "tag"): NAMES,
    (SelectorStep, "classes"): st.lists(NAMES, max_size=3).map(tuple),
    (SelectorStep, "id"): st.none() | NAMES,
    (ElementKey, "after"): st.none() | st.sampled_from(["", "|br br", "#text"]),
    (Place, "path"): st.lists(NAMES, min_size=1, max_size=5).map(tuple),
    (AddressFamily, "within"): st.none() | st.builds(AddressFamily, st.lists(NAMES).map(tuple)),
    (NavigationStep, "source"): st.sampled_from(["entry", "target", "any", "hub 3"]),
    (NavigationStep, "target"): st.sampled_from(["target", "hub 1"]),
    (NavigationStep, "pattern"): st.sampled_from(["http://a.example/[0-9]+", "http://.*"]),
    (NavigationStep, "known_others"): st.frozensets(PAGES),
    "starts": st.lists(PAGES, min_size=1, max_size=3).map(tuple),
    (ResultSelectors, "url"): XPATHS,
    (ResultSelectors, "title"): XPATHS,
    (ResultSelectors, "results"): XPATHS,
    (ResultSelectors, "content"): XPATHS,
    (Design, "wrapper"): AS_FILED,
    (EngineFile, "wrapper"): AS_FILED,
    (EngineFile, "bang"): st.sampled_from(["", "hits"]),
    # Stands beside the document.
    (EngineProfile, "slug"): st.just(""),
}


def kinds(base: type[Document] = Document) -> Iterator[type[Document]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith(("discovery", "wrappers", "metasearch")):
            yield kind
        yield from kinds(kind)


KINDS = sorted(set(kinds()), key=lambda kind: kind.__qualname__)


def documents(kind: Any) -> st.SearchStrategy[Any]:
    if kind in STRATEGIES:
        return STRATEGIES[kind]
    fields = {}
    for each in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        known = STRATEGIES.get((kind, each.name), STRATEGIES.get(each.name))
        fields[each.name] = values(each.type) if known is None else known

    @st.composite
    def made(draw: st.DrawFn) -> Any:
        drawn = {name: draw(field) for name, field in fields.items()}
        try:
            return kind(**drawn)
        except ValueError:
            return assume(False)

    return made()


def values(info: Any) -> st.SearchStrategy[Any]:
    most = min(getattr(info, "max_length", None) or 3, 3)
    least = getattr(info, "min_length", None) or 0
    match info:
        case inspect.StructType() | inspect.DataclassType() | inspect.CustomType():
            return documents(info.cls)
        case inspect.NamedTupleType():
            return st.builds(info.cls, *(values(each.type) for each in info.fields))
        case inspect.UnionType():
            return st.one_of([values(each) for each in info.types])
        case inspect.NoneType() | inspect.AnyType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.integers(info.ge or 0, 1_000 if info.le is None else min(info.le, 1_000))
        case inspect.FloatType():
            return st.floats(info.ge or 0, 1_000 if info.le is None else info.le)
        case inspect.StrType() if info.pattern:
            return st.from_regex(info.pattern)
        case inspect.StrType():
            return st.text(min_size=least, max_size=most)
        case inspect.DateTimeType():
            return st.datetimes(timezones=st.just(UTC))
        case inspect.DateType():
            return st.dates()
        case inspect.BytesType():
            return st.binary(max_size=9)
        case inspect.EnumType():
            return st.sampled_from(info.cls)
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.TupleType():
            return st.tuples(*map(values, info.item_types))
        case inspect.VarTupleType():
            return st.lists(values(info.item_type), min_size=least, max_size=most).map(tuple)
        case inspect.ListType():
            return st.lists(values(info.item_type), min_size=least, max_size=most)
        case inspect.FrozenSetType():
            return st.frozensets(values(info.item_type), min_size=least, max_size=most)
        case inspect.DictType():
            keys, held = values(info.key_type), values(info.value_type)
            return st.dictionaries(keys, held, min_size=least, max_size=most)
    raise AssertionError(f"no values of {info}")


def parts(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(data, dict):
        for name, each in data.items():
            yield from parts(each, (*path, name))
    elif isinstance(data, list):
        for number, each in enumerate(data):
            yield from parts(each, (*path, number))


def changed(data: Any, path: tuple[Any, ...], part: Any) -> Any:
    if not path:
        return part
    copy = json.loads(json.dumps(data))
    at = copy
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = part
    return copy


ODD = st.sampled_from([10**400, float("nan"), float("inf"), -1, "\ud800", "(", "x" * 10_000])
HOSTILE = json_values(leaves=ODD)
QUICK = settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_written_is_read_as_it_was_and_changed_anywhere_is_a_document_or_refused(kind):
    @QUICK
    @given(documents(kind), st.data(), HOSTILE)
    def check(document: Document, data: st.DataObject, part: Any) -> None:
        stored = json.loads(json.dumps(document.to_json()))
        assert kind.from_json(stored) == document
        hostile = changed(stored, data.draw(st.sampled_from(list(parts(stored)))), part)
        try:
            read = kind.from_json(hostile)
        except DocumentError as error:
            assert 0 < len(str(error)) <= 400
        else:
            assert isinstance(kind.from_json(read.to_json()), kind)

    check()


class Note(Document, frozen=True):
    """A document whose first version had another name for its text."""

    VERSION: ClassVar = ("format", 3)
    UPGRADES: ClassVar = {
        1: lambda data: {**data, "format": 2, "words": data["said"]},
        2: lambda data: {**data, "format": 3, "text": data["words"]},
    }

    text: str


@pytest.mark.parametrize(
    "data", [{"format": 1, "said": "x"}, {"format": 2, "words": "x"}, {"format": 3, "text": "x"}]
)
def test_older_versions_are_read(data):
    assert Note.from_json(data) == Note("x")
    assert Note("x").to_json() == {"format": 3, "text": "x"}


@pytest.mark.parametrize("data", [{"format": 4, "text": "x"}, {"text": "x"}, {"format": []}])
def test_unknown_versions_are_named(data):
    with pytest.raises(DocumentError, match="no note: its format is"):
        Note.from_json(data)


def test_the_fault_is_told_with_its_place():
    with pytest.raises(DocumentError, match=r"no note: .*`str`.*text"):
        Note.from_json({"format": 3, "text": 7})


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]", '{"format": NaN}'])
def test_text_that_is_no_document_is_refused(text):
    with pytest.raises(DocumentError):
        Note.from_text(text)
