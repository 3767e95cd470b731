"""Records read from the parsed tree, element by element: what reading by plans is held against."""

from unittest.mock import patch

from discovery.pages.page import Page
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper


def read_generally(wrapper: Wrapper, page: Page) -> tuple[ResultRecord, ...]:
    with patch.object(RecordTree, "_read_markup", return_value=False):
        return wrapper.extract(page).records
