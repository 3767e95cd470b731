"""A site for its members: the engine stands behind a form for name and password."""

import secrets
from dataclasses import dataclass, field

from tests.small_server import Reply, Request
from tests.wrappers.small_sites.entries import ENGINE
from tests.wrappers.small_sites.walls import HEAD, to

FORM = """<h1>Members</h1><form action=/join method=post><input name=mail type=email>
<input name=key type=password><input name=again type=password></form>
<form action={action} method={method}><input type=hidden name=csrf value={token}>
<input name=trap style="display:none"><label>Name <input name=login id=u></label>
<input name=pw type=password><input type=checkbox name=stay value=1 checked>
<button name=go value=in>Sign in</button></form>"""


@dataclass
class Members:
    """Who sends `who` and a token that the form gave out is a member until it is forgotten.

    `turned_away` tells how all others are answered: by a status, or 303 for the way to the form.
    `sent` are the names and passwords that came, `asked` counts all requests.
    """

    turned_away: int = 303
    who: tuple[str, str] = ("ann", "open & shut")
    method: str = "post"
    action: str = "/session?next=/"
    form_page: str = "/login"
    lets_in: bool = True
    sent: list[tuple[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)
    asked: int = 0

    def __call__(self, request: Request) -> Reply:
        self.asked += 1
        if request.path == "/session" and request.method == "POST":
            return self.enter(request)
        if request.cookies.get("member") in self.members:
            return to("/welcome") if request.path == "/login" else ENGINE(request)
        if request.path == "/welcome":
            return Reply(HEAD + "<p>Welcome")
        if request.path == self.form_page or self.turned_away == 200:
            return self.form(200)
        if self.turned_away in (303, 404):
            return to("/login") if self.turned_away == 303 else Reply("<p>nothing", 404)
        return self.form(self.turned_away)

    def form(self, status: int) -> Reply:
        token = secrets.token_hex(8)
        self.tokens.add(token)
        html = FORM.format(token=token, method=self.method, action=self.action)
        return Reply(HEAD + html, status, (("Set-Cookie", f"visit={token[:4]}"),))

    def enter(self, request: Request) -> Reply:
        sent, token = request.fields, request.fields.get("csrf", "")
        self.sent.append((sent.get("login", ""), sent.get("pw", "")))
        is_whole = sent.get("go") == "in" and sent.get("stay") == "1" and "trap" not in sent
        is_own = token in self.tokens and request.cookies.get("visit") == token[:4]
        self.tokens.discard(token)
        if not (is_whole and is_own and self.sent[-1] == self.who):
            return self.form(200)
        member = secrets.token_hex(8)
        if self.lets_in:
            self.members.add(member)
        return to("/welcome", f"member={member}; Path=/; HttpOnly")
