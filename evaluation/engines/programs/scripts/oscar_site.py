"""django-oscar, a shop: each document is a product; PORT says where to listen."""

from oscar.defaults import *  # noqa: F403  (settings that the shop wants to be its own)
from site_of_apps import documents, serve, set_up

PARTS = (
    "oscar.config.Shop oscar.apps.analytics.apps.AnalyticsConfig "
    "oscar.apps.checkout.apps.CheckoutConfig oscar.apps.address.apps.AddressConfig "
    "oscar.apps.shipping.apps.ShippingConfig oscar.apps.catalogue.apps.CatalogueConfig "
    "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig "
    "oscar.apps.communication.apps.CommunicationConfig "
    "oscar.apps.partner.apps.PartnerConfig oscar.apps.basket.apps.BasketConfig "
    "oscar.apps.payment.apps.PaymentConfig oscar.apps.offer.apps.OfferConfig "
    "oscar.apps.order.apps.OrderConfig oscar.apps.customer.apps.CustomerConfig "
    "oscar.apps.search.apps.SearchConfig oscar.apps.voucher.apps.VoucherConfig "
    "oscar.apps.wishlists.apps.WishlistsConfig oscar.apps.dashboard.apps.DashboardConfig "
    "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig "
    "oscar.apps.dashboard.users.apps.UsersDashboardConfig "
    "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig "
    "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig "
    "oscar.apps.dashboard.offers.apps.OffersDashboardConfig "
    "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig "
    "oscar.apps.dashboard.pages.apps.PagesDashboardConfig "
    "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig "
    "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig "
    "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig "
    "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig "
    "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig "
    "widget_tweaks haystack treebeard easy_thumbnails django_tables2"
).split()


def main() -> None:
    """Fill the shop and serve it."""
    own = {name: value for name, value in globals().items() if name.startswith("OSCAR_")}
    set_up(
        [part for part in PARTS if part != "easy_thumbnails"],
        processors=[
            "oscar.apps.search.context_processors.search_form",
            "oscar.apps.checkout.context_processors.checkout",
            "oscar.apps.communication.notifications.context_processors.notifications",
            "oscar.core.context_processors.metadata",
        ],
        middleware=["oscar.apps.basket.middleware.BasketMiddleware"],
        **own,
    )
    from django.apps import apps
    from django.urls import include, path
    from oscar.core.loading import get_model

    globals()["urlpatterns"] = [
        path("i18n/", include("django.conf.urls.i18n")),
        path("", include(apps.get_app_config("oscar").urls[0])),
    ]
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
    serve()


main()
