"""Writes the documents into a database with a full-text index, in this folder."""

import json
import sqlite3
from pathlib import Path

rows = json.loads(Path("documents.json").read_text())
Path("library.db").unlink(missing_ok=True)
with sqlite3.connect("library.db") as connection:
    connection.executescript(
        "create table entries (id integer primary key, title text, section text, published text, "
        "text text); create virtual table entries_fts using fts5"
        '(title, text, content="entries", content_rowid=id);'
    )
    columns = ("id", "title", "section", "published", "text")
    values = [tuple(row[column] for column in columns) for row in rows]
    connection.executemany("insert into entries values (?, ?, ?, ?, ?)", values)
    connection.execute("insert into entries_fts(entries_fts) values ('rebuild')")
