"""What the small sites hold: things with a title, a text and an address, always the same."""

import random
from dataclasses import dataclass

_KINDS = {
    "garden": "rose tulip spade hedge orchard compost lawn greenhouse seedling trellis",
    "kitchen": "kettle skillet whisk colander ladle teapot grater saucepan spatula toaster",
    "harbour": "anchor lighthouse ferry trawler jetty compass lantern rudder mooring sailor",
    "workshop": "hammer chisel lathe varnish bracket pulley plywood sandpaper workbench drill",
    "mountain": "glacier summit valley ridge avalanche chalet waterfall boulder meadow tunnel",
    "orchestra": "violin trumpet cello timpani conductor overture clarinet rehearsal viola harp",
}
_QUALITIES = "ancient borrowed crooked distant elegant forgotten gilded humble silent wandering"
_DEEDS = "repaired painted carried measured admired polished collected described"


@dataclass(frozen=True)
class Thing:
    number: int
    title: str
    text: str

    @property
    def address(self) -> str:
        return f"/thing/{self.number}"

    @property
    def words(self) -> set[str]:
        return {word.strip(".,").casefold() for word in f"{self.title} {self.text}".split()}


def _make_things() -> tuple[Thing, ...]:
    chosen = random.Random(11)
    things = []
    for kind, nouns in _KINDS.items():
        for noun in nouns.split():
            for quality in chosen.sample(_QUALITIES.split(), 2):
                other = chosen.choice(nouns.split())
                deed = chosen.choice(_DEEDS.split())
                title = f"The {quality} {noun}"
                year = 1800 + len(things)
                text = f"A {noun} of the {kind}, {deed} beside one {other} in the year {year}."
                things.append(Thing(len(things) + 1, title, text))
    return tuple(things)


THINGS = _make_things()


def matching(query: str) -> list[Thing]:
    words = query.casefold().split()
    return [thing for thing in THINGS if words and all(word in thing.words for word in words)]
