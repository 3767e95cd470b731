"""A small shop: a list, and items with fields that link back to it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.discovery.crawl_web import Site, link, serving

ITEMS = 6


@pytest.fixture
def shop(settings: Any) -> Iterator[Site]:
    with serving(1) as (site,):
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [site.host]
        site.pages["/"] = "".join(link(f"/item/{number}") for number in range(ITEMS))
        for number in range(ITEMS):
            site.pages[f"/item/{number}"] = (
                f'<title>Item {number} | Shop</title><body class="item"><h1>Item {number}</h1>'
                f"<table><tr><th>Price</th><td>{number}.50</td></tr>"
                f"<tr><th>Note</th><td>=SUM({number})</td></tr></table>"
                f"<p>A thing called gadget{number}.</p>{link('/')}"
            )
        yield site
