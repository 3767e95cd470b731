"""Keys and passwords of engines where they are stored."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from discovery.engines.registration import register_engine
from discovery.models import Engine

pytestmark = pytest.mark.django_db
SECRETS = {"key": "a-key-of-one's own"}


def stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT secrets FROM discovery_engine")
        (row,) = cursor.fetchone()
        return str(row)


def test_what_was_stored_as_it_is_is_read_and_encrypted_by_an_upgrade():
    register_engine("http://a.example/")
    loader = MigrationExecutor(connection).loader
    before = loader.project_state([("discovery", "0022_engine_deadline")]).apps
    before.get_model("discovery", "Engine").objects.update(secrets=SECRETS)
    assert "own" in stored()
    assert Engine.objects.get().secrets == SECRETS
    for _ in range(2):
        call_command("migrate", verbosity=0)
        assert "own" not in stored()
        assert Engine.objects.get().secrets == SECRETS


def test_what_another_key_has_encrypted_is_said_to_be_lost(settings, caplog):
    engine, _ = register_engine("http://a.example/")
    Engine.objects.update(secrets=SECRETS)
    assert "own" not in stored()
    settings.SECRET_KEY = "another"
    engine.refresh_from_db()
    assert engine.secrets == {}
    assert "another SECRET_KEY" in caplog.text
