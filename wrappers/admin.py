"""The operator's console: engines, their wrappers, what learning is doing, imports, collections.

Django looks for this module alone; each of these registers its part.
"""

from wrappers import admin_engines, admin_imports, admin_jobs, admin_versions

__all__ = ["admin_engines", "admin_imports", "admin_jobs", "admin_versions"]
