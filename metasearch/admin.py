"""The operator's console, of all apps: its name. Each module of `console` registers its part."""

from importlib import import_module
from pkgutil import iter_modules

from django.contrib import admin

from metasearch import console

for _module in iter_modules(console.__path__, f"{console.__name__}."):
    import_module(_module.name)

admin.site.site_header = "Metasearch"
admin.site.site_title = "Metasearch"
admin.site.index_title = "Operator's console"
