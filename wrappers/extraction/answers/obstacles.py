"""Obstacles to an answer: walls, limits, outages, refusals, and bodies that are no page."""

import re
from typing import NamedTuple

from discovery.lexicon.words import lexicon
from discovery.pages.blocked import (
    asks_for_password,
    find_blockage,
    find_challenge_mark,
    said_beside_form,
)
from discovery.pages.decoding import BLANK
from discovery.pages.messages import Message, find_message
from discovery.pages.outcomes import AnswerKind, AnswerReason, ObstacleKind
from discovery.pages.page import Page
from wrappers.extraction.hits_line import counts_hits
from wrappers.extraction.lines import comparable
from wrappers.extraction.no_result import OwnText

# Statuses with which sites turn visitors away (RFC 9110, 6585, 7725).
REFUSING_STATUSES = {
    401: AnswerReason.LOGIN,
    402: AnswerReason.REFUSED,
    403: AnswerReason.REFUSED,
    407: AnswerReason.REFUSED,
    429: AnswerReason.RATE_LIMITED,
    451: AnswerReason.REFUSED,
    511: AnswerReason.LOGIN,
}
# Statuses that lead elsewhere (RFC 9110, section 15.4); others below 400 answer what nobody asked.
_REDIRECTS = frozenset((300, 301, 302, 303, 307, 308))
_LOGIN = lexicon().walls.login
_COMPLAINTS = frozenset((ObstacleKind.COMPLAINT, ObstacleKind.TOO_MANY))
# Characters of a sentence that complains about a query: the text of a record is longer. Guess.
MAX_COMPLAINT_LINE = 200
# A line that names a login as the matter of a page is short (characters). Guess.
MAX_LOGIN_LINE = 60
# Characters of a body that is no page.
MAX_BODY_TEXT = 2_000
# Characters of a body that is a message, tags left out: data for programs is longer. Guess.
MAX_MESSAGE_TEXT = 600
# Characters of a text that are none, at most. Guess: a few come of a wrong charset.
MAX_STRANGE_SHARE = 0.1
# Parts of a page that nobody sees.
_UNSEEN = re.compile(rb"(?is)<!--.*?-->|<!doctype[^>]*>|<\?xml[^>]*>")
_TAG = re.compile(r"<[^>]*>")


class Classification(NamedTuple):
    """What an answer turned out to be, and why in a plain sentence."""

    reason: AnswerReason
    detail: str

    @property
    def kind(self) -> AnswerKind:
        return self.reason.kind


def find_wall(page: Page) -> Classification | None:
    """Return the robot check, wall or shell that `page` is as a whole; None for other pages."""
    blockage = find_blockage(page)
    return Classification(blockage.kind.reason, str(blockage)) if blockage is not None else None


def find_obstacle(page: Page) -> Classification | None:
    wall = find_wall(page)
    if wall is not None or page.status < 300:
        return wall
    return _by_status(page.status)


def read_message(page: Page, own: OwnText) -> Classification | None:
    """Return what the own text of `page` says, None when it is long or says nothing known."""
    if not own.is_short:
        return None
    message = own.message
    if message is None or message.kind in _COMPLAINTS:
        login = next((line for line in own.masked if _names_login(line)), None)
        if login is not None and asks_for_password(page):
            message = Message(ObstacleKind.LOGIN, login)
    if message is None:
        mark = find_challenge_mark(page)
        if mark is None:
            return None
        return Classification(AnswerReason.ROBOT_CHECK, f"a robot check ({mark})")
    line = own.lines[own.masked.index(message.line)]
    if message.kind in _COMPLAINTS and len(line) > MAX_COMPLAINT_LINE:
        return None
    if message.kind in _COMPLAINTS:
        return Classification(AnswerReason.ENGINE_MESSAGE, f"the engine answers: {line}")
    return as_obstacle(said_beside_form(message.kind, page), line)


def as_obstacle(kind: ObstacleKind, line: str) -> Classification:
    return Classification(kind.reason, f"{kind}: {line}")


def says_too_many(own: OwnText) -> bool:
    return own.message is not None and own.message.kind is ObstacleKind.TOO_MANY


def complaint_lines(own: OwnText) -> tuple[str, ...]:
    """Return the lines that complain about a query: their numbers count no matches."""
    if own.message is None:
        return ()
    return tuple(
        comparable(line)
        for line in own.masked
        if not counts_hits(line)
        and (message := find_message((line,))) is not None
        and message.kind is ObstacleKind.COMPLAINT
    )


def is_about_login(page: Page, own: OwnText) -> bool:
    headlines = (*own.masked[:1], page.title.casefold())
    return any(_names_login(line) for line in headlines) or asks_for_password(page)


def classify_status(page: Page, own: OwnText, is_known: bool) -> Classification | None:
    """Judge a page by its HTTP status of 300 or more; None means: look at the page itself."""
    obstacle = find_wall(page) or read_message(page, own)
    if obstacle is not None and obstacle.kind is AnswerKind.BLOCKED:
        return obstacle
    if page.status in REFUSING_STATUSES:
        return _by_status(page.status)
    # Some engines answer "not found" when nothing is found: the page itself is judged.
    if page.status == 404 or is_known:
        return None
    if obstacle is not None and obstacle.reason is not AnswerReason.SERVER_ERROR:
        detail = f"HTTP status {page.status}; {obstacle.detail}"
        # The server says of itself that it fails: a quota of its hoster is used up, say.
        is_server = page.status >= 500 and obstacle.reason is AnswerReason.CLIENT_ERROR
        return Classification(AnswerReason.SERVER_ERROR if is_server else obstacle.reason, detail)
    return _by_status(page.status)


def classify_body(status: int, body: bytes, problem: str) -> Classification:
    """Judge an answer whose body is no HTML page; `problem` says what it is instead."""
    if (status < 300 or status == 304) and not _UNSEEN.sub(b"", body).strip(BLANK):
        return Classification(AnswerReason.EMPTY_BODY, f"an empty answer (HTTP status {status})")
    text = body[:MAX_BODY_TEXT].decode("utf-8", "replace")
    text = _TAG.sub(" ", text)
    is_short = len(text) <= MAX_MESSAGE_TEXT and _is_readable(text)
    message = find_message(text.splitlines()) if is_short else None
    if message is not None and message.kind is not ObstacleKind.COMPLAINT:
        reason = message.kind.reason
        if reason.kind is AnswerKind.BLOCKED or status not in REFUSING_STATUSES:
            line = " ".join(message.line.split())
            return Classification(reason, f"{message.kind}: {line} (HTTP status {status})")
    return _by_status(status) if status >= 300 else Classification(AnswerReason.NOT_HTML, problem)


def _is_readable(text: str) -> bool:
    strange = sum(not (c.isprintable() or c.isspace()) or c == "\ufffd" for c in text)
    return strange <= MAX_STRANGE_SHARE * len(text)


def _by_status(status: int) -> Classification:
    if status in REFUSING_STATUSES:
        detail = f"the engine refuses (HTTP status {status})"
        return Classification(REFUSING_STATUSES[status], detail)
    if status in _REDIRECTS:
        detail = f"a redirect that leads nowhere (HTTP status {status})"
        return Classification(AnswerReason.REDIRECTS, detail)
    if status < 400:
        return Classification(AnswerReason.PROTOCOL, f"an answer with HTTP status {status}")
    reason = AnswerReason.SERVER_ERROR if status >= 500 else AnswerReason.CLIENT_ERROR
    return Classification(reason, f"HTTP status {status}")


def _names_login(line: str) -> bool:
    return len(line) <= MAX_LOGIN_LINE and any(word in line for word in _LOGIN)
