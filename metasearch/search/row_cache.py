"""The cache in the database, with the answers to a search written in one go.

Django's own asks five questions for every value that is set: fifty for the answers of ten engines.
"""

import base64
import pickle
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import connections, router, transaction
from django.utils import timezone


class RowCache(DatabaseCache):
    """Django's cache in a table of the database, which sets many values at once."""

    # Of Django's own, left out by its stubs.
    _table: str
    _cull: Callable[..., None]

    def set_many(
        self,
        data: Mapping[Any, Any],
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> list[Any]:
        """Set all of `data`, or none of it. Raises Django's `DatabaseError`."""
        until = self.get_backend_timeout(timeout)
        expires = datetime.max if until is None else datetime.fromtimestamp(int(until), UTC)
        database = router.db_for_write(self.cache_model_class)
        connection = connections[database]
        adapted = connection.ops.adapt_datetimefield_value(expires)
        rows = [
            (self.make_and_validate_key(key, version), self._written(value), adapted)
            for key, value in data.items()
        ]
        table = connection.ops.quote_name(self._table)
        with transaction.atomic(using=database), connection.cursor() as cursor:
            # Into all questions goes the table's name alone, which is the settings'.
            cursor.execute(f"SELECT COUNT(*) FROM {table}")  # noqa: S608
            count = cursor.fetchone()[0]
            if count > self._max_entries:
                self._cull(database, cursor, timezone.now().replace(microsecond=0), count)
            cursor.executemany(
                f"INSERT INTO {table} (cache_key, value, expires) VALUES (%s, %s, %s)"  # noqa: S608
                " ON CONFLICT (cache_key)"
                " DO UPDATE SET value = excluded.value, expires = excluded.expires",
                rows,
            )
        return []

    def _written(self, value: object) -> str:
        """Return `value` as Django reads it from the table."""
        return base64.b64encode(pickle.dumps(value, self.pickle_protocol)).decode("ascii")
