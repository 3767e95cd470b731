"""Addresses of the project."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from metasearch.api.engine_list import engine_list, opensearch, searxng_config
from metasearch.api.openapi import openapi
from metasearch.console import health, inbox, metrics, readiness, samples
from metasearch.edge.single_sign_on import sign_on
from metasearch.web import pages, views
from metasearch.web.suggestions import complete, suggest
from metasearch.web.thumbnails import thumbnail

urlpatterns = [
    path("", views.home, name="home"),
    path("search", views.search, name="search"),
    path("engines", pages.engines, name="engines"),
    path("preferences", pages.preferences, name="preferences"),
    path("help", pages.help_page, name="help"),
    path("suggest", suggest, name="suggest"),
    path("thumbnail", thumbnail, name="thumbnail"),
    path("api/v1/search", views.api_search, name="api_search"),
    path("api/v1/engines", engine_list, name="api_engines"),
    path("config", searxng_config, name="searxng_config"),
    path("autocompleter", complete, name="searxng_autocompleter"),
    path("api/openapi.json", openapi, name="openapi"),
    # Browsers ask here when a page, such as the console's, names no icon.
    path("favicon.ico", RedirectView.as_view(url=static("metasearch/icon.svg")), name="favicon"),
    path("robots.txt", pages.robots, name="robots"),
    path("opensearch.xml", opensearch, name="opensearch"),
    path("healthz", readiness.healthz, name="healthz"),
    path("readyz", readiness.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("admin/inbox/", admin.site.admin_view(inbox.inbox_page), name="inbox"),
    path("admin/health/", admin.site.admin_view(health.health_page), name="health"),
    path("admin/samples/", admin.site.admin_view(samples.samples_page), name="samples"),
    path("admin/oidc/", sign_on, name="single_sign_on"),
    # For accounts that may not enter the console, too.
    path("admin/sign-out/", LogoutView.as_view(next_page="home"), name="sign_out"),
    path("admin/", admin.site.urls),
]
