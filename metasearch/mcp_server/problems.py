"""Why a tool does not do what it was called for."""


class ToolProblemError(RuntimeError):
    """A call cannot be done; the message is a sentence for the assistant and its user."""
