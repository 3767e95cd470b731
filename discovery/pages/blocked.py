"""Pages that are no answer: robot checks, walls of many kinds, shells for a script.

The question is never whether such a thing occurs on a page, but whether the page consists of it.
Many pages of results embed a login box, a cookie banner or a captcha on a comment form.
"""

from itertools import chain, islice

from lxml.html import HtmlElement

from discovery.lexicon.words import APP_ROOTS, CHALLENGE_PAGE_MARKS, CHALLENGE_PART_MARKS, lexicon
from discovery.pages.messages import Message, find_message
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from discovery.pages.walls import (
    PLACES,
    ConsentPolicy,
    choose_label,
    headlines_of,
    question_of,
    takes_text,
    wall_controls,
)

# A page with more visible text, or more links, is a page of its own, whatever it embeds. Guesses:
# challenge pages of the vendors below have less than 900 characters, consent walls up to 4,000.
MAX_CHALLENGE_TEXT = 1_500
MAX_WALL_TEXT = 4_000
MAX_LOGIN_TEXT = 1_500
MAX_WALL_LINKS = 25
# Links of a list of countries or languages.
MAX_PLACES = 400
MANY_LINKS = 10
# A page that a script is to fill has hardly any text: header and footer at most. Guess.
SHORT_TEXT = 250
MAX_SHELL_LINKS = 3
BARE_TEXT = 40
# Characters of source, text and headings that are searched for marks.
MAX_SOURCE = 400_000
MAX_TEXT = 20_000
MAX_HEADINGS = 5
# Elements of a heading that are read, and fields of a page that are looked at.
MAX_NODES = 300
MAX_FIELDS = 1_000
# Features of a robot check, hand-weighted (guess): two independent signs make one.
CHALLENGE_PAGE_MARK = 2
CHALLENGE_PART_MARK = 1
CHALLENGE_WORDS_IN_TEXT = 2
CHALLENGE_WORDS_IN_TITLE = 1
REFUSING_STATUS = 1
NEARLY_EMPTY = 1
HAS_SEARCH_BOX = -2
HAS_MANY_LINKS = -1
IS_CHALLENGE = 3
REFUSALS = (ObstacleKind.REFUSAL, ObstacleKind.RATE_LIMIT)
REFUSING_STATUSES = frozenset({401, 403, 405, 429, 503})

# What a page is in the place of a site, or for other browsers: its title or a heading says so.
SAID_IN_HEADLINES = frozenset(
    (
        ObstacleKind.OFFLINE,
        ObstacleKind.PORTAL,
        ObstacleKind.FILTER,
        ObstacleKind.PROXY,
        ObstacleKind.AD_BLOCKER,
        ObstacleKind.OLD_BROWSER,
    )
)

_WORDS = lexicon().walls


def find_blockage(page: Page) -> Message | None:
    """Return what `page` is instead of an answer: robot check, wall or shell; else None.

    >>> from discovery.pages.page import parse_page
    >>> print(find_blockage(parse_page(b"<title>Just a moment...</title><p>Checking your browser")))
    a robot check (just a moment)
    """
    links = sum(1 for _ in page.root.iter("a"))
    if links > MAX_PLACES:
        return None
    features = _PageFeatures(page, links)
    if len(features.text) > MAX_WALL_TEXT:
        return None
    if links > MAX_WALL_LINKS:
        # Countries or languages, one of which a visitor has to choose first.
        found = _find_choice(features)
        return found if found is not None and found.kind in PLACES else None
    finders = (_find_challenge, _find_headline, _find_login_wall, _find_choice, _find_shell)
    return next((wall for find in finders if (wall := find(features)) is not None), None)


def find_challenge_mark(page: Page) -> str | None:
    whole, part = _challenge_marks(page)
    return CHALLENGE_PART_MARKS.get(part or "") or CHALLENGE_PAGE_MARKS.get(whole or "")


def _challenge_marks(page: Page) -> tuple[str | None, str | None]:
    source = page.body[:MAX_SOURCE].decode("ascii", "ignore").lower()
    whole = next((mark for mark in CHALLENGE_PAGE_MARKS if mark in source), None)
    return whole, next((mark for mark in CHALLENGE_PART_MARKS if mark in source), None)


def asks_for_password(page: Page) -> bool:
    return any(_is_password(field) for field in islice(page.root.iter("input"), MAX_FIELDS))


def submits_itself(root: HtmlElement) -> bool:
    """Tell whether a page sends a form without its visitor: by a script, or once it is loaded."""
    bodies = (body.get("onload", "") for body in root.iter("body"))
    scripts = (script.text or "" for script in islice(root.iter("script"), MAX_FIELDS))
    return any(".submit(" in code for code in chain(bodies, scripts))


def said_beside_form(kind: ObstacleKind, page: Page) -> ObstacleKind:
    """Return what is said on `page`: who has no connection before a form is filled in is asked to.

    >>> from discovery.pages.page import parse_page
    >>> said_beside_form(ObstacleKind.OFFLINE, parse_page(b"<p>Offline<form><input>")).name
    'PORTAL'
    """
    has_form = next(page.root.iter("form"), None) is not None
    return ObstacleKind.PORTAL if kind is ObstacleKind.OFFLINE and has_form else kind


class _PageFeatures:
    """What of a page tells whether it is one; texts are case folded."""

    def __init__(self, page: Page, links: int) -> None:
        self.page = page
        self.links = links
        self.text = page.text[:MAX_TEXT].casefold()
        self.title = page.title.casefold()
        self.headlines = headlines_of(page, "h1", "h2")
        # With the address: what the page says it is about.
        self.headline = " ".join((*self.headlines, page.url))[:MAX_TEXT].casefold()
        self.has_search_box = _has_search_box(page.root)


def _has_search_box(root: HtmlElement) -> bool:
    fields = list(islice(root.iter("input"), MAX_FIELDS))
    passwords = (field for field in fields if _is_password(field))
    logins = {form for field in passwords for form in field.iterancestors("form")}
    return any(
        _takes_text(field) and next(field.iterancestors("form"), None) not in logins
        for field in fields
    )


def _takes_text(field: HtmlElement) -> bool:
    if field.get("type", "text").strip().lower() not in ("text", "search", ""):
        return False
    marks = f"{field.get('name', '')} {field.get('id', '')} {field.get('class', '')}".lower()
    return "captcha" not in marks


def _is_password(field: HtmlElement) -> bool:
    return bool(field.get("type", "").strip().lower() == "password")


def _find_challenge(features: _PageFeatures) -> Message | None:
    """A robot check: a vendor's marks, the words to the reader, hardly anything else."""
    if len(features.text) > MAX_CHALLENGE_TEXT:
        return None
    whole, part = _challenge_marks(features.page)
    spoken = (*_WORDS.challenge, *_WORDS.refusing)
    words = next((w for w in spoken if w in features.title or w in features.text), None)
    score = CHALLENGE_PAGE_MARK * (whole is not None) + CHALLENGE_PART_MARK * (part is not None)
    score += CHALLENGE_WORDS_IN_TEXT * (words is not None)
    score += CHALLENGE_WORDS_IN_TITLE * (words is not None and words in features.title)
    if score == 0:
        return None
    score += REFUSING_STATUS * (features.page.status in REFUSING_STATUSES)
    score += NEARLY_EMPTY * (len(features.text) <= SHORT_TEXT)
    score += HAS_SEARCH_BOX * features.has_search_box + HAS_MANY_LINKS * (
        features.links > MANY_LINKS
    )
    if score < IS_CHALLENGE:
        return None
    vendor = CHALLENGE_PAGE_MARKS.get(whole or "") or CHALLENGE_PART_MARKS.get(part or "")
    said = find_message((words,), REFUSALS) if vendor is None and words in _WORDS.refusing else None
    return said or Message(ObstacleKind.CAPTCHA, vendor or words or "")


def _find_headline(features: _PageFeatures) -> Message | None:
    """A page in the place of the site's, or for other browsers: a headline says which."""
    message = None if features.has_search_box else find_message(features.headlines)
    if message is None or message.kind not in SAID_IN_HEADLINES:
        return None
    return Message(said_beside_form(message.kind, features.page), message.line)


def _find_login_wall(features: _PageFeatures) -> Message | None:
    if len(features.text) > MAX_LOGIN_TEXT or features.has_search_box:
        return None
    if not asks_for_password(features.page):
        return None
    word = next((word for word in _WORDS.login if word in features.headline), None)
    if word is None and features.page.status not in REFUSING_STATUSES:
        return None
    return Message(ObstacleKind.LOGIN, word or f"HTTP status {features.page.status}")


def _find_choice(features: _PageFeatures) -> Message | None:
    """A choice that a visitor has to make first: title, headings or address say what is asked."""
    root = features.page.root
    if features.has_search_box or not any(True for _ in root.iter("button", "input", "a")):
        return None
    asked = None if takes_text(root) else question_of((features.headline,))
    if asked is not None:
        controls = wall_controls(features.page, asked)
        chosen = choose_label(asked, [each.label for each in controls], ConsentPolicy.NECESSARY)
        # Beside many links "Continue" leads to the next page.
        is_sure = features.links <= MANY_LINKS or asked is not ObstacleKind.CONSENT
        if chosen is not None and (is_sure or controls[chosen].element.tag != "a"):
            return Message(asked, features.page.title or asked.name.lower())
    if not any(True for _ in root.iter("button", "input")):
        return None
    word = next((word for word in _WORDS.consent if word in features.headline), None)
    return Message(ObstacleKind.CONSENT, word) if word is not None else None


def _find_shell(features: _PageFeatures) -> Message | None:
    """A shell: scripts, hardly any text, and an empty root for the script or words about it."""
    root = features.page.root
    if (
        len(features.text) > SHORT_TEXT
        or features.links > MAX_SHELL_LINKS
        or features.has_search_box
    ):
        return None
    if next(root.iter("script"), None) is None and not submits_itself(root):
        return None
    vendor = find_challenge_mark(features.page)
    if vendor is not None:
        return Message(ObstacleKind.CAPTCHA, vendor)
    unseen = " ".join(node.text_content() for node in islice(root.iter("noscript"), MAX_HEADINGS))
    spoken = f"{features.text} {unseen[:MAX_TEXT].casefold()}"
    word = next((word for word in _WORDS.script if word in spoken), None)
    if word is not None:
        return Message(ObstacleKind.JAVASCRIPT, word)
    for node in root.iter("div", "main", "app-root"):
        if node.tag == "app-root" or node.get("id", "").lower() in APP_ROOTS:
            if len(visible_text(node, most=MAX_NODES)) <= BARE_TEXT:
                return Message(ObstacleKind.JAVASCRIPT, f"empty #{node.get('id', 'app-root')}")
            break
    has_frames = next(root.iter("frame", "iframe", "img", "object", "embed"), None) is not None
    if len(features.text) <= BARE_TEXT and features.links == 0 and not has_frames:
        return Message(ObstacleKind.JAVASCRIPT, "scripts and no text")
    return None
