"""Data models declared as XML Schema: what answers are held to, and which schemas are refused."""

import pytest

from wrappers.extraction.constraints import IntegrityConstraints, violations
from wrappers.extraction.data_model import compile_schema
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Extraction
from wrappers.induction.constraints import learn_data_model

ITEMS = tuple(RecordItem(name, ItemKind.TEXT, name) for name in ("a", "b", "c"))
RECORDS = tuple(
    ResultRecord(f"http://a.example/{n}", f"Title {n}", "Some text", date="3 May 2004", items=ITEMS)
    for n in range(6)
)
MODEL = learn_data_model(RECORDS)
FRAME = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{}</xs:schema>'
ROOT = '<xs:element name="records"/>'
TYPE = (
    '<xs:simpleType name="a"><xs:restriction base="xs:string"><xs:pattern value="{}"/>'
    "</xs:restriction></xs:simpleType>"
)


def broken(*records: ResultRecord) -> list[str]:
    constraints = IntegrityConstraints(data_model=MODEL)
    return list(violations(constraints, Extraction(records)))


def test_records_keep_to_the_model_learned_from_them() -> None:
    assert broken(*RECORDS) == []
    assert broken(RECORDS[0].replace(date=""), *RECORDS) == [], "one record is no alarm"


@pytest.mark.parametrize(
    ("lost", "name"),
    [({"date": ""}, "date"), ({"date": "soon"}, "date"), ({"snippet": "17"}, "snippet"),
     ({"items": ITEMS[:1]}, "item")],
)  # fmt: skip
def test_a_violation_names_the_field(lost: dict[str, object], name: str) -> None:
    changed = [record.replace(**lost) for record in RECORDS]
    assert broken(*changed) == [f"6 of 6 records break the data model in “{name}”"]


@pytest.mark.parametrize(
    "schema",
    [
        "no XML",
        FRAME.format(""),
        FRAME.format(ROOT + '<xs:include schemaLocation="http://a.example/x.xsd"/>'),
        FRAME.format(ROOT + '<xs:import namespace="a" schemaLocation="/etc/passwd"/>'),
        '<!DOCTYPE a [<!ENTITY b "c">]>' + FRAME.format(ROOT),
        FRAME.format('<xs:element name="records" type="no-such-type"/>'),
        FRAME.format(ROOT + '<xs:element name="a" maxOccurs="100000"/>'),
        FRAME.format(ROOT + TYPE.format("(a+)+b")),
        FRAME.format(ROOT + TYPE.format("(|a)" * 24 + "b")),
        FRAME.format(ROOT + TYPE.format("((a?|b)|(a|.))" * 5 + ".*b")),
        FRAME.format(
            '<xs:element name="records"><xs:complexType>'
            + '<xs:sequence minOccurs="0" maxOccurs="2">' * 8
            + '<xs:element name="record"/>'
            + "</xs:sequence>" * 8
            + "</xs:complexType></xs:element>"
        ),
    ],
)
def test_schemas_that_fetch_explode_or_are_none_are_refused(schema: str) -> None:
    with pytest.raises(ValueError):
        compile_schema(schema)


@pytest.mark.parametrize(
    "pattern",
    [r"\d{4}-\d{2}-\d{2}", r"\d+\.\d+ (EUR|USD|GBP)", "[a|b|*+?]{3}(a|b)(c|d)", "https?://.*"],
)
def test_patterns_that_match_at_once_are_taken(pattern: str) -> None:
    compile_schema(FRAME.format(ROOT + TYPE.format(pattern)))
