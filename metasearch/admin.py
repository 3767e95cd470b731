"""The admin site's name; what it imports registers its part.

Django looks for this module alone.
"""

from django.contrib import admin

from metasearch.console import access_keys, background_tasks, proposed_categories

__all__ = ["access_keys", "background_tasks", "proposed_categories"]

admin.site.site_header = "Metasearch"
admin.site.site_title = "Metasearch"
admin.site.index_title = "Operator's console"
