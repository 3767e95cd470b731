"""The size and shape of the code.

usage: python -m evaluation.structure [ROOT] [--json FILE]

Counts the product (discovery, wrappers, metasearch, samples, migrations left out), evaluation, and
tests: modules, lines, and statements of their syntax trees, which no reformatting changes. Apart
are templates, scripts, styles and data files, so that nothing hides there; the words of docs/;
the longest chain of imports. ROOT is another checkout to compare with.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from evaluation.printing import command_line, write_figures

APPS = ("discovery", "wrappers", "metasearch")
PARTS = {"product": (*APPS, "samples"), "evaluation": ("evaluation",), "tests": ("tests",)}
LEFT_OUT = {"migrations", "__pycache__"}
# What stands beside the code, by the endings of its files.
KINDS = {
    "templates": (".html", ".xml", ".txt"),
    "scripts and styles": (".js", ".css", ".sh"),
    "data": (".json", ".toml", ".jsonl", ".tsv", ".csv", ".po"),
}
# Archives and pictures have no lines: their kilobytes are counted.
PACKED = (".xz", ".gz", ".zip", ".zst", ".tar", ".warc")


class CodeBase:
    """The modules of the apps below `root`, and what each imports of the others."""

    def __init__(self, root: Path) -> None:
        self.files = {
            dotted_name(path, root): path for app in APPS for path in _files(root / app, ".py")
        }
        self.modules = [name for name, path in self.files.items() if path.name != "__init__.py"]
        self.imports = {
            name: {self._definer(*each) for each in self._imported_names(name)} - {name, ""}
            for name in self.files
        }

    @cache  # noqa: B019  it lives as long as the program
    def _imported_names(self, name: str) -> tuple[tuple[str, str], ...]:
        tree = ast.parse(self.files[name].read_text(encoding="utf-8"))
        return tuple(
            (node.module, alias.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        )

    def _definer(self, module: str, name: str) -> str:
        """Return the module of ours that an imported name comes from, "" where it is another's."""
        if f"{module}.{name}" in self.files:
            return f"{module}.{name}"
        if module not in self.files:
            return ""
        if self.files[module].name == "__init__.py":
            for further, handed_on in self._imported_names(module):
                if handed_on == name:
                    return self._definer(further, name)
        return module

    def longest_chain(self) -> list[str]:
        """Return the longest chain of modules in which each imports from the next.

        Raises `CycleError` where modules import each other.
        """
        chains: dict[str, list[str]] = {}
        for name in TopologicalSorter(self.imports).static_order():
            tails = (chains[used] for used in self.imports[name])
            chains[name] = [name, *max(tails, key=len, default=[])]
        return max(chains.values(), key=len)


def measure(root: Path) -> dict[str, dict[str, int]]:
    sizes = {part: _size(root, folders) for part, folders in PARTS.items()}
    sizes["templates/"] = _beside(root, ("templates",))
    pages = sorted((root / "docs").glob("*.md"))
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


def dotted_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line(__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[1])
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    sizes = measure(root)
    for part, counts in sizes.items():
        print(f"{part:11}", "  ".join(f"{what} {count:,}" for what, count in counts.items()))
    code = CodeBase(root)
    lines, longest = max((_lines(code.files[name]), name) for name in code.modules)
    chain = code.longest_chain()
    print(f"longest module: {longest}, {lines} lines")
    print(f"longest chain of modules: {len(chain)}: {' → '.join(chain)}")
    write_figures(options.json, sizes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
