"""The base of all that is stored as JSON: written with a version, checked when it is read.

What is stored is a `Document` of typed fields. Bounds of what is read (`msgspec.Meta`) stand in
their types, since it may come from elsewhere. What one field's type cannot say, `__post_init__`
says by a `ValueError`. A class without fields for JSON, of which one text is stored for example,
has `to_json` and `from_json` of its own.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

# Characters of a fault that are told: it may quote what was read.
MAX_FAULT_LENGTH = 300

Count = Annotated[int, Meta(ge=0, le=10**9)]
Share = Annotated[float, Meta(ge=0, le=1)]


class DocumentError(ValueError):
    """Stored data that cannot be read: as what, why not, and where the fault is."""


class Document(Struct, frozen=True):
    """Something that is stored as JSON, whole or as a part of something else.

    `VERSION` is the field that tells the version of the whole, and the one written today.
    `UPGRADES` make of the data of an older version those of the next. `ORDER` says whether sets and
    mappings are written in order.
    """

    VERSION: ClassVar[tuple[str, str | int] | None] = None
    UPGRADES: ClassVar[Mapping[str | int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    ORDER: ClassVar[Literal["deterministic"] | None] = "deterministic"

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the document stored as `data`. Raises `DocumentError`."""
        try:
            return convert(cls._without_version(data), cls, dec_hook=_read_value)
        except (ValidationError, UnicodeError) as error:
            raise DocumentError(f"no {_words(cls)}: {error}"[:MAX_FAULT_LENGTH]) from error

    @classmethod
    def read_or_none(cls, data: object) -> Self | None:
        try:
            return cls.from_json(data)
        except DocumentError:
            return None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(self, enc_hook=_write_value, order=self.ORDER)
        return data if self.VERSION is None else dict([self.VERSION]) | data

    @classmethod
    def from_text(cls, text: str | bytes) -> Self:
        """Return the document stored as the JSON `text`. Raises `DocumentError`."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DocumentError(f"no {_words(cls)}: {error}"[:MAX_FAULT_LENGTH]) from error
        return cls.from_json(data)

    def to_text(self) -> str:
        return json.dumps(self.to_json())

    def replace(self, **changes: Any) -> Self:
        return replace(self, **changes)

    @classmethod
    def _without_version(cls, data: object) -> object:
        """Return data of today's version without it. Raises `DocumentError` for any other."""
        if cls.VERSION is None or not isinstance(data, dict):
            return data
        field, version = cls.VERSION
        while isinstance(found := data.get(field), str | int) and found in cls.UPGRADES:
            data = cls.UPGRADES[found](data)
        if found != version:
            raise DocumentError(f"no {_words(cls)}: its {field} is {found!r:.80}, not {version!r}")
        return {name: value for name, value in data.items() if name != field}


def _words(kind: type[Document]) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__.lstrip("_")).lower()


def _read_value(kind: Any, data: object) -> object:
    return kind.from_json(data)


def _write_value(value: Any) -> object:
    # Strings of lxml and Django are of classes of their own.
    return str(value) if isinstance(value, str) else value.to_json()
