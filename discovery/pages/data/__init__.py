"""Answers that are no HTML: JSON and XML of any shape, shown as the tag tree of a result page.

`read_data` brings what programs send into one shape: objects, lists, texts. `find_view` tells which
objects are records, which of their texts is the title, and where they lead. `show_data` writes them
down as a page by such a view, which a wrapper keeps. Whatever learns or reads pages goes on from
there.
"""

from discovery.pages.data.reading import read_data
from discovery.pages.data.roles import find_view
from discovery.pages.data.showing import is_shown_title, show_data
from discovery.pages.data.site_index import (
    IndexView,
    SiteIndex,
    find_index,
    read_index,
)
from discovery.pages.data.value import Data, DataTooLargeError
from discovery.pages.data.view import DataView
from discovery.pages.data.xml_parser import safe_xml_parser

__all__ = [
    "Data",
    "DataTooLargeError",
    "DataView",
    "IndexView",
    "SiteIndex",
    "find_index",
    "find_view",
    "is_shown_title",
    "read_data",
    "read_index",
    "safe_xml_parser",
    "show_data",
]
