"""The console's pages about stored pages: how they are read, compared, and another list chosen."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from lxml import html

from discovery.models import EngineState
from tests.boxes import boxes_of
from tests.wrappers.stored_engine import store_engine
from wrappers.adaptation.adaptation import Strategy
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.wrapper import Wrapper
from wrappers.learning.step_context import PROCESS_FLOW, UNCHANGED
from wrappers.models import SamplePage, SampleRole, WrapperVersion
from wrappers.operations.correction import (
    CHOSEN,
    CorrectionError,
    ItemChange,
    change_items,
    choose_alternative,
    load_stored_samples,
    propose_alternatives,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> WrapperVersion:
    return store_engine()


def choose_address(version: WrapperVersion) -> str:
    return reverse("admin:discovery_engine_choose", args=[version.engine_id])


def menu_key(version: WrapperVersion) -> str:
    lists = propose_alternatives(load_stored_samples(version.engine))
    page = version.samples.all()[0].page()
    return next(
        each.key
        for each in lists
        if [record.title for record in each.learned.wrapper.extract(page).records]
        == ["home", "help", "about"]
    )


def test_a_version_shows_how_it_reads_pages_of_its_engine_only(admin_client, version):
    page = html.fromstring(
        admin_client.get(
            reverse("admin:wrappers_wrapperversion_reading", args=[version.pk])
        ).content
    )
    titles = page.xpath("//*[@class='field-title']/text()")
    assert titles[:2] == ["vector part 0", "vector part 1"] and len(titles) == 8
    frame = admin_client.get(page.xpath("//iframe/@src")[0])
    assert len(html.fromstring(frame.content).xpath("//*[@data-number]")) == 8
    policy = frame.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy
    other = store_engine(slug="two")
    sample = other.samples.all()[0]
    address = reverse("admin:wrappers_wrapperversion_frame", args=[version.pk, sample.pk])
    assert admin_client.get(address).status_code == 404


def test_a_click_on_a_record_shows_what_would_be_read_then_reads_it(admin_client, version):
    page = html.fromstring(admin_client.get(choose_address(version)).content)
    frame = html.fromstring(admin_client.get(page.xpath("//iframe/@src")[0]).content)
    links = {link.get("href") for link in frame.xpath("//li//a[@data-list]")}
    assert len(links) == 1
    preview = html.fromstring(admin_client.get(links.pop()).content)
    assert preview.xpath("//*[@class='field-title']/text()")[:3] == ["home", "help", "about"]
    key = preview.xpath("//input[@name='list']/@value")[0]
    admin_client.post(choose_address(version), {"list": key}, follow=True)
    active = version.engine.wrapper_versions.get(is_active=True)
    assert (active.number, active.strategy) == (2, "chosen")
    assert "admin" in active.reason and active.samples.count() == 2
    assert LogEntry.objects.filter(object_id=str(version.engine_id)).exists()


def test_what_a_version_changed_is_shown_side_by_side_and_rolled_back(admin_client, version):
    chosen = choose_alternative(version.engine, menu_key(version), "ada")
    page = html.fromstring(
        admin_client.get(reverse("admin:wrappers_wrapperversion_compare", args=[chosen.pk])).content
    )
    assert len(page.xpath("//iframe")) == 2
    assert page.xpath("//*[@class='added']") and page.xpath("//*[@class='removed']")
    data = {"action": "make_active", "_selected_action": [version.pk]}
    admin_client.post(reverse("admin:wrappers_wrapperversion_changelist"), data)
    assert WrapperVersion.objects.get(is_active=True) == version
    assert "Rolled back" in version.engine.events.first().reason


def test_an_engine_that_failed_is_brought_into_use_by_the_choice(version):
    engine = version.engine
    engine.state = EngineState.NO_RECORDS
    engine.save()
    choose_alternative(engine, menu_key(version), "ada")
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE


def test_equal_pages_leave_nothing_to_choose(version):
    body = version.samples.all()[0].body
    version.samples.update(body=body)
    with pytest.raises(CorrectionError, match="same"):
        propose_alternatives(load_stored_samples(version.engine))


def test_pages_without_results_are_not_offered(version):
    sample = version.samples.all()[0]
    empty = b"<html><body><ul class=nav><li><a href=/home>home</a></ul><p>Nothing.</body></html>"
    for query, role in (("zxqv", SampleRole.NO_RESULT), ("qvzx", SampleRole.NO_RESULT),
                        ("rare", SampleRole.RESULTS)):  # fmt: skip
        sample.pk, sample.query, sample.role = None, query, role
        sample.body = sample.compress(empty)
        sample.save()
    assert [page.query for page in load_stored_samples(version.engine).results] == [
        "vector",
        "template",
    ]


def test_a_viewer_sees_pages_and_cannot_choose(sign_in, version):
    client = sign_in("viewers")
    reading = reverse("admin:wrappers_wrapperversion_reading", args=[version.pk])
    assert client.get(reading).status_code == 200
    assert client.get(choose_address(version)).status_code == 404
    assert client.post(choose_address(version), {"list": menu_key(version)}).status_code == 404
    assert version.engine.wrapper_versions.count() == 1


def test_how_a_version_was_found_is_said_in_words(admin_client, version):
    for name in (*Strategy, PROCESS_FLOW, UNCHANGED, CHOSEN, "title, date"):
        WrapperVersion.objects.filter(pk=version.pk).update(strategy=name)
        listed = reverse("admin:wrappers_wrapperversion_changelist")
        page = html.fromstring(admin_client.get(listed).content)
        told = page.xpath("string(//td[@class='field-how_found'])")
        assert told != name
        assert told in page.xpath("string(//*[@id='changelist-filter'])")
        assert "_" not in told
        assert told.startswith("fields") is ("," in name)


def items_address(version: WrapperVersion) -> str:
    return reverse("admin:discovery_engine_items", args=[version.engine_id])


def test_a_click_on_an_item_leads_to_its_column_in_old_wrappers_too(admin_client, version):
    page = html.fromstring(admin_client.get(items_address(version)).content)
    assert page.xpath("//input[@name='label-0']/@value") == ["title"]
    frame = html.fromstring(admin_client.get(page.xpath("//iframe/@src")[0]).content)
    links = frame.xpath("//a[@data-list='2']")
    assert len(links) == 8 and links[0].text == "2 snippet"
    again = html.fromstring(admin_client.get(links[0].get("href").partition("#")[0]).content)
    assert again.xpath("//li[@aria-current]/@id") == ["column-1"]
    del version.wrapper["items"]
    version.save()
    page = html.fromstring(admin_client.get(items_address(version)).content)
    assert page.xpath("//input[@name='label-1']/@value") == ["snippet"]


def test_what_a_person_says_becomes_a_version_that_reads_so(admin_client, version):
    admin_client.post(items_address(version), {"label-0": "title", "kind-0": "title"})
    assert version.engine.wrapper_versions.count() == 1, "nothing was changed"
    form = {"label-0": "title", "kind-0": "title", "label-1": "About", "kind-1": "author"}
    admin_client.post(items_address(version), form)
    active = version.engine.wrapper_versions.get(is_active=True)
    assert (active.number, active.reason) == (2, "items named by admin")
    assert active.samples.count() == 2
    record = Wrapper.from_json(active.wrapper).records(active.samples.all()[0].page())[0]
    assert (record.snippet, record.author) == ("", "All of vector, number 0.")
    assert [item.label for item in record.items] == ["title", "About"]


def test_what_cannot_be_chosen_or_compared_says_why(version, admin_client):
    with pytest.raises(CorrectionError, match="Two items are called"):
        change_items(version.engine, {1: ItemChange("title", ItemKind.TEXT, False)}, "ada")
    with pytest.raises(CorrectionError, match="needs a name"):
        change_items(version.engine, {1: ItemChange(" ", ItemKind.TEXT, False)}, "ada")
    alone = reverse("admin:wrappers_wrapperversion_compare", args=[version.pk])
    assert b"only version" in admin_client.get(alone).content
    response = admin_client.post(choose_address(version), {"list": "gone"}, follow=True)
    assert b"choose once more" in response.content
    assert version.engine.wrapper_versions.count() == 1
    version.samples.all().delete()
    response = admin_client.get(choose_address(version), follow=True)
    assert b"Learn the engine first" in response.content


@pytest.fixture
def drawn() -> WrapperVersion:
    drawn = store_engine()
    draw(drawn.samples.all()[0])
    return drawn


def draw(sample: SamplePage) -> None:
    page = sample.page()
    sample.layout = SamplePage.compress_layout(boxes_of(page), page)
    sample.picture = b"\xff\xd8\xff a picture"
    sample.save()


def opened(client: Client, name: str, number: int, query: str = "") -> Any:
    answer = client.get(reverse(f"admin:{name}", args=[number]) + query)
    assert answer.status_code == 200
    return html.fromstring(answer.content)


def reading(client: Client, drawn: WrapperVersion, query: str = "") -> Any:
    return opened(client, "wrappers_wrapperversion_reading", drawn.pk, query)


def test_the_records_are_outlined_on_the_picture_and_those_beyond_counted(admin_client, drawn):
    shown = reading(admin_client, drawn)
    assert not shown.xpath("//iframe")
    picture = shown.xpath("//div[@class='page-drawn']/img")[0]
    assert admin_client.get(picture.get("src")).content == b"\xff\xd8\xff a picture"
    records = shown.xpath("//g[@data-mark='record']")
    assert [each.findtext("text") for each in records] == [str(n) for n in range(1, 9)]
    assert records[0].findtext("title") == "vector part 0"
    sample = drawn.samples.all()[0]
    page = sample.page()
    layout = sample.layout_of(page)
    assert layout is not None
    box = layout.boxes[next(page.root.iterfind(".//div[@class='hit']"))]
    outlines = [
        [round(float(rect.get(name))) for name in ("x", "y", "width", "height")]
        for rect in records[0].iterfind("rect")
    ]
    assert outlines == [[box.left, box.top, box.width, box.height]]
    sample = drawn.samples.all()[0]
    high = sample.html().replace(b"<body>", b"<body><img height=7900>")
    sample.body = sample.compress(high)
    draw(sample)
    assert "beyond the end of the picture" in reading(admin_client, drawn).text_content()


def test_the_page_itself_is_one_click_away_and_shown_where_nobody_drew_it(
    admin_client, drawn, settings
):
    switch = "//nav[@aria-label='How the page is shown']/a"
    shown = reading(admin_client, drawn)
    picture, page = shown.xpath(switch)
    assert picture.get("aria-current") and not page.get("aria-current")
    stored = reading(admin_client, drawn, page.get("href"))
    assert stored.xpath("//iframe") and not stored.xpath("//svg[@viewBox]//rect")
    back = stored.xpath(switch)[0]
    assert reading(admin_client, drawn, back.get("href")).xpath("//rect")
    plain = drawn.samples.all()[1]
    shown = reading(admin_client, drawn, f"?sample={plain.pk}")
    assert shown.xpath("//iframe")
    assert "METASEARCH_BROWSER" in shown.text_content()
    settings.METASEARCH_BROWSER = "/no/such/browser"
    shown = reading(admin_client, drawn, f"?sample={plain.pk}")
    assert "there is no program" in shown.text_content()


def test_lists_and_items_are_chosen_and_versions_compared_on_the_picture(admin_client, drawn):
    engine = drawn.engine_id
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
    lists = propose_alternatives(load_stored_samples(drawn.engine))
    chosen = choose_alternative(drawn.engine, lists[-1].key, "ada")
    shown = opened(admin_client, "wrappers_wrapperversion_compare", chosen.pk)
    drawings = shown.xpath("//div[@class='page-drawn']")
    assert len(drawings) == 2
    read = [tuple(each.xpath(".//title/text()")) for each in drawings]
    assert read[0] != read[1] and all(read)


def test_a_layout_of_another_page_leaves_the_page_itself(admin_client, drawn):
    first, second = drawn.samples.all()
    first.body = first.compress(b"<p>more" + first.html())
    first.save()
    assert reading(admin_client, drawn).xpath("//iframe")
    first.layout = first.picture = None
    first.save()
    draw(second)
    assert reading(admin_client, drawn).xpath("//rect"), "what was drawn is shown first"
