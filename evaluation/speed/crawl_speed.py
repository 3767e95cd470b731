"""Pages a second of a structural crawl, beside Scrapy's on the same server in the same run.

Ours downloads one page after the other and looks at the structure of each; Scrapy has eight
downloads under way, follows links and reads titles.

usage: python -m evaluation.speed.crawl_speed SITES_DIR [--class SITE/CLASS] [--json FILE]
"""

import argparse
import json
import resource
import subprocess
import tempfile
import venv
from pathlib import Path

from evaluation.quality.crawling import measure
from evaluation.quality.known_sites import CACHE, classes, server

PORT = 18_790
SCRAPY = "scrapy==2.19.0"
DEFAULT_CLASS = "gtk4/method"


def scrapy_crawl(address: str, pages: int) -> dict[str, float]:
    """Return pages and seconds of Scrapy's crawl, made in an environment of its own.

    Scrapy brings a Brotli decoder, which aiohttp would use: the product would be tested and
    measured with what it does not come with.
    """
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run((python, "-m", "pip", "install", "--quiet", SCRAPY), check=True)
        crawl = subprocess.run(
            (python, Path(__file__).with_name("scrapy_crawl.py"), address, str(pages)),
            check=True, capture_output=True, text=True,
        )  # fmt: skip
    figures: dict[str, float] = json.loads(crawl.stdout)
    return figures


def main() -> None:
    """Crawl twice and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", default=DEFAULT_CLASS)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    site, each, truth = next(classes(options.sites, [options.chosen]))
    with server(options.sites, options.cache, options.port) as client:
        ours = measure(client, "structure", site, each, each["samples"][0]["url"], truth)
        peer = scrapy_crawl(client.named(site["entry"]), ours.downloads)
    figures = {
        "pages_per_second": ours.pages_per_second,
        "scrapy_pages_per_second": peer["pages"] / peer["seconds"],
        "downloads": ours.downloads,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    figures["ratio"] = figures["pages_per_second"] / figures["scrapy_pages_per_second"]
    print(
        f"{options.chosen}: {ours.downloads} downloads, {figures['pages_per_second']:.0f} pages/s "
        f"(precision {ours.precision:.3f}, recall {ours.recall:.3f}), at most "
        f"{figures['memory_mb']:.0f} MB\n"
        f"Scrapy on the same server: {peer['pages']} pages, "
        f"{figures['scrapy_pages_per_second']:.0f} pages/s; ratio {figures['ratio']:.2f}"
    )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
