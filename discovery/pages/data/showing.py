"""Data shown as a page: what repeats as lists, titles as headings that lead to the records.

All that reads pages of HTML reads this page. Keys become class names, so that the way to a value is
one of tags and classes; what lies outside of lists has ids by its whole path. Members stand in the
order of their keys: objects have none of their own.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from typing import cast

from lxml import etree

from discovery.pages.data.roles import DataView, RecordView, is_address, is_picture
from discovery.pages.data.value import (
    Data,
    Path,
    Scalar,
    Value,
    is_markup_text,
    is_scalar,
    leaves_of,
    says,
    text_of,
    words_of,
)

# Characters of one text that are shown; of markup, which may hold a whole list of results.
MAX_TEXT = 20_000
MAX_MARKUP = 2_000_000
_NO_NAME = re.compile(r"[^\w.:-]+")
_ISO_DATE = re.compile(r"(\d{4}-\d\d-\d\d)[T ]\d\d:?\d\d\S*\Z")
_CODE = re.compile(
    r"[0-9a-f]{16,}\Z|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}\Z|[\w+/=-]{40,}\Z", re.IGNORECASE
)
_NUMBER = re.compile(r"\d{1,12}\Z")
# Seconds and milliseconds since 1970 that are dates of the web's time.
_EPOCH = range(10**8 * 3, 10**9 * 5)
NAME_LENGTH = 60


def show_data(data: Data, view: DataView) -> str:
    shown = _Showing(view)
    shown.show(data.value, (), is_listed=False)
    return f"<html><head></head><body>{''.join(shown.parts)}</body></html>"


def is_shown_title(link: etree._Element) -> bool:
    heading = link.getparent()
    return heading is not None and heading.tag == "h3" and heading.getprevious() is None


class _Showing:
    """One answer as it is written down."""

    def __init__(self, view: DataView) -> None:
        self.parts: list[str] = []
        self.views = {own.path: own for own in view.collections}
        leading = [own.path for own in view.collections if own.address is not None]
        # Of collections in one another the outermost that leads somewhere has the headings.
        self.headed = {
            path
            for path, own in self.views.items()
            if not any(path != other and path[: len(other)] == other for other in leading)
            and (own.address is not None or not any(p[: len(path)] == path for p in leading))
        }

    def show(self, value: Value, path: Path, *, is_listed: bool) -> None:
        if isinstance(value, dict):
            if path in self.views:
                self._show_record(value, self.views[path], is_listed=is_listed)
            else:
                self._show_object(value, path, is_listed=is_listed)
        elif isinstance(value, list):
            self._show_list(value, path, is_listed=is_listed)
        else:
            self._show_scalar(value, path, in_record=is_listed)

    def _show_object(self, value: dict[str, Value], path: Path, *, is_listed: bool) -> None:
        tag = "li" if is_listed else "div"
        self.parts.append(f"<{tag}{_named(path)}>")
        for key in sorted(value):
            self.show(value[key], (*path, key), is_listed=False)
        self.parts.append(f"</{tag}>")

    def _show_list(self, value: list[Value], path: Path, *, is_listed: bool) -> None:
        if not value:
            self._write("p", path, f"{_words(path)}: no results")
            return
        if all(map(is_scalar, value)) and not any(
            isinstance(own, str) and is_markup_text(own) for own in value
        ):
            texts = [text_of(cast(Scalar, own)) for own in value]
            texts = [text for text in texts if text and not is_address(_last(path), text)]
            self._write("p", path, ", ".join(texts))
            for own in value:
                if isinstance(own, str) and is_address(_last(path), own):
                    self._show_address(own, path, in_record=True)
            return
        name = "" if is_listed else f' id="{escape(_id(path))}"'
        self.parts.append(f"<ul{_named(path)}{name}>")
        for own in value:
            if isinstance(own, dict):
                self.show(own, path, is_listed=True)
            else:
                self.parts.append(f"<li{_named(path)}>")
                self.show(own, path, is_listed=True)
                self.parts.append("</li>")
        self.parts.append("</ul>")

    def _show_record(self, value: dict[str, Value], view: RecordView, *, is_listed: bool) -> None:
        leaves = leaves_of(value)
        title = text_of(leaves.get(view.title))
        lead = None if view.address is None else view.address.fill(leaves)
        if not is_listed:
            self.parts.append(f'<ul{_named(view.path)} id="{escape(_id(view.path))}">')
        self.parts.append(f"<li{_named(view.path)}>")
        if title:
            href = "" if lead is None else f' href="{escape(lead)}"'
            text = f"<a{_named(view.title)}{href}>{escape(title[:MAX_TEXT])}</a>"
            if view.path in self.headed:
                self.parts.append(f"<h3>{text}</h3>")
            elif lead is not None:
                self.parts.append(text)
            else:
                self._write("p", view.title, title)
        shown = {view.title} if title else set()
        if lead is not None and view.address is not None:
            shown.update(part for part in view.address.parts if not isinstance(part, str))
        self._show_members(value, view.path, (), shown)
        self.parts.append("</li>" if is_listed else "</li></ul>")

    def _show_members(
        self, value: Mapping[str, Value], path: Path, inside: Path, shown: set[Path]
    ) -> None:
        for key in sorted(value):
            own, leaf = value[key], (*inside, key)
            if leaf in shown:
                continue
            whole = (*path, *leaf)
            if isinstance(own, dict) and whole not in self.views:
                self.parts.append(f"<div{_named(whole)}>")
                self._show_members(own, path, leaf, shown)
                self.parts.append("</div>")
            elif is_scalar(own):
                self._show_scalar(cast(Scalar, own), whole, in_record=True)
            elif own != []:
                self.show(own, whole, is_listed=isinstance(own, list))

    def _show_scalar(self, value: Scalar, path: Path, *, in_record: bool) -> None:
        key = _last(path)
        if value is None or value == "":
            return
        if isinstance(value, bool):
            self._write_hidden(path, str(value).lower())
        elif isinstance(value, str):
            self._show_text(value, path, in_record=in_record)
        elif says(key, "number") and in_record:
            self._write_hidden(path, str(value))
        elif (date := _epoch_date(value)) and any(says(own, "date") for own in path[-1:]):
            self._write("time", path, date)
        else:
            self._write("p", path, _with_name(path, str(value), in_record=in_record))

    def _show_text(self, value: str, path: Path, *, in_record: bool) -> None:
        text, key = value.strip(), _last(path)
        if is_address(key, text):
            self._show_address(text, path, in_record=in_record)
        elif is_markup_text(text):
            self.parts.append(f"<div{_named(path)}>{_fragment(text[:MAX_MARKUP])}</div>")
        elif date := _ISO_DATE.match(text):
            self._write("time", path, date[1])
        elif _CODE.match(text) or (in_record and says(key, "number") == 1):
            self._write_hidden(path, text)
        elif _NUMBER.match(text) or not in_record:
            self._write("p", path, _with_name(path, text_of(text), in_record=in_record))
        else:
            self._write("p", path, text_of(text))

    def _show_address(self, address: str, path: Path, *, in_record: bool) -> None:
        key = _last(path)
        if is_picture(key, address):
            self.parts.append(f'<img{_named(path)} src="{escape(address)}">')
            return
        text = "" if in_record else escape(_words(path))
        is_next = any(says(name, "next") == 1 for name in path[-2:]) and not in_record
        relation = ' rel="next"' if is_next else ""
        self.parts.append(f'<a{_named(path)}{relation} href="{escape(address)}">{text}</a>')

    def _write(self, tag: str, path: Path, text: str) -> None:
        if text:
            self.parts.append(f"<{tag}{_named(path)}>{escape(text[:MAX_TEXT])}</{tag}>")

    def _write_hidden(self, path: Path, text: str) -> None:
        self.parts.append(f'<data{_named(path)} value="{escape(text[:MAX_TEXT])}"></data>')


def _last(path: Path) -> str:
    return path[-1] if path else ""


def _name(key: str) -> str:
    return _NO_NAME.sub("-", key)[:NAME_LENGTH].strip("-") or "item"


def _named(path: Path) -> str:
    return f' class="{escape(_name(_last(path)))}"'


def _id(path: Path) -> str:
    return ".".join(map(_name, path)) or "items"


def _words(path: Path) -> str:
    named = path[:-1] if len(path) > 1 and says(path[-1], "address") == 1 else path
    return " ".join(words_of(_last(named))) or "items"


def _with_name(path: Path, text: str, *, in_record: bool) -> str:
    """Return a value with the name of its key; of the count of matches, as pages say it."""
    is_number = text.isdigit()
    if not in_record and is_number and any(says(key, "total") == 1 for key in path[-2:]):
        return f"{text} results"
    return f"{_words(path)}: {text}"


def _fragment(markup: str) -> str:
    """Return markup with every element ended within it: what comes after is not drawn into it."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    data = f"<html><body>{markup}".replace("\0", "\ufffd").encode("utf-8", "replace")
    try:
        body = etree.fromstring(data, parser).find("body")
    except (etree.LxmlError, AttributeError):
        body = None
    if body is None:
        return escape(text_of(markup))
    inside = (etree.tostring(child, encoding="unicode", method="html") for child in body)
    return escape(body.text or "", quote=False) + "".join(inside)


def _epoch_date(value: float) -> str | None:
    # Whole numbers may be larger than any that can be divided.
    if value >= _EPOCH.stop * 1000:
        return None
    seconds = value / 1000 if value >= _EPOCH.stop else value
    if not _EPOCH.start <= seconds < _EPOCH.stop:
        return None
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
