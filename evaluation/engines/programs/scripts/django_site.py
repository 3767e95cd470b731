"""A site of a program for Django, filled with the documents and served to whoever asks.

usage: django_site.py admin THEME|hyperkitty|machina|oscar|wiki

Called by a Python that finds the packages, beside which the documents lie; PORT says where to
listen. One thread serves, as the database is in memory.
"""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from wsgiref.simple_server import make_server

import django
from django.conf import settings

CONTRIB = "admin auth contenttypes sessions sites messages staticfiles humanize flatpages".split()
PROCESSORS = [
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    *(
        f"django.template.context_processors.{name}"
        for name in "request i18n static media tz".split()
    ),
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
SITES = {}
urlpatterns = []


def site(fill):
    """Keep a function that fills a site."""
    SITES[fill.__name__] = fill
    return fill


def set_up(apps, processors=(), middleware=(), folders=(), contrib=CONTRIB, **more):
    """Configure Django for a program's apps and make its tables."""
    options = {"context_processors": [*PROCESSORS, *processors]}
    backend = "django.template.backends.django.DjangoTemplates"
    templates = {"BACKEND": backend, "APP_DIRS": True, "DIRS": list(folders), "OPTIONS": options}
    index = {
        "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
        "STORAGE": "ram",
        "PATH": "-",
    }
    settings.configure(
        **{
            "SECRET_KEY": "bed",
            "ALLOWED_HOSTS": ["*"],
            "ROOT_URLCONF": "__main__",
            "SITE_ID": 1,
            "USE_TZ": True,
            "LANGUAGE_CODE": "en",
            "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
            "INSTALLED_APPS": [*(f"django.contrib.{name}" for name in contrib), *apps],
            "STATIC_URL": "/static/",
            "MEDIA_URL": "/media/",
            "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
            "MIDDLEWARE": [*MIDDLEWARE, *middleware],
            "HAYSTACK_CONNECTIONS": {"default": index},
            "TEMPLATES": [templates],
            **more,
        }
    )
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, run_syncdb=True)


def documents():
    """Return the documents of the bed."""
    return json.loads((Path(django.__file__).parents[1] / "documents.json").read_text())


def as_superuser(get_response):
    """Let every request be the superuser's."""

    def answer(request):
        from django.contrib.auth.models import User

        request.user = User.objects.get(username="bed")
        return get_response(request)

    return answer


@site
def admin():
    """Django's administration with a theme of another package: each document is an article."""
    theme = sys.argv[2]
    themes = {"admin_interface": ["admin_interface", "colorfield"], "django": []}
    contrib = "admin auth contenttypes sessions messages staticfiles".split()
    discovery = ["baton.autodiscover"] if theme == "baton" else []
    kept = [name for name in MIDDLEWARE if name.split(".")[2] in {"sessions", "auth", "messages"}]
    set_up(
        [*themes.get(theme, [theme]), *(f"django.contrib.{name}" for name in contrib), *discovery],
        contrib=(),
        USE_TZ=False,
        X_FRAME_OPTIONS="SAMEORIGIN",
        SILENCED_SYSTEM_CHECKS=["security.W019"],
        MIDDLEWARE=[*kept[:-1], "__main__.as_superuser", kept[-1]],
    )
    from django.contrib import admin
    from django.contrib.auth.models import User
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

    shown = admin.site
    if theme == "baton":
        from baton.autodiscover import admin as baton_admin

        shown = baton_admin.site
    shown.register(Article, ArticleAdmin)
    extra = {"grappelli": "grappelli.urls", "jet": ("jet.urls", "jet"), "baton": "baton.urls"}
    if theme in extra:
        urlpatterns.append(path(f"{theme}/", include(extra[theme])))
    urlpatterns.append(path("admin/", shown.urls))
    with connection.schema_editor() as editor:
        editor.create_model(Article)
    Article.objects.bulk_create(
        Article(
            title=row["title"],
            section=row["section"],
            date=datetime.fromisoformat(row["published"]),
            text=row["text"],
        )
        for row in documents()
    )
    User.objects.create_superuser("bed", "bed@bed.example", "bed")


@site
def wiki():
    """Django-wiki: each document is a page; nobody has to log in to read."""
    set_up(
        ["django_nyt", "mptt", "sekizai", "sorl.thumbnail", "wiki"],
        processors=["sekizai.context_processors.sekizai"],
        contrib=[name for name in CONTRIB if name != "flatpages"],
    )
    from django.urls import include, path
    from wiki.models import URLPath

    urlpatterns.append(path("notifications/", include("django_nyt.urls")))
    urlpatterns.append(path("", include("wiki.urls")))
    root = URLPath.create_root(title="Documents", content="All documents.")
    for row in documents():
        URLPath.create_urlpath(root, row["slug"], title=row["title"], content=row["text"])


@site
def hyperkitty():
    """HyperKitty, the archive of Mailman 3, which is not there: each document is a mail."""
    set_up(
        [
            *("hyperkitty", "django_mailman3", "rest_framework", "django_gravatar", "compressor"),
            *("haystack", "django_extensions", "django_q"),
            *("allauth", "allauth.account", "allauth.socialaccount"),
        ],
        processors=[
            "django_mailman3.context_processors.common",
            "hyperkitty.context_processors.common",
        ],
        middleware=["allauth.account.middleware.AccountMiddleware"],
        MAILMAN_REST_API_URL="http://127.0.0.1:9",
        MAILMAN_REST_API_USER="bed",
        MAILMAN_REST_API_PASS="bed",
        MAILMAN_ARCHIVER_KEY="bed",
        MAILMAN_ARCHIVER_FROM=("127.0.0.1",),
        COMPRESS_ENABLED=False,
        COMPRESS_PRECOMPILERS=(),
        STATIC_ROOT="static",
        LOGIN_URL="account_login",
        LOGOUT_URL="account_logout",
        LOGIN_REDIRECT_URL="hk_root",
        Q_CLUSTER={"retry": 60, "timeout": 30, "orm": "default", "workers": 1},
        ACCOUNT_UNIQUE_EMAIL=True,
        AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.ModelBackend"],
    )
    from django.urls import include, path
    from hyperkitty.models import Email, MailingList, Sender, Thread

    for place, urls in (
        ("", "hyperkitty.urls"),
        ("mailman3/", "django_mailman3.urls"),
        ("accounts/", "allauth.urls"),
    ):
        urlpatterns.append(path(place, include(urls)))
    archive = MailingList.objects.create(
        name="documents@documents.example",
        list_id="documents.documents.example",
        display_name="Documents",
    )
    for row in documents():
        sent = datetime.fromisoformat(row["published"]).replace(tzinfo=UTC)
        address = f"{row['section']}@documents.example"
        sender, _ = Sender.objects.get_or_create(address=address)
        thread = Thread.objects.create(
            mailinglist=archive, thread_id=f"thread{row['id']:04}", date_active=sent
        )
        Email.objects.create(
            mailinglist=archive,
            message_id=row["slug"],
            message_id_hash=f"hash{row['id']:04}",
            sender=sender,
            sender_name=row["section"],
            subject=row["title"],
            content=row["text"],
            date=sent,
            timezone=0,
            thread=thread,
            archived_date=sent,
        )


@site
def machina():
    """django-machina, a forum: each document is a topic."""
    from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR

    parts = (
        "forum_conversation forum_conversation.forum_attachments forum_conversation.forum_polls "
        "forum_feeds forum_moderation forum_search forum_tracking forum_member forum_permission "
        "forum"
    ).split()
    caches = ("default", "machina_attachments")
    local = "django.core.cache.backends.locmem.LocMemCache"
    set_up(
        [
            "mptt",
            "haystack",
            "widget_tweaks",
            "machina",
            *(f"machina.apps.{part}" for part in parts),
        ],
        processors=["machina.core.context_processors.metadata"],
        middleware=["machina.apps.forum_permission.middleware.ForumPermissionMiddleware"],
        folders=[MACHINA_MAIN_TEMPLATE_DIR],
        STATICFILES_DIRS=[MACHINA_MAIN_STATIC_DIR],
        CACHES={name: {"BACKEND": local, "LOCATION": name} for name in caches},
        MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS=[],
    )
    from django.contrib.auth.models import User
    from django.urls import include, path
    from machina.apps.forum.models import Forum
    from machina.apps.forum_conversation.models import Post, Topic
    from machina.apps.forum_permission.models import ForumPermission, UserForumPermission

    urlpatterns.append(path("", include("machina.urls")))
    forum = Forum.objects.create(name="Documents", type=Forum.FORUM_POST)
    for name in ("can_see_forum", "can_read_forum"):
        permission = ForumPermission.objects.get(codename=name)
        UserForumPermission.objects.create(
            permission=permission, forum=forum, anonymous_user=True, has_perm=True
        )
    for row in documents():
        poster, _ = User.objects.get_or_create(username=row["section"])
        said = {"subject": row["title"], "poster": poster, "approved": True}
        states = {"type": Topic.TOPIC_POST, "status": Topic.TOPIC_UNLOCKED}
        topic = Topic.objects.create(forum=forum, **said, **states)
        Post.objects.create(topic=topic, content=row["text"], **said)


@site
def oscar():
    """django-oscar, a shop: each document is a product."""
    from oscar import defaults

    apps = (
        "analytics.apps.Analytics checkout.apps.Checkout address.apps.Address "
        "shipping.apps.Shipping catalogue.apps.Catalogue catalogue.reviews.apps.CatalogueReviews "
        "communication.apps.Communication partner.apps.Partner basket.apps.Basket "
        "payment.apps.Payment offer.apps.Offer order.apps.Order customer.apps.Customer "
        "search.apps.Search voucher.apps.Voucher wishlists.apps.Wishlists "
        "dashboard.apps.Dashboard dashboard.reports.apps.ReportsDashboard "
        "dashboard.users.apps.UsersDashboard dashboard.orders.apps.OrdersDashboard "
        "dashboard.catalogue.apps.CatalogueDashboard dashboard.offers.apps.OffersDashboard "
        "dashboard.partners.apps.PartnersDashboard dashboard.pages.apps.PagesDashboard "
        "dashboard.ranges.apps.RangesDashboard dashboard.reviews.apps.ReviewsDashboard "
        "dashboard.vouchers.apps.VouchersDashboard "
        "dashboard.communications.apps.CommunicationsDashboard "
        "dashboard.shipping.apps.ShippingDashboard"
    ).split()
    set_up(
        [
            "oscar.config.Shop",
            *(f"oscar.apps.{app}Config" for app in apps),
            *("widget_tweaks", "haystack", "treebeard", "django_tables2"),
        ],
        processors=[
            "oscar.apps.search.context_processors.search_form",
            "oscar.apps.checkout.context_processors.checkout",
            "oscar.apps.communication.notifications.context_processors.notifications",
            "oscar.core.context_processors.metadata",
        ],
        middleware=["oscar.apps.basket.middleware.BasketMiddleware"],
        **{name: value for name, value in vars(defaults).items() if name.startswith("OSCAR_")},
    )
    from django.apps import apps as installed
    from django.urls import include, path
    from oscar.core.loading import get_model

    urlpatterns.append(path("i18n/", include("django.conf.urls.i18n")))
    urlpatterns.append(path("", include(installed.get_app_config("oscar").urls[0])))
    kind = get_model("catalogue", "ProductClass").objects.create(
        name="Document", track_stock=False, requires_shipping=False
    )
    partner = get_model("partner", "Partner").objects.create(name="Bed")
    for row in documents():
        product = get_model("catalogue", "Product").objects.create(
            title=row["title"], description=row["text"], product_class=kind, slug=row["slug"]
        )
        get_model("partner", "StockRecord").objects.create(
            product=product, partner=partner, partner_sku=row["slug"], price=1 + row["id"] % 90
        )


def main() -> None:
    """Fill the site, index it where it has an index, serve it."""
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    SITES[sys.argv[1]]()
    if "haystack" in settings.INSTALLED_APPS:
        call_command("rebuild_index", interactive=False, verbosity=0)
    make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()


main()
