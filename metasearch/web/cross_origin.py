"""Our data for pages of other sites, where CORS_ALLOWED_ORIGINS names them; never our pages."""

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest
from django.urls import reverse

from metasearch.api.formats import RENDERERS

API = "/api/"
NAMES = ("searxng_config", "searxng_autocompleter")


class DataForOtherSitesMiddleware(CorsMiddleware):
    """Answers browsers that ask whether a page of another site may read an answer of ours."""

    def is_enabled(self, request: HttpRequest) -> bool:
        """Tell whether the request is one for data."""
        path = request.path_info
        if path == reverse("search"):
            # Before a browser sends a form it asks about the address alone.
            return request.GET.get("format") in RENDERERS
        return path.startswith(API) or path in map(reverse, NAMES)
