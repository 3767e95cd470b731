"""The cache in the database, in which many values are set at once."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from metasearch.search.row_cache import RowCache

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 9


@pytest.fixture
def rows() -> Iterator[RowCache]:
    """Return a cache in a table of its own."""
    call_command("createcachetable", "test_rows")
    cache = RowCache("test_rows", {"TIMEOUT": 60, "OPTIONS": {"MAX_ENTRIES": MOST}})
    yield cache
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE test_rows")


def test_what_is_set_is_found_until_it_is_set_again_or_expires(rows: RowCache) -> None:
    rows.set_many({"one": ["ü"], "two": 2, "three": 3})
    rows.set_many({"two": "again", "four": None}, timeout=None)
    rows.set_many({"three": "past"}, timeout=-1)
    assert rows.get_many(["one", "two", "three", "four", "five"]) == {
        "one": ["ü"],
        "two": "again",
        "four": None,
    }


def test_the_number_of_questions_is_not_that_of_the_values(
    rows: RowCache, django_assert_max_num_queries: object
) -> None:
    assert callable(django_assert_max_num_queries)
    with django_assert_max_num_queries(4):
        rows.set_many({str(number): number for number in range(MOST)})


def test_of_too_many_values_the_expired_go_first(rows: RowCache) -> None:
    rows.set_many(dict.fromkeys("abcdef", 1), timeout=-1)
    rows.set_many(dict.fromkeys("ghijk", 1))
    rows.set_many({"l": 1})
    assert rows.get_many("abcdefghijkl") == dict.fromkeys("ghijkl", 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM test_rows")
        assert cursor.fetchone() == (6,)
