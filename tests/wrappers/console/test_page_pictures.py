"""Stored pages shown by the pictures that a browser made of them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from tests.boxes import boxes_of
from tests.wrappers.stored_engine import store_engine
from wrappers.models import SamplePage, WrapperVersion
from wrappers.operations.correction import (
    choose_alternative,
    load_stored_samples,
    propose_alternatives,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> WrapperVersion:
    version = store_engine()
    draw(version.samples.all()[0])
    return version


def draw(sample: SamplePage) -> None:
    page = sample.page()
    sample.layout = SamplePage.compress_layout(boxes_of(page), page)
    sample.picture = b"\xff\xd8\xff a picture"
    sample.save()


def opened(client: Client, name: str, number: int, query: str = "") -> Any:
    answer = client.get(reverse(f"admin:{name}", args=[number]) + query)
    assert answer.status_code == 200
    return html.fromstring(answer.content)


def reading(client: Client, version: WrapperVersion, query: str = "") -> Any:
    return opened(client, "wrappers_wrapperversion_reading", version.pk, query)


def test_the_records_are_outlined_on_the_picture_and_those_beyond_counted(admin_client, version):
    shown = reading(admin_client, version)
    assert not shown.xpath("//iframe")
    picture = shown.xpath("//div[@class='page-drawn']/img")[0]
    assert admin_client.get(picture.get("src")).content == b"\xff\xd8\xff a picture"
    records = shown.xpath("//g[@data-mark='record']")
    assert [each.findtext("text") for each in records] == [str(n) for n in range(1, 9)]
    assert records[0].findtext("title") == "vector part 0"
    sample = version.samples.all()[0]
    page = sample.page()
    layout = sample.layout_of(page)
    assert layout is not None
    box = layout.boxes[next(page.root.iterfind(".//div[@class='hit']"))]
    drawn = [
        [round(float(rect.get(name))) for name in ("x", "y", "width", "height")]
        for rect in records[0].iterfind("rect")
    ]
    assert drawn == [[box.left, box.top, box.width, box.height]]
    sample = version.samples.all()[0]
    high = sample.html().replace(b"<body>", b"<body><img height=7900>")
    sample.body = sample.compress(high)
    draw(sample)
    assert "beyond the end of the picture" in reading(admin_client, version).text_content()


def test_the_page_itself_is_one_click_away_and_shown_where_nobody_drew_it(
    admin_client, version, settings
):
    switch = "//nav[@aria-label='How the page is shown']/a"
    shown = reading(admin_client, version)
    picture, page = shown.xpath(switch)
    assert picture.get("aria-current") and not page.get("aria-current")
    stored = reading(admin_client, version, page.get("href"))
    assert stored.xpath("//iframe") and not stored.xpath("//svg[@viewBox]//rect")
    back = stored.xpath(switch)[0]
    assert reading(admin_client, version, back.get("href")).xpath("//rect")
    plain = version.samples.all()[1]
    shown = reading(admin_client, version, f"?sample={plain.pk}")
    assert shown.xpath("//iframe")
    assert "METASEARCH_BROWSER" in shown.text_content()
    settings.METASEARCH_BROWSER = "/no/such/browser"
    shown = reading(admin_client, version, f"?sample={plain.pk}")
    assert "there is no program" in shown.text_content()


def test_lists_and_items_are_chosen_and_versions_compared_on_the_picture(admin_client, version):
    engine = version.engine_id
    shown = opened(admin_client, "discovery_engine_choose", engine)
    links = shown.xpath("//svg/a[@href]")
    assert links and all(link.get("aria-label").startswith("List ") for link in links)
    preview = opened(admin_client, "discovery_engine_choose", engine, links[-1].get("href"))
    assert preview.xpath("//input[@name='list']/@value")
    shown = opened(admin_client, "discovery_engine_items", engine)
    links = shown.xpath("//svg/a[@data-list='2']")
    assert len(links) == 8 and links[0].get("aria-label") == "2 snippet"
    where = links[0].get("href").partition("#")[0]
    again = opened(admin_client, "discovery_engine_items", engine, where)
    assert again.xpath("//li[@aria-current]/@id") == ["column-1"]
    lists = propose_alternatives(load_stored_samples(version.engine))
    chosen = choose_alternative(version.engine, lists[-1].key, "ada")
    shown = opened(admin_client, "wrappers_wrapperversion_compare", chosen.pk)
    drawings = shown.xpath("//div[@class='page-drawn']")
    assert len(drawings) == 2
    read = [tuple(each.xpath(".//title/text()")) for each in drawings]
    assert read[0] != read[1] and all(read)


def test_a_layout_of_another_page_leaves_the_page_itself(admin_client, version):
    first, second = version.samples.all()
    first.body = first.compress(b"<p>more" + first.html())
    first.save()
    assert reading(admin_client, version).xpath("//iframe")
    first.layout = first.picture = None
    first.save()
    draw(second)
    assert reading(admin_client, version).xpath("//rect"), "what was drawn is shown first"
