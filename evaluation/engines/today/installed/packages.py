"""Packages of npm, PyPI and Debian, brought once into a folder outside the repository."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.today.engine import NotInstalledError

# Nothing younger is taken of what the pinned packages of npm need themselves.
NPM_BEFORE = "2026-11-20"
# Seconds that one installation may take.
PATIENCE = 900

# Light packages of npm that engines are made of, in one folder.
WEB = {
    "@hotwired/turbo": "8.0.23",
    "alpinejs": "3.17.5",
    "esbuild": "0.28.2",
    "express": "5.3.0",
    "fuse.js": "7.5.0",
    "graphql": "16.15.0",
    "graphql-yoga": "5.24.1",
    "htmx.org": "4.0.1",
    "json-server": "0.17.4",
    "lunr": "2.3.9",
    "meilisearch": "0.62.0",
    "minisearch": "7.2.0",
    "pagefind": "1.6.0",
    "preact": "11.2.0",
    "react": "18.3.1",
    "react-dom": "18.3.1",
    "svelte": "5.57.3",
    "vue": "3.5.45",
}
STARLIGHT = {"@astrojs/starlight": "0.37.7", "astro": "5.16.6"}
DATASETTE = {"datasette": "0.65.5"}
TANTIVY = {"tantivy": "0.27.0"}


def npm(cache: Path, name: str, pins: Mapping[str, str]) -> Path:
    """Return a folder with `node_modules` of the pinned packages; raises NotInstalledError."""
    folder = _folder(cache, f"npm-{name}", pins)
    if (folder / ".done").exists():
        return folder
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotInstalledError(f"{program} is missing; Node.js 20 or newer is needed")
    folder.mkdir(parents=True, exist_ok=True)
    described = {"private": True, "type": "module", "dependencies": dict(pins)}
    (folder / "package.json").write_text(json.dumps(described))
    quiet = ("--no-audit", "--no-fund", "--loglevel=error", f"--before={NPM_BEFORE}")
    run(("npm", "install", *quiet), folder, "npm's registry")
    (folder / ".done").touch()
    return folder


def pypi(cache: Path, name: str, pins: Mapping[str, str], *, is_all: bool = False) -> Path:
    """Return a folder for PYTHONPATH with the pinned packages; raises NotInstalledError.

    `is_all`: nothing is brought that they ask for besides.
    """
    folder = _folder(cache, f"pypi-{name}", pins)
    if (folder / ".done").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [f"{package}=={version}" for package, version in pins.items()]
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    needed = ("--no-deps",) if is_all else ()
    run((*pip, *needed, "--target", str(folder), *wanted), folder, "the package index of PyPI")
    (folder / ".done").touch()
    return folder


def run(command: Sequence[str], folder: Path, place: str) -> None:
    """Run what installs or builds; raises NotInstalledError with its last words."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalledError(f"{command[0]}: {error}") from error
    if done.returncode:
        words = " ".join((done.stderr or done.stdout).split())[-300:]
        raise NotInstalledError(f"{' '.join(command[:3])} failed; is {place} reached? {words}")


def _folder(cache: Path, name: str, pins: Mapping[str, str]) -> Path:
    digest = hashlib.sha256(json.dumps(pins, sort_keys=True).encode()).hexdigest()[:10]
    return cache / f"{name}-{digest}"
