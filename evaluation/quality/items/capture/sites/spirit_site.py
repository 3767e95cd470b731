"""Run by `django_programs`, in an environment with django-spirit: a forum, its topics searched.

Reads topics and queries as JSON from standard input, prints the pages as JSON.
"""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import django

HERE = Path.cwd()
SETTINGS = """
from spirit.extra.project_template.project_name.settings.base import *
SECRET_KEY = "of the bed"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "forum_urls"
LANGUAGE_CODE = "es"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "forum.sqlite3"}}
HAYSTACK_CONNECTIONS["default"]["PATH"] = "index"
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"} for name in CACHES
}
LOGGING = {}
ST_TASK_MANAGER = None
ST_SITE_URL = "http://bed.example/"
"""


def main() -> None:
    """Fill the forum, print the pages."""
    given = json.load(sys.stdin)
    Path("forum_settings.py").write_text(SETTINGS)
    Path("forum_urls.py").write_text(
        "from django.urls import include, path\nurlpatterns = [path('', include('spirit.urls'))]\n"
    )
    sys.path.insert(0, str(HERE))
    os.environ["DJANGO_SETTINGS_MODULE"] = "forum_settings"
    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client
    from spirit.category.models import Category
    from spirit.comment.models import Comment
    from spirit.topic.models import Topic

    call_command("migrate", verbosity=0)
    users, categories = {}, {}
    for row in given["things"]:
        name = row["author"].replace(" ", "_")
        if name not in users:
            users[name] = get_user_model().objects.create_user(name, f"{len(users)}@example.org")
        if row["sort"] not in categories:
            categories[row["sort"]] = Category.objects.create(title=row["sort"])
        day = datetime.fromisoformat(row["day"]).replace(tzinfo=UTC)
        topic = Topic.objects.create(
            user=users[name],
            category=categories[row["sort"]],
            title=row["title"],
            date=day,
            last_active=day,
            reindex_at=day,
            comment_count=row["number"] % 13,
            view_count=row["size"] % 900,
        )
        Comment.objects.create(
            user=users[name], topic=topic, comment=row["text"], comment_html=row["text"]
        )
    call_command("rebuild_index", interactive=False, verbosity=0)
    client = Client(headers={"host": given["host"]})
    client.force_login(next(iter(users.values())))
    pages = []
    for query in given["queries"]:
        answered = client.get("/search/", {"q": query})
        url = f"http://{given['host']}/search/?{answered.request['QUERY_STRING']}"
        pages.append({"query": query, "url": url, "html": answered.content.decode()})
    json.dump(pages, sys.stdout)


main()
