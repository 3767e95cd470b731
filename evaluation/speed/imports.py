"""Speed of imports: files of 10,000 engines in each format, through the command.

usage: python -m evaluation.speed.imports [--entries N] [--json FILE]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from evaluation.own_installation import own_environment

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = 10_000
# Seconds that an import of that many may take.
LIMIT = 60


def bangs(count: int) -> str:
    """Return a list of bangs, a twentieth of them duplicates."""
    hosts = (f"www.site{number - number % 20 // 19}.example" for number in range(count))
    return json.dumps(
        [
            {"c": "Tech", "d": host, "r": number % 50, "s": f"Site {number}", "sc": "Sub",
             "t": f"s{number}", "u": f"https://{host}/search?q={{{{{{s}}}}}}&lang=en"}
            for number, host in enumerate(hosts)
        ],
        indent=1,
    )  # fmt: skip


def selector_engines(count: int) -> str:
    """Return the settings of a metasearch with selector engines."""
    entry = """  - name: engine {0}
    engine: xpath
    search_url: https://engine{0}.example/find?q={{query}}&page={{pageno}}
    results_xpath: //div[contains(@class, "result")]
    url_xpath: .//h3/a/@href
    title_xpath: .//h3/a
    content_xpath: .//p[@class="text"]
    paging: true
    categories: [general, web]
    shortcut: e{0}
"""
    return "engines:\n" + "".join(entry.format(number) for number in range(count))


def opml(count: int) -> str:
    """Return an outline of sites."""
    rows = "\n".join(
        f'<outline text="Site {number}" htmlUrl="https://opml{number}.example/"/>'
        for number in range(count)
    )
    return f'<opml version="2.0"><body>\n{rows}\n</body></opml>'


def table(count: int) -> str:
    rows = (f"Site {number},https://csv{number}.example/,{number}" for number in range(count))
    return "\n".join(("name,url,rank", *rows))


FILES: dict[str, Callable[[int], str]] = {
    "bangs.json": bangs,
    "selectors.yml": selector_engines,
    "sites.opml": opml,
    "sites.csv": table,
}


def import_file(path: Path, data: Path) -> dict[str, float]:
    """Import a file through the command; return seconds and counts."""
    done = subprocess.run(
        (sys.executable, "manage.py", "import_engines", str(path), "--json"),
        cwd=ROOT,
        env=own_environment(data),
        capture_output=True,
        check=True,
        text=True,
    )
    outcome = json.loads(done.stdout)
    return {key: outcome[key] for key in ("seconds", "created", "merged")} | {
        "rejected": len(outcome["rejected"])
    }


def measure(entries: int) -> dict[str, dict[str, float]]:
    """Import each format into one growing installation, then the first file once more."""
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, make in FILES.items():
            path = Path(folder, name)
            path.write_text(make(entries), encoding="utf-8")
            figures[name] = import_file(path, Path(folder))
        figures["bangs.json again"] = import_file(Path(folder, "bangs.json"), Path(folder))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--json", help="write the figures here")
    arguments = parser.parse_args()
    figures = measure(arguments.entries)
    for name, figure in figures.items():
        print(
            f"{name:<18} {figure['seconds']:6.1f} s (aim < {LIMIT})  {figure['created']:,} new, "
            f"{figure['merged']:,} known, {figure['rejected']:,} rejected"
        )
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
