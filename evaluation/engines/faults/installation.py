"""The product with all made-up engines learned, in a data folder of its own, for this process."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from evaluation.engines.faults.sites import DESIGNS, Design
from evaluation.own_installation import ROOT, keep_database, prepare_installation, restore_database

# Seconds that an engine may take in the measured searches and checks: shorter than the product's,
# so that faults that last for ever are measured soon. Healthy answers take a hundredth.
SEARCH_DEADLINE = 2.0
CHECK_DEADLINE = 3.0
# Ports beside those of the engines: nothing listens on the first, the product may ask it.
PORTS = len(DESIGNS) + 1


class Engines(Popen[str]):
    """The process that serves engines until its standard input ends."""

    def __init__(self, first_port: int, designs: Sequence[Design]) -> None:
        self.designs = designs
        self.ports = range(first_port, first_port + len(designs))
        program = (sys.executable, "-m", "evaluation.engines.faults.serving", str(first_port))
        names = (design.name for design in designs)
        super().__init__((*program, *names), cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
        self._await_ok()

    def switch(self, faults: Sequence[str | None]) -> None:
        """Give each engine its fault, None for well."""
        assert self.stdin is not None
        self.stdin.write(json.dumps(list(faults)) + "\n")
        self.stdin.flush()
        self._await_ok()

    def _await_ok(self) -> None:
        assert self.stdout is not None
        if self.stdout.readline().strip() != "ok":
            raise RuntimeError("the process that serves the engines ended")


class Installation:
    def __init__(self, folder: Path, engines: Engines) -> None:
        self.engines = engines
        self._folder = folder
        first = engines.ports[0]
        prepare_installation(folder, (f"127.0.0.1:{port}" for port in range(first, first + PORTS)))
        from django.conf import settings

        from wrappers.learning.work import add_engine
        from wrappers.monitoring import checking
        from wrappers.monitoring.observation import Observation

        settings.ENGINE_DEADLINE = SEARCH_DEADLINE
        checking.CHECK_DEADLINE = CHECK_DEADLINE
        self.seen = Observation()
        self.forget_answers()
        self.slugs: list[str] = []
        for port, design in zip(engines.ports, engines.designs, strict=True):
            job = add_engine(f"http://127.0.0.1:{port}/", lambda _step: None)
            if job.engine.state != "ACTIVE":
                raise RuntimeError(f"{design.name} is not learned: {job.reason}")
            self.slugs.append(job.engine.slug)
        self._kept = keep_database(folder, "learned")

    def restore(self) -> None:
        """Bring everything back to how it was after learning: database, observations."""
        from wrappers.monitoring.observation import Observation

        restore_database(self._folder, self._kept)
        self.seen = Observation()

    def forget_answers(self) -> None:
        """Forget what searches remember of answers: pauses asked for, first pages."""
        from wrappers.engines.client import MAX_PAGES, Recent

        self.remembered = Recent[Any](MAX_PAGES), Recent[Any](MAX_PAGES)
