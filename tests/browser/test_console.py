"""The operator's console in a real browser, over engines that were really learned."""

import re
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Page, expect

from samples import SITES
from tests.browser.installation import Installation, sign_in, wait_for_engines
from tests.browser.test_search_pages import AXE_OPTIONS

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def console(installation: Installation, page: Page) -> Page:
    wait_for_engines(installation)
    page.goto(f"{installation.address}/admin/")
    if page.get_by_label("Username").count():
        sign_in(page, installation.password)
    return page


def open_engine(console: Page, installation: Installation) -> None:
    console.goto(f"{installation.address}/admin/discovery/engine/")
    console.locator("#result_list tbody th a").first.click()


def assert_accessible(console: Page) -> None:
    results = Axe().run(console, context="#content")
    assert results.violations_count == 0, results.generate_report()


def faults_of(tab: Page) -> list[str]:
    return [
        f"{tab.url}: {fault['id']} {node['html'][:200]}"
        for fault in Axe().run(tab, options=AXE_OPTIONS).response["violations"]
        for node in fault["nodes"]
    ]


def test_the_first_page_tells_how_things_stand(console, installation):
    console.goto(f"{installation.address}/admin/")
    expect(console.locator(".tile")).to_contain_text([re.compile(r"\d+ active")])
    assert console.locator("svg.plot").count() == 2
    assert_accessible(console)
    console.locator(".tile").first.click()
    expect(console).to_have_url(re.compile("state__exact=ACTIVE"))
    expect(console.locator("#result_list tbody tr")).to_have_count(len(SITES))


def test_how_an_engine_is_read_is_seen_on_its_page(console, installation):
    open_engine(console, installation)
    console.get_by_role("link", name="How it is read").click()
    # The page as a browser showed it while the engine was learned.
    picture = console.locator(".page-drawn img")
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 1_000
    assert picture.evaluate("img => img.naturalWidth / img.width") == pytest.approx(
        picture.evaluate("img => img.naturalHeight / img.height"), rel=0.01
    )
    drawn = console.locator(".page-drawn [data-mark='record']")
    assert drawn.count() == console.locator(".records li").count() > 1
    assert_accessible(console)
    console.get_by_role("link", name="As it is stored").click()
    frame = console.frame_locator("iframe")
    frame.locator("[data-number='1']").first.wait_for()
    outlined = frame.locator("[data-number]").count()
    assert outlined == console.locator(".records li").count() > 1
    # The style of the frame is ours and is applied: the sandbox did not keep it out.
    outline = frame.locator("[data-mark='record']").first.evaluate(
        "element => getComputedStyle(element).outlineStyle"
    )
    assert outline == "solid"
    assert_accessible(console)


def test_one_history_and_no_page_wider_than_a_phone(console, installation):
    wide = console.viewport_size
    console.set_viewport_size({"width": 390, "height": 800})
    for name in ("History", "Choose another form"):
        open_engine(console, installation)
        console.get_by_role("link", name=name, exact=True).click()
        assert console.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert_accessible(console)
    open_engine(console, installation)
    console.get_by_role("link", name="History", exact=True).click()
    console.get_by_role("link", name=re.compile("active: Learned and checked")).click()
    expect(console).to_have_url(re.compile("/engineevent/"))
    console.goto(f"{installation.address}/admin/")
    assert console.evaluate("document.documentElement.scrollWidth") <= 390
    # Nothing lies over the list of all that can be seen.
    console.locator("#content-main th a").first.click(trial=True, timeout=5_000)
    console.set_viewport_size(wide)


def test_another_list_is_chosen_by_clicking_and_taken_back(console, installation):
    open_engine(console, installation)
    engine_page = console.url
    console.get_by_role("link", name="Choose another list").click()
    assert_accessible(console)
    console.get_by_role("link", name="As it is stored").click()
    console.frame_locator("iframe").locator("a[data-list='2']").first.click()
    console.get_by_role("heading", name="This list would be read").wait_for()
    console.get_by_role("link", name="As a browser shows it").click()
    console.get_by_role("link", name="Back to all lists").click()
    # By the keyboard, on the picture.
    console.locator(".page-drawn a:not([data-list='1'])").first.focus()
    console.keyboard.press("Enter")
    console.get_by_role("heading", name="This list would be read").wait_for()
    assert_accessible(console)
    console.get_by_role("button", name="Read this list").click()
    expect(console.locator(".messagelist")).to_contain_text("reads this list")
    console.get_by_role("link", name="what it changed").first.click()
    expect(console.locator(".page-drawn img")).to_have_count(2)
    assert console.locator(".difference .added").count() > 0
    assert_accessible(console)
    roll_back_to_the_first(console, installation, engine_page)


def roll_back_to_the_first(console: Page, installation: Installation, engine_page: str) -> None:
    number = engine_page.rstrip("/").split("/")[-2]
    console.goto(
        f"{installation.address}/admin/wrappers/wrapperversion/?engine__id__exact={number}"
    )
    console.locator("#result_list tbody tr").last.locator("input.action-select").check()
    console.get_by_label("Action:").select_option("make_active")
    console.get_by_role("button", name="Go").click()
    expect(console.locator(".messagelist")).to_contain_text("uses version 1 again")


def test_a_query_of_ones_own_is_tried_and_details_are_folded(console, installation):
    console.goto(f"{installation.address}/admin/discovery/engine/1/change/")
    for folded in ("<connection", "element_groups", "asking sample questions"):
        assert folded not in console.locator("#content").inner_text()
    console.get_by_label("A query to try").fill("json")
    console.get_by_role("button", name="Ask it").click()
    console.wait_for_url("**/search?engine=*&q=json")


def test_the_inbox_is_worked_off_by_keys_and_without_a_script(chromium, console, installation):
    console.goto(f"{installation.address}/admin/wrappers/engineimport/add/")
    addresses = [f"http://127.0.0.1:{port}/" for port in (10, 11, 12)]
    console.get_by_label("Addresses").fill("\n".join((*addresses, "not an address at all")))
    console.get_by_role("button", name="Import", exact=True).click()
    # To its end: pages looked at below then tell of an engine without form and language.
    expect(console.locator(".progress-panel")).to_contain_text("unreachable: 3", timeout=60_000)
    console.goto(f"{installation.address}/admin/")
    console.get_by_role("link", name="engines that need a hand").click()
    assert_accessible(console)
    articles = console.locator(".inbox article")
    before, second = articles.count(), articles.nth(1).get_attribute("id")
    assert before >= 3
    expect(articles.nth(0)).to_be_focused()
    console.keyboard.press("j")
    expect(articles.nth(1)).to_be_focused()
    console.keyboard.press("k")
    console.keyboard.press("r")
    expect(console.locator(".messagelist")).to_contain_text("Leave it")
    # The next is framed at once.
    expect(console.locator(f"#{second}")).to_be_focused()
    console.keyboard.press("a")
    expect(console.locator(".messagelist")).to_contain_text("Try again")
    context = chromium.new_context(
        storage_state=console.context.storage_state(), java_script_enabled=False
    )
    tab = context.new_page()
    tab.goto(f"{installation.address}/admin/inbox/?kind=failed")
    tab.get_by_role("button", name="Leave it").first.click()
    expect(tab.locator(".messagelist")).to_contain_text("Leave it")
    assert not tab.get_by_text("Keys:").is_visible()
    context.close()


def test_a_page_is_collected_and_watched(console, installation):
    site = f"http://127.0.0.1:{int(installation.environment['SAMPLES_PORT']) + 16}"
    console.goto(f"{installation.address}/admin/discovery/collection/add/")
    console.get_by_label("Sample pages").fill(f"{site}/wiki/The_assert_statement")
    console.get_by_label("Most downloads").fill("80")
    console.get_by_role("button", name="Start the crawl").click()
    expect(console.locator(".progress-panel")).to_contain_text("downloads", timeout=30_000)
    panel = console.locator(".progress-panel")
    expect(panel).to_contain_text("What the sample may mean", timeout=60_000)
    console.get_by_role("button", name="Take these").first.click()
    expect(panel).to_contain_text("Taken.", timeout=60_000)
    expect(console.get_by_role("button", name="Go back to")).to_be_visible()


def test_signing_in_and_making_a_key_is_accessible(chromium, installation):
    context = chromium.new_context(color_scheme="dark", viewport={"width": 390, "height": 844})
    tab = context.new_page()
    keys = f"{installation.address}/admin/metasearch/accesskey/"
    tab.goto(keys)
    faults = faults_of(tab)
    for password in ("wrong", installation.password):
        sign_in(tab, password)
        tab.locator(".errornote, #changelist").first.wait_for()
        faults += faults_of(tab)
    tab.goto(f"{keys}add/")
    faults += faults_of(tab)
    tab.get_by_label("Name").fill("an assistant")
    tab.get_by_role("button", name="Save and continue editing").click()
    expect(tab.locator(".messagelist")).to_contain_text("shown this once: metasearch_")
    faults += faults_of(tab)
    tab.goto(keys)
    faults += faults_of(tab)
    context.close()
    assert faults == []


# Pages of ours: those of Django and of the queue are as their authors made them.
OURS = re.compile(r"/admin/(?:admin|discovery|health|metasearch|samples|wrappers)/")


def kind_of(address: str) -> str:
    """Return what the addresses of all pages of one kind have in common."""
    return re.sub(r"\d+", "0", address)


def pages_of_every_kind(tab: Page, address: str) -> list[str]:
    """Return the paths of one page of each kind of ours that links of the console lead to."""
    waiting = ["/admin/"]
    known, found = set(map(kind_of, waiting)), []
    while waiting:
        path = waiting.pop(0)
        answer = tab.context.request.get(address + path)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if not is_page or "attachment" in answer.headers.get("content-disposition", ""):
            continue
        found.append(path)
        for link in html.fromstring(answer.text()).iterfind(".//a[@href]"):
            led = urlsplit(urljoin(path, link.get("href")))
            inside = not led.netloc and OURS.match(led.path)
            if inside and not led.query and kind_of(led.path) not in known:
                known.add(kind_of(led.path))
                waiting.append(led.path)
    return found


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_all_that_links_lead_to_is_accessible(chromium, console, installation, scheme, width):
    context = chromium.new_context(
        storage_state=console.context.storage_state(),
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
    )
    tab = context.new_page()
    faults, paths = [], pages_of_every_kind(tab, installation.address)
    assert len(paths) > 25
    for path in (*paths, "/admin/auth/user/", "/admin/password_change/"):
        response = tab.goto(installation.address + path)
        assert response is not None and response.status == 200
        faults += faults_of(tab)
    context.close()
    assert faults == []
