"""Preferences: kept in the browser alone, signed, changed from their own page only."""

from hashlib import sha256

import pytest
from lxml.html import document_fromstring

from metasearch.search.preferences import COOKIE, DEFAULTS, Preferences, read_token
from tests.metasearch.engines import gives, records
from tests.metasearch.web.test_views import links, texts

FULL = Preferences(
    language="de",
    theme="dark",
    per_page=10,
    method="post",
    progressive=False,
    shortcuts=False,
    new_tab=True,
    thumbnails=False,
    icons=True,
    suggestions=True,
    preferred=("a.example",),
    blocked=("b.example", "c.example"),
    engines={"one": "off", "two": "more", "three": "less"},
)


def test_a_token_brings_back_what_was_chosen_and_is_known(monkeypatch):
    assert read_token(FULL.to_token()) == FULL
    assert (FULL.off, FULL.weights) == ({"one"}, {"two": 2.0, "three": 0.5})
    assert DEFAULTS.to_token() == ""
    monkeypatch.setattr(
        "metasearch.search.preferences.signing.loads",
        lambda token, salt: {"theme": "neon", "per_page": 7, "hair": "long", "method": "post"},
    )
    assert read_token("anything") == Preferences(method="post")


@pytest.mark.parametrize("token", ["", "x", "a:b:c", FULL.to_token() + "x", "x" * 10_000])
def test_what_we_did_not_sign_is_no_preference(token):
    assert read_token(token) is None


async def test_choices_are_kept_in_a_cookie_and_hold(engines, async_client):
    engines.add("one", gives("one", *records("a")), "First")
    engines.add("two", gives("two", *records("b")), "Second")
    data = {"theme": "dark", "blocked": "b.example\nhttps://www.C.example/x", "engine:two": "off"}
    response = await async_client.post("/preferences", data)
    assert (response.status_code, response["Location"]) == (302, "/preferences?saved")
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    kept = read_token(cookie.value)
    assert (kept.theme, kept.blocked, kept.off) == ("dark", ("b.example", "c.example"), {"two"})
    page = document_fromstring((await async_client.get("/preferences?saved")).content.decode())
    assert page.get("data-theme") == "dark"
    assert page.xpath("//select[@name='engine:two']/option[@selected]/@value") == ["off"]
    await async_client.get("/search?q=x")
    assert [slug for slug, _, _ in engines.asked] == ["one"]


async def test_a_link_carries_them_without_a_cookie(one, async_client):
    one.add("two", gives("two", *records("b")))
    token = Preferences(theme="light", engines={"one": "off"}).to_token()
    response = await async_client.get("/search", {"q": "x", "p": token})
    assert [slug for slug, _, _ in one.asked] == ["two"]
    root = document_fromstring(response.content.decode())
    assert root.get("data-theme") == "light"
    assert root.xpath("//form[@role='search']/input[@name='p']/@value") == [token]
    assert any("page=2" in link and "p=" in link for link in links(response))
    # The pages beside the search go on with them.
    for page in ("/?p=", "/engines?p=", "/preferences?p=", "/help?p=", "/preferences?host="):
        assert any(link.startswith(page) and token in link for link in links(response))
    response = await async_client.post(
        "/preferences", {"host": "a.example", "rule": "blocked", "p": token}
    )
    kept = read_token(response.cookies[COOKIE].value)
    assert (kept.theme, kept.blocked) == ("light", ("a.example",))


async def test_what_is_no_host_is_named_and_nothing_kept(engines, async_client):
    response = await async_client.post("/preferences", {"preferred": "a.example\n<script>"})
    assert response.status_code == 400
    assert "“<script>” is no host" in texts(response, "error")[0]
    assert not response.cookies
    # What was chosen of an engine at rest stays; forgetting takes all away.
    engines.add("one", gives("one", *records("a")))
    async_client.cookies[COOKIE] = Preferences(engines={"resting": "off", "one": "off"}).to_token()
    response = await async_client.post("/preferences", {"engine:one": "more"})
    kept = read_token(response.cookies[COOKIE].value)
    assert kept.engines == {"resting": "off", "one": "more"}
    response = await async_client.post("/preferences", {"reset": "1"})
    assert response.cookies[COOKIE]["max-age"] == 0


@pytest.mark.parametrize(
    "headers",
    [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": "https://evil"}],
)
async def test_other_sites_cannot_change_them(engines, async_client, headers):
    response = await async_client.post("/preferences", {"theme": "dark"}, headers=headers)
    assert response.status_code == 403
    assert not response.cookies


async def test_hosts_are_blocked_and_preferred(engines, async_client):
    engines.add("one", gives("one", *records("a", "b")))
    engines.add("two", gives("two", *records("c")))
    async_client.cookies[COOKIE] = Preferences(blocked=("site.example",)).to_token()
    response = await async_client.get("/search?q=x")
    assert texts(response, "result-title") == []
    assert "Nothing found" in texts(response, "notice")[0]
    assert "All that the engines gave is left out" in texts(response, "notice")[0]


async def test_queries_stay_out_of_addresses_where_that_is_wanted(one, async_client):
    one.add("two", gives("two", *records("b")))
    async_client.cookies[COOKIE] = Preferences(method="post").to_token()
    response = await async_client.post("/search", {"q": "private"})
    root = document_fromstring(response.content.decode())
    assert not any("private" in link for link in links(response))
    # The history of a browser holds titles too.
    assert root.findtext(".//title") == "Results – Metasearch"
    assert set(root.xpath("//form/@method")) == {"post"}
    form = root.xpath("//nav[@class='paging']//form")[0]
    assert dict(form.fields) == {"q": "private", "page": "2", "seen": "2"}


async def test_the_number_of_results_shown(engines, async_client):
    engines.add("one", gives("one", *records(*"abcdefghijkl")))
    async_client.cookies[COOKIE] = Preferences(per_page=10).to_token()
    response = await async_client.get("/search?q=x")
    assert len(texts(response, "result-title")) == 10
    assert texts(response, "further") == ["The best 10 of 12 results are shown. Show more at once"]
    # What is left comes before the engines' next page.
    (following,) = (link for link in links(response) if "after=10" in link and "format" not in link)
    response = await async_client.get(following)
    assert texts(response, "result-title") == ["Page k", "Page l"]
    assert texts(response, "current-page") == ["Page 2 · results 11 to 12"]
    assert texts(response, "further") == []
    assert "/search?q=x" in links(response)
    assert "/search?q=x&page=2&seen=12" in links(response)


async def test_past_the_last_result_nothing_is_denied(one, async_client):
    response = await async_client.get("/search?q=x&after=20")
    assert texts(response, "result-title") == texts(response, "notice") == []
    for after in ("-1", "x", "10001"):
        assert (await async_client.get(f"/search?q=x&after={after}")).status_code == 400


async def test_a_host_is_preferred_and_blocked_from_a_result(one, async_client):
    response = await async_client.get("/search?q=x")
    link = next(link for link in links(response) if link.startswith("/preferences?host="))
    response = await async_client.get(link)
    form = document_fromstring(response.content.decode()).forms[1]
    assert form.fields["host"] == "site.example"
    asked = {"host": "site.example", "rule": "blocked"}
    async_client.cookies[COOKIE] = Preferences(theme="dark").to_token()
    response = await async_client.post("/preferences", asked)
    kept = read_token(response.cookies[COOKIE].value)
    assert kept == Preferences(theme="dark", blocked=("site.example",))
    response = await async_client.post("/preferences", {**asked, "rule": "usual"})
    assert read_token(response.cookies[COOKIE].value) == Preferences(theme="dark")
    response = await async_client.post("/preferences", {"host": "<b>", "rule": "blocked"})
    assert (response.status_code, len(response.cookies)) == (302, 0)


async def test_a_host_too_many_is_refused(engines, async_client):
    # Hosts that do not pack well, and more short ones than the form takes.
    long = tuple(f"{sha256(b'%d' % number).hexdigest()}.example" for number in range(80))
    for blocked in (long[:70], tuple(f"{number}.example" for number in range(100))):
        async_client.cookies[COOKIE] = Preferences(blocked=blocked).to_token()
        asked = {"host": ".".join(long[70:73]), "rule": "blocked"}
        response = await async_client.post("/preferences", asked)
        assert response.status_code == 400
        assert "more choices than a cookie can hold" in texts(response, "notice")[0]
        assert not response.cookies


async def test_a_tab_of_engines_that_are_off_is_not_shown(engines, async_client):
    engines.add("one", gives("one", *records("a")), categories=["Books"])
    engines.add("two", gives("two", *records("b")), categories=["News"])
    for off, tabs in (({}, ["All", "Books", "News"]), ({"one": "off"}, ["All", "News"])):
        async_client.cookies[COOKIE] = Preferences(engines=off).to_token()
        assert texts(await async_client.get("/search?q=x"), "tab") == tabs


async def test_with_all_engines_off_it_says_so(one, async_client):
    chosen = Preferences(progressive=False, new_tab=True)
    async_client.cookies[COOKIE] = chosen.to_token()
    response = await async_client.get("/search?q=x")
    assert response.content.decode().count('class="batch"') == 1
    link = document_fromstring(response.content.decode()).xpath("//h2[@class='result-title']/a")
    assert link[0].get("target") == "_blank"
    async_client.cookies[COOKIE] = Preferences(engines={"one": "off"}).to_token()
    response = await async_client.get("/search?q=x")
    assert response.status_code == 503
    assert "You switched all engines off" in texts(response, "notice")[0]
    # Programs get the same whatever the browser keeps.
    response = await async_client.get("/api/v1/search?q=x")
    assert [engine["slug"] for engine in response.json()["engines"]] == ["one"]


async def test_of_very_many_engines_those_looked_for_and_those_chosen_are_listed(
    engines, async_client
):
    for number in range(1_000):
        engines.add(f"e-{number}", gives(f"e-{number}"), f"Engine {number}")

    def listed(response):
        page = document_fromstring(response.content.decode())
        selects = page.xpath("//select[starts-with(@name, 'engine:')]")
        return {
            each.get("name"): each.xpath("string(option[@selected]/@value)") for each in selects
        }

    response = await async_client.get("/preferences")
    assert listed(response) == {} and len(response.content) < 20_000
    found = await async_client.post(
        "/preferences", {"find": "1", "words": "engine 77", "engine:e-5": "off", "theme": "dark"}
    )
    # What was chosen and not saved yet is still there, and nothing was kept by looking.
    sevens = {"engine:e-77": "usual"} | {f"engine:e-77{n}": "usual" for n in range(10)}
    assert listed(found) == {"engine:e-5": "off"} | sevens | {"engine:e-177": "usual"} | {
        f"engine:e-{n}77": "usual" for n in range(1, 10)
    }
    assert 'value="dark" selected' in found.content.decode()
    await async_client.post("/preferences", {"engine:e-5": "off", "engine:e-77": "more"})
    assert listed(await async_client.get("/preferences")) == {
        "engine:e-5": "off",
        "engine:e-77": "more",
    }
    await async_client.post("/preferences", {"engine:e-5": "usual"})
    assert listed(await async_client.get("/preferences")) == {"engine:e-77": "more"}
