"""Run by `django_programs`, in an environment with django-oscar: a shop, its wares searched.

Reads wares and queries as JSON from standard input, prints the pages as JSON.
"""

import io
import json
import sys
from pathlib import Path
from typing import Any

import django
from django.conf import settings

HERE = Path.cwd()


def configure() -> None:
    """Settle Django's settings: Oscar's own, a database in a file, a search by the database."""
    from oscar.defaults import __dict__ as defaults

    settings.configure(
        **{name: value for name, value in defaults.items() if name.isupper()}
        | {"OSCAR_THUMBNAILER": "oscar.core.thumbnails.EasyThumbnails"},
        SECRET_KEY="of the bed",
        DEBUG=False,
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="oscar_urls",
        LANGUAGE_CODE="de",
        USE_I18N=True,
        STATIC_URL="/static/",
        MEDIA_URL="/media/",
        MEDIA_ROOT=str(HERE / "media"),
        SITE_ID=1,
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(HERE / "shop.sqlite3"),
                "ATOMIC_REQUESTS": True,
            }
        },
        HAYSTACK_CONNECTIONS={
            "default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}
        },
        AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.ModelBackend"],
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            "django.contrib.sites",
            "django.contrib.flatpages",
            "oscar.config.Shop",
            "oscar.apps.analytics.apps.AnalyticsConfig",
            "oscar.apps.checkout.apps.CheckoutConfig",
            "oscar.apps.address.apps.AddressConfig",
            "oscar.apps.shipping.apps.ShippingConfig",
            "oscar.apps.catalogue.apps.CatalogueConfig",
            "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
            "oscar.apps.communication.apps.CommunicationConfig",
            "oscar.apps.partner.apps.PartnerConfig",
            "oscar.apps.basket.apps.BasketConfig",
            "oscar.apps.payment.apps.PaymentConfig",
            "oscar.apps.offer.apps.OfferConfig",
            "oscar.apps.order.apps.OrderConfig",
            "oscar.apps.customer.apps.CustomerConfig",
            "oscar.apps.search.apps.SearchConfig",
            "oscar.apps.voucher.apps.VoucherConfig",
            "oscar.apps.wishlists.apps.WishlistsConfig",
            "oscar.apps.dashboard.apps.DashboardConfig",
            "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
            "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
            "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
            "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
            "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
            "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
            "oscar.apps.dashboard.pages.apps.PagesDashboardConfig",
            "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
            "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
            "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
            "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
            "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
            "widget_tweaks",
            "haystack",
            "treebeard",
            "easy_thumbnails",
            "django_tables2",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "oscar.apps.basket.middleware.BasketMiddleware",
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
                        "oscar.apps.search.context_processors.search_form",
                        "oscar.apps.checkout.context_processors.checkout",
                        "oscar.apps.communication.notifications.context_processors.notifications",
                        "oscar.core.context_processors.metadata",
                    ]
                },
            }
        ],
    )
    Path("oscar_urls.py").write_text(
        "from django.apps import apps\nfrom django.urls import include, path\n"
        "urlpatterns = [path('', include(apps.get_app_config('oscar').urls[0]))]\n"
    )
    sys.path.insert(0, str(HERE))
    django.setup()


def fill(things: list[dict[str, Any]]) -> None:
    """Put the wares into the shop, each with a picture, most with ratings."""
    from django.core.files.base import ContentFile
    from django.core.management import call_command
    from oscar.core.loading import get_model
    from PIL import Image

    call_command("migrate", verbosity=0)
    kind = get_model("catalogue", "ProductClass").objects.create(name="Ware", track_stock=True)
    partner = get_model("partner", "Partner").objects.create(name="Lager")
    for thing in things:
        product = get_model("catalogue", "Product").objects.create(
            product_class=kind,
            title=thing["title"],
            slug=thing["slug"],
            description=thing["text"],
            upc=thing["slug"],
            rating=thing["rating"],
        )
        get_model("partner", "StockRecord").objects.create(
            product=product,
            partner=partner,
            partner_sku=thing["slug"],
            price=round(thing["price"], 2),
            price_currency="EUR",
            num_in_stock=thing["number"] % 4,
        )
        drawn = io.BytesIO()
        Image.new("RGB", (60, 40), (thing["number"] * 4 % 255, 120, 90)).save(drawn, "PNG")
        picture = get_model("catalogue", "ProductImage")(product=product)
        picture.original.save(f"{thing['slug']}.png", ContentFile(drawn.getvalue()))


def main() -> None:
    """Print the pages."""
    given = json.load(sys.stdin)
    configure()
    fill(given["things"])
    from django.test import Client

    client = Client(headers={"host": given["host"]})
    pages = []
    for query in given["queries"]:
        answered = client.get("/search/", {"q": query})
        url = f"http://{given['host']}/search/?{answered.request['QUERY_STRING']}"
        pages.append({"query": query, "url": url, "html": answered.content.decode()})
    json.dump(pages, sys.stdout)


main()
