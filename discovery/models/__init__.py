"""Rows of discovery: engines, the history of their states, crawls for engines, collections."""

from discovery.models.collections import (
    CollectedKind,
    CollectingMethod,
    Collection,
    CollectionPage,
    CollectionStage,
    TraversalState,
)
from discovery.models.engine_crawls import CrawlPage, CrawlRobots, CrawlSite, EngineCrawl, PageKind
from discovery.models.engines import MAX_BANG_LENGTH, Engine, EngineEvent, EngineQuerySet
from discovery.models.states import (
    ALLOWED_CHANGES,
    LEARNING_FAILURES,
    EngineState,
    ForbiddenChangeError,
    PageState,
)

__all__ = [
    "ALLOWED_CHANGES",
    "LEARNING_FAILURES",
    "MAX_BANG_LENGTH",
    "CollectedKind",
    "CollectingMethod",
    "Collection",
    "CollectionPage",
    "CollectionStage",
    "CrawlPage",
    "CrawlRobots",
    "CrawlSite",
    "Engine",
    "EngineCrawl",
    "EngineEvent",
    "EngineQuerySet",
    "EngineState",
    "ForbiddenChangeError",
    "PageKind",
    "PageState",
    "TraversalState",
]
