"""Puts the texts of the folder `texts` into the wiki of this folder."""

import json
from io import BytesIO
from pathlib import Path

from moin.app import before_wiki, create_app
from moin.constants.keys import COMMENT, CONTENTTYPE, NAME, NAMESPACE

TEXTS = Path("texts")
KIND = "text/plain;charset=utf-8"


def main() -> None:
    """Put them."""
    app = create_app(str(Path("wikiconfig.py").resolve()))
    with app.test_request_context("/"):
        before_wiki()
        for number, title in json.loads((TEXTS / "titles.json").read_text()):
            meta = {NAME: [title], NAMESPACE: "", COMMENT: "", CONTENTTYPE: KIND}
            item = app.storage[title]
            item.store_revision(meta, BytesIO((TEXTS / f"{number}.data").read_bytes()))


main()
