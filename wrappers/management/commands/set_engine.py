"""`manage.py set_engine SLUG`: by which proxy an engine is asked, as which user, how often."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import CommandError

from discovery.connection.login import PASSWORD, USER
from discovery.engines.registration import AddressError, clean_address
from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    engine_called,
    failing,
    prepare_database,
    text,
)
from discovery.web.proxies import ProxiesError, shown_proxy
from wrappers.engines.check_schedule import plan_check
from wrappers.learning.jobs import LearningUnderWayError
from wrappers.operations.lifecycle import change_proxy, sign_in

NUMBERS = ("deadline", "pause", "check_hours")
USUAL = "“” for as usual"


class Command(OutcomeCommand):
    help = "Change how an engine is reached. Passwords are read from standard input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the engine's short name")
        parser.add_argument("--deadline", type=float, help="seconds to answer; 0 for as usual")
        parser.add_argument("--pause", type=float, help="seconds between requests of learning")
        parser.add_argument("--check-hours", type=float, help="hours between checks")
        parser.add_argument(
            "--proxy", type=text, help=f"a proxy or “direct”, {USUAL}, - to read it"
        )
        parser.add_argument("--login", type=text, help=f"page to sign in at, {USUAL}")
        parser.add_argument("--user", type=text, help="who signs in")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        prepare_database()
        engine = engine_called(slug)
        numbers = {name: options[name] for name in NUMBERS if options[name] is not None}
        for name, value in numbers.items():
            setattr(engine, name, value or None)
        try:
            engine.clean_fields({each.name for each in engine._meta.fields} - numbers.keys())
        except ValidationError as error:
            raise CommandError(" ".join(error.messages), returncode=WRONG_CALL) from error
        proxy, page = options["proxy"], options["login"]
        with failing(WRONG_CALL, ProxiesError, AddressError):
            if proxy is not None:
                change_proxy(engine, _read("Proxy: ") if proxy == "-" else proxy)
            page = page and clean_address(page)
        engine.version += 1
        engine.save(update_fields=[*NUMBERS, "proxy", "version"])
        if "check_hours" in numbers:
            plan_check(engine)
        if page is not None:
            secrets = {PASSWORD: _read("Password: ")} if page else {}
            secrets |= {USER: options["user"]} if options["user"] else {}
            with failing(FAILED, LearningUnderWayError, AddressError):
                sign_in(engine, page, secrets)
        outcome = {
            "slug": engine.slug,
            **{name: getattr(engine, name) for name in NUMBERS},
            "proxy": shown_proxy(engine.proxy.get("address", "")),
            "login": "" if engine.login is None else engine.login.page,
        }
        words = "\n".join(f"{name}: {value or '–'}" for name, value in outcome.items())
        self.write_outcome(outcome, words, options["json"])


def _read(prompt: str) -> str:
    """Return a line that nobody sees: typed, or from standard input where that is no terminal."""
    return getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
