"""The samples know nothing of the project, and the project nothing of the samples."""

import re
import sys
from pathlib import Path

from samples import SITES
from tests.test_architecture import ROOT, imported_modules

SAMPLES = ROOT / "samples"
PRODUCT_FOLDERS = ("discovery", "wrappers", "metasearch", "templates")
COMPILED = {".pyc", ".mo"}
# What came with earlier versions is told by its name.
RETIREMENT = ROOT / "metasearch" / "presentation" / "sample_sites.py"
# What the samples may import beside the standard library and themselves: no ORM, no settings.
LIBRARIES = ("aiohttp", "rapidfuzz", "django.template", "django.utils")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def product_files() -> list[Path]:
    return [
        path
        for folder in PRODUCT_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in COMPILED and path != RETIREMENT
    ]


def test_samples_import_nothing_of_the_project():
    for path in SAMPLES.rglob("*.py"):
        for module in imported_modules(path):
            known = module.split(".")[0] in sys.stdlib_module_names or any(
                is_within(module, package) for package in ("samples", *LIBRARIES)
            )
            assert known, f"{path.relative_to(ROOT)} imports {module}"


def test_no_name_of_a_sample_occurs_outside_its_folder():
    marks = {site.name for site in SITES} | {site.title.casefold() for site in SITES}
    for path in SAMPLES.rglob("pages.py"):
        marks |= set(re.findall(r"[\w-]+\.example\b", path.read_text(encoding="utf-8")))
    files = product_files()
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace").casefold()
        found = sorted(mark for mark in marks if mark in text or mark in path.name.casefold())
        assert not found, f"{path.relative_to(ROOT)} names {found}"


def test_sites_do_not_know_each_other():
    names = {site.name for site in SITES}
    for name in names:
        for path in (SAMPLES / name).rglob("*"):
            if path.is_file() and path.suffix not in COMPILED:
                text = path.read_text(encoding="utf-8").casefold()
                assert not [other for other in names - {name} if other in text]
