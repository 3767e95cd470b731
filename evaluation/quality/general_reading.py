"""Records read from the parsed tree, element by element: what reading by plans is held against."""

from unittest.mock import patch

from discovery.pages import Page
from wrappers.extraction import RecordTree, ResultRecord, Wrapper


def read_generally(wrapper: Wrapper, page: Page) -> tuple[ResultRecord, ...]:
    with patch.object(RecordTree, "_read_markup", return_value=False):
        return wrapper.extract(page).records
