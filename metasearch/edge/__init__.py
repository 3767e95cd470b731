"""What stands between strangers and the pages: limits, proxies, attempts to sign in."""

from metasearch.edge.access_keys import is_access_key, new_access_key
from metasearch.edge.asgi_types import Receive, Scope, Send
from metasearch.edge.client_address import believe_proxies, is_local
from metasearch.edge.login_attempts import (
    LoginAttemptsBackend,
    client_of_attempt,
    locked_out_page,
)
from metasearch.edge.rate_limit import RateLimits
from metasearch.edge.request_limits import (
    MAX_HEADER_BYTES,
    LimitedRequests,
    RequestRefusedError,
)
from metasearch.edge.security_headers import SECURITY_HEADERS

__all__ = [
    "MAX_HEADER_BYTES",
    "SECURITY_HEADERS",
    "LimitedRequests",
    "LoginAttemptsBackend",
    "RateLimits",
    "Receive",
    "RequestRefusedError",
    "Scope",
    "Send",
    "believe_proxies",
    "client_of_attempt",
    "is_access_key",
    "is_local",
    "locked_out_page",
    "new_access_key",
]
