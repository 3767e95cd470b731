"""What scripts over Django share: settings, requests of a superuser, the protocol of the bed.

Articles come as JSON by standard input, the pages go out by standard output.
"""

import json
import sys

HOST = "bed.example"
# Programs talk while they are filled: only pages may go out.
_OUT, sys.stdout = sys.stdout, sys.stderr
CONTRIB = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
PROCESSORS = (
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
)
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
)


def configure(apps=(), first=(), processors=(), middleware=(), options=None, **settings) -> None:
    """Set Django up with apps and a database in memory; `first` stand before Django's own."""
    import django
    from django.conf import settings as of_django

    given = {
        "SECRET_KEY": "bed",
        "ALLOWED_HOSTS": ["*"],
        "ROOT_URLCONF": "__main__",
        "USE_TZ": False,
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        "INSTALLED_APPS": [*first, *(f"django.contrib.{name}" for name in CONTRIB), *apps],
        "STATIC_URL": "/static/",
        "MEDIA_URL": "/media/",
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "X_FRAME_OPTIONS": "SAMEORIGIN",
        "SILENCED_SYSTEM_CHECKS": ["security.W019"],
        "MIDDLEWARE": [*MIDDLEWARE, *middleware],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [],
                "APP_DIRS": not (options or {}).get("loaders"),
                "OPTIONS": {"context_processors": [*PROCESSORS, *processors], **(options or {})},
            }
        ],
        **settings,
    }
    of_django.configure(**given)
    django.setup()


def read_contents():
    """Return the words and the articles."""
    given = json.load(sys.stdin)
    return given["words"], given["articles"]


def print_pages(words, address: str) -> None:
    """Print the page at an address for each word, `{word}` in it, as a superuser gets it."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    users = get_user_model().objects
    who = users.filter(is_superuser=True).first() or users.create_superuser(
        "bed", "bed@bed.example", "bed"
    )
    client = Client(HTTP_HOST=HOST)
    client.force_login(who, "django.contrib.auth.backends.ModelBackend")
    pages = []
    for word in words:
        path = address.format(word=word)
        answer = client.get(path, follow=True)
        pages.append({"word": word, "path": path, "html": answer.content.decode()})
    json.dump(pages, _OUT)


def migrate() -> None:
    """Make the tables."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, run_syncdb=True)
