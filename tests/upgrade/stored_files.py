"""Files that the commands of the day wrote, and what they read from them."""

import io
import json
from pathlib import Path
from typing import Any

from django.core.management import call_command

from discovery.connection import build_request, from_xml, paged_request
from discovery.crawling import describe_navigation, navigation_from_json
from discovery.models import Collection
from tests.upgrade.engine_sites import PAGE_SIZE, EngineSite
from tests.upgrade.filling import engine_of
from tests.upgrade.serving import Request, Web
from wrappers.models import PageClass, WrapperVersion

# Wrappers learned here from saved pages: by tag prefixes, by ViNTs, with a further section.
SAVED = ("shed", "cellar", "porch", "barn")
LEARNED_FROM = ("amber", "anchor", "basket")
READ = "copper"
# Wrappers as the database holds them: adapted, from imported selectors.
IN_USE = ("attic", "shelf")
DESCRIBED = ("shed", "barn", "cellar", "shelf", "library", "repair_connection")
QUERY = "früh & spät"
FRESH = "fresh-value"


def write(folder: Path, web: Web) -> None:
    """Write wrappers, connection descriptions and navigation patterns into `folder`."""
    for name in (*SAVED, *IN_USE):
        _write_wrapper(folder, name, web)
    requests = {name: _write_connection(folder, name) for name in DESCRIBED}
    _write_json(folder / "requests.json", requests)
    for name, sample in (("gallery", "thing/0"), ("museum", "thing/0")):
        collection = Collection.objects.get(samples=[f"{web.sites[name].address}{sample}"])
        lines = describe_navigation(navigation_from_json(collection.pattern))
        document = {"pattern": collection.pattern, "lines": lines}
        _write_json(folder / f"navigation-{name}.json", document)
    page_class = PageClass.objects.get(collection=collection)
    _write_json(folder / "page-class-museum.json", page_class.wrapper)


def _write_wrapper(folder: Path, name: str, web: Web) -> None:
    """Write a wrapper, the page it is tried on, and what it reads there."""
    site = web.sites[name]
    path = folder / f"wrapper-{name}.json"
    if name in SAVED:
        pages = [_save(folder / f"{word}.html", site, word) for word in LEARNED_FROM]
        nothing = _save(folder / "nothing.html", site, "qxzvw")
        named = {"no_result": nothing, "query": list(LEARNED_FROM), "out": path}
        named["url"] = [_address(site, word) for word in LEARNED_FROM]
        call_command("learn_wrapper", *map(str, pages), stdout=io.StringIO(), **named)
        for page in (*pages, nothing):
            page.unlink()
    else:
        version = WrapperVersion.objects.get(engine=engine_of(name), is_active=True)
        _write_json(path, version.wrapper)
    page = _save(folder / f"page-{name}.html", site, READ)
    read = io.StringIO()
    options = {"url": _address(site, READ), "query": READ, "json": True, "stdout": read}
    call_command("extract_records", str(path), str(page), **options)
    expected = json.loads(read.getvalue())
    assert len(expected["records"]) == PAGE_SIZE, expected
    _write_json(folder / f"records-{name}.json", expected)


def _write_connection(folder: Path, name: str) -> dict[str, Any]:
    """Write a connection description; return what it makes of a query."""
    xml = engine_of(name).description
    (folder / f"connection-{name}.xml").write_text(xml, encoding="utf-8")
    description = from_xml(xml.encode())
    fresh = dict.fromkeys(description.tokens, FRESH)
    first = build_request(description, QUERY, fresh)
    second = paged_request(description, QUERY, 2, fresh)
    return {
        "method": first.method,
        "first": _request(first),
        "second": None if second is None else _request(second),
        "tokens": sorted(description.tokens),
        "paging": description.paging is not None,
    }


def _request(request: Any) -> dict[str, Any]:
    body = None if request.body is None else request.body.decode("latin-1")
    return {"method": request.method, "url": request.url, "body": body}


def _address(site: EngineSite, query: str) -> str:
    return f"{site.address.rstrip('/')}{site.action}?q={query}"


def _save(path: Path, site: EngineSite, query: str) -> Path:
    request = Request(site.method.upper(), "", site.action, {"q": [query], "ticket": [""]})
    has_ticket, site.ticket = site.ticket, False
    path.write_text(site.answer(request)[1], encoding="utf-8")
    site.ticket = has_ticket
    return path


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
