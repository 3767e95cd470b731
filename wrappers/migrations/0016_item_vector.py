"""What PostgreSQL searches stands beside each item: made anew for each, a common word took minutes."""

import importlib

from django.db import migrations

index = importlib.import_module("wrappers.migrations.0005_item_index")
FORWARD = (
    f"ALTER TABLE wrappers_item ADD COLUMN vector tsvector GENERATED ALWAYS AS ({index.VECTOR}) STORED",
    "DROP INDEX IF EXISTS wrappers_item_index",
    "CREATE INDEX wrappers_item_index ON wrappers_item USING gin (vector)",
)
BACK = (
    # Takes its index away, too.
    "ALTER TABLE wrappers_item DROP COLUMN vector",
    *index.POSTGRESQL,
)


def store_vectors(apps, schema_editor):
    """Store them, and index what is stored."""
    index._execute(schema_editor, (), FORWARD)


def index_alone(apps, schema_editor):
    """Index them as they were made from each item."""
    index._execute(schema_editor, (), BACK)


class Migration(migrations.Migration):

    dependencies = [
        ('wrappers', '0015_subscriptions'),
    ]

    operations = [
        migrations.RunPython(store_vectors, index_alone),
    ]
