"""What programs for Django have in common: settings, an index in memory, a server on PORT."""

import json
import os
from pathlib import Path
from wsgiref.simple_server import make_server

import django
from django.conf import settings

CONTRIB = "admin auth contenttypes sessions sites messages staticfiles humanize flatpages".split()
PROCESSORS = (
    "django.contrib.auth.context_processors.auth",
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.template.context_processors.static",
    "django.template.context_processors.media",
    "django.template.context_processors.tz",
    "django.contrib.messages.context_processors.messages",
)
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
)
INDEX = {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "STORAGE": "ram", "PATH": "-"}


def set_up(apps, processors=(), middleware=(), folders=(), **more):
    """Configure Django for a program's apps and make its tables; the script holds the addresses."""
    settings.configure(
        **{
            "SECRET_KEY": "bed",
            "ALLOWED_HOSTS": ["*"],
            "ROOT_URLCONF": "__main__",
            "SITE_ID": 1,
            "USE_TZ": True,
            "LANGUAGE_CODE": "en",
            "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
            "INSTALLED_APPS": [*(f"django.contrib.{name}" for name in CONTRIB), *apps],
            "STATIC_URL": "/static/",
            "MEDIA_URL": "/media/",
            "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
            "MIDDLEWARE": [*MIDDLEWARE, *middleware],
            "HAYSTACK_CONNECTIONS": {"default": INDEX},
            "TEMPLATES": [
                {
                    "BACKEND": "django.template.backends.django.DjangoTemplates",
                    "APP_DIRS": True,
                    "DIRS": list(folders),
                    "OPTIONS": {"context_processors": [*PROCESSORS, *processors]},
                }
            ],
            **more,
        }
    )
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def documents():
    """Return the documents of the bed."""
    return json.loads((Path(django.__file__).parents[1] / "documents.json").read_text())


def serve():
    """Index what there is and serve it, in one thread as the database is in memory."""
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    call_command("rebuild_index", interactive=False, verbosity=0)
    make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()
