"""Wagtail's administration in one of its versions: its search among pages."""

from django_bed import configure, migrate, print_pages, read_contents

APPS = (
    "wagtail.contrib.forms wagtail.contrib.redirects wagtail.embeds wagtail.sites wagtail.users "
    "wagtail.snippets wagtail.documents wagtail.images wagtail.search wagtail.admin"
)


def main() -> None:
    """Print the pages."""
    words, articles = read_contents()
    import wagtail

    core = "wagtail.core" if wagtail.VERSION < (3,) else "wagtail"
    configure(
        apps=[*APPS.split(), core, "modelcluster", "taggit"],
        USE_TZ=True,
        WAGTAIL_SITE_NAME="Documents",
        WAGTAILADMIN_BASE_URL="http://bed.example",
        WAGTAILSEARCH_BACKENDS={"default": {"BACKEND": "wagtail.search.backends.database"}},
        STATICFILES_STORAGE="django.contrib.staticfiles.storage.StaticFilesStorage",
    )
    from django.urls import include, path
    from wagtail.admin import urls as admin_urls
    from wagtail.documents import urls as document_urls

    try:
        from wagtail import urls as page_urls
        from wagtail.models import Page
    except ImportError:
        from wagtail.core import urls as page_urls
        from wagtail.core.models import Page

    globals()["urlpatterns"] = [
        path("admin/", include(admin_urls)),
        path("documents/", include(document_urls)),
        path("", include(page_urls)),
    ]
    migrate()
    home = Page.objects.get(depth=2)
    for each in articles:
        home.add_child(instance=Page(title=each["title"], slug=each["slug"]))
    from django.core.management import call_command

    call_command("update_index", verbosity=0)
    print_pages(words, "/admin/pages/search/?q={word}")


main()
