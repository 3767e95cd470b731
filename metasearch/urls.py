"""Addresses of the project."""

from django.contrib import admin
from django.urls import path

from metasearch import views
from metasearch.opensearch import opensearch

urlpatterns = [
    path("", views.home, name="home"),
    path("search", views.search, name="search"),
    path("opensearch.xml", opensearch, name="opensearch"),
    path("admin/", admin.site.urls),
]
