"""The full-text index of items: FTS5 in SQLite, a GIN index in PostgreSQL.

SQLite remakes a table that a migration alters, and loses its triggers: a migration that alters
`Item` makes them anew after it, by the `make_index` of this one.
"""

from django.db import migrations

SQLITE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS wrappers_item_index USING fts5("
    "title, text, content='wrappers_item', content_rowid='id', "
    "tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER IF NOT EXISTS wrappers_item_indexed AFTER INSERT ON wrappers_item BEGIN "
    "INSERT INTO wrappers_item_index(rowid, title, text) VALUES (new.id, new.title, new.text); "
    "END",
    "CREATE TRIGGER IF NOT EXISTS wrappers_item_unindexed AFTER DELETE ON wrappers_item BEGIN "
    "INSERT INTO wrappers_item_index(wrappers_item_index, rowid, title, text) "
    "VALUES ('delete', old.id, old.title, old.text); END",
    "CREATE TRIGGER IF NOT EXISTS wrappers_item_reindexed AFTER UPDATE OF title, text "
    "ON wrappers_item BEGIN "
    "INSERT INTO wrappers_item_index(wrappers_item_index, rowid, title, text) "
    "VALUES ('delete', old.id, old.title, old.text); "
    "INSERT INTO wrappers_item_index(rowid, title, text) VALUES (new.id, new.title, new.text); "
    "END",
    "INSERT INTO wrappers_item_index(wrappers_item_index) VALUES ('rebuild')",
)
# Latin letters with marks, and the letters they are found as.
MARKED = (
    "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆ"
    "ćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐő"
    "ŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽž"
)
UNMARKED = (
    "AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyyAaAaAaC"
    "cCcCcCcDdEeEeEeEeEeGgGgGgGgHhIiIiIiIiIJjKkLlLlLlNnNnNnOoOoOo"
    "RrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZz"
)
VECTOR = (
    f"setweight(to_tsvector('simple', translate(title, '{MARKED}', '{UNMARKED}')), 'A') || "
    f"setweight(to_tsvector('simple', translate(text, '{MARKED}', '{UNMARKED}')), 'B')"
)
POSTGRESQL = (
    f"CREATE INDEX IF NOT EXISTS wrappers_item_index ON wrappers_item USING gin (({VECTOR}))",
)
SQLITE_BACK = (
    "DROP TRIGGER IF EXISTS wrappers_item_indexed",
    "DROP TRIGGER IF EXISTS wrappers_item_unindexed",
    "DROP TRIGGER IF EXISTS wrappers_item_reindexed",
    "DROP TABLE IF EXISTS wrappers_item_index",
)
POSTGRESQL_BACK = ("DROP INDEX IF EXISTS wrappers_item_index",)


def make_index(apps, schema_editor):
    """Make the index of the database's vendor."""
    _execute(schema_editor, SQLITE, POSTGRESQL)


def drop_index(apps, schema_editor):
    """Take it away."""
    _execute(schema_editor, SQLITE_BACK, POSTGRESQL_BACK)


def _execute(schema_editor, sqlite, postgresql):
    statements = {"sqlite": sqlite, "postgresql": postgresql}
    for statement in statements.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('wrappers', '0004_items'),
    ]

    operations = [
        migrations.RunPython(make_index, drop_index),
    ]
