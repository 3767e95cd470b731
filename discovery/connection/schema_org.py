"""A page's own word on its site's search: `SearchAction` in JSON; as microdata it is on a form.

schema.org, "Potential Actions" (target, `-input` annotations); placeholders after RFC 6570.
"""

import html
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from discovery.connection.description import SEARCH_TERMS, ConnectionDescription, DescriptionError
from discovery.connection.form_description import describe_template, site_name, site_root
from discovery.connection.requests import read_json
from discovery.connection.url_template import decode_braces
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url

# Bounds against hostile pages. Guesses.
MAX_NODES = 20_000
MAX_ACTIONS = 10

_ACTION_TYPE = re.compile(r"(?:^|[/:#\s])SearchAction$")
# What people wrap a script's content in for parsers of long ago.
_WRAPPINGS = (
    re.compile(r"^(?:/[/*]\s?)?(?:<!--|<!\[CDATA\[)(?:\s?\*/)?"),
    re.compile(r"(?:/[/*]\s?)?(?:-->|\]\]>)(?:\s?\*/)?$"),
    re.compile(r";$"),
)
_INPUT_NAME = re.compile(r"name\s*=\s*[\"']?([^\s\"',;]+)")
_INPUT_KEYS = ("query-input", "queryInput", "query", "object-input")
_QUERY_NAME = re.compile(r"search|query|term|keyword|^[qs]$", re.IGNORECASE)
# RFC 6570: {name}, {+name}, {?name}, {&name}.
_VARIABLE = re.compile(r"\{([+?&#/.;]?)([^{}\s]{1,80})\}")


def find_search_actions(page: Page) -> tuple[ConnectionDescription, ...]:
    """Return the searches that a page declares, as engines known by their templates alone."""
    descriptions: dict[str, ConnectionDescription] = {}
    for template, site, action in _json_actions(page):
        try:
            description = _describe(template, site, action, page)
        except DescriptionError:
            continue
        descriptions.setdefault(description.template, description)
        if len(descriptions) == MAX_ACTIONS:
            break
    return tuple(descriptions.values())


def _describe(
    declared: str, site: Mapping[str, Any], action: Mapping[str, Any], page: Page
) -> ConnectionDescription:
    input_name = next(filter(None, (_input_name(action.get(key)) for key in _INPUT_KEYS)), "")
    template = open_search_template(declared, input_name)
    try:
        absolute = urljoin(page.base_url, template)
    except ValueError as error:
        raise DescriptionError(f"{template[:200]!r} is no address") from error
    home = _first_text(site.get("url"))
    return describe_template(
        absolute,
        site_name=fold_space(_first_text(site.get("name"))) or site_name(page),
        home_url=(home and resolve_url(page.base_url, home)) or site_root(page.url),
    )


def open_search_template(template: str, input_name: str) -> str:
    """Return a template of schema.org as one of OpenSearch, escapes undone.

    >>> open_search_template(r"https:\\/\\/a.example\\/?a=1&amp;s=%7Bterm%7D", "term")
    'https://a.example/?a=1&s={searchTerms}'
    """
    text = decode_braces(html.unescape(template).replace("\\/", "/").strip())
    names = [name for _, listed in _VARIABLE.findall(text) for name in _names(listed)]
    if not names and input_name:
        # Braces forgotten: the name stands bare as a value.
        return re.sub(rf"=\s*{re.escape(input_name)}(?=$|[&#])", f"={SEARCH_TERMS}", text)
    wanted = next((name for name in names if _QUERY_NAME.search(name)), "")
    if input_name in names or len(set(names)) == 1:
        wanted = input_name if input_name in names else names[0]

    def expanded(match: re.Match[str]) -> str:
        if wanted not in _names(match[2]):
            return ""
        return f"{match[1]}{wanted}={SEARCH_TERMS}" if match[1] in ("?", "&") else SEARCH_TERMS

    return _VARIABLE.sub(expanded, text)


def _names(listed: str) -> list[str]:
    return [name.rstrip("*?") for name in listed.split(",")]


def _json_actions(page: Page) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield the templates as written, the site if told, and the action."""
    scripts = page.root.iterfind(".//script[@type]")
    linked = (each for each in scripts if "ld+json" in each.get("type", "").lower())
    for node in _json_nodes([_load_json(script.text or "") for script in linked]):
        for action in _listed(node.get("potentialAction")):
            if isinstance(action, Mapping) and _is_search_action(action.get("@type")):
                yield from ((target, node, action) for target in _targets(action))
        if _is_search_action(node.get("@type")):
            yield from ((target, {}, node) for target in _targets(node))


def _load_json(text: str) -> Any:
    """Return what a script holds, None when it is no JSON even after the usual mending."""
    stripped = text.strip()
    for wrapping in _WRAPPINGS:
        stripped = wrapping.sub("", stripped).strip()
    for candidate in (stripped, html.unescape(stripped)):
        value = read_json(candidate)
        if value is not None:
            return value
    return None


def _json_nodes(value: Any) -> Iterator[Mapping[str, Any]]:
    waiting = deque([value])
    for _ in range(MAX_NODES):
        if not waiting:
            return
        node = waiting.popleft()
        if isinstance(node, Mapping):
            yield node
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)


def _is_search_action(declared: Any) -> bool:
    return any(isinstance(each, str) and _ACTION_TYPE.search(each) for each in _listed(declared))


def _listed(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, list) else (value,)


def _first_text(value: Any) -> str:
    return next((each for each in _listed(value) if isinstance(each, str)), "")


def _targets(action: Mapping[str, Any]) -> Iterator[str]:
    for target in _listed(action.get("target")):
        if isinstance(target, Mapping):
            target = _first_text(target.get("urlTemplate")) or _first_text(target.get("url"))
        if isinstance(target, str) and target:
            yield target


def _input_name(value: Any) -> str:
    for each in _listed(value):
        if isinstance(each, Mapping):
            each = f"name={_first_text(each.get('valueName') or each.get('name'))}"
        found = _INPUT_NAME.search(each[:500]) if isinstance(each, str) else None
        if found:
            return found[1].strip("{}")
    return ""
