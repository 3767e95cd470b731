"""What the tools of key holders do: long work is begun; where it stands is told when asked for."""

from collections.abc import Sequence
from typing import Any

from discovery.collections.crawls import CollectionRequest, SampleError
from discovery.engines.registration import AddressError
from discovery.models import Collection, Engine
from metasearch.mcp_server.problems import ToolProblemError
from wrappers.collections.collection_jobs import queue_collection
from wrappers.operations.lifecycle import begin_adding

# Downloads that an assistant may ask for at most.
MAX_DOWNLOADS = 10_000


def add_engine(address: str) -> dict[str, Any]:
    """Register a site and have it learned; return where that stands. Raises `ToolProblemError`."""
    try:
        return engine_state(begin_adding(address).slug)
    except AddressError as error:
        raise ToolProblemError(str(error)) from error


def engine_state(slug: str) -> dict[str, Any]:
    """Return where an engine and its latest learning stand. Raises `ToolProblemError`."""
    engine = Engine.objects.filter(slug=slug).first()
    if engine is None:
        raise ToolProblemError(f"There is no engine {slug!r}.")
    job = engine.learning_jobs.first()
    return {
        "slug": engine.slug,
        "name": engine.name,
        "home_url": engine.home_url,
        "state": engine.state,
        "reason": engine.reason,
        "is_finished": job is None or job.finished_at is not None,
        "steps": [] if job is None else job.log,
    }


def collect(samples: Sequence[str], entry: str, max_downloads: int) -> dict[str, Any]:
    """Begin a collection of all pages like the samples; return where it stands.

    Raises `ToolProblemError`.
    """
    wanted = CollectionRequest(tuple(samples), entry, max_downloads=max_downloads)
    try:
        return collection_state(queue_collection(wanted).pk)
    except (AddressError, SampleError) as error:
        raise ToolProblemError(str(error)) from error


def collection_state(number: int) -> dict[str, Any]:
    """Return where a collection stands. Raises `ToolProblemError`."""
    collection = Collection.objects.filter(pk=number).first()
    if collection is None:
        raise ToolProblemError(f"There is no collection {number}.")
    engine = Engine.objects.filter(collection=collection).first()
    return {
        "collection": collection.pk,
        "name": collection.name,
        "state": collection.state,
        "stage": collection.stage,
        "reason": collection.reason,
        "downloads": collection.downloads,
        "found": collection.found,
        "is_finished": collection.finished_at is not None,
        # The collection is searched by this name once its pages are read.
        "engine": engine.slug if engine is not None else None,
    }
