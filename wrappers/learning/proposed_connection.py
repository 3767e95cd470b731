"""Connections proposed with an engine: tried before, or instead of, the forms of its site."""

from dataclasses import dataclass

from discovery.connection import ConnectionDescription, DescriptionError, from_xml
from discovery.models import Engine
from discovery.pages import NotHtmlError, Page
from discovery.web import Fetcher, FetchError
from wrappers.engines import parse_response
from wrappers.models import LearningJob

HOME_DEADLINE = 20.0


@dataclass(frozen=True, slots=True)
class ProposedConnection:
    """A connection to be tried, and where it comes from.

    `site_may_be_surveyed`: when it fails, the forms of the engine's site may be tried.
    """

    description: ConnectionDescription
    origin: str
    site_may_be_surveyed: bool


def proposed_connection(job: LearningJob) -> ProposedConnection | None:
    """Return the connection that a job tries first, None when the site's forms are to be found.

    One that was uploaded is the only one. One that came with the engine counts until the engine is
    learned. After that, one by template alone still does: no form of the site stands for it.
    """
    given = job.state.given
    if given:
        description = from_xml(given.encode())
        return ProposedConnection(description, "as uploaded", site_may_be_surveyed=False)
    engine = job.engine
    if not engine.description:
        return None
    try:
        description = from_xml(engine.description.encode())
    except DescriptionError:
        return None
    if engine.version and description.action:
        return None
    # Of several engines of one site, the site's form stands for none in particular.
    alone = not Engine.objects.filter(home_url=engine.home_url).exclude(pk=engine.pk).exists()
    return ProposedConnection(description, "as proposed", site_may_be_surveyed=alone)


async def fetch_home_page(fetcher: Fetcher, home_url: str) -> list[Page]:
    """Return the home page, if there is one: its words are good queries."""
    try:
        response = await fetcher.fetch(home_url, deadline=HOME_DEADLINE, polite=True)
        return [await parse_response(response)]
    except (FetchError, NotHtmlError):
        return []
