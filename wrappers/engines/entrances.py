"""Entrances of engines passed while they were asked: the cookies that the next queries take."""

from collections import OrderedDict

from discovery.engines.walls import Entrance
from wrappers.engines.answer import ReadyEngine

# Engines whose cookies are remembered at a time: some kilobytes each.
MAX_ENGINES = 1_000


class Entrances:
    """What was passed anew, by engine; of the others it is what was learned."""

    def __init__(self) -> None:
        self._passed: OrderedDict[tuple[str, int], Entrance] = OrderedDict()

    def of(self, engine: ReadyEngine) -> Entrance:
        """Return what is known of the entrance of an engine."""
        passed = self._passed.get((engine.slug, engine.version)) if self._passed else None
        description = engine.description
        return passed or Entrance(description.walls, description.cookies)

    def keep(self, engine: ReadyEngine, entrance: Entrance) -> None:
        """Remember what was passed."""
        self._passed[engine.slug, engine.version] = entrance
        if len(self._passed) > MAX_ENGINES:
            self._passed.popitem(last=False)
