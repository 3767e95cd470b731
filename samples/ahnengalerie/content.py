"""The records of this site: family trees of the classes that come with Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from samples.catalogue import Catalogue, Record
from samples.standard_library import documented_objects

# Generations of ancestors, and classes side by side, that a picture has room for.
MAX_GENERATIONS = 3
MAX_SIDE_BY_SIDE = 3


@dataclass(frozen=True, slots=True)
class Family:
    """A class by its full name, all its ancestors, nearest first, its children, its own methods.

    `generations` are the ancestors as a picture shows them, the oldest first.
    """

    title: str
    ancestors: tuple[str, ...]
    children: tuple[str, ...]
    methods: tuple[str, ...]
    generations: tuple[tuple[str, ...], ...]


@cache
def families() -> dict[str, Family]:
    classes = {
        each.title: each.value
        for each in documented_objects().values()
        if isinstance(each.value, type)
    }
    # A class known under several names is named after the first.
    names: dict[type, str] = {}
    for title, member in classes.items():
        names.setdefault(member, title)
    children: dict[type, list[str]] = {}
    for member, title in names.items():
        for parent in member.__bases__:
            children.setdefault(parent, []).append(title)
    found = {}
    for member, title in names.items():
        ancestors = [each for each in member.__mro__[1:] if each is not object]
        found[title] = Family(
            title=title,
            ancestors=tuple(names.get(each, each.__qualname__) for each in ancestors),
            children=tuple(sorted(children.get(member, ()))),
            methods=tuple(
                name
                for name, part in vars(member).items()
                if callable(part) and not name.startswith("_")
            ),
            generations=tuple(reversed(_generations(member, names))),
        )
    return found


def short_name(title: str) -> str:
    """Return the last part of a full name.

    >>> short_name("json.JSONDecoder")
    'JSONDecoder'
    """
    return title.rpartition(".")[2]


def _generations(member: type, names: dict[type, str]) -> list[tuple[str, ...]]:
    generations: list[tuple[str, ...]] = []
    parents = list(member.__bases__)
    while parents and len(generations) < MAX_GENERATIONS:
        # All descend from object; where others stand beside it, it says nothing.
        telling = [each for each in parents if each is not object] or parents
        shown = dict.fromkeys(names.get(each, each.__qualname__) for each in telling)
        generations.append(tuple(shown)[:MAX_SIDE_BY_SIDE])
        parents = [grand for each in telling for grand in each.__bases__]
    return generations


# Relatives named beside a picture.
NAMED_RELATIVES = 4


@cache
def catalogue() -> Catalogue:
    return Catalogue(map(_make_record, families().values()))


def _make_record(family: Family) -> Record:
    documented = documented_objects()[family.title]
    sentences = [f"Stammbaum einer Klasse aus dem Modul {documented.module}"]
    for relatives, one, many in (
        (family.ancestors, "einen Vorfahren", "Vorfahren"),
        (family.children, "eine Nachfahrin", "Nachfahrinnen"),
        (family.methods, "eine Methode", "Methoden"),
    ):
        if relatives:
            count = one if len(relatives) == 1 else f"{len(relatives)} {many}"
            sentences.append(f"hat {count}: {_names(relatives)}")
    return Record(
        path=documented.path,
        title=family.title,
        text=f"{'; '.join(sentences)}.",
        section=documented.module,
    )


def _names(titles: Sequence[str]) -> str:
    named = ", ".join(short_name(title) for title in titles[:NAMED_RELATIVES])
    rest = len(titles) - NAMED_RELATIVES
    return f"{named} und {rest} weitere" if rest > 0 else named
