"""Learning the wrapper of a page class: what differs between the pages of one template is data."""

from wrappers.induction.page_class.fields import declared_name
from wrappers.induction.page_class.page_class import (
    MAX_CLASS_SAMPLES,
    NoPagesError,
    learn_page_class,
)

__all__ = ["MAX_CLASS_SAMPLES", "NoPagesError", "declared_name", "learn_page_class"]
