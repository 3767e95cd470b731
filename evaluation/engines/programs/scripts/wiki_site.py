"""Django-wiki, served to whoever asks; PORT says where to listen, nobody has to log in to read."""

import json
import os
from pathlib import Path
from wsgiref.simple_server import make_server

import django
from django.conf import settings

CONTRIB = "sites admin auth contenttypes sessions messages staticfiles humanize".split()
PROCESSORS = (
    "django.contrib.auth.context_processors.auth",
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.template.context_processors.static",
    "django.contrib.messages.context_processors.messages",
    "sekizai.context_processors.sekizai",
)
APPS = ("django_nyt", "mptt", "sekizai", "sorl.thumbnail", "wiki")


def main() -> None:
    """Fill the wiki and serve it."""
    settings.configure(
        SECRET_KEY="bed",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="__main__",
        SITE_ID=1,
        USE_TZ=True,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in CONTRIB), *APPS],
        STATIC_URL="/static/",
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": list(PROCESSORS)},
            }
        ],
    )
    django.setup()
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.urls import include, path
    from wiki.models import URLPath

    globals()["urlpatterns"] = [
        path("notifications/", include("django_nyt.urls")),
        path("", include("wiki.urls")),
    ]
    call_command("migrate", verbosity=0)
    root = URLPath.create_root(title="Documents", content="All documents.")
    rows = json.loads((Path(django.__file__).parents[1] / "documents.json").read_text())
    for row in rows:
        URLPath.create_urlpath(root, row["slug"], title=row["title"], content=row["text"])
    make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()


main()
