"""Programs in Python from PyPI, each half by its own: Datasette to look at, Tantivy not."""

import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import BUILD, UNOPENED, Person
from evaluation.engines.today.installed.packages import DATASETTE, TANTIVY, pypi
from evaluation.engines.today.installed.program import (
    PROGRAMS,
    ProgramEngine,
    fetch_json,
    write_documents,
)

DATASETTE_PAGE = 20


class Datasette(ProgramEngine):
    """A database behind forms of SQL; a table with a full-text search, in HTML and JSON."""

    name = "datasette"
    half = BUILD
    kind = "Datasette: databases, tables, a search of one, forms of SQL"
    needs = "PyPI"
    person = Person("input[name=_search]", clicks=("text=entries",))

    def install(self, cache: Path) -> None:
        """Bring Datasette and make the database anew."""
        folder = pypi(cache, self.name, DATASETTE)
        database = folder / "library.db"
        database.unlink(missing_ok=True)
        with sqlite3.connect(database) as connection:
            connection.executescript(
                "create table entries (id integer primary key, title text, section text, "
                "published text, text text);"
                "create virtual table entries_fts using fts5"
                '(title, text, content="entries", content_rowid=id);'
            )
            rows = [(d.number, d.title, d.section, d.published, d.text) for d in documents()]
            connection.executemany("insert into entries values (?, ?, ?, ?, ?)", rows)
            connection.execute("insert into entries_fts(entries_fts) values ('rebuild')")
        connection.close()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve the database; titles are the labels of rows."""
        folder = pypi(cache, self.name, DATASETTE)
        setting = ("--setting", "default_page_size", str(DATASETTE_PAGE))
        program = (sys.executable, "-m", "datasette", "serve", "library.db")
        return (*program, "-p", str(port), *setting), folder, {"PYTHONPATH": str(folder)}

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask its JSON, row by row as the table shows them."""
        address = f"{base}/library/entries.json"
        told = fetch_json(address, _search=query, _shape="objects", _size="max")
        rows = told["rows"][(page - 1) * DATASETTE_PAGE : page * DATASETTE_PAGE]
        return [
            {"url": f"{base}/library/entries/{row['id']}", "title": row["title"]} for row in rows
        ]


class TantivyApp(ProgramEngine):
    """Tantivy under an interface that takes lists of searches and answers with lists."""

    name = "tantivy"
    half = UNOPENED
    kind = "Tantivy: POST JSON, rows without names"
    needs = "PyPI"
    person = Person("#s", shown="#d")

    def install(self, cache: Path) -> None:
        """Bring Tantivy and write the documents."""
        write_documents(pypi(cache, self.name, TANTIVY))

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Run the program over the documents."""
        folder = pypi(cache, self.name, TANTIVY)
        program = PROGRAMS / "tantivy_app.py"
        return (sys.executable, str(program)), folder, {"PYTHONPATH": str(folder)}

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask the index."""
        rows = fetch_json(f"{base}/truth", s=query, skip=(page - 1) * 10)
        return [{"url": base + path, "title": title} for path, title, _ in rows]
