"""A bed of sites to crawl, made of Debian's packages of documentation.

    python -m evaluation.quality.documentation_bed FOLDER

Downloads each package that `evaluation/beds/documentation/sites.json` names, unpacks it (nothing is
installed) and writes `sites.json` and `truth/` as `known_sites` reads them; a site that cannot be
had is left out and named. The members of a kind are the files whose names say so and that links
lead to from the entry. Kinds of fewer than `MIN_SIZE` pages are left out. What is needed beside:
`apt-get`, `dpkg`.
"""

import argparse
import json
import re
import subprocess
from collections import deque
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from discovery.crawling.links import page_links
from discovery.pages.page import NotHtmlError, parse_page
from evaluation.beds.packed import BEDS
from evaluation.quality.known_sites import FileClient, canonical

SITES = BEDS / "documentation" / "sites.json"
MIN_SIZE = 10
# Sample pages of a kind: at these places of its members in the order of their names.
SAMPLE_PLACES = (0.5, 0.2, 0.8)
Site = Mapping[str, Any]


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


def tree_of(client: FileClient, site: Site) -> dict[str, str]:
    entry = f"/{site['name']}/{site['entry']}"
    parents = {entry: ""}
    queue = deque([entry])
    while queue:
        path = queue.popleft()
        answer = client.ask(path)
        if answer.status != HTTPStatus.OK or answer.content_type != "text/html":
            parents.pop(path)
            continue
        try:
            page = parse_page(answer.body, client.base + path, "text/html")
        except NotHtmlError:
            continue
        for link in page_links(page):
            target = canonical(link)
            if link.startswith(f"{client.base}/{site['name']}/") and target not in parents:
                parents[target] = path
                queue.append(target)
    return parents


def describe(site: Site, parents: Mapping[str, str], folder: Path) -> dict[str, Any]:
    order, name = list(parents), site["name"]
    kinds = []
    for kind, expression in site["kinds"].items():
        regex = f"^/{expression}$"
        members = sorted(path for path in order if re.search(regex, path[len(name) + 1 :]))
        if len(members) < MIN_SIZE:
            continue
        truth = folder / "truth" / name / f"{kind}.txt"
        truth.parent.mkdir(parents=True, exist_ok=True)
        truth.write_text("".join(f"{member}\n" for member in members))
        on_ways: set[str] = set()
        for at in members:
            while at and at not in on_ways:
                on_ways.add(at)
                at = parents[at]
        kinds.append(
            {
                "name": kind,
                "regex": regex,
                "size": len(members),
                "shortest_path_tree": len(on_ways),
                "verdict": "",
                "samples": [{"url": members[int(place * len(members))]} for place in SAMPLE_PLACES],
            }
        )
    return {
        "site": name,
        "generator": site["generator"],
        "half": site["half"],
        "root": f"pkg/{site['package']}/{site['folder']}",
        "entry": f"/{name}/{site['entry']}",
        "reachable_pages": len(parents),
        "classes": kinds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    packages = args.folder / "pkg"
    packages.mkdir(parents=True, exist_ok=True)
    described = []
    for site in json.loads(SITES.read_text(encoding="utf-8")):
        root = packages / site["package"] / site["folder"]
        if not unpack(site["package"], packages) or not (root / site["entry"]).is_file():
            print(f"{site['name']}: {site['package']} has no {site['folder']}/{site['entry']}")
            continue
        client = FileClient({site["name"]: root})
        described.append(describe(site, tree_of(client, site), args.folder))
        sizes = ", ".join(f"{each['name']} {each['size']}" for each in described[-1]["classes"])
        pages = described[-1]["reachable_pages"]
        print(f"{site['name']} ({site['generator']}, {site['half']}): {pages} pages; {sizes}")
        (args.folder / "sites.json").write_text(json.dumps({"sites": described}, indent=1))


if __name__ == "__main__":
    main()
