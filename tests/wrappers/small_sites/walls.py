"""Sites that ask their visitors something first, each in a way of its own."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.small_server import Reply, Request
from tests.wrappers.small_sites.entries import ENGINE

HEAD = "<!doctype html><html lang=en><title>The house of things</title><body>"


def to(path: str, *cookies: str) -> Reply:
    return Reply("", 303, (("Location", path), *(("Set-Cookie", cookie) for cookie in cookies)))


@dataclass
class Walled:
    """The engine behind a wall: `passes` knows visitors who answered, `wall` answers the others.

    `presses` are the addresses that were pressed, `asked` counts all requests.
    """

    wall: Callable[["Walled", Request], Reply]
    passes: Callable[["Walled", Request], bool]
    presses: list[str] = field(default_factory=list)
    visitors: set[str] = field(default_factory=set)
    asked: int = 0

    def __call__(self, request: Request) -> Reply:
        self.asked += 1
        return ENGINE(request) if self.passes(self, request) else self.wall(self, request)


def has(name: str, value: str = "") -> Callable[[Walled, Request], bool]:
    """Return what knows visitors by a cookie."""
    return lambda _site, request: bool(
        request.cookies.get(name) == value if value else request.cookies.get(name)
    )


def consent_form(site: Walled, request: Request) -> Reply:
    """A page with a form, in German, that takes what a session has chosen."""
    if request.path == "/zustimmung" and request.method == "POST":
        site.presses.append(request.fields.get("wahl", ""))
        session = request.cookies.get("sid", "")
        if request.fields.get("wahl") == "notwendig" and request.fields.get("k") == session[:4]:
            site.visitors.add(session)
        return to("/")
    session = secrets.token_hex(8)
    return Reply(
        f"{HEAD}<h1>Das Haus der Dinge</h1><p>Wir verwenden Cookies, auch für Werbung.</p>"
        f"<form method=post action=/zustimmung><input type=hidden name=k value={session[:4]}>"
        "<button name=wahl value=alle>Alle akzeptieren</button>"
        "<button name=wahl value=notwendig>Nur notwendige Cookies</button></form>"
        "<p><a href=/zustimmung/einstellungen>Einstellungen</a> <a href=/abo>Abonnieren</a></p>",
        headers=(("Set-Cookie", f"sid={session}; Path=/; HttpOnly"),),
    )


def age_links(site: Walled, request: Request) -> Reply:
    """Two links, in Polish; only one of them says yes."""
    if request.path == "/wiek":
        site.presses.append(request.fields.get("mam", ""))
        return to("/", "pelnoletni=1; Path=/") if request.fields.get("mam") == "18" else to("/")
    return Reply(
        f"{HEAD}<h1>Czy masz ukończone 18 lat?</h1><a href='/wiek?mam=nie'>Nie mam 18 lat</a> "
        "<a href='/wiek?mam=18'>Tak, mam ukończone 18 lat</a>"
    )


def region_list(site: Walled, request: Request) -> Reply:
    """A list to choose one's country from, in French."""
    if request.path == "/pays" and request.fields.get("p"):
        site.presses.append(request.fields["p"])
        return to("/", f"pays={request.fields['p']}; Path=/; Max-Age=60")
    return Reply(
        f"{HEAD}<h1>Choisissez votre pays</h1><form action=/pays><select name=p>"
        "<option value=''>Pays…<option value=fr>France<option value=be>Belgique</select>"
        "<button>Continuer</button></form>"
    )


def language_links(site: Walled, request: Request) -> Reply:
    """Many links, one a language."""
    if request.path.startswith("/lang/"):
        site.presses.append(request.path)
        return to("/", f"lang={request.path[6:]}; Path=/")
    names = ("Deutsch", "English", "Español", "Français", "Italiano", *(f"L{n}" for n in range(40)))
    links = "".join(f"<li><a href=/lang/{name[:2].lower()}>{name}</a>" for name in names)
    return Reply(f"{HEAD}<h1>Choose your language</h1><ul>{links}</ul>")


def script_cookie(site: Walled, request: Request) -> Reply:
    """Buttons whose script sets a cookie and loads the page again, in Spanish."""
    return Reply(
        f"{HEAD}<h1>Su privacidad</h1><p>Usamos cookies.</p>"
        "<button id=si type=button>Aceptar todo</button>"
        "<button id=no type=button>Rechazar todo</button><script>"
        "document.getElementById('si').onclick = () => "
        "{ document.cookie = 'eleccion=todo; path=/; max-age=99'; location.reload(); };"
        "document.getElementById('no').onclick = () => "
        "{ document.cookie = 'eleccion=nada; path=/; max-age=99'; location.reload(); };</script>"
    )


def two_walls(site: Walled, request: Request) -> Reply:
    """One's age after the cookies, in Swedish and Japanese."""
    if request.path in ("/kakor", "/nenrei"):
        site.presses.append(request.path)
        return to("/", f"{request.path[1:]}=1; Path=/")
    if "kakor" not in request.cookies:
        return Reply(
            f"{HEAD}<h1>Vi använder kakor</h1><form method=post action=/kakor>"
            "<button>Godkänn alla</button></form>"
        )
    return Reply(
        f"{HEAD}<h1>年齢確認</h1><p>あなたは18歳以上ですか。</p>"
        "<a href=/nenrei>はい、18歳以上です</a> <a href=/ko>いいえ</a>"
    )


def computed_cookie(site: Walled, request: Request) -> Reply:
    """A button whose script puts its cookie together: no reading of it tells."""
    return Reply(
        f"{HEAD}<h1>We value your privacy</h1><p>We use cookies.</p><button type=button "
        "onclick=\"choose('no' + 'ne')\">Only what is necessary</button><script>"
        "function choose(what) { document.cookie = 'choice=' + what + '; path=/'; "
        "location.reload(); }</script>"
    )


WALLS: dict[str, tuple[Callable[[], Walled], list[str], str]] = {
    "a consent form": (
        lambda: Walled(consent_form, lambda site, r: r.cookies.get("sid") in site.visitors),
        ["notwendig"],
        "A cookie notice is answered by “Nur notwendige Cookies”.",
    ),
    "links for one's age": (
        lambda: Walled(age_links, has("pelnoletni")),
        ["18"],
        "A question for one's age is answered by “Tak, mam ukończone 18 lat”.",
    ),
    "a list of countries": (
        lambda: Walled(region_list, has("pays")),
        ["fr"],
        "A choice of country or region is answered by “Continuer”.",
    ),
    "languages": (
        lambda: Walled(language_links, has("lang")),
        ["/lang/en"],
        "A choice of language is answered by “English”.",
    ),
    "a script's cookie": (
        lambda: Walled(script_cookie, has("eleccion", "nada")),
        [],
        "A cookie notice is answered by “Rechazar todo”.",
    ),
    "two of them": (
        lambda: Walled(two_walls, has("nenrei")),
        ["/kakor", "/nenrei"],
        "A cookie notice is answered by “Godkänn alla”. "
        "A question for one's age is answered by “はい、18歳以上です”.",
    ),
}


def standing(body: str) -> Walled:
    """Return a site that shows a page to all who were not let in, and writes down what is asked."""

    def wall(site: Walled, request: Request) -> Reply:
        if request.path != "/":
            site.presses.append(request.path)
        return Reply(f"{HEAD}{body}")

    return Walled(wall, lambda _site, _request: False)
