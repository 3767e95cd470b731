"""Engines published: one file each, an index of them, and its signature (minisign, Ed25519)."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated, ClassVar

import minisign
from django.conf import settings
from django.utils import timezone
from msgspec import Meta

from discovery.documents.document import Document, DocumentError
from discovery.engine_lists.proposals import MAX_ENTRIES
from wrappers.models import PublishingKey

INDEX, SIGNATURE, FILES = "index.json", "index.json.minisig", "engines"
# Bytes of an index: names and hashes of as many engines as a list may have.
MAX_INDEX_BYTES = 10_000_000
MAX_SIGNATURE_BYTES = 10_000
# No separator and no dot: a name cannot lead out of the folder.
_Name = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,60}\Z")]
_Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class UnsignedIndexError(ValueError):
    """An index that is not what its publisher signed, or cannot be read."""


class EngineIndex(Document, frozen=True):
    """What is published: by the name of each engine the SHA-256 of its file (UTF-8).

    `published`, a time with its zone, grows with every change: an older index is a forgery.
    """

    VERSION: ClassVar = ("format", "metasearch-index/1")

    published: Annotated[datetime, Meta(tz=True)]
    engines: Annotated[dict[_Name, _Digest], Meta(max_length=MAX_ENTRIES)]

    def to_text(self) -> str:
        return json.dumps(self.to_json(), indent=1, sort_keys=True) + "\n"


def index_of(files: Mapping[str, bytes], before: EngineIndex | None) -> EngineIndex:
    """Return the index of files by their names, the one `before` where nothing has changed."""
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    now = timezone.now().replace(microsecond=0)
    if before is None:
        return EngineIndex(now, digests)
    if digests == before.engines:
        return before
    # Clocks are set back.
    return EngineIndex(max(now, before.published + timedelta(seconds=1)), digests)


def own_key() -> minisign.SecretKey:
    """Return the key of this installation, made when it is first asked for."""
    row = PublishingKey.objects.first()
    if row is None:
        row, _ = PublishingKey.objects.get_or_create(pk=1, defaults={"text": _new_key()})
    key = minisign.SecretKey.from_bytes(row.text.encode())
    key.decrypt(settings.SECRET_KEY)
    return key


def _new_key() -> str:
    key = minisign.KeyPair.generate().secret_key
    key.encrypt(settings.SECRET_KEY)
    return bytes(key).decode()


def own_public_key() -> str:
    return public_key_text(own_key().get_public_key())


def public_key_text(key: minisign.PublicKey) -> str:
    return str(key.to_base64().decode())


def sign_index(text: str, index: EngineIndex) -> str:
    """Return the signature of an index's text; of the same text the same one."""
    comment = f"timestamp:{int(index.published.timestamp())}\tfile:{INDEX}\thashed"
    return bytes(own_key().sign(text.encode(), trusted_comment=comment)).decode() + "\n"


def signed_index(data: bytes, signature: bytes, public_key: str) -> EngineIndex:
    """Return the index that the holder of a key has signed. Raises `UnsignedIndexError`."""
    try:
        signed = minisign.Signature.from_bytes(signature)
        minisign.PublicKey.from_base64(public_key).verify(data, signed)
        return EngineIndex.from_text(data)
    except minisign.Error as error:
        raise UnsignedIndexError(
            f"{INDEX} is not signed with the key {public_key}: {error}"
        ) from error
    except DocumentError as error:
        raise UnsignedIndexError(f"{INDEX}: {error}") from error
