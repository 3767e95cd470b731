"""The pages people see, and how they are sent."""

from metasearch.web.refusal import ADMISSION, refuse_search
from metasearch.web.shared_client import CLIENT, shared_client
from metasearch.web.suggestions import complete, suggest
from metasearch.web.thumbnails import thumbnail

__all__ = [
    "ADMISSION",
    "CLIENT",
    "complete",
    "refuse_search",
    "shared_client",
    "suggest",
    "thumbnail",
]
