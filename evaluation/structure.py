"""The size of the code.

usage: python -m evaluation.structure [ROOT] [--json FILE]

Counts the product (discovery, wrappers, metasearch, samples, migrations left out), evaluation, and
tests: modules, lines, and statements of their syntax trees, which no reformatting changes. Apart
are templates, scripts, styles and data files, so that nothing hides there, and the words of README
and docs/.
ROOT is another checkout to compare with.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from evaluation.printing import command_line, write_figures

PARTS = {
    "product": ("discovery", "wrappers", "metasearch", "samples"),
    "evaluation": ("evaluation",),
    "tests": ("tests",),
}
LEFT_OUT = {"migrations", "__pycache__"}
# What stands beside the code, by the endings of its files.
KINDS = {
    "templates": (".html", ".xml", ".txt"),
    "scripts and styles": (".js", ".css", ".sh"),
    "data": (".json", ".toml", ".jsonl", ".tsv", ".csv", ".po"),
}
# Archives and pictures have no lines: their kilobytes are counted.
PACKED = (".xz", ".gz", ".zip", ".zst", ".tar", ".warc")


def measure(root: Path) -> dict[str, dict[str, int]]:
    sizes = {part: _size(root, folders) for part, folders in PARTS.items()}
    sizes["templates/"] = _beside(root, ("templates",))
    pages = [*root.glob("README.md"), *sorted((root / "docs").glob("*.md"))]
    words = sum(len(page.read_text(encoding="utf-8").split()) for page in pages)
    sizes["docs"] = {"pages": len(pages), "words": words}
    return sizes


def _size(root: Path, folders: Sequence[str]) -> dict[str, int]:
    files = [path for folder in folders for path in _files(root / folder, ".py")]
    return {
        "modules": sum(path.name != "__init__.py" for path in files),
        "lines": sum(map(_lines, files)),
        "statements": sum(
            isinstance(node, ast.stmt)
            for path in files
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        ),
        **_beside(root, folders),
    }


def _beside(root: Path, folders: Sequence[str]) -> dict[str, int]:
    lines = {
        kind: sum(_lines(path) for folder in folders for path in _files(root / folder, *endings))
        for kind, endings in KINDS.items()
    }
    packed = [path for folder in folders for path in _files(root / folder, *PACKED)]
    return {**lines, "packed KB": sum(path.stat().st_size for path in packed) // 1024}


def _files(folder: Path, *endings: str) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        is_left_out = LEFT_OUT & set(path.relative_to(folder).parts)
        if path.suffix in endings and path.is_file() and not is_left_out:
            yield path


def _lines(path: Path) -> int:
    return path.read_text(encoding="utf-8", errors="replace").count("\n")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line(__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[1])
    options = parser.parse_args(arguments)
    sizes = measure(options.root.resolve())
    for part, counts in sizes.items():
        print(f"{part:11}", "  ".join(f"{what} {count:,}" for what, count in counts.items()))
    write_figures(options.json, sizes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
