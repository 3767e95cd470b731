# mypy: ignore-errors
"""Django's administration with a theme of another package: its search, run by the bed.

Called as a script with the theme's name, by the Python of the bed's own environment. Articles come
as JSON by standard input, the pages go out by standard output.
"""

import json
import re
import sys
from datetime import datetime
from html import unescape

import django
from django.conf import settings

HOST = "bed.example"
# What stands before Django's own administration among the installed apps.
APPS = {
    "django": (),
    "jazzmin": ("jazzmin",),
    "grappelli": ("grappelli",),
    "unfold": ("unfold",),
    "simpleui": ("simpleui",),
    "baton": ("baton",),
    "jet": ("jet",),
    "admin_interface": ("admin_interface", "colorfield"),
}


def main() -> None:
    """Print the pages of a search for each word."""
    theme = sys.argv[1]
    given = json.load(sys.stdin)
    _configure(theme)
    article = _make_article_model()
    _register(article, theme)
    _fill(article, given["articles"])
    json.dump(_searched(article, given["words"]), sys.stdout)


def _configure(theme: str) -> None:
    """Set Django up with the theme's apps and a database in memory."""
    contrib = [
        f"django.contrib.{name}"
        for name in ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    ]
    if theme == "baton":
        contrib.append("baton.autodiscover")
    settings.configure(
        SECRET_KEY="bed",
        ALLOWED_HOSTS=[HOST],
        ROOT_URLCONF="__main__",
        USE_TZ=False,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[*APPS[theme], *contrib],
        STATIC_URL="/static/",
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        X_FRAME_OPTIONS="SAMEORIGIN",
        SILENCED_SYSTEM_CHECKS=["security.W019"],
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
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
    )
    django.setup()


def _make_article_model():
    """Return the model of articles; it can be made only once Django is set up."""
    from django.db import models

    class Article(models.Model):
        title = models.CharField(max_length=300)
        section = models.CharField(max_length=80)
        date = models.DateTimeField()

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return self.title

    return Article


def _register(article, theme: str) -> None:
    """Put articles into the theme's administration, and that into the addresses."""
    from django.contrib import admin
    from django.urls import include, path

    base, site = admin.ModelAdmin, admin.site
    if theme == "unfold":
        import unfold.admin

        base = unfold.admin.ModelAdmin
    elif theme == "baton":
        from baton.autodiscover import admin as baton_admin

        site = baton_admin.site

    class ArticleAdmin(base):
        list_display = ("title", "section", "date")
        search_fields = ("title",)
        ordering = ("-date",)
        list_per_page = 10

    site.register(article, ArticleAdmin)
    globals()["urlpatterns"] = [
        *([path("grappelli/", include("grappelli.urls"))] if theme == "grappelli" else []),
        *([path("jet/", include("jet.urls", "jet"))] if theme == "jet" else []),
        *([path("baton/", include("baton.urls"))] if theme == "baton" else []),
        path("admin/", site.urls),
    ]


def _fill(article, articles: list[dict]) -> None:
    """Make the tables and store the articles."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0, run_syncdb=True)
    with connection.schema_editor() as editor:
        editor.create_model(article)
    article.objects.bulk_create(
        article(title=a["title"], section=a["section"], date=datetime.fromisoformat(a["date"]))
        for a in articles
    )


def _searched(article, words: list[str]) -> list[dict]:
    """Return the page of a search for each word, with the records it shows."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(HTTP_HOST=HOST)
    client.force_login(User.objects.create_superuser("bed", "bed@bed.example", "bed"))
    pages = []
    for word in words:
        address = f"/admin/auth/article/?q={word}"
        html = client.get(address).content.decode()
        found = article.objects.filter(title__icontains=word).order_by("-date")[:10]
        records = [
            {"url": f"http://{HOST}{_link(html, each.pk)}", "title": each.title} for each in found
        ]
        pages.append(
            {"word": word, "url": f"http://{HOST}{address}", "html": html, "records": records}
        )
    return pages


def _link(html: str, key: int) -> str:
    """Return the address by which a page links to an article: it may carry the search."""
    path = f"/admin/auth/article/{key}/change/"
    found = re.search(rf'href="({re.escape(path)}[^"]*)"', html)
    return unescape(found[1]) if found else path


main()
