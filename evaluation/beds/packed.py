"""Beds as folders: `cases.jsonl` and the pages it names, or an archive (`.tar.xz`) of both.

    python -m evaluation.beds.packed ARCHIVE FOLDER [--sites N]

unpacks one, of all sites or of so many spread over all.

A case has `id`, `site`, `query`, `url`, `html` (the page's path) and its truth; where a bed is told
in halves, `half` says whether rules may be made by looking at the page. `PAIRS….json` are pairs of
old and new pages, as `evaluation.quality.adaptation` reads them.
"""

import argparse
import json
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

BEDS = Path(__file__).parent
MAX_BED_BYTES = 500_000_000
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
    with tarfile.open(bed) as archive:
        files = ((each.name, archive.extractfile(each)) for each in _members(archive))
        return {name: file.read() for name, file in files if file is not None}


def _members(archive: tarfile.TarFile) -> list[tarfile.TarInfo]:
    members = archive.getmembers()
    if sum(member.size for member in members) > MAX_BED_BYTES:
        raise ValueError(f"{archive.name!r} is too large to be a bed")
    return members


def read_cases(folder: Path, half: str = "") -> list[Case]:
    return cases_of((folder / "cases.jsonl").read_text(encoding="utf-8"), half)


def archived_cases(bed: Path, half: str = "") -> list[Case]:
    return cases_of(archived(bed)["cases.jsonl"].decode(), half)


def cases_of(lines: str, half: str = "") -> list[Case]:
    """Return the cases written as JSON lines.

    >>> cases_of('{"id": 1, "half": "build"}\\n{"id": 2, "half": "unopened"}\\n', "build")
    [{'id': 1, 'half': 'build'}]
    """
    cases: list[Case] = [json.loads(line) for line in lines.split("\n") if line.strip()]
    return [case for case in cases if not half or case.get("half") == half]


def unpack_sites(bed: Path, folder: Path, count: int) -> None:
    """Unpack an archive to a folder: the cases, pages and pairs of `count` sites spread over all.

    A site's lines are those of the archive, byte by byte: weights name what they were fitted on.
    """
    with unpacked(bed) as whole:
        lines = (whole / "cases.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        sites = list(dict.fromkeys(json.loads(line)["site"] for line in lines))
        chosen = set(sites[:: max(1, len(sites) // count)][:count])
        kept = [line for line in lines if json.loads(line)["site"] in chosen]
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        (folder / "cases.jsonl").write_text("".join(kept), encoding="utf-8")
        for path in {json.loads(line)["html"] for line in kept}:
            shutil.copyfile(whole / path, folder / path)
        for file in whole.glob("PAIRS*.json"):
            pairs = [pair for pair in json.loads(file.read_bytes()) if pair["site"] in chosen]
            (folder / file.name).write_text(json.dumps(pairs, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sites", type=int)
    options = parser.parse_args()
    if options.sites:
        unpack_sites(options.archive, options.folder, options.sites)
    else:
        with unpacked(options.archive) as bed:
            shutil.copytree(bed, options.folder, dirs_exist_ok=True)


if __name__ == "__main__":
    main()
