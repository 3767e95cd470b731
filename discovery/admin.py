"""The operator's console: crawls for engines, and the history of engines.

Django looks for this module alone; what it imports registers its part.
"""

from discovery.console import engine_crawls  # noqa: F401
