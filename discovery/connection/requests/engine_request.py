"""What is sent to an engine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A request to an engine; `method` is "GET" or "POST", `url` is ASCII and percent-encoded.

    `headers` are names and values that go with it.
    """

    method: str
    url: str
    body: bytes | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
