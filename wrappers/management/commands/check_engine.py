"""`manage.py check_engine SLUG`: ask, judge, and mend when broken."""

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management import CommandError
from django.urls import reverse

from discovery.management.command_line import (
    FAILED,
    OutcomeCommand,
    engine_called,
    prepare_database,
)
from discovery.models import Engine, EngineState
from wrappers.monitoring.checking import CheckFailedError, check_engine


class Command(OutcomeCommand):
    help = "Ask an engine again what it was once asked; mend it when it is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the engine's short name")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        prepare_database()
        engine = engine_called(slug)
        try:
            outcome = asdict(check_engine(engine, self.report))
        except CheckFailedError as error:
            raise CommandError(f"{slug}: {error}", returncode=FAILED) from error
        self.write_outcome(outcome, as_text(slug, engine, outcome), options["json"], indent=None)
        if outcome["after"] not in {EngineState.ACTIVE, EngineState.PAUSED}:
            raise SystemExit(1)


def as_text(slug: str, engine: Engine, outcome: dict[str, Any]) -> str:
    mended = f", mended ({outcome['strategy']})" if outcome["mended"] else ""
    told = (
        f"{slug}: {outcome['kind']}; {outcome['before']} → {outcome['after']}{mended}, "
        f"{outcome['seconds']:.1f} s"
    )
    proposed = engine.wrapper_versions.proposed().first()
    if proposed is None:
        return told
    page = reverse("admin:wrappers_wrapperversion_proposal", args=[proposed.pk])
    waits = f"A repair waits for a person to accept or reject it, at {page}"
    return f"{told}\n{waits}: {proposed.proposed_because}"
