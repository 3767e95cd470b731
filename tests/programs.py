"""Programs of the project, as processes of their own."""

import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
PIPED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def start_python(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen((sys.executable, *arguments), **{"cwd": ROOT, **PIPED, **more})


def run_python(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Return what a program did; raises CalledProcessError where it failed, if `check` is left."""
    usual = {"cwd": ROOT, "timeout": 120, "check": True, **PIPED}
    return subprocess.run((sys.executable, *arguments), **{**usual, **more})


def called(command: str, *arguments: str, code: int = 0) -> tuple[str, str]:
    """Return what a management command that exits with `code` writes to its output and beside."""
    out, said, exited = StringIO(), StringIO(), 0
    try:
        call_command(command, *arguments, stdout=out, stderr=said)
    except SystemExit as ended:
        exited = int(ended.code or 0)
    assert exited == code
    return out.getvalue(), said.getvalue()
