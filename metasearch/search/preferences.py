"""A user's choices, carried as signed text by a cookie or a link, and links to searches."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, get_args, get_type_hints
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import ValidationError, convert

# The parameter of a link that carries preferences.
PARAMETER = "p"
SALT = "metasearch.preferences"
# Browsers keep cookies of 4,096 characters, name and attributes included.
MAX_TOKEN_LENGTH = 3_800

THEMES = (("auto", _("as the device")), ("light", _("light")), ("dark", _("dark")))
METHODS = (
    ("get", _("in the address: searches can be bookmarked")),
    ("post", _("in the request: the address and the history of the browser do not show them")),
)
PageSize = Literal[10, 20, 30, 50, 100]
PAGE_SIZES: tuple[int, ...] = get_args(PageSize)
Theme = Literal["auto", "light", "dark"]
Method = Literal["get", "post"]
# What an engine's results count for, by the name of the choice.
WEIGHTS = {"less": 0.5, "more": 2.0}


@dataclass(frozen=True, slots=True)
class Preferences:
    """All that can be chosen, with what holds unless it is.

    `language`: empty for that of the browser. `engines`, by slug: "off", "less" or "more". `icons`
    make a page nearly twice as heavy, packed.
    """

    language: str = ""
    theme: Theme = "auto"
    per_page: PageSize = 20
    method: Method = "get"
    progressive: bool = True
    shortcuts: bool = True
    thumbnails: bool = True
    icons: bool = False
    new_tab: bool = False
    endless: bool = False
    answers: bool = True
    completion: bool = True
    suggestions: bool = False
    preferred: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    engines: Mapping[str, str] = field(default_factory=dict)

    @property
    def while_typing(self) -> bool:
        """Whether queries are proposed for what is typed, from here or by engines."""
        return self.completion or self.suggestions

    @property
    def off(self) -> frozenset[str]:
        return frozenset(slug for slug, choice in self.engines.items() if choice == "off")

    @property
    def weights(self) -> dict[str, float]:
        return {slug: WEIGHTS[choice] for slug, choice in self.engines.items() if choice in WEIGHTS}

    def with_host(self, host: str, rule: str) -> "Preferences":
        """Return the preferences with `host` "preferred" or "blocked"; any other `rule`: neither.

        >>> Preferences(blocked=("a.example",)).with_host("a.example", "preferred").preferred
        ('a.example',)
        """
        preferred = [known for known in self.preferred if known != host]
        blocked = [known for known in self.blocked if known != host]
        if rule in (lists := {"preferred": preferred, "blocked": blocked}):
            lists[rule].append(host)
        return replace(self, preferred=tuple(preferred), blocked=tuple(blocked))

    def to_token(self) -> str:
        usual = asdict(DEFAULTS)
        changed = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return signing.dumps(changed, salt=SALT, compress=True) if changed else ""


DEFAULTS = Preferences()


def read_token(token: str) -> Preferences | None:
    """Return the preferences in `token`, those this version knows; None if it is not ours."""
    if not 0 < len(token) <= MAX_TOKEN_LENGTH:
        return None
    try:
        kept = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    known = {}
    for name, kind in get_type_hints(Preferences).items():
        with suppress(KeyError, ValidationError):
            known[name] = convert(kept[name], kind)
    # One that there is no longer.
    if known.get("language") not in dict(settings.LANGUAGES):
        known.pop("language", None)
    return Preferences(**known)


COOKIE = "preferences"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer (RFC 6265bis, 5.5)


def read_preferences(request: HttpRequest) -> tuple[Preferences, str]:
    carried = request.GET.get(PARAMETER, "")
    if not carried and request.method == "POST":
        carried = request.POST.get(PARAMETER, "")
    if carried:
        preferences = read_token(carried)
        if preferences is not None:
            return preferences, carried
    return read_token(request.COOKIES.get(COOKIE, "")) or DEFAULTS, ""


def set_preferences_cookie(response: HttpResponse, token: str) -> None:
    if token:
        response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")


@dataclass(frozen=True, slots=True)
class SearchLink:
    """All that a link to a search carries.

    `after` is how many of the page's results are left out because they were shown before, `seen`
    how many the pages before had, `carried` the token of preferences that a link brought.
    """

    text: str
    slugs: tuple[str, ...] = ()
    category: str = ""
    page: int = 1
    filters: tuple[tuple[str, str], ...] = ()
    carried: str = ""
    after: int = 0
    seen: int = 0

    @property
    def pairs(self) -> list[tuple[str, str]]:
        further = (
            *(("engine", slug) for slug in self.slugs),
            ("category", self.category),
            *self.filters,
            ("page", str(self.page) if self.page > 1 else ""),
            ("after", str(self.after) if self.after else ""),
            ("seen", str(self.seen) if self.seen else ""),
            (PARAMETER, self.carried),
        )
        return [("q", self.text), *(pair for pair in further if pair[1])]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The parameters that the form keeps for another query; filters are its controls."""
        return replace(self.at(1), filters=()).pairs[1:]

    @property
    def href(self) -> str:
        """The link's address.

        >>> SearchLink("a b", ("one",), page=2).href
        '/search?q=a+b&engine=one&page=2'
        """
        return f"{reverse('search')}?{urlencode(self.pairs)}"

    def only(self, slugs: Sequence[str]) -> "SearchLink":
        return replace(self.at(1), slugs=tuple(slugs), category="")

    def at(self, page: int, seen: int = 0) -> "SearchLink":
        return replace(self, page=page, after=0, seen=seen)

    def leaving_out(self, after: int) -> "SearchLink":
        return replace(self, after=after)

    def under(self, category: str) -> "SearchLink":
        return replace(self.at(1), slugs=(), category=category)

    def number(self, per_page: int) -> int:
        """Return the number of the page as people count them: from one screen to the next.

        >>> SearchLink("x", after=20).number(20), SearchLink("x", page=2, seen=36).number(20)
        (2, 3)
        """
        return max(self.page, 1 - (self.seen + self.after) // -per_page)
