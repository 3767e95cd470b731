"""Beds as folders: `cases.jsonl` and the pages it names, or an archive (`.tar.xz`) of both.

A case has `id`, `site`, `query`, `url`, `html` (the page's path) and its truth; where a bed is told
in halves, `half` says whether rules may be made by looking at the page.
"""

import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

BEDS = Path(__file__).parent
MAX_BED_BYTES = 100_000_000


@contextmanager
def unpacked(bed: Path) -> Iterator[Path]:
    """Give the folder of a bed; an archive's lasts as long as the context and has its name."""
    if bed.is_dir():
        yield bed
        return
    with TemporaryDirectory() as scratch, tarfile.open(bed) as archive:
        members = archive.getmembers()
        if sum(member.size for member in members) > MAX_BED_BYTES:
            raise ValueError(f"{bed} is too large to be a bed")
        folder = Path(scratch, bed.name.partition(".")[0])
        archive.extractall(folder, members, filter="data")
        yield folder


def read_cases(folder: Path, half: str = "") -> list[dict[str, Any]]:
    """Return the cases of a folder, of all halves or of one."""
    with (folder / "cases.jsonl").open(encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines if line.strip()]
    return [case for case in cases if not half or case.get("half") == half]
