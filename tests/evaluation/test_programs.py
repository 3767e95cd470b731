"""The bed of programs that answer in HTML: what it holds to be true, and how it counts."""

from pathlib import Path
from typing import ClassVar

import pytest

from evaluation.engines.programs import measuring
from evaluation.engines.programs.bed import programs
from evaluation.engines.programs.html_program import HtmlProgram, need
from evaluation.engines.programs.measuring import Learned
from evaluation.engines.today.corpus import IMPOSSIBLE
from evaluation.engines.today.engine import BUILD, UNOPENED, NotInstalledError, RunningEngine
from tests import small_server

TITLES = [f"Lesson {n} of the violin" for n in range(1, 15)]


class Lessons(HtmlProgram):
    """Lists lessons, ten a page."""

    name = "lessons"
    half = BUILD
    asked = "/find?q={query}&page={page}"
    paged = True
    record = "//ol/li"
    snippet = "./p"
    words = ("violin", "lesson")

    def install(self, cache: Path) -> None:
        """Nothing is needed."""

    def command(self, cache: Path, port: int) -> tuple[tuple[str, ...], Path, dict[str, str]]:
        """It is served by the test."""
        raise NotImplementedError


class Site(small_server.Handler):
    """The server of the lessons."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        query = self.path.partition("q=")[2].partition("&")[0].casefold()
        page = int(self.path.rpartition("page=")[2]) if "page=" in self.path else 1
        if page > 2:
            self.send("nothing", status=404)
            return
        found = [title for title in TITLES if query in title.casefold()] if query else []
        shown = found[(page - 1) * 10 : page * 10]
        rows = "".join(
            f"<li><a href='/lesson/{title.split()[1]}'>{title}</a><p>What {title} is about</p></li>"
            for title in shown
        )
        further = f"<a href='/find?q={query}&page=2'>Next page</a>" if len(found) > 10 else ""
        said = f"<ol>{rows}</ol>{further}" if rows else "<p>Nothing was found.</p>"
        self.send(
            "<html><head><title>Lessons</title></head><body><form action=/find>"
            f"<input name=q type=search><input type=submit value=Search></form>{said}</body></html>"
        )


def test_programs_are_many_of_both_halves() -> None:
    names = [program.name for program in programs()]
    assert len(set(names)) == len(names) >= 25
    assert {program.half for program in programs()} == {BUILD, UNOPENED}
    assert all(program.asked_words() for program in programs())


def test_truth_is_read_from_the_pages_and_a_missing_page_has_none() -> None:
    with small_server.serving(Site) as address:
        base, program = address.rstrip("/"), Lessons()
        first, second = (program.truth(base, "violin", page) for page in (1, 2))
        assert [len(first), len(second), program.truth(base, "violin", 3)] == [10, 4, []]
        assert first[0] == {
            "url": f"{base}/lesson/1",
            "title": "Lesson 1 of the violin",
            "snippet": "What Lesson 1 of the violin is about",
        }
        assert program.truth(base, IMPOSSIBLE, 1) == []


def answer(records: list[dict[str, str]]) -> dict[str, object]:
    return {"results": records, "engines": [{"kind": "RESULTS" if records else "NO_RESULTS"}]}


def test_answers_are_compared_with_what_the_program_shows(monkeypatch) -> None:
    with small_server.serving(Site) as address:
        base, program = address.rstrip("/"), Lessons()
        true = program.truth(base, "violin", 1)
        renamed = [true[0] | {"title": "Lesson"}, *true[1:9]]
        longer = [record | {"snippet": f"3 May {record['snippet']}"} for record in true]
        answers = [answer(true), answer(renamed), answer(longer[:4]), answer([])]
        learned = {"state": "ACTIVE", "reason": "", "slug": "lessons"}
        monkeypatch.setattr(measuring, "learn_and_ask", lambda *_: (learned, answers))
        served = RunningEngine(
            program.name, address, lambda query, page: program.truth(base, query, page)
        )
        row = measuring.measure(program, served)
    assert (row.true, row.found, row.right, row.placed) == (24, 23, 18, 19)
    assert row.second_page and row.none_kind == "NO_RESULTS" and len(row.misses) == 2
    assert (row.alone, row.titles) == (18, 18 / 19) and not row.passes


def test_what_is_missing_is_named_and_not_counted_as_learned() -> None:
    with pytest.raises(NotInstalledError, match=r"apt-get install .* no-such-package"):
        need("no-such-program", package="no-such-package")
    assert not Learned("one", BUILD).measured and not Learned("one", BUILD).passes
