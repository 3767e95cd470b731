"""Sites that ask their visitors something first: the engine stands behind what they show."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from tests.cases import cases
from tests.small_server import Reply, Request
from tests.wrappers.small_sites.entries import ENGINE

HEAD = "<!doctype html><html lang=en><title>The house of things</title><body>"
WALLS = cases(__file__)
MORE_LANGUAGES = "".join(f"<li><a href=/lang/l{n}>L{n}</a>" for n in range(40))


def to(path: str, *cookies: str) -> Reply:
    return Reply("", 303, (("Location", path), *(("Set-Cookie", cookie) for cookie in cookies)))


@dataclass
class Walled:
    """The engine behind pages of `walls.toml`, in whose order each is answered by a cookie.

    `presses` are the values or addresses that were pressed, `asked` counts all requests.
    """

    pages: list[dict[str, Any]]
    presses: list[str] = field(default_factory=list)
    asked: int = 0

    def __call__(self, request: Request) -> Reply:
        self.asked += 1
        return ENGINE(request) if self.lets_in(request) else self.wall(request)

    def unanswered(self, request: Request) -> list[dict[str, Any]]:
        given = {f"{name}={value}" for name, value in request.cookies.items()}
        return [page for page in self.pages if page["cookie"].partition(";")[0] not in given]

    def lets_in(self, request: Request) -> bool:
        return not self.unanswered(request)

    def wall(self, request: Request) -> Reply:
        page = self.unanswered(request)[0]
        pressed = request.fields.get(page["field"], "") if "field" in page else request.path
        if request.path == page["path"] and pressed:
            self.presses.append(pressed)
            return to("/", *[page["cookie"]] * (pressed == page.get("value", pressed)))
        return Reply(HEAD + page["html"].replace("{more}", MORE_LANGUAGES))


@dataclass
class ConsentForm(Walled):
    """What its form takes is what a session has chosen."""

    visitors: set[str] = field(default_factory=set)

    def lets_in(self, request: Request) -> bool:
        return request.cookies.get("sid") in self.visitors

    def wall(self, request: Request) -> Reply:
        if request.path == "/zustimmung" and request.method == "POST":
            chosen, session = request.fields.get("wahl", ""), request.cookies.get("sid", "")
            self.presses.append(chosen)
            if chosen == "notwendig" and request.fields.get("k") == session[:4]:
                self.visitors.add(session)
            return to("/")
        session = secrets.token_hex(8)
        html = WALLS["a consent form"]["html"].replace("{token}", session[:4])
        cookie = ("Set-Cookie", f"sid={session}; Path=/; HttpOnly")
        return Reply(HEAD + html, headers=(cookie,))


@dataclass
class Standing(Walled):
    """A site that shows a page to everybody, and writes down what is asked."""

    html: str = ""

    def lets_in(self, request: Request) -> bool:
        return False

    def wall(self, request: Request) -> Reply:
        if request.path != "/":
            self.presses.append(request.path)
        return Reply(HEAD + self.html.replace("{asked}", str(self.asked)))


def walled(name: str) -> Walled:
    """Return the site of a wall by its name in `walls.toml`."""
    return ConsentForm([]) if name == "a consent form" else Walled(WALLS[name]["pages"])
