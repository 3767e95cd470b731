"""`manage.py find_forms`: output and exit codes."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from discovery.management.commands import find_forms as command
from discovery.pages.decoding import MAX_TAGS
from tests.discovery.web.hostile_server import HostileServer, serving

PAGE = (
    "<form action=/login><input name=user><input type=password name=p></form>"
    "<form action=search.php role=search><input name=q><button>Search</button></form>"
    "<input name=loose>"
)


def run(*arguments):
    out = StringIO()
    call_command("find_forms", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal(*arguments):
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    return refused.value.returncode, str(refused.value)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


@pytest.fixture
async def site(settings):
    async with serving(HostileServer()) as server:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [server.endpoint]
        yield server


def test_a_file_is_told_in_json_and_in_text_and_may_have_no_form(saved, tmp_path):
    forms = json.loads(run(saved, "--json"))["forms"]
    assert [(form["index"], form["is_search"]) for form in forms] == [
        (0, False),
        (1, True),
        (2, False),
    ]
    assert set(forms[1]) == {"index", "is_search", "score", "query_field", "cues"}
    assert forms[1]["query_field"] == "q"
    assert "form's address speaks of search" in forms[1]["cues"]
    assert forms[1]["score"] > 0 > forms[0]["score"]
    text = run(saved, "--url", "http://site.example/a/b.html")
    assert text.splitlines()[0].endswith("search form, query field 'q'")
    assert "GET http://site.example/a/search.php" in text
    path = tmp_path / "page.html"
    path.write_text("<p>nothing</p>", encoding="utf-8")
    assert json.loads(run(str(path), "--json")) == {"forms": []}
    assert run(str(path)) == "The page has no form.\n"


@pytest.mark.parametrize(
    "arguments", [("ftp://site.example/",), ("http://a.example/", "--url", "x")]
)
def test_a_wrong_call(arguments):
    assert refusal(*arguments)[0] == command.WRONG_CALL


def test_files_that_hold_no_page(tmp_path, monkeypatch):
    empty = tmp_path / "empty.html"
    empty.touch()
    assert refusal(str(tmp_path / "none.html")) == (
        command.FAILED,
        f"{tmp_path / 'none.html'} cannot be read: No such file or directory",
    )
    assert refusal(str(empty)) == (command.FAILED, f"{empty} holds no HTML")
    assert refusal(str(tmp_path))[0] == command.FAILED
    empty.write_text("<b>x</b>" * MAX_TAGS, encoding="utf-8")
    assert "tags" in refusal(str(empty))[1]
    monkeypatch.setattr(command, "MAX_BODY_BYTES", 10)
    empty.write_text(PAGE, encoding="utf-8")
    assert refusal(str(empty))[0] == command.FAILED


async def test_a_page_from_the_web(site):
    site.page("/", PAGE.encode(), "Content-Type: text/html")
    page = await command.fetch_page(site.url())
    assert page.url == site.url()
    assert len(page.root.findall(".//form")) == 2
    site.page("/", b"%PDF-1.4", "Content-Type: application/pdf")
    with pytest.raises(command.NotHtmlError, match="no web page but application/pdf"):
        await command.fetch_page(site.url())


def test_a_site_that_may_not_be_fetched(settings):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    code, sentence = refusal("http://127.0.0.1:9/")
    assert code == command.FAILED
    assert "127.0.0.1:9 is not fetched" in sentence
