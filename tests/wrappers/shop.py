"""A small shop: a list, and items with fields that link back to it."""

from tests.discovery.crawl_web import Site, link

ITEMS = 6


def fill_shop(shop: Site) -> None:
    shop.pages["/"] = "".join(link(f"/item/{number}") for number in range(ITEMS))
    for number in range(ITEMS):
        shop.pages[f"/item/{number}"] = (
            f'<title>Item {number} | Shop</title><body class="item"><h1>Item {number}</h1>'
            f"<table><tr><th>Price</th><td>{number}.50</td></tr>"
            f"<tr><th>Note</th><td>=SUM({number})</td></tr></table>"
            f"<p>A thing called gadget{number}.</p>{link('/')}"
        )
