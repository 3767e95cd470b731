"""Addresses of the project."""

from django.contrib import admin
from django.urls import path

from metasearch import views

urlpatterns = [
    path("", views.home, name="home"),
    path("search", views.search, name="search"),
    path("admin/", admin.site.urls),
]
