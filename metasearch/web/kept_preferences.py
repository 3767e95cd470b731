"""Where a user's preferences are kept: in a cookie, or in the links that carry them."""

from django.http import HttpRequest, HttpResponse

from metasearch.search.preferences import DEFAULTS, PARAMETER, Preferences, read_token

COOKIE = "preferences"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer (RFC 6265bis, 5.5)


def read_preferences(request: HttpRequest) -> tuple[Preferences, str]:
    """Return the user's preferences, and the token where a link or a form carried it."""
    carried = request.GET.get(PARAMETER, "")
    if not carried and request.method == "POST":
        carried = request.POST.get(PARAMETER, "")
    if carried:
        preferences = read_token(carried)
        if preferences is not None:
            return preferences, carried
    return read_token(request.COOKIES.get(COOKIE, "")) or DEFAULTS, ""


def set_preferences_cookie(response: HttpResponse, token: str) -> None:
    """Set the cookie, or take it away when nothing is chosen."""
    if token:
        response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
