"""The pages labelled by hand, and how fields are compared with their labels."""

from lxml import html

from evaluation.quality.items.bed import BED, WRITTEN, LabelledPage, read_bed, write_bed
from evaluation.quality.items.labelled import LABELS, score_page, score_program
from wrappers.extraction import ItemKind, RecordItem, ResultRecord

PAGE = LabelledPage(
    "shop",
    "tea",
    "http://bed.example/s?q=tea",
    b"",
    [
        [
            ("title", "Green tea"),
            ("link", "http://bed.example/1"),
            ("date", "2016-01-15 07:26"),
            ("author", "Ann Ode"),
            ("other", "Bristol"),
        ],
        [("title", "Black tea"), ("link", "http://bed.example/2")],
    ],
)


def test_the_bed_has_a_hundred_pages_and_fifteen_real_programs():
    pages = read_bed()
    real = {page.program for page in pages if page.half != WRITTEN}
    assert len(pages) >= 100
    assert len(real) >= 15
    assert {label for page in pages for record in page.records for label, _ in record} == set(
        LABELS
    )


def test_every_labelled_text_stands_in_its_page():
    for page in read_bed():
        root = html.document_fromstring(page.body, parser=html.HTMLParser(encoding="utf-8"))
        attributes = [value for node in root.iter() for value in node.attrib.values()]
        shown = "".join("".join([root.text_content(), *attributes]).split())
        for record in page.records:
            for label, text in record:
                if label not in ("link", "image", "rating"):
                    assert "".join(text.split()) in shown, (page.program, label, text)


def test_a_bed_is_read_as_it_was_written(tmp_path):
    write_bed([PAGE], tmp_path / "bed.tar.xz")
    assert read_bed(tmp_path / "bed.tar.xz") == [PAGE]
    write_bed(read_bed(), tmp_path / "again.tar.xz")
    assert (tmp_path / "again.tar.xz").read_bytes() == BED.read_bytes()


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


def test_a_real_program_is_learned_and_read():
    pages = [page for page in read_bed() if page.program == "gitweb"]
    figures = score_program(pages).figures()
    assert figures["author"]["recall"] == figures["date"]["recall"] == 1.0
