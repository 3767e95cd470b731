"""Django's administration with a theme of another package, served to whoever asks.

Called with the theme's name, by a Python that finds the packages; PORT says where to listen.
"""

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from wsgiref.simple_server import make_server

import django
from django.conf import settings

THEMES = {"admin_interface": ("admin_interface", "colorfield"), "django": ()}


def as_superuser(get_response):
    """Let every request be the superuser's."""

    def answer(request):
        from django.contrib.auth.models import User

        request.user = User.objects.get(username="bed")
        return get_response(request)

    return answer


def main() -> None:
    """Serve the search of articles."""
    theme = sys.argv[1]
    names = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    contrib = [f"django.contrib.{name}" for name in names]
    if theme == "baton":
        contrib.append("baton.autodiscover")
    django_name = "django.contrib.{}.context_processors.{}"
    settings.configure(
        SECRET_KEY="bed",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="__main__",
        USE_TZ=False,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[*THEMES.get(theme, (theme,)), *contrib],
        STATIC_URL="/static/",
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        X_FRAME_OPTIONS="SAMEORIGIN",
        SILENCED_SYSTEM_CHECKS=["security.W019"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "__main__.as_superuser",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        django_name.format("auth", "auth"),
                        django_name.format("messages", "messages"),
                    ]
                },
            }
        ],
    )
    django.setup()
    from django.contrib import admin
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.db import connection, models
    from django.urls import include, path

    class Article(models.Model):
        title = models.CharField(max_length=300)
        section = models.CharField(max_length=80)
        date = models.DateTimeField()
        text = models.TextField()

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return self.title

    base = admin.ModelAdmin
    if theme == "unfold":
        import unfold.admin

        base = unfold.admin.ModelAdmin

    class ArticleAdmin(base):
        list_display = ("title", "section", "date")
        search_fields = ("title", "text")
        ordering = ("-date",)
        list_per_page = 10

    site = admin.site
    if theme == "baton":
        from baton.autodiscover import admin as baton_admin

        site = baton_admin.site
    site.register(Article, ArticleAdmin)
    extra = {"grappelli": "grappelli.urls", "jet": ("jet.urls", "jet"), "baton": "baton.urls"}
    further = [path(f"{theme}/", include(extra[theme]))] if theme in extra else []
    globals()["urlpatterns"] = [*further, path("admin/", site.urls)]
    call_command("migrate", verbosity=0, run_syncdb=True)
    with connection.schema_editor() as editor:
        editor.create_model(Article)
    rows = json.loads((Path(django.__file__).parents[1] / "documents.json").read_text())
    Article.objects.bulk_create(
        Article(
            title=row["title"],
            section=row["section"],
            date=datetime.fromisoformat(row["published"]),
            text=row["text"],
        )
        for row in rows
    )
    User.objects.create_superuser("bed", "bed@bed.example", "bed")
    make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()


main()
