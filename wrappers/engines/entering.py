"""One query put to one engine, behind what it asks first: walls that one click passes."""

from dataclasses import replace

from discovery.connection.form_description.tokens import FormGoneError
from discovery.engines.walls import Entrance, pass_walls
from discovery.web.cookies import CookieSession
from discovery.web.response import Response
from wrappers.engines.answer import Answer
from wrappers.engines.form_page_error import FormPageError
from wrappers.engines.query_session import QuerySession
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason

# Reasons of walls that one click may pass; of those that none does.
ASKS_FIRST = frozenset((AnswerReason.CONSENT, AnswerReason.CHOICE))
NO_CLICK_PASSES = frozenset(
    (AnswerReason.ROBOT_CHECK, AnswerReason.LOGIN, AnswerReason.RATE_LIMITED)
)
# Kinds of answers behind which a wall may stand that was met before.
MAY_HIDE_WALL = frozenset((AnswerKind.BROKEN, AnswerKind.BLOCKED, AnswerKind.ERROR))


async def ask_behind_walls(conversation: QuerySession, number: int) -> Answer:
    """Return the answer for page `number`; where a wall answers, it is passed and asked once more.

    Raises what `ask_page` does.
    """
    try:
        answer = await conversation.ask_page(number)
    except (FormGoneError, FormPageError) as error:
        entrance = await _enter(
            conversation, error.response if isinstance(error, FormPageError) else None
        )
        if entrance is None:
            raise
    else:
        if not _may_be_wall(conversation, answer):
            return answer
        entrance = await _enter(conversation, answer.response)
        if entrance is None:
            return answer
    return replace(await conversation.ask_page(number), entrance=entrance)


def _may_be_wall(conversation: QuerySession, answer: Answer) -> bool:
    """Whether an answer may be a wall, or missing because one stands elsewhere on the site."""
    if answer.reason in ASKS_FIRST:
        return True
    is_known = bool(conversation.engine.description.walls)
    return is_known and answer.kind in MAY_HIDE_WALL and answer.reason not in NO_CLICK_PASSES


async def _enter(conversation: QuerySession, met: Response | None) -> Entrance | None:
    """Pass the wall in `met`, else that of the engine's own page; None when none is passed.

    The cookies given are kept for the next queries. Raises `FetchError`.
    """
    client, engine = conversation.client, conversation.engine
    walls = engine.description.walls
    known = walls[0].page if walls else ""
    for response, session in ((met, conversation.session), (None, CookieSession())):
        if response is None and not known:
            continue
        if response is None:
            response = await client.fetcher.fetch(
                known,
                deadline=conversation.seconds_left(),
                session=session,
                lost=conversation.lost,
            )
        passage = await pass_walls(
            client.fetcher,
            response,
            session,
            asked=known or engine.home_url,
            deadline=conversation.seconds_left(),
            lost=conversation.lost,
        )
        if passage.walls and not passage.standing:
            conversation.session = session
            entrance = Entrance(walls or passage.walls, session.kept())
            client.entrances.keep(engine, entrance)
            return entrance
    return None
