"""Engines published: a folder of files, their index, and its signature (minisign, Ed25519)."""

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

# Beside them the file of each engine is called as its name in the index, and `.json`.
INDEX, SIGNATURE = "engines.index", "engines.index.minisig"
# Bytes: names and hashes of as many engines as a list may have.
MAX_INDEX_BYTES = 10_000_000
# No separator and no dot: a name cannot lead out of the folder.
_Name = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,60}\Z")]
_Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class PublicationError(ValueError):
    """What is published cannot be taken: it is not what was signed, or not to be read."""


class EngineIndex(Document, frozen=True):
    """What is published: by the name of each engine the SHA-256 of its file.

    `published` grows with every change: an index older than one seen before is not to be used.
    """

    VERSION: ClassVar = ("format", "metasearch-index/1")

    published: Annotated[datetime, Meta(tz=True)]
    engines: Annotated[dict[_Name, _Digest], Meta(max_length=MAX_ENTRIES)]

    def to_text(self) -> str:
        return json.dumps(self.to_json(), indent=1, sort_keys=True) + "\n"


def index_of(texts: Mapping[str, str], before: EngineIndex | None) -> EngineIndex:
    """Return the index of files by their names; the one `before` where nothing has changed."""
    encoded = {name: text.encode(errors="replace") for name, text in texts.items()}
    digests = {name: sha256(data).hexdigest() for name, data in encoded.items()}
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
        key = minisign.KeyPair.generate().secret_key
        key.encrypt(settings.SECRET_KEY)
        row, _ = PublishingKey.objects.get_or_create(pk=1, defaults={"text": bytes(key).decode()})
    key = minisign.SecretKey.from_bytes(row.text.encode())
    key.decrypt(settings.SECRET_KEY)
    return key


def own_public_key() -> str:
    return str(own_key().get_public_key().to_base64().decode())


def sign_index(index: EngineIndex) -> str:
    """Return the signature of an index; of the same one always the same."""
    comment = f"timestamp:{int(index.published.timestamp())}\tfile:{INDEX}\thashed"
    return bytes(own_key().sign(index.to_text().encode(), trusted_comment=comment)).decode() + "\n"


def signed_index(data: bytes, signature: bytes, public_key: str) -> EngineIndex:
    """Return the index that the holder of a key has signed. Raises `PublicationError`."""
    try:
        signed = minisign.Signature.from_bytes(signature)
        minisign.PublicKey.from_base64(public_key).verify(data, signed)
        return EngineIndex.from_text(data)
    except (minisign.Error, DocumentError) as error:
        told = f"{INDEX} is not one signed with the key {public_key}: {error}"
        raise PublicationError(told) from error
