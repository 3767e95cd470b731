"""Lists of engines that people have, in any format, read into proposals."""

from discovery.engine_lists.engine_list import (
    MAX_LIST_BYTES,
    EngineList,
    EngineListError,
    EngineProposal,
    engine_key,
)
from discovery.engine_lists.reading import read_engine_list
from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.engine_lists.selection import select_records

__all__ = [
    "MAX_LIST_BYTES",
    "EngineList",
    "EngineListError",
    "EngineProposal",
    "ResultSelectors",
    "engine_key",
    "read_engine_list",
    "select_records",
]
