"""A small shop: a list, and items with fields that link back to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.discovery.crawl_web import Site, link, serving

ITEMS = 6


@contextmanager
def serving_shop(settings: Any) -> Iterator[Site]:
    with serving(1) as (shop,):
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [shop.host]
        shop.pages["/"] = "".join(link(f"/item/{number}") for number in range(ITEMS))
        for number in range(ITEMS):
            shop.pages[f"/item/{number}"] = (
                f'<title>Item {number} | Shop</title><body class="item"><h1>Item {number}</h1>'
                f"<table><tr><th>Price</th><td>{number}.50</td></tr>"
                f"<tr><th>Note</th><td>=SUM({number})</td></tr></table>"
                f"<p>A thing called gadget{number}.</p>{link('/')}"
            )
        yield shop
