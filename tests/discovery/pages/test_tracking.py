"""Tracking parameters are taken away, all else stays as it is."""

import pytest

from discovery.pages.urls import without_tracking


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("https://a.example/x?utm_source=a&utm_anything=b", "https://a.example/x"),
        ("https://a.example/x?id=1&gclid=Q&page=2", "https://a.example/x?id=1&page=2"),
        ("https://a.example/x?FBCLID=1#part", "https://a.example/x#part"),
        ("https://a.example/x?srsltid=1&at_custom1=2&q=%C3%a9+b", "https://a.example/x?q=%C3%a9+b"),
        # What tells pages apart stays.
        *((address, address) for address in (
            *("", "https://a.example/utm_source=1", "https://a.example/x?"),
            *("https://a.example/x?a;b&c=&&d==%", "https://a.example/x#?utm_source=1"),
            "https://a.example/x?source=db&ref=main&session=3&uid=7&keyword=zip&id=utm_source",
        )),
    ],
)  # fmt: skip
def test_what_follows_visitors_about_goes(given, left):
    assert without_tracking(given) == left
