"""`manage.py export_engines [SLUG…]`: engines in use as files that others can import."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management import CommandError

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
from wrappers.engines.engine_file import EngineFile, file_schema
from wrappers.imports.exporting import as_list, export_engines, exportable_engines
from wrappers.imports.publishing import (
    INDEX,
    SIGNATURE,
    PublicationError,
    index_of,
    own_public_key,
    sign_index,
    signed_index,
)


class Command(OutcomeCommand):
    help = "Write engines in use as files, one each, with all that is known of them but secrets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slugs", nargs="*", metavar="SLUG", type=text, help="all by default")
        parser.add_argument(
            "--out",
            metavar="FOLDER|FILE",
            type=Path,
            default=Path("engines"),
            help="the folder they are written to, SLUG.json each (engines by default), or a file "
            "that ends in .json for a list of all",
        )
        parser.add_argument(
            "--sign",
            action="store_true",
            help="add an index, signed with the key of this installation, for those who subscribe "
            "to the folder; files of engines that are not among them any more are removed",
        )
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of a file")

    def handle(self, *args: Any, slugs: list[str], out: Path, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(json.dumps(file_schema(), indent=1))
            return
        if options["sign"] and out.suffix == ".json":
            raise CommandError("A folder is signed, not a list.", returncode=WRONG_CALL)
        prepare_database()
        left = (EngineState.PAUSED,) if options["sign"] else ()
        in_use = exportable_engines().exclude(state__in=left)
        engines = [engine_called(slug) for slug in slugs] or in_use
        files, left_out = export_engines(engines)
        if out.suffix == ".json":
            write_text(out, as_list(files.values()))
        else:
            with failing(WRONG_CALL, OSError):
                out.mkdir(parents=True, exist_ok=True)
            for slug, file in files.items():
                write_text(out / f"{slug}.json", file.to_text())
        signed = write_index(out, files) if options["sign"] and files else {}
        reasons = [{"slug": slug, "reason": reason} for slug, reason in left_out.items()]
        outcome = {"out": str(out), "engines": list(files), "left_out": reasons, **signed}
        lines = [f"{len(files):,} engines written to {out}", *left_out.values()]
        lines += [f"{name}: {value}" for name, value in signed.items()]
        self.write_outcome(outcome, "\n".join(lines), options["json"])
        if not files or (slugs and left_out):
            raise SystemExit(FAILED)


def write_index(folder: Path, files: Mapping[str, EngineFile]) -> dict[str, Any]:
    """Sign the files of a folder, and remove those that are withdrawn; return what is told."""
    key, before = own_public_key(), None
    with suppress(OSError, PublicationError):
        before = signed_index((folder / INDEX).read_bytes(), (folder / SIGNATURE).read_bytes(), key)
    index = index_of({slug: file.to_text() for slug, file in files.items()}, before)
    write_text(folder / INDEX, index.to_text())
    write_text(folder / SIGNATURE, sign_index(index))
    withdrawn = sorted(set(before.engines if before else ()) - set(files))
    for slug in withdrawn:
        (folder / f"{slug}.json").unlink(missing_ok=True)
    return {
        "published": index.published.isoformat(),
        "withdrawn": withdrawn,
        "public_key": key,
    }
