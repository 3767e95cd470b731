"""The operator's console, of all apps: its name; what this module imports registers its part."""

from django.contrib import admin

from metasearch.console import (  # noqa: F401
    bulk,
    crawls,
    engines,
    imports,
    permissions,
    proposed_categories,
    versions,
)

admin.site.site_header = "Metasearch"
admin.site.site_title = "Metasearch"
admin.site.index_title = "Operator's console"
