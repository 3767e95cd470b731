"""The data model that the records of a version follow, for a person to accept or change."""

from discovery.documents.document import DocumentError
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.data_model import learn_data_model
from wrappers.learning.known_answers import result_pages_of
from wrappers.models import WrapperVersion
from wrappers.operations.correction import CorrectionError


def learned_data_model(version: WrapperVersion) -> str:
    """Return the XML Schema that the records on a version's pages keep to.

    Raises `CorrectionError`.
    """
    try:
        wrapper = Wrapper.from_json(version.wrapper)
    except DocumentError as error:
        raise CorrectionError(f"The wrapper cannot be read: {error}") from error
    records = [record for page in result_pages_of(version) for record in wrapper.records(page)]
    if not records:
        raise CorrectionError("The version reads no record on its stored pages.")
    return learn_data_model(records)
