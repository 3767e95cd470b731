"""A plain Scrapy crawl of one site, as a peer to compare with: prints pages and seconds as JSON.

usage: python scrapy_crawl.py ADDRESS PAGES (started by crawl_speed)
"""

import json
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor


class SiteSpider(Spider):
    """Follows every link below the start, breadth first, and reads titles."""

    name = "site"
    custom_settings = {
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "DOWNLOAD_DELAY": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    }
    seen = 0

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Read one page and go on."""
        if isinstance(response, HtmlResponse):
            type(self).seen += 1
            response.css("title::text").get()
            below = urljoin(self.start_urls[0], ".")
            for link in LinkExtractor().extract_links(response):
                if link.url.startswith(below):
                    yield response.follow(link.url)


def main() -> None:
    """Crawl and print."""
    address, pages = sys.argv[1], int(sys.argv[2])
    process = CrawlerProcess({"CLOSESPIDER_PAGECOUNT": pages})
    started = time.perf_counter()
    process.crawl(SiteSpider, start_urls=[address])
    process.start()
    print(json.dumps({"pages": SiteSpider.seen, "seconds": time.perf_counter() - started}))


if __name__ == "__main__":
    main()
