"""`manage.py serve`: the web server alone, beside task workers that others start."""

from collections.abc import Iterable

from metasearch.management.commands import start
from metasearch.processes.supervision import Child


class Command(start.Command):
    help = "Start the web server alone; `work` is the task worker."

    def samples_ports(self) -> Iterable[int]:
        return ()

    def add_samples(self) -> None:
        """Engines are those that people add."""

    def children(self) -> list[Child]:
        return start.web_children()
