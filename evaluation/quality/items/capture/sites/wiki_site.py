"""Run by `django_programs`, in an environment with django-wiki: its articles searched.

Reads articles and queries as JSON from standard input, prints the pages as JSON.
"""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import django
from django.conf import settings

HERE = Path.cwd()


def configure() -> None:
    """Settle Django's settings, in French."""
    settings.configure(
        SECRET_KEY="of the bed",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="wiki.urls",
        LANGUAGE_CODE="fr",
        USE_TZ=True,
        SITE_ID=1,
        STATIC_URL="/static/",
        MEDIA_ROOT=str(HERE),
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "wiki.sqlite3"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        INSTALLED_APPS=[
            "django.contrib.sites",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.humanize",
            "django_nyt.apps.DjangoNytConfig",
            "mptt",
            "sekizai",
            "sorl.thumbnail",
            "wiki.apps.WikiConfig",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.contrib.auth.context_processors.auth",
                        "django.template.context_processors.i18n",
                        "django.template.context_processors.media",
                        "django.template.context_processors.request",
                        "django.template.context_processors.static",
                        "django.template.context_processors.tz",
                        "django.contrib.messages.context_processors.messages",
                        "sekizai.context_processors.sekizai",
                    ]
                },
            }
        ],
    )
    django.setup()


def main() -> None:
    """Fill the wiki, print the pages."""
    given = json.load(sys.stdin)
    configure()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client
    from wiki.models import Article, ArticleRevision, URLPath

    call_command("migrate", verbosity=0)
    root = URLPath.create_root(title="Atelier")
    users = {}
    for row in given["things"]:
        name = row["author"]
        if name not in users:
            users[name] = get_user_model().objects.create_user(name, f"{len(users)}@example.org")
        path = URLPath.create_urlpath(
            root, slug=row["slug"], title=row["title"], content=row["text"]
        )
        day = datetime.fromisoformat(row["day"]).replace(tzinfo=UTC)
        Article.objects.filter(pk=path.article.pk).update(modified=day, created=day)
        revisions = ArticleRevision.objects.filter(article=path.article)
        revisions.update(modified=day, created=day, user=users[name])
    client = Client(headers={"host": given["host"]})
    pages = []
    for query in given["queries"]:
        answered = client.get("/_search/", {"q": query})
        url = f"http://{given['host']}/_search/?{answered.request['QUERY_STRING']}"
        pages.append({"query": query, "url": url, "html": answered.content.decode()})
    json.dump(pages, sys.stdout)


main()
