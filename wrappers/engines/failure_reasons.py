"""Why an engine gave no answer, for the answer that says so."""

from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.lost_time import LostTime, Stage
from wrappers.extraction.answers.kinds import AnswerReason

_FETCH_REASONS = {
    FetchFailure.BAD_ADDRESS: AnswerReason.BAD_ADDRESS,
    FetchFailure.REFUSED: AnswerReason.REFUSED_ADDRESS,
    FetchFailure.DNS: AnswerReason.DNS,
    FetchFailure.CONNECTION: AnswerReason.CONNECTION,
    FetchFailure.TLS: AnswerReason.TLS,
    FetchFailure.TIMEOUT: AnswerReason.NO_ANSWER,
    FetchFailure.SLOW_BODY: AnswerReason.SLOW_BODY,
    FetchFailure.OVERLOADED: AnswerReason.OVERLOADED,
    FetchFailure.PROTOCOL: AnswerReason.PROTOCOL,
    FetchFailure.CUT_SHORT: AnswerReason.CUT_SHORT,
    FetchFailure.TOO_LARGE: AnswerReason.TOO_LARGE,
    FetchFailure.REDIRECTS: AnswerReason.REDIRECTS,
    FetchFailure.ROBOTS: AnswerReason.ROBOTS_TXT,
    FetchFailure.NO_BROWSER: AnswerReason.NO_BROWSER,
}


def reason_of(error: FetchError) -> AnswerReason:
    """Return the reason of an answer that is none because a fetch failed."""
    return _FETCH_REASONS[error.reason]


def explain_delay(lost: LostTime) -> tuple[AnswerReason, str]:
    """Return why there is no answer when all the time is up: the engine is late, or we are."""
    if not lost.is_fair or lost.stage is Stage.TURN:
        return AnswerReason.OVERLOADED, "could not be asked in time: too much is under way here"
    seconds = f"{lost.deadline:g} seconds"
    match lost.stage:
        case Stage.READING:
            return AnswerReason.TOO_HEAVY, f"its page took more than {seconds} to read"
        case Stage.BODY:
            return AnswerReason.SLOW_BODY, f"did not send its page within {seconds}"
    return AnswerReason.NO_ANSWER, f"did not answer within {seconds}"
