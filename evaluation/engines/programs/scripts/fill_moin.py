"""Puts the documents into the wiki of this folder."""

import json
from io import BytesIO
from pathlib import Path

from moin.app import before_wiki, create_app
from moin.constants.keys import COMMENT, CONTENTTYPE, NAME, NAMESPACE

rows = json.loads(Path("documents.json").read_text())
with create_app(str(Path("wikiconfig.py").resolve())).test_request_context("/") as context:
    before_wiki()
    for title, text in (
        ("Home", "The first page."),
        *((row["page_title"], row["text"]) for row in rows),
    ):
        kind = "text/plain;charset=utf-8"
        meta = {NAME: [title], NAMESPACE: "", COMMENT: "", CONTENTTYPE: kind}
        context.app.storage[title].store_revision(meta, BytesIO(text.encode()))
