"""The admin site's name; what it imports registers its part."""

from django.contrib import admin

from metasearch.console import permissions, proposed_categories  # noqa: F401

admin.site.site_header = "Metasearch"
admin.site.site_title = "Metasearch"
admin.site.index_title = "Operator's console"
