"""Rows of wrappers: versions, sample pages, learning jobs, imports, what is read of collections."""

from wrappers.models.engine_watch import EngineWatch
from wrappers.models.imports import EngineImport, ImportedEngine
from wrappers.models.items import (
    POSTGRESQL_VECTOR,
    WITHOUT_DIACRITICS,
    CollectionQuestion,
    Item,
    PageClass,
)
from wrappers.models.learning_state import (
    Candidate,
    CheckedAnswer,
    FormFailure,
    FoundWrapper,
    LearningState,
    LeftOutPage,
    Mending,
    RefusedRepair,
)
from wrappers.models.wrapper_versions import (
    LearningJob,
    Proposal,
    SamplePage,
    SampleRole,
    WrapperVersion,
)

__all__ = [
    "POSTGRESQL_VECTOR",
    "WITHOUT_DIACRITICS",
    "Candidate",
    "CheckedAnswer",
    "CollectionQuestion",
    "EngineImport",
    "EngineWatch",
    "FormFailure",
    "FoundWrapper",
    "ImportedEngine",
    "Item",
    "LearningJob",
    "LearningState",
    "LeftOutPage",
    "Mending",
    "PageClass",
    "Proposal",
    "RefusedRepair",
    "SamplePage",
    "SampleRole",
    "WrapperVersion",
]
