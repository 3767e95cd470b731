"""The pages labelled by hand, and how fields are compared with their labels."""

import pytest
from lxml import html

from evaluation.beds.packed import read_cases, unpacked
from evaluation.quality.items.__main__ import BED, LABELS, score_page, score_program
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

PAGE = {
    "url": "http://bed.example/s?q=tea",
    "records": [
        {
            "url": "http://bed.example/1",
            "title": "Green tea",
            "labels": [
                ("title", "Green tea"),
                ("link", "http://bed.example/1"),
                ("date", "2016-01-15 07:26"),
                ("author", "Ann Ode"),
                ("other", "Bristol"),
            ],
        },
        {
            "url": "http://bed.example/2",
            "title": "Black tea",
            "labels": [("title", "Black tea"), ("link", "http://bed.example/2")],
        },
    ],
}


@pytest.fixture(scope="module")
def bed():
    with unpacked(BED) as folder:
        yield folder


def test_the_bed_has_a_hundred_pages_and_fifteen_real_programs(bed):
    cases = read_cases(bed)
    real = {case["site"] for case in cases if case["half"] != "written"}
    assert len(cases) >= 100
    assert len(real) >= 15
    labels = {
        label for case in cases for record in case["records"] for label, _ in record["labels"]
    }
    assert labels == set(LABELS)


def test_every_labelled_text_stands_in_its_page(bed):
    for case in read_cases(bed):
        body = (bed / case["html"]).read_bytes()
        root = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
        attributes = [value for node in root.iter() for value in node.attrib.values()]
        shown = "".join("".join([root.text_content(), *attributes]).split())
        for record in case["records"]:
            for label, text in record["labels"]:
                if label not in ("link", "image", "rating"):
                    assert "".join(text.split()) in shown, (case["id"], label, text)


def test_fields_are_counted_by_label():
    read = ResultRecord(
        url="http://bed.example/1",
        original_url="http://bed.example/1",
        title="Green tea",
        date="2016-01-15",
        author="Bristol",
        items=(RecordItem("author", ItemKind.AUTHOR, "Bristol"),),
    )
    counts = score_page(PAGE, [read])
    figures = counts.figures()
    assert (counts.records, counts.found) == (2, 1)
    assert figures["title"] == {"precision": 1.0, "recall": 0.5, "true": 2}
    assert figures["date"] == {"precision": 1.0, "recall": 1.0, "true": 1}
    assert figures["author"] == {"precision": 0.0, "recall": 0.0, "true": 1}
    assert figures["other"] == {"precision": None, "recall": 0.0, "true": 1}


def test_a_real_program_is_learned_and_read(bed):
    cases = [case for case in read_cases(bed) if case["site"] == "gitweb"]
    figures = score_program(bed, cases).figures()
    assert figures["author"]["recall"] == figures["date"]["recall"] == 1.0
