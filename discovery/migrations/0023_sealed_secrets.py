"""Keys and passwords of engines are encrypted with the secret key where they are stored."""

import base64
import json

from cryptography.fernet import Fernet
from django.db import migrations
from django.utils.crypto import salted_hmac


def _cipher():
    key = salted_hmac("metasearch.secrets", "engine", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def seal(apps, schema_editor):
    """Encrypt what is stored as it is."""
    for engine in apps.get_model("discovery", "Engine").objects.exclude(secrets={}):
        if isinstance(engine.secrets, dict):
            engine.secrets = _cipher().encrypt(json.dumps(engine.secrets).encode()).decode()
            engine.save(update_fields=["secrets"])


def open_again(apps, schema_editor):
    """Store as it is what is encrypted."""
    for engine in apps.get_model("discovery", "Engine").objects.exclude(secrets={}):
        if isinstance(engine.secrets, str):
            engine.secrets = json.loads(_cipher().decrypt(engine.secrets.encode()))
            engine.save(update_fields=["secrets"])


class Migration(migrations.Migration):

    dependencies = [
        ('discovery', '0022_engine_deadline'),
    ]

    operations = [
        migrations.RunPython(seal, open_again),
    ]
