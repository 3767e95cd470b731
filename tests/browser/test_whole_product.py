"""The whole product as a new user starts it: the first search, an engine added, refusals."""

import pytest

from samples import EXAMPLE_QUERIES, SITES
from tests.browser.installation import (
    LEARNING_TIME,
    kinds,
    search,
    sign_in,
    wait_for_engines,
)
from tests.programs import run_python

pytestmark = pytest.mark.browser


def test_the_samples_are_learned_at_the_first_start(installation):
    wait_for_engines(installation)
    assert set(kinds(installation, "qzxwvkjhgfqz").values()) == {"NO_RESULTS"}


def test_the_first_search(installation, page):
    page.goto(installation.address)
    page.get_by_role("combobox").fill("error")
    page.keyboard.press("Enter")
    results = page.locator("li.result")
    results.nth(9).wait_for()
    assert "error" in page.locator("main").inner_text().casefold()
    page.get_by_role("link", name="Next").click()
    # The rest of what the engines gave comes before their next page.
    page.wait_for_url("**after=20**")
    results.nth(4).wait_for()


def test_an_engine_is_added_and_its_learning_watched(installation, page):
    page.goto(f"{installation.address}/admin/")
    sign_in(page, installation.password)
    page.goto(f"{installation.address}/admin/discovery/engine/add/")
    port = int(installation.environment["SAMPLES_PORT"]) + SITES[0].port_offset
    # Known already: the same site is learned anew, and its first version stays in store.
    page.get_by_label("Address of the site").fill(f"http://127.0.0.1:{port}/")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Last learning: done").wait_for(timeout=LEARNING_TIME * 1000)
    page.get_by_role("link", name="2", exact=True).wait_for(timeout=20_000)
    page.get_by_text("Steps", exact=True).click()
    assert "asking for what does not exist" in page.locator(".progress-panel").inner_text()


def test_a_redesign_by_one_click_is_noticed_and_mended(installation, page):
    wiki = next(site for site in SITES if site.redesign_path)
    port = int(installation.environment["SAMPLES_PORT"]) + wiki.port_offset
    slug = f"127-0-0-1-{port}"
    assert kinds(installation, "lambda")[slug] == "RESULTS"
    page.goto(f"http://127.0.0.1:{port}{wiki.redesign_path}")
    page.get_by_role("button", name="Redesign this site").last.click()
    page.get_by_role("heading", name="This site has been redesigned").wait_for()
    assert kinds(installation, "statement")[slug] == "BROKEN"
    run_python("manage.py", "check_engine", slug, env=installation.environment)
    found = search(installation, f"!{slug} class")
    assert [result["title"] for result in found["results"]] == [
        record.title for record in wiki.search("class")[: len(found["results"])]
    ]
    assert found["engines"][0]["kind"] == "RESULTS"


@pytest.mark.parametrize("query", EXAMPLE_QUERIES)
def test_queries_to_try_show_a_merge_and_a_picture(installation, query):
    results = search(installation, query)["results"]
    merged = [result for result in results if len(result["engines"]) >= 3]
    assert any(result["thumbnail"] for result in merged)
    assert any(result["published"] for result in merged)


def test_a_second_start_or_a_busy_port_is_one_clear_line(installation, tmp_path):
    elsewhere = {"METASEARCH_DATA_DIR": str(tmp_path)}
    for more, said in (({}, "Already started"), (elsewhere, "is in use")):
        second = run_python("manage.py", "start", env=installation.environment | more, check=False)
        assert second.returncode == 1
        assert said in second.stderr
        assert len(second.stderr.strip().splitlines()) == 1
