"""What all commands share: exit codes (0: done), and how numbers, texts and files are read."""

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


def read_file(name: str | Path, most: int, *, failure: int = FAILED) -> bytes:
    """Return what is in a file, at most `most` bytes: a device has no end.

    Raises `CommandError` with the exit code `failure` for one that cannot be read.
    """
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        reason = f"{name} cannot be read: {error.strerror}"
        raise CommandError(reason, returncode=failure) from error


def text(given: str) -> str:
    """Return an argument that is looked up or stored. Raises `ArgumentTypeError`.

    Bytes of a shell that are no text come as halves of surrogate pairs, which no database takes.

    >>> text("Größe")
    'Größe'
    """
    if not given.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in given):
        raise ArgumentTypeError(f"{given!r} is no text")
    return given
