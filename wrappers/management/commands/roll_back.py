"""`manage.py roll_back SLUG [NUMBER]`: an older wrapper version in use again."""

from argparse import ArgumentParser
from json import dumps
from typing import Any

from django.core.management import BaseCommand, CommandError

from discovery.management.command_line import FAILED, prepare_database
from discovery.models import Engine
from wrappers.models import WrapperVersion
from wrappers.operations.lifecycle import UnusableVersionError, roll_back


class Command(BaseCommand):
    """Make a version active; exit code 1 when there is none such."""

    help = "Use an older wrapper version of an engine again: NUMBER, or the one before the active."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("slug", help="the engine's short name")
        parser.add_argument("number", nargs="?", type=int, help="the version")
        parser.add_argument("--json", action="store_true", help="print the version as JSON")

    def handle(self, *args: Any, slug: str, number: int | None, json: bool, **options: Any) -> None:
        """Roll back and say to what."""
        prepare_database()
        engine = Engine.objects.called(slug).first()
        if engine is None:
            raise CommandError(f"There is no engine {slug!r}.", returncode=FAILED)
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
        try:
            roll_back(version)
        except UnusableVersionError as error:
            raise CommandError(str(error), returncode=FAILED) from error
        if json:
            document = {"slug": slug, "version": version.number, "reason": version.reason}
            self.stdout.write(dumps(document, ensure_ascii=False))
        else:
            self.stdout.write(f"{slug} uses version {version.number} again ({version.reason}).")
