"""What all commands share: their exit codes (0: done), and how a number above zero is read."""

from argparse import ArgumentTypeError

# A failure with a name, told in a sentence on standard error.
FAILED = 1
# A call that could never work: wrong arguments, a file that is not there.
WRONG_CALL = 2


def positive(text: str) -> int:
    """Return `text` as a number above zero. Raises `ArgumentTypeError`.

    >>> positive("12")
    12
    """
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 10**9:
        raise ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)
