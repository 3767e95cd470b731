"""Whether an engine is searched in a browser: the last resort, where nothing else answers."""

from enum import StrEnum


class BrowserSearch(StrEnum):
    """What a visitor does on the engine's page in a browser; NO for all that are asked without."""

    NO = ""
    # The results follow typing; Enter would lead away from them.
    TYPED = "typed"
    # Enter brings them.
    SENT = "sent"
