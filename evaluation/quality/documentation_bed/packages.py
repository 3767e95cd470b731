"""Packages of Debian, downloaded and unpacked; nothing is installed."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory


def unpack(package: str, folder: Path) -> bool:
    """Unpack a package below `folder` unless it is there; tell whether it could be had."""
    if (folder / package).is_dir():
        return True
    with TemporaryDirectory() as made:
        got = subprocess.run(["apt-get", "-qq", "download", package], cwd=made, check=False)
        files = list(Path(made).glob("*.deb"))
        if got.returncode or not files:
            return False
        subprocess.run(["dpkg", "-x", str(files[0]), str(folder / package)], check=True)
    return True
