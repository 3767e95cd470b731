"""First start: one administrator, one key."""

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest

from metasearch.management.installation import (
    KeyCheck,
    WrongKeyError,
    check_secret_key,
    fingerprint,
    make_administrator,
)
from metasearch.models import Installation

pytestmark = pytest.mark.django_db


def test_the_administrator_is_made_once_and_another_key_refused(settings):
    password = make_administrator()
    assert password
    assert authenticate(HttpRequest(), username="admin", password=password)
    assert make_administrator() is None
    for _ in range(2):
        check_secret_key()
    assert Installation.objects.count() == 1
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    with pytest.raises(WrongKeyError, match="SECRET_KEY"):
        check_secret_key()


@pytest.mark.django_db(transaction=True)
def test_a_migration_ties_the_database_to_the_key():
    Installation.objects.all().delete()
    call_command("migrate", verbosity=0)
    assert Installation.objects.get().key_fingerprint == fingerprint()


@pytest.mark.django_db(transaction=True)
def test_every_new_connection_compares_the_key(settings):
    check_secret_key()
    check = KeyCheck()
    check(connection)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    check(connection)
    with pytest.raises(WrongKeyError):
        KeyCheck()(connection)


@pytest.mark.django_db(transaction=True)
def test_a_database_without_tables_or_key_is_let_pass(monkeypatch):
    Installation.objects.all().delete()
    check = KeyCheck()
    check(connection)
    monkeypatch.setattr(Installation._meta, "db_table", "not_made_yet")
    check(connection)
    assert not check.verified
