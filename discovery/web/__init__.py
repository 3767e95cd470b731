"""The web: the only folder that opens sockets to it, guarded, polite and bounded."""

from discovery.web.cookies import CookieSession
from discovery.web.either_scheme import by_http, fetch_by_either_scheme, lacks_scheme
from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.fetching import MAX_BODY_BYTES, Fetcher, RobotsFiles, open_fetcher
from discovery.web.guard import AllowedHosts, AllowedHostsError, is_private_host
from discovery.web.lost_time import LostTime, Stage
from discovery.web.politeness import ROBOT_NAME, ROBOTS_LIFETIME
from discovery.web.response import Response, retry_after
from discovery.web.style_sheets import fetch_style_sheets
from discovery.web.wall_manner import MAX_WALLS, wall_manner
from discovery.web.web_address import web_address

__all__ = [
    "MAX_BODY_BYTES",
    "MAX_WALLS",
    "ROBOTS_LIFETIME",
    "ROBOT_NAME",
    "AllowedHosts",
    "AllowedHostsError",
    "CookieSession",
    "FetchError",
    "FetchFailure",
    "Fetcher",
    "LostTime",
    "Response",
    "RobotsFiles",
    "Stage",
    "by_http",
    "fetch_by_either_scheme",
    "fetch_style_sheets",
    "is_private_host",
    "lacks_scheme",
    "open_fetcher",
    "retry_after",
    "wall_manner",
    "web_address",
]
