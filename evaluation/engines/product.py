"""The product as its users call it: the commands, in a data folder of their own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from evaluation.own_installation import own_environment

ROOT = Path(__file__).resolve().parents[2]


class Product:
    """An empty installation in `folder` that may fetch from the given hosts."""

    def __init__(self, folder: str, allowed_hosts: list[str]) -> None:
        self.environment = own_environment(folder, allowed_hosts)

    def run(self, *arguments: str) -> str:
        """Run a command; return what it printed. Its messages go to our standard error."""
        command = (sys.executable, str(ROOT / "manage.py"), *arguments)
        answer = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, check=False)
        return answer.stdout.decode()

    def json(self, *arguments: str) -> dict[str, Any]:
        """Run a command with `--json`; return what it printed, read."""
        printed = self.run(*arguments, "--json")
        try:
            document: dict[str, Any] = json.loads(printed)
        except json.JSONDecodeError:
            raise RuntimeError(f"{' '.join(arguments)} printed no JSON: {printed!r}") from None
        return document
