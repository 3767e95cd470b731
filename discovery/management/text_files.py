"""Files that commands write: whole or not at all."""

import os
import shutil
from pathlib import Path


class FileError(ValueError):
    """A file that cannot be written; the message says which and why."""


def check_writable(path: Path) -> None:
    """Raise `FileError` when `path` cannot be written, before long work is done in vain."""
    try:
        target = path.resolve()
        is_folder = target.is_dir()
    except (OSError, RuntimeError) as error:
        raise FileError(f"{path} cannot be written: {error}.") from error
    if is_folder:
        raise FileError(f"{path} cannot be written: it is a folder.")
    if not target.parent.is_dir():
        raise FileError(f"{path} cannot be written: there is no folder {target.parent}.")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise FileError(f"{path} cannot be written: permission denied.")


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8; what stood there stays until all is written.

    Raises `FileError`.
    """
    check_writable(path)
    target = path.resolve()
    is_special = target.exists() and not target.is_file()
    draft = target if is_special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # Addresses and texts of the web may hold half of a surrogate pair.
        draft.write_text(text, encoding="utf-8", errors="replace")
        if not is_special:
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        if not is_special:
            draft.unlink(missing_ok=True)
