"""The site with redirector links and suggestions."""

from urllib.parse import urlencode


async def test_a_slip_is_answered_with_a_suggestion(visit):
    visitor = await visit("modulary")
    page = await visitor.ask("serialzie")
    (link,) = page.root.xpath("//p[@class='suggestion']/a")
    assert link.text == "serialize"
    assert visitor.results(await visitor.get(page.resolve(link.get("href"))))
    assert not (await visitor.ask("xqvzkwjyhq")).root.xpath("//p[@class='suggestion']")


async def test_the_redirector_leads_to_the_manual_only(visit):
    visitor = await visit("modulary")
    for target, status in (
        ("https://docs.python.org/3/library/json.html", 302),
        ("https://evil.example/", 404),
        ("https://docs.python.org/3/library/json.html@evil.example", 404),
    ):
        address = f"/out?{urlencode({'url': target})}"
        async with visitor.client.get(address, allow_redirects=False) as response:
            assert response.status == status
            assert response.headers.get("Location") == (target if status == 302 else None)
