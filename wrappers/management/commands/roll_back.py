"""`manage.py roll_back SLUG [NUMBER]`: an older wrapper version in use again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from discovery.management.command_line import (
    FAILED,
    OutcomeCommand,
    engine_called,
    failing,
    prepare_database,
)
from wrappers.engines.versions import UnusableVersionError, roll_back
from wrappers.models import WrapperVersion


class Command(OutcomeCommand):
    help = "Use an older wrapper version of an engine again: NUMBER, or the one before the active."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the engine's short name")
        parser.add_argument("number", nargs="?", type=int, help="the version")

    def handle(self, *args: Any, slug: str, number: int | None, json: bool, **options: Any) -> None:
        prepare_database()
        engine = engine_called(slug)
        versions = WrapperVersion.objects.filter(engine=engine).select_related("engine")
        if number is not None:
            version = versions.filter(number=number).first()
        else:
            active = versions.in_use()
            older = versions.usable()
            older = older.filter(number__lt=active.number) if active else older
            version = older.order_by("-number").first()
        if version is None:
            wanted = "no older version" if number is None else f"no version {number}"
            raise CommandError(f"The engine {slug!r} has {wanted}.", returncode=FAILED)
        with failing(FAILED, UnusableVersionError):
            roll_back(version)
        document = {"slug": slug, "version": version.number, "reason": version.reason}
        words = f"{slug} uses version {version.number} again ({version.reason})."
        self.write_outcome(document, words, json, indent=None)
