"""What all commands share: exit codes (0: done), how numbers above zero and files are read."""

from argparse import ArgumentTypeError
from pathlib import Path

from django.core.management import CommandError

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


def read_file(name: str | Path, most: int = -1, *, failure: int = FAILED) -> bytes:
    """Return what is in a file, at most `most` bytes if given.

    Raises `CommandError` with the exit code `failure` for one that cannot be read.
    """
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        reason = f"{name} cannot be read: {error.strerror}"
        raise CommandError(reason, returncode=failure) from error
