"""The admin site's name; what it imports registers its part.

Django looks for this module alone.
"""

from django.contrib import admin

from metasearch.console import (  # noqa: F401
    background_tasks,
    permissions,
    proposed_categories,
)

admin.site.site_header = "Metasearch"
admin.site.site_title = "Metasearch"
admin.site.index_title = "Operator's console"
