"""Beds as folders: `cases.jsonl` and the pages it names, or an archive (`.tar.xz`) of both.

A case has `id`, `site`, `query`, `url`, `html` (the page's path) and its truth; where a bed is told
in halves, `half` says whether rules may be made by looking at the page.
"""

import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

BEDS = Path(__file__).parent
MAX_BED_BYTES = 300_000_000
Case = dict[str, Any]


@contextmanager
def unpacked(bed: Path) -> Iterator[Path]:
    """Give the folder of a bed; an archive's lasts as long as the context and has its name."""
    if bed.is_dir():
        yield bed
        return
    with TemporaryDirectory() as scratch, tarfile.open(bed) as archive:
        folder = Path(scratch, bed.name.partition(".")[0])
        archive.extractall(folder, _members(archive), filter="data")
        yield folder


@cache
def archived(bed: Path) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    with tarfile.open(bed) as archive:
        files = ((each.name, archive.extractfile(each)) for each in _members(archive))
        return {name: file.read() for name, file in files if file is not None}


def _members(archive: tarfile.TarFile) -> list[tarfile.TarInfo]:
    members = archive.getmembers()
    if sum(member.size for member in members) > MAX_BED_BYTES:
        raise ValueError(f"{archive.name!r} is too large to be a bed")
    return members


def read_cases(folder: Path, half: str = "") -> list[Case]:
    """Return the cases of a folder, of all halves or of one."""
    return cases_of((folder / "cases.jsonl").read_text(encoding="utf-8"), half)


def archived_cases(bed: Path, half: str = "") -> list[Case]:
    """Return the cases of an archive, of all halves or of one."""
    return cases_of(archived(bed)["cases.jsonl"].decode(), half)


def cases_of(lines: str, half: str = "") -> list[Case]:
    """Return the cases written as JSON lines.

    >>> cases_of('{"id": 1, "half": "build"}\\n{"id": 2, "half": "unopened"}\\n', "build")
    [{'id': 1, 'half': 'build'}]
    """
    cases: list[Case] = [json.loads(line) for line in lines.split("\n") if line.strip()]
    return [case for case in cases if not half or case.get("half") == half]
