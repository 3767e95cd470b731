"""The bed that puts faults upon engines: it runs, and what it expects are names of the product."""

import base64
import json
import pickle
import sqlite3
import tomllib
import zlib
from contextlib import closing

import pytest

from discovery.pages.outcomes import AnswerReason
from evaluation.engines.faults.answers import CASES
from evaluation.engines.faults.catalogue import CHECKED, FAMILIES, FAULTS
from evaluation.engines.faults.fault import REASONS
from evaluation.engines.faults.measuring import WORDS, Shown, judge, question
from evaluation.engines.faults.sites import DESIGNS, decoys_of, find_page
from evaluation.engines.queries_at_rest import LETTERS, found_at_rest
from tests.programs import run_python
from wrappers.engines.answer import Answer
from wrappers.extraction.records.record import ResultRecord

# Of other families each: well after all, refused, odd status line, a page cut.
HANDFUL = ("http/gzip-well", "transport/refused", "http/icy-status", "http/length-too-short")


def test_faults_are_named_halved_and_expect_what_exists():
    for fault in FAULTS.values():
        assert fault.expected, fault.name
        for kind, reason in fault.expected:
            assert reason in REASONS[kind], fault.name
    assert set(FAULTS) >= CHECKED
    families = {FAULTS[name].family for name in CHECKED}
    assert families == {fault.family for fault in FAULTS.values()}
    files = [CASES / f"{family}.toml" for family in FAMILIES]
    assert len(FAULTS) == sum(len(tomllib.loads(file.read_text("utf-8"))) for file in files) > 1500
    halved = [fault for fault in FAULTS.values() if not fault.is_blind]
    assert 0.4 < sum(fault.is_opened for fault in halved) / len(halved) < 0.6
    blind = [fault for fault in FAULTS.values() if fault.family.startswith("unseen-")]
    assert len(blind) > 100
    assert not any(fault.is_opened for fault in blind)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_engines_answer_words_and_no_others(design):
    for word in WORDS:
        found = find_page(design.language, word)
        assert len(found.records) == 10 and found.pages > 2
        page = design.encode(design.answer(found)).decode(design.charset)
        assert all(record.url in page for record in found.records)
    assert not find_page(design.language, question(FAULTS["http/gzip-well"], 0)[0][::-1]).records
    assert design.wording["nothing"] in design.answer(find_page(design.language, "qqxz"))


def shown_of(name: str, urls: list[str], is_after_check: bool = False) -> Shown:
    """Return how an answer of these records is judged that an engine gave with a fault."""
    records = tuple(ResultRecord(url, "A title") for url in urls)
    answer = Answer("library", AnswerReason.RECORDS, 0.1, records=records)
    return judge(FAULTS[name], DESIGNS[0], "radio", 1, answer, is_after_check)


def test_untrue_invisible_and_spam_records_are_judged():
    found = find_page(DESIGNS[0].language, "radio")
    true, untrue = [record.url for record in found.records], "https://untrue.example/"
    assert shown_of("http/gzip-well", true).is_right
    assert not shown_of("http/gzip-well", true[:5]).is_right
    shown = shown_of("http/gzip-well", [*true, untrue])
    assert shown.untrue == (untrue,) and not shown.is_right
    shown = shown_of("hidden/row-attribute", [*true, decoys_of(found)[0].url, untrue])
    assert (shown.count, shown.wrong, shown.invisible) == (12, 2, 1)
    spam = FAULTS["odd/spam-one"].doubtful(found).records[0].url
    assert shown_of("odd/spam-one", [*true, spam]).is_right
    assert not shown_of("odd/spam-one", [*true, spam], True).is_right


def test_the_bed_runs(tmp_path):
    file = tmp_path / "faults.json"
    told = ("--designs", "library", "--jobs", "1", "--json", str(file), "--only", *HANDFUL)
    run = run_python("-m", "evaluation.engines.faults", *told, timeout=None, check=False)
    rows = {row["fault"]: row for row in json.loads(file.read_text())}
    assert set(rows) == set(HANDFUL)
    assert {row["shown"][0]["kind"] for row in rows.values()} >= {"RESULTS", "ERROR"}
    assert not any(row["harm"] for row in rows.values())
    assert "wrong" in run.stdout


def test_after_searches_with_faults_no_query_is_at_rest():
    program = ("-m", "evaluation.engines.queries_at_rest", "--searches", "10")
    done = run_python(*program, timeout=None, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["searches"] == 10


@pytest.mark.parametrize(
    "value",
    [
        f"https://a.example/?q={LETTERS}",
        f"a %71{LETTERS[1:]}".upper(),
        json.dumps({"query": f"ü {LETTERS.upper()}"}),
        base64.b64encode(pickle.dumps({"url": f"?q={LETTERS}"})).decode(),
        base64.urlsafe_b64encode(zlib.compress(LETTERS.encode() * 9)).decode().rstrip("="),
        zlib.compress(pickle.dumps([LETTERS])),
    ],
)
def test_what_is_packed_would_be_found(value, tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as database:
        database.execute("CREATE TABLE things (id, packed)")
        database.execute("INSERT INTO things VALUES (1, ?)", (value,))
        database.commit()
    assert any(each.startswith("things.packed") for each in found_at_rest(tmp_path))
