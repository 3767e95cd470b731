"""An installation made by earlier code is opened with today's: nothing is lost, all work goes on.

The database in `stored` is of commit 4a2a935. Where a test fails, migrations or
readers are missing in the product: what is stored is never changed to please it.
"""

import json
from collections.abc import Mapping
from typing import Any

from tests.upgrade.sites import (
    LEARNING_STEPS,
    MENDING_STEPS,
    PAGE_SIZE,
    PEOPLE,
    PERSON_NAMES,
    STOCK,
    THING_NAMES,
    THINGS,
    slug_of,
)
from tests.upgrade.unpacked import STORED
from tests.wrappers.redesigned_engine import DOCUMENTS, cards
from tests.wrappers.redesigned_engine import search as find_documents

# Tables of Django's own, in which newer code may write more rows.
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
# What was kept of answers to searches, words that were asked among it: not at rest any more.
FORGOTTEN = {"metasearch_cache"}
# Engines by the kind of wrapper they are read with.
IN_USE = ("shed", "barn", "attic", "loft", "cellar", "hut", "shelf")
COLLECTED = ("museum", "gallery", "archive")
# Pages of the console opened of each model at most, spread over its rows.
PAGES_OPENED = 12
SIGNED = json.loads((STORED / "signed.json").read_text(encoding="utf-8"))


def collection_slug(name: str, kind: str = "thing") -> str:
    return f"{slug_of(name)}-{kind}-0"


def kinds(document: Mapping[str, Any]) -> dict[str, str]:
    return {engine["slug"]: engine["kind"] for engine in document["engines"]}


def titles(document: Mapping[str, Any]) -> list[str]:
    return [result["title"] for result in document["results"]]


def test_migrating_loses_no_row(packed, migrated):
    before, after = packed.counts(), migrated.counts()
    assert before["discovery_engine"] > 20
    assert before["wrappers_samplepage"] > 100
    assert set(before) <= set(after), "a table is gone"
    for table in set(before) - BOOKKEEPING - FORGOTTEN:
        assert after[table] == before[table], table


def test_all_stored_engines_are_searched_and_merged(installation, web):
    engines, collections = installation.commands(
        ["search", "amber", "--json"], ["search", "lantern", "--json"]
    )
    found = engines.document()
    assert {kinds(found)[slug_of(name)] for name in IN_USE} == {"RESULTS"}
    assert set(titles(found)) == {d.title for d in find_documents("amber")[:PAGE_SIZE]}
    both = {slug_of("shed"), slug_of("barn")}
    for result in found["results"]:
        if result["url"].startswith(STOCK):
            assert {engine["slug"] for engine in result["engines"]} == both
    found = collections.document()
    assert {kinds(found)[collection_slug(name)] for name in COLLECTED} == {"RESULTS"}
    assert set(titles(found)) == {name for name in THING_NAMES if "lantern" in name}


def test_each_kind_of_wrapper_reads_its_pages_in_order(installation, web):
    asked = [(name, page) for name in (*IN_USE, "porch") for page in (1, 2)]
    outcomes = installation.commands(
        *(
            ["search", "about", "--engine", slug_of(name), "--page", str(page), "--json"]
            for name, page in asked
        )
    )
    for (name, page), outcome in zip(asked, outcomes, strict=True):
        expected = DOCUMENTS[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        found = outcome.document()
        assert titles(found) == [document.title for document in expected], (name, page)
        assert expected[0].text in found["results"][0]["snippet"], (name, page)


def test_engines_are_checked_mended_and_rolled_back(installation, web):
    loft, attic = web["loft"], slug_of("attic")
    usual, loft.layout = loft.layout, cards
    try:
        unharmed, mended, read, back, old, forth, new = installation.commands(
            ["check_engine", slug_of("shed"), "--json"],
            ["check_engine", slug_of("loft"), "--json"],
            ["search", "copper", "--engine", slug_of("loft"), "--json"],
            ["roll_back", attic],
            ["search", "copper", "--engine", attic, "--json"],
            ["roll_back", attic, "2"],
            ["search", "copper", "--engine", attic, "--json"],
        )
    finally:
        loft.layout = usual
    state = unharmed.document()
    assert (state["kind"], state["after"], state["mended"]) == ("RESULTS", "ACTIVE", False)
    state = mended.document()
    assert (state["kind"], state["after"], state["mended"]) == ("BROKEN", "ACTIVE", True)
    expected = [document.title for document in find_documents("copper")[:PAGE_SIZE]]
    assert titles(read.document()) == expected
    assert (back.code, forth.code) == (0, 0), back.printed + forth.printed
    assert kinds(old.document()) == {attic: "BROKEN"}, "the first version reads another layout"
    assert titles(new.document()) == expected


def test_the_stored_names_of_tasks_lead_to_functions(tasks):
    assert len(tasks["found"]) >= 13
    assert [name for name, is_found in tasks["found"].items() if not is_found] == []


def test_all_queued_tasks_are_done_without_failure(tasks, worked_off):
    failed = "SELECT func, result FROM django_q_task WHERE success = 0"
    assert worked_off.rows(failed) == []
    done = {number for (number,) in worked_off.rows("SELECT id FROM django_q_task")}
    assert len(set(tasks["queued"].values())) == 6
    assert {func for number, func in tasks["queued"].items() if number not in done} == set()


def test_a_worker_leaves_nothing_undone(worked_off):
    assert worked_off.left_to_do() == {}, worked_off.worker_log()


def test_killed_learning_is_taken_up_and_finished(packed, worked_off, web):
    names = (*LEARNING_STEPS, *MENDING_STEPS)
    before = dict(packed.rows("SELECT slug, state FROM discovery_engine"))
    assert {before[slug_of(name)] for name in LEARNING_STEPS} == {"LEARNING"}
    assert {before[slug_of(name)] for name in MENDING_STEPS} == {"BROKEN"}
    states = dict(worked_off.rows("SELECT slug, state FROM discovery_engine"))
    assert {name: states[slug_of(name)] for name in names} == dict.fromkeys(names, "ACTIVE")
    reasons = dict(
        worked_off.rows(
            "SELECT e.slug, v.reason FROM wrappers_wrapperversion v "
            "JOIN discovery_engine e ON e.id = v.engine_id WHERE v.is_active"
        )
    )
    assert {name: reasons[slug_of(name)] for name in LEARNING_STEPS} == dict.fromkeys(
        LEARNING_STEPS, "learned"
    )
    assert all("mends version 1" in reasons[slug_of(name)] for name in MENDING_STEPS)
    # A changed connection description waited to be tried.
    assert reasons[slug_of("hut")] == "learned anew"
    begun_once = "SELECT count(*) FROM wrappers_learningjob WHERE engine_id = ?"
    for slug, engine in worked_off.rows("SELECT slug, id FROM discovery_engine"):
        if slug in {slug_of(name) for name in LEARNING_STEPS}:
            assert worked_off.rows(begun_once, engine) == [(1,)]
    outcomes = worked_off.commands(
        *(["search", "dusty", "--engine", slug_of(name), "--json"] for name in names)
    )
    expected = [document.title for document in find_documents("dusty")[:PAGE_SIZE]]
    assert [titles(outcome.document()) for outcome in outcomes] == [expected] * len(names)


def test_killed_imports_and_crawls_for_engines_are_finished(worked_off):
    imports = worked_off.rows("SELECT file_name, created, problem FROM wrappers_engineimport")
    # The crawl finds one of the engines before the import that names it, or after.
    assert {(name, problem) for name, _, problem in imports} == {
        ("settings.yml", ""), ("booth.yml", ""), ("stall.yml", ""),
    }  # fmt: skip
    states = dict(worked_off.rows("SELECT slug, state FROM discovery_engine"))
    assert [states[slug_of(name)] for name in ("kiosk", "booth", "stall")] == ["ACTIVE"] * 3
    crawls = worked_off.rows("SELECT state, reason FROM discovery_enginecrawl ORDER BY id")
    assert [state for state, _ in crawls] == ["DONE", "PAUSED", "DONE"], crawls
    sites = "SELECT count(engine_id) FROM discovery_crawlsite WHERE crawl_id = 3"
    assert worked_off.rows(sites) == [(2,)]


def test_killed_collections_go_on_where_they_were(packed, worked_off):
    query = (
        "SELECT c.id, c.state, c.run, c.found, c.downloads, (SELECT count(*) FROM "
        "discovery_collectionpage p WHERE p.collection_id = c.id AND p.run = c.run) "
        "FROM discovery_collection c"
    )
    under_way = "SELECT id, run, samples FROM discovery_collection WHERE state = 'RUNNING'"
    killed = packed.rows(under_way)
    assert len(killed) == 5
    now = {row[0]: row[1:] for row in worked_off.rows(query)}
    for number, run, samples in killed:
        state, run_now, found, downloads, pages = now[number]
        assert (state, run_now) == ("DONE", run), samples
        assert found == (PEOPLE if "person" in samples else THINGS), samples
        assert downloads == pages, f"pages of {samples} were asked for twice"
    items = "SELECT count(*) FROM wrappers_item WHERE collection_id = ?"
    for number, _, _ in killed:
        assert worked_off.rows(items, number) == [(now[number][2],)]
    assert worked_off.rows("SELECT count(*) FROM discovery_traversalstate") == [(0,)]


def test_what_was_due_is_done(packed, worked_off):
    due = "SELECT run FROM discovery_collection WHERE recrawl_days = 7"
    assert packed.rows(due) == [(1,)] * 3
    assert worked_off.rows(due) == [(2,)] * 3
    checked = "SELECT count(*) FROM wrappers_enginewatch WHERE answered_at > '{}'"
    latest = packed.rows("SELECT max(answered_at) FROM wrappers_enginewatch")[0][0]
    assert worked_off.rows(checked.format(latest))[0][0] >= 5
    old_figures = "SELECT count(*) FROM metasearch_answerfigures"
    assert (packed.rows(old_figures), worked_off.rows(old_figures)) == ([(4,)], [(0,)])
    profiles = "SELECT count(*) FROM metasearch_storedprofile"
    assert worked_off.rows(profiles) > packed.rows(profiles)


def test_collections_are_crawled_again_and_a_paused_one_goes_on(installation, web):
    collected = [f"{web[name].address}thing/0" for name in COLLECTED]
    paused = f"{web['depot'].address}person/0"
    methods = ("auto", "pattern", "structure", "auto")
    *again, on, found = installation.commands(
        *(
            ["collect", sample, "--method", method, "--json"]
            for sample, method in zip([*collected, paused], methods, strict=True)
        ),
        ["search", PERSON_NAMES[4], "--engine", collection_slug("depot", "person"), "--json"],
    )
    for name, outcome in zip(COLLECTED, again, strict=True):
        document = outcome.document()
        counts = [document[key] for key in ("found", "new", "changed", "gone")]
        assert counts == [THINGS, 0, 0, 0], name
        stored = STORED / f"navigation-{name}.json"
        lines = json.loads(stored.read_text())["lines"] if stored.exists() else None
        assert document["pattern"] == lines, name
    assert (on.document()["state"], on.document()["found"]) == ("DONE", PEOPLE)
    assert titles(found.document())[:1] == [PERSON_NAMES[4]]
    runs = "SELECT run FROM discovery_collection WHERE id IN (1, 2, 3, 10) ORDER BY id"
    assert installation.rows(runs) == [(2,), (2,), (2,), (1,)]


def test_what_was_signed_is_still_taken(installation):
    cookies = {"preferences": SIGNED["preferences"], "sessionid": SIGNED["session"]}
    addresses = ["/preferences", SIGNED["thumbnail"], SIGNED["thumbnail"] + "x", "/admin/"]
    preferences, picture, forged, console = installation.ask("pages", cookies, addresses)
    assert preferences[0] == 200
    assert "blocked.example" in preferences[1]
    assert 'lang="de"' in preferences[1]
    # Its signature is right, but nothing answers at its address.
    assert (picture[0], forged[0]) == (404, 403)
    assert (console[0], SIGNED["user"] in console[1]) == (200, True)


def test_the_console_shows_every_kind_of_row(installation):
    seen = installation.ask("visit_console", SIGNED["user"], SIGNED["password"], PAGES_OPENED)
    assert seen["bad"] == {}
    assert len(seen["opened"]) >= 15
    assert sum(seen["opened"].values()) > 100
    assert seen["opened"]["StoredProfile"] == 2
