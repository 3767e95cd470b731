"""`manage.py check_engine SLUG`: ask, judge, and mend when broken."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.urls import reverse

from discovery.management.command_line import FAILED, prepare_database
from discovery.models import Engine, EngineState
from wrappers.monitoring.checking import CheckFailedError, check_engine


class Command(BaseCommand):
    """Check one engine in the foreground; exit code 1 when it is not ACTIVE afterwards."""

    help = "Ask an engine again what it was once asked; mend it when it is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("slug", help="the engine's short name")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        """Check and print the outcome; progress goes to standard error."""
        prepare_database()
        engine = Engine.objects.called(slug).first()
        if engine is None:
            raise CommandError(f"There is no engine {slug!r}.", returncode=FAILED)
        try:
            outcome = asdict(check_engine(engine, self.report))
        except CheckFailedError as error:
            raise CommandError(f"{slug}: {error}", returncode=FAILED) from error
        if options["json"]:
            self.stdout.write(json.dumps(outcome, ensure_ascii=False))
        else:
            mended = f", mended ({outcome['strategy']})" if outcome["mended"] else ""
            self.stdout.write(
                f"{slug}: {outcome['kind']}; {outcome['before']} → {outcome['after']}{mended}, "
                f"{outcome['seconds']:.1f} s"
            )
            proposed = engine.wrapper_versions.proposed().first()
            if proposed is not None:
                page = reverse("admin:wrappers_wrapperversion_proposal", args=[proposed.pk])
                self.stdout.write(
                    f"A repair waits for a person to accept or reject it, at {page}: "
                    f"{proposed.proposed_because}"
                )
        if outcome["after"] not in {EngineState.ACTIVE, EngineState.PAUSED}:
            raise SystemExit(1)

    def report(self, step: dict[str, Any]) -> None:
        """Show a step that is done."""
        self.stderr.write(f"{step['name']:<15} {step['seconds']:6.2f} s  {step['outcome']}")
