"""The console's pages about stored pages: how they are read, compared, and another list chosen."""

import pytest
from django.contrib.admin.models import LogEntry
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


READING = "wrappers_wrapperversion_reading"
COMPARE = "wrappers_wrapperversion_compare"
CHOOSE, ITEMS = "discovery_engine_choose", "discovery_engine_items"
TITLES = "//*[@class='field-title']/text()"


def menu_key(version: WrapperVersion) -> str:
    lists = propose_alternatives(load_stored_samples(version.engine))
    page = version.samples.all()[0].page()
    return next(
        each.key
        for each in lists
        if [record.title for record in each.learned.wrapper.extract(page).records]
        == ["home", "help", "about"]
    )


def in_use(version: WrapperVersion) -> WrapperVersion:
    return version.engine.wrapper_versions.get(is_active=True)


def test_a_version_shows_how_it_reads_pages_of_its_engine_only(console, version):
    page = console.tree(READING, version.pk)
    titles = page.xpath(TITLES)
    assert titles[:2] == ["vector part 0", "vector part 1"] and len(titles) == 8
    frame = console.client.get(page.xpath("//iframe/@src")[0])
    assert len(html.fromstring(frame.content).xpath("//*[@data-number]")) == 8
    policy = frame.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy
    sample = store_engine(slug="two").samples.all()[0]
    assert console.get("wrappers_wrapperversion_frame", version.pk, sample.pk).status_code == 404


def test_a_click_on_a_record_shows_what_would_be_read_then_reads_it(console, version):
    engine = version.engine_id
    page = console.tree(CHOOSE, engine)
    frame = console.follow(CHOOSE, engine, page.xpath("//iframe/@src")[0])
    [link] = {link.get("href") for link in frame.xpath("//li//a[@data-list]")}
    preview = console.follow(CHOOSE, engine, link)
    assert preview.xpath(TITLES)[:3] == ["home", "help", "about"]
    console.post(CHOOSE, engine, list=preview.xpath("//input[@name='list']/@value")[0])
    active = in_use(version)
    assert (active.number, active.strategy) == (2, "chosen")
    assert "admin" in active.reason and active.samples.count() == 2
    assert LogEntry.objects.filter(object_id=str(engine)).exists()


def test_what_a_version_changed_is_shown_side_by_side_and_rolled_back(console, version):
    chosen = choose_alternative(version.engine, menu_key(version), "ada")
    page = console.tree(COMPARE, chosen.pk)
    assert len(page.xpath("//iframe")) == 2
    assert page.xpath("//*[@class='added']") and page.xpath("//*[@class='removed']")
    console.act("wrappers_wrapperversion", "make_active", version.pk)
    assert in_use(version) == version
    assert "Rolled back" in version.engine.events.first().reason


def test_an_engine_that_failed_is_brought_into_use_by_the_choice(version):
    engine = version.engine
    engine.state = EngineState.NO_RECORDS
    engine.save()
    choose_alternative(engine, menu_key(version), "ada")
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE


def test_pages_without_results_are_not_offered_and_equal_ones_leave_nothing_to_choose(version):
    sample = version.samples.all()[0]
    body, empty = sample.body, b"<ul class=nav><li><a href=/home>home</a></ul><p>Nothing."
    for query, role in (("zxqv", SampleRole.NO_RESULT), ("qvzx", SampleRole.NO_RESULT),
                        ("rare", SampleRole.RESULTS)):  # fmt: skip
        sample.pk, sample.query, sample.role = None, query, role
        sample.body = sample.compress(empty)
        sample.save()
    found = load_stored_samples(version.engine).results
    assert [page.query for page in found] == ["vector", "template"]
    version.samples.exclude(query__in=("vector", "template")).delete()
    version.samples.update(body=body)
    with pytest.raises(CorrectionError, match="same"):
        propose_alternatives(load_stored_samples(version.engine))


def test_a_viewer_sees_pages_and_cannot_choose(sign_in, version):
    client = sign_in("viewers")
    assert client.get(reverse(f"admin:{READING}", args=[version.pk])).status_code == 200
    choose = reverse(f"admin:{CHOOSE}", args=[version.engine_id])
    assert client.get(choose).status_code == 404
    assert client.post(choose, {"list": menu_key(version)}).status_code == 404
    assert version.engine.wrapper_versions.count() == 1


def test_how_a_version_was_found_is_said_in_words(console, version):
    for name in (*Strategy, PROCESS_FLOW, UNCHANGED, CHOSEN, "title, date"):
        WrapperVersion.objects.filter(pk=version.pk).update(strategy=name)
        page = console.tree("wrappers_wrapperversion_changelist")
        told = page.xpath("string(//td[@class='field-how_found'])")
        assert told != name
        assert told in page.xpath("string(//*[@id='changelist-filter'])")
        assert "_" not in told
        assert told.startswith("fields") is ("," in name)


def test_a_click_on_an_item_leads_to_its_column_in_old_wrappers_too(console, version):
    engine = version.engine_id
    page = console.tree(ITEMS, engine)
    assert page.xpath("//input[@name='label-0']/@value") == ["title"]
    frame = console.follow(ITEMS, engine, page.xpath("//iframe/@src")[0])
    links = frame.xpath("//a[@data-list='2']")
    assert len(links) == 8 and links[0].text == "2 snippet"
    again = console.follow(ITEMS, engine, links[0].get("href"))
    assert again.xpath("//li[@aria-current]/@id") == ["column-1"]
    del version.wrapper["items"]
    version.save()
    assert console.tree(ITEMS, engine).xpath("//input[@name='label-1']/@value") == ["snippet"]


def test_what_a_person_says_becomes_a_version_that_reads_so(console, version):
    as_it_is = {"label-0": "title", "kind-0": "title"}
    console.post(ITEMS, version.engine_id, **as_it_is)
    assert version.engine.wrapper_versions.count() == 1, "nothing was changed"
    console.post(ITEMS, version.engine_id, **as_it_is, **{"label-1": "About", "kind-1": "author"})
    active = in_use(version)
    assert (active.number, active.reason) == (2, "items named by admin")
    assert active.samples.count() == 2
    record = Wrapper.from_json(active.wrapper).records(active.samples.all()[0].page())[0]
    assert (record.snippet, record.author) == ("", "All of vector, number 0.")
    assert [item.label for item in record.items] == ["title", "About"]


def test_what_cannot_be_chosen_or_compared_says_why(version, console):
    for name, told in (("title", "Two items are called"), (" ", "needs a name")):
        with pytest.raises(CorrectionError, match=told):
            change_items(version.engine, {1: ItemChange(name, ItemKind.TEXT, False)}, "ada")
    assert "only version" in console.text(COMPARE, version.pk)
    assert "choose once more" in console.post(CHOOSE, version.engine_id, list="gone")
    assert version.engine.wrapper_versions.count() == 1
    version.samples.all().delete()
    response = console.client.get(reverse(f"admin:{CHOOSE}", args=[version.engine_id]), follow=True)
    assert b"Learn the engine first" in response.content


@pytest.fixture
def drawn(version: WrapperVersion) -> WrapperVersion:
    draw(version.samples.all()[0])
    return version


def draw(sample: SamplePage) -> None:
    page = sample.page()
    sample.layout = SamplePage.compress_layout(boxes_of(page), page)
    sample.picture = b"\xff\xd8\xff a picture"
    sample.save()


def test_the_records_are_outlined_on_the_picture_and_those_beyond_counted(console, drawn):
    shown = console.tree(READING, drawn.pk)
    assert not shown.xpath("//iframe")
    picture = shown.xpath("//div[@class='page-drawn']/img")[0]
    assert console.client.get(picture.get("src")).content == b"\xff\xd8\xff a picture"
    records = shown.xpath("//g[@data-mark='record']")
    assert [each.findtext("text") for each in records] == [str(n) for n in range(1, 9)]
    assert records[0].findtext("title") == "vector part 0"
    sample = drawn.samples.all()[0]
    page = sample.page()
    box = sample.layout_of(page).boxes[next(page.root.iterfind(".//div[@class='hit']"))]
    outlines = [
        [round(float(rect.get(name))) for name in ("x", "y", "width", "height")]
        for rect in records[0].iterfind("rect")
    ]
    assert outlines == [[box.left, box.top, box.width, box.height]]
    high = sample.html().replace(b"<body>", b"<body><img height=7900>")
    sample.body = sample.compress(high)
    draw(sample)
    assert "beyond the end of the picture" in console.tree(READING, drawn.pk).text_content()


def test_the_page_itself_is_one_click_away_and_shown_where_nobody_drew_it(console, drawn, settings):
    switch = "//nav[@aria-label='How the page is shown']/a"
    picture, page = console.tree(READING, drawn.pk).xpath(switch)
    assert picture.get("aria-current") and not page.get("aria-current")
    stored = console.follow(READING, drawn.pk, page.get("href"))
    assert stored.xpath("//iframe") and not stored.xpath("//svg[@viewBox]//rect")
    back = stored.xpath(switch)[0].get("href")
    assert console.follow(READING, drawn.pk, back).xpath("//rect")
    plain = drawn.samples.all()[1].pk
    shown = console.tree(READING, drawn.pk, sample=plain)
    assert shown.xpath("//iframe")
    assert "METASEARCH_BROWSER" in shown.text_content()
    settings.METASEARCH_BROWSER = "/no/such/browser"
    shown = console.tree(READING, drawn.pk, sample=plain)
    assert "there is no program" in shown.text_content()


def test_a_layout_of_another_page_leaves_the_page_itself(console, drawn):
    first, second = drawn.samples.all()
    first.body = first.compress(b"<p>more" + first.html())
    first.save()
    assert console.tree(READING, drawn.pk).xpath("//iframe")
    first.layout = first.picture = None
    first.save()
    draw(second)
    assert console.tree(READING, drawn.pk).xpath("//rect"), "what was drawn is shown first"
