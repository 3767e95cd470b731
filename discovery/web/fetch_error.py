"""Why a fetch gave no answer: a reason for programs and a plain sentence for people."""

from enum import StrEnum


class FetchFailure(StrEnum):
    """The reasons for which a fetch ends without an HTTP answer.

    An answer of any status, 500 included, is no failure of the fetch.
    """

    BAD_ADDRESS = "bad_address"
    REFUSED = "refused"
    DNS = "dns"
    CONNECTION = "connection"
    TLS = "tls"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    TOO_LARGE = "too_large"
    REDIRECTS = "redirects"
    ROBOTS = "robots"


class FetchError(Exception):
    """Nothing was fetched: `reason` for programs, `str(error)` a sentence, `url` the address."""

    def __init__(self, reason: FetchFailure, sentence: str, url: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.url = url

    def __reduce__(self) -> tuple[type["FetchError"], tuple[FetchFailure, str, str]]:
        # Exceptions are pickled by their args alone, which would lose reason and address.
        return FetchError, (self.reason, str(self), self.url)
