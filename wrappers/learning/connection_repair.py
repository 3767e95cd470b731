"""Process-flow repair: an engine that is asked in another way than it was.

Ferrara and Baumgartner 2011, section 4: where the page that answers is another one altogether, the
way to it is mended before the wrapper is. Details ours: the site's forms are found again.
"""

from dataclasses import replace

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.requests.request import QueryError, build_request
from discovery.connection.xml.reading import from_xml
from discovery.connection.xml.writing import to_xml
from discovery.engines.form_survey import survey_site
from discovery.engines.home_page import DiscoveryError
from wrappers.learning.failures import end_failed
from wrappers.learning.step_context import StepContext, StepResult, mending_of
from wrappers.models import Candidate, WrapperVersion


def repair_connection(context: StepContext) -> StepResult:
    """Find the forms of the site: has the form moved, or changed its parameters? (Process flow.)"""
    engine = context.job.engine
    in_use = context.description
    try:
        survey = context.run(survey_site(context.fetcher, engine.home_url))
    except DiscoveryError as error:
        return end_failed(context, error.state, str(error), error.evidence)
    others = [
        candidate
        for candidate in survey.candidates
        if _request_of(candidate.description) != _request_of(in_use)
    ]
    if not others:
        return StepResult("the site asks as it did; learning anew", "find_form", drop_samples=True)
    context.update(
        candidates=tuple(
            Candidate(
                to_xml(_named_as(in_use, candidate.description)).decode(), tuple(candidate.cues)
            )
            for candidate in others
        ),
        candidate=0,
        asked=(),
        mending=mending_of(context).replace(repaired=True),
    )
    where = others[0].description.action or others[0].description.template
    return StepResult(f"the site asks in another way now: {where}", "ask_again", drop_samples=True)


def _named_as(in_use: ConnectionDescription, found: ConnectionDescription) -> ConnectionDescription:
    """Return a description found with the name that the engine has."""
    return replace(found, site_name=in_use.site_name or found.site_name)


def _request_of(description: ConnectionDescription) -> object:
    """Return what an engine is sent; None for a description that cannot be asked."""
    try:
        return build_request(description, "query")
    except QueryError:
        return None


def form_has_moved(version: WrapperVersion, found: list[ConnectionDescription]) -> bool:
    """Tell whether a site's forms all ask otherwise than the engine of `version` is asked."""
    in_use = _request_of(from_xml(version.description.encode()))
    return bool(found) and in_use not in [_request_of(description) for description in found]
