"""Zinnia, a weblog for Django, in one of its themes: its search."""

import re
import sys
from datetime import datetime

from django_bed import configure, migrate, print_pages, read_contents

THEMES = {
    "default": (),
    "bootstrap": ("zinnia_bootstrap",),
    "bootstrap4": ("zinnia_bootstrap4",),
    "foundation": ("zinnia_foundation",),
}


def main() -> None:
    """Print the pages."""
    words, articles = read_contents()
    compile_pattern = re.compile
    # Later Pythons refuse a flag within a pattern.
    re.compile = lambda pattern, flags=0: compile_pattern(
        pattern.replace("(?u)", "") if isinstance(pattern, str) else pattern, flags
    )
    own = ("sites", "django_comments", "mptt", "tagging")
    configure(
        first=THEMES[sys.argv[1]],
        apps=["django.contrib.sites", *own[1:], "zinnia"],
        processors=["zinnia.context_processors.version"],
        options={
            "loaders": [
                "app_namespace.Loader",
                "django.template.loaders.app_directories.Loader",
            ]
        },
        SITE_ID=1,
        ZINNIA_PAGINATION=10,
        USE_TZ=True,
    )
    from django.conf.urls import include, url
    from django.contrib import admin

    globals()["urlpatterns"] = [
        url(r"^admin/", admin.site.urls),
        url(r"^weblog/", include("zinnia.urls")),
        url(r"^comments/", include("django_comments.urls")),
    ]
    migrate()
    from django.contrib.auth import get_user_model
    from django.contrib.sites.models import Site
    from django.utils.timezone import utc
    from zinnia.managers import PUBLISHED
    from zinnia.models.author import Author
    from zinnia.models.category import Category
    from zinnia.models.entry import Entry

    get_user_model().objects.create_superuser("bed", "bed@bed.example", "bed")
    author, site = Author.objects.get(), Site.objects.get()
    for each in articles:
        day = datetime.fromisoformat(each["date"]).replace(tzinfo=utc)
        entry = Entry.objects.create(
            title=each["title"],
            slug=each["slug"],
            content=f"<p>{each['text']}</p>",
            status=PUBLISHED,
            publication_date=day,
            creation_date=day,
        )
        entry.sites.add(site)
        entry.authors.add(author)
        section = each["section"]
        entry.categories.add(Category.objects.get_or_create(title=section, slug=section)[0])
    print_pages(words, "/weblog/search/?pattern={word}")


main()
