"""`manage.py export_engines [SLUG…]`: engines in use as files that others can import."""

import json
from argparse import ArgumentParser
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
from wrappers.engines.engine_file import file_schema
from wrappers.imports.exporting import as_list, export_engines, exportable_engines


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
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of a file")

    def handle(self, *args: Any, slugs: list[str], out: Path, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(json.dumps(file_schema(), indent=1))
            return
        prepare_database()
        engines = [engine_called(slug) for slug in slugs] or exportable_engines()
        files, left_out = export_engines(engines)
        if out.suffix == ".json":
            write_text(out, as_list(files.values()))
        else:
            with failing(WRONG_CALL, OSError):
                out.mkdir(parents=True, exist_ok=True)
            for slug, file in files.items():
                write_text(out / f"{slug}.json", file.to_text())
        reasons = [{"slug": slug, "reason": reason} for slug, reason in left_out.items()]
        outcome = {"out": str(out), "engines": list(files), "left_out": reasons}
        lines = [f"{len(files):,} engines written to {out}", *left_out.values()]
        self.write_outcome(outcome, "\n".join(lines), options["json"])
        if not files or (slugs and left_out):
            raise SystemExit(FAILED)
