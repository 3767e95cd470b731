"""`manage.py publish_engines FOLDER [SLUG…]`: engines in use, signed for those who subscribe."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    engine_called,
    failing,
    prepare_database,
    text,
    write_text,
)
from discovery.models import EngineState
from wrappers.imports.exporting import export_engines, exportable_engines
from wrappers.imports.publishing import (
    FILES,
    INDEX,
    SIGNATURE,
    EngineIndex,
    UnsignedIndexError,
    index_of,
    own_public_key,
    sign_index,
    signed_index,
)


class Command(OutcomeCommand):
    help = (
        "Write engines in use as files, one each, with an index that is signed with the key of "
        "this installation. Others subscribe to the folder, or to an address that serves it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("folder", metavar="FOLDER", type=Path)
        parser.add_argument(
            "slugs", nargs="*", metavar="SLUG", type=text, help="all that are not paused by default"
        )

    def handle(self, *args: Any, folder: Path, slugs: list[str], **options: Any) -> None:
        prepare_database()
        in_use = exportable_engines().exclude(state=EngineState.PAUSED)
        files, left_out = export_engines([engine_called(slug) for slug in slugs] or in_use)
        outcome: dict[str, Any] = {
            "out": str(folder),
            "engines": list(files),
            "left_out": [{"slug": slug, "reason": told} for slug, told in left_out.items()],
        }
        if files:
            texts = {slug: file.to_text() for slug, file in files.items()}
            outcome |= write(folder, texts)
        lines = [f"{name}: {outcome[name]}" for name in ("published", "public_key") if files]
        lines = [f"{len(files):,} engines published in {folder}", *lines, *left_out.values()]
        self.write_outcome(outcome, "\n".join(lines), options["json"])
        if not files or (slugs and left_out):
            raise SystemExit(FAILED)


def write(folder: Path, texts: dict[str, str]) -> dict[str, Any]:
    """Write files, then their index and its signature, then remove the files of withdrawn ones."""
    key = own_public_key()
    before: EngineIndex | None = None
    with suppress(OSError, UnsignedIndexError):
        before = signed_index((folder / INDEX).read_bytes(), (folder / SIGNATURE).read_bytes(), key)
    index = index_of({slug: text.encode(errors="replace") for slug, text in texts.items()}, before)
    with failing(WRONG_CALL, OSError):
        (folder / FILES).mkdir(parents=True, exist_ok=True)
    for slug, each in texts.items():
        write_text(folder / FILES / f"{slug}.json", each)
    write_text(folder / INDEX, index.to_text())
    write_text(folder / SIGNATURE, sign_index(index.to_text(), index))
    withdrawn = sorted(set(before.engines if before else ()) - set(texts))
    for slug in withdrawn:
        (folder / FILES / f"{slug}.json").unlink(missing_ok=True)
    return {
        "withdrawn": withdrawn,
        "published": index.published.isoformat(),
        "public_key": key,
    }
