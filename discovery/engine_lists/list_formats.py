"""Lists of engines in the formats that people have, told apart by what is in them."""

import codecs
import re
from dataclasses import replace

from w3lib.encoding import read_bom

from discovery.connection.description import DescriptionError
from discovery.engine_lists.address_lists import read_address_list, read_xml_list
from discovery.engine_lists.json_lists import (
    MANIFEST_KEY,
    TEMPLATE_NAMES,
    JsonItem,
    is_browser_engine,
    json_items,
    read_bang,
    read_browser_engine,
)
from discovery.engine_lists.proposals import (
    MAX_LIST_BYTES,
    EngineList,
    EngineListError,
    EngineProposal,
    sort_out,
)
from discovery.engine_lists.selector_engines import read_selector_engines

# Under which of its names an object holds the entries: Firefox, Chromium, and lists of bangs.
_CONTAINERS = frozenset({"data", "engines", "elements", "bangs", "search_engines", "searchEngines"})
_SINGLE = frozenset({MANIFEST_KEY, "search_url", *TEMPLATE_NAMES})
_YAML_LINE = re.compile(
    r"^[ \t]{0,20}(?:-[ \t]{1,20})?(?:engines|engine|search_url|use_default_settings)[ \t]{0,20}:",
    re.MULTILINE,
)
# Characters looked at to tell the format.
_HEAD = 200_000


def read_engine_list(data: bytes, filename: str = "") -> EngineList:
    """Raises `EngineListError` for a file that cannot be read as a whole.

    Its name counts only where its content leaves a doubt.
    """
    if len(data) > MAX_LIST_BYTES:
        raise EngineListError(f"{len(data):,} bytes are more than the {MAX_LIST_BYTES:,} allowed")
    if data.startswith(b"mozLz40\0"):
        raise EngineListError("the file is compressed: unpack it first (mozlz4)")
    if data.lstrip(codecs.BOM_UTF8 + b" \t\r\n").startswith(b"<"):
        return read_xml_list(data.removeprefix(codecs.BOM_UTF8))
    text = decode_list(data)
    if not text.strip():
        raise EngineListError("the file is empty")
    is_yaml = filename.lower().endswith((".yml", ".yaml"))
    if text.lstrip()[0] in "[{" and not is_yaml:
        return _read_json(text)
    if is_yaml or _YAML_LINE.search(text[:_HEAD]):
        return read_selector_engines(text)
    return read_address_list(text)


def decode_list(data: bytes) -> str:
    """Decode by the mark, as UTF-8, as Windows-1252. Raises `EngineListError`."""
    codec, mark = read_bom(data)
    if codec is not None and mark is not None:
        return data.removeprefix(mark).decode(codec, "replace")
    if b"\0" in data:
        raise EngineListError("the file is no text", data[: data.index(b"\0")].count(b"\n") + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")


def _read_json(text: str) -> EngineList:
    items = json_items(text, _CONTAINERS, _SINGLE)
    found = sort_out("bangs (JSON)", items, _read_item, lambda item: (item.line, _label(item)))
    if any(isinstance(item.value, dict) and is_browser_engine(item.value) for item in items):
        return replace(found, format="browser engines (JSON)")
    if found.proposals and not any(proposal.description for proposal in found.proposals):
        return replace(found, format="addresses (JSON)")
    return found


def _read_item(item: JsonItem) -> EngineProposal:
    """Raises `DescriptionError`."""
    if isinstance(item.value, dict):
        return read_browser_engine(item) if is_browser_engine(item.value) else read_bang(item)
    if isinstance(item.value, str):
        return read_bang(item)
    raise DescriptionError("the entry is neither an object nor text")


def _label(item: JsonItem) -> str:
    value = item.value
    if isinstance(value, dict):
        names = ("s", "name", "_name", "title", "identifier", "u", "url", "search_url", "t")
        value = next((value[name] for name in names if isinstance(value.get(name), str)), "")
    text = value if isinstance(value, str) else ""
    return f"{item.name} {text}".strip()
