"""Programs of the project, as processes of their own."""

import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PIPED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def start_python(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen((sys.executable, *arguments), **{"cwd": ROOT, **PIPED, **more})


def run_python(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Return what a program did; raises CalledProcessError where it failed, if `check` is left."""
    usual = {"cwd": ROOT, "timeout": 120, "check": True, **PIPED}
    return subprocess.run((sys.executable, *arguments), **{**usual, **more})
