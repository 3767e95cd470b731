"""The operator's console: engines, their wrappers, what learning is doing, imports, collections.

Django looks for this module alone; each of these registers its part.
"""

from wrappers.console import collections, engines, imports, versions  # noqa: F401
