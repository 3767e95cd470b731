"""The shape of the code: `python -m evaluation.structure [ROOT]`.

Counts modules and lines a folder, imports between folders, and the longest chain of imports. It
does so for the three apps in a checkout. The checkout is this one, or the one at ROOT, so that two
commits can be compared.
"""

import argparse
import ast
from collections import Counter
from collections.abc import Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

APPS = ("discovery", "wrappers", "metasearch")
LEFT_OUT = {"migrations", "static", "__pycache__"}
LONG_MODULE = 300
LARGE_FOLDER = 20


class CodeBase:
    """The modules of the apps below `root`, and what each imports of the others."""

    def __init__(self, root: Path) -> None:
        self.files = {
            _dotted(path, root): path
            for app in APPS
            for path in (root / app).rglob("*.py")
            if not LEFT_OUT & set(path.relative_to(root).parts)
        }
        self.lines = {
            name: path.read_text(encoding="utf-8").count("\n") for name, path in self.files.items()
        }
        self.imports = {name: self._imports_of(name) for name in self.files}

    def modules(self) -> list[str]:
        """Return the modules, packages left out."""
        return [name for name, path in self.files.items() if path.name != "__init__.py"]

    def _imports_of(self, name: str) -> set[str]:
        """Return the modules of ours whose names a module imports when it is loaded."""
        used = (self._definer(*each) for each in self._imported_names(name))
        return {each for each in used if each is not None} - {name}

    @cache  # noqa: B019  it lives as long as the program
    def _imported_names(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return what a module imports from others: module and name."""
        tree = ast.parse(self.files[name].read_text(encoding="utf-8"))
        return tuple(
            (node.module, alias.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        )

    def _definer(self, module: str, name: str) -> str | None:
        """Return the module that a name comes from, through the folders that hand it on."""
        if f"{module}.{name}" in self.files:
            return f"{module}.{name}"
        if module not in self.files:
            return None
        if self.files[module].name == "__init__.py":
            for further, handed_on in self._imported_names(module):
                if handed_on == name:
                    return self._definer(further, name)
        return module

    def folder(self, name: str) -> str:
        """Return the folder of a module; at an app's own level each is for itself."""
        folder = name.rpartition(".")[0]
        return name if folder in APPS else folder

    def imports_between_folders(self) -> Counter[tuple[str, str]]:
        """Return how many modules of one folder import from another."""
        pairs = (
            (self.folder(name), self.folder(used))
            for name in self.modules()
            for used in self.imports[name]
        )
        return Counter(pair for pair in pairs if pair[0] != pair[1])

    def longest_chain(self) -> list[str]:
        """Return the longest chain of modules in which each imports from the next.

        Raises `CycleError` where modules import each other.
        """
        chains: dict[str, list[str]] = {}
        for name in TopologicalSorter(self.imports).static_order():
            tails = (chains[used] for used in self.imports[name])
            chains[name] = [name, *max(tails, key=len, default=[])]
        return max(chains.values(), key=len)


def _dotted(path: Path, root: Path) -> str:
    """Return the dotted name of a module's file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of one checkout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[1])
    code = CodeBase(parser.parse_args(arguments).root.resolve())
    modules = code.modules()
    sizes = Counter(name.rpartition(".")[0] for name in modules)
    for folder, size in sorted(sizes.items()):
        lines = sum(code.lines[name] for name in modules if name.rpartition(".")[0] == folder)
        print(f"{folder:42} {size:3} modules {lines:6} lines")
    long = [name for name in modules if code.lines[name] > LONG_MODULE]
    large = [folder for folder, size in sizes.items() if size > LARGE_FOLDER]
    between = code.imports_between_folders()
    chain = code.longest_chain()
    print(f"\nmodules: {len(modules)}, lines: {sum(code.lines.values())}, folders: {len(sizes)}")
    print(f"largest folder: {max(sizes.values())}; over {LARGE_FOLDER} modules: {len(large)}")
    print(f"longest module: {max(code.lines[name] for name in modules)} lines; over 300: {long}")
    print(f"pairs of folders that import: {len(between)}, modules that do: {between.total()}")
    print(f"longest chain of modules: {len(chain)}: {' → '.join(chain)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
