"""Tree-grams and settings as JSON, checked when read."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from discovery.pages.matching import LabelOptions
from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.adaptation_settings import AdaptationSettings
from wrappers.adaptation.traits import MAX_FORMS, RecordTraits
from wrappers.adaptation.tree_gram import (
    MAX_NAME_LENGTH,
    MAX_NAMES,
    MAX_SNAPSHOT_NODES,
    SnapshotNode,
    TreeGram,
)
from wrappers.adaptation.tree_grams import (
    MAX_ADDRESS_LENGTH,
    MAX_NOISE,
    MAX_SNAPSHOTS,
    MAX_TITLE_NAMES,
    TreeGrams,
)

TREE_GRAMS_FORMAT = "metasearch-tree-grams/1"
SETTINGS_FORMAT = "metasearch-adaptation/1"
# Levels of a path; deeper pages are hostile. Guess.
MAX_PATH = 1_000
# No mean of a logarithm, and no number of levels, is greater. Guess.
MAX_TRAIT = 1_000.0
_FLAGS = ("top_down", "bottom_up", "update_tree_grams")
_NUMBERS = tuple(item.name for item in fields(RecordTraits) if item.name != "forms")


class AdaptationFormatError(ValueError):
    """The JSON describes no tree-grams, or no settings, in a format this version reads."""


def tree_grams_to_json(tree_grams: TreeGrams) -> dict[str, Any]:
    """Return tree-grams as JSON data."""
    traits = tree_grams.traits
    return {
        "format": TREE_GRAMS_FORMAT,
        "records": [[_node_to_json(node) for node in gram.nodes] for gram in tree_grams.records],
        "region": list(tree_grams.region),
        "titles": sorted(tree_grams.titles),
        "traits": traits
        and {
            **{name: getattr(traits, name) for name in _NUMBERS},
            "forms": [list(form) for form in traits.forms],
        },
        "noise": sorted(tree_grams.noise),
    }


def tree_grams_from_json(data: object) -> TreeGrams:
    """Return the tree-grams that `tree_grams_to_json` wrote.

    Raises `AdaptationFormatError` for anything else.
    """
    document = _document(data, TREE_GRAMS_FORMAT)
    traits = document.get("traits")
    return TreeGrams(
        records=tuple(
            TreeGram(
                tuple(
                    _node_from_json(node, number)
                    for number, node in enumerate(_list(nodes, MAX_SNAPSHOT_NODES))
                )
            )
            for nodes in _list(document.get("records"), MAX_SNAPSHOTS)
        ),
        region=tuple(
            _text(tag, MAX_NAME_LENGTH) for tag in _list(document.get("region"), MAX_PATH)
        ),
        titles=frozenset(
            _text(name, MAX_NAME_LENGTH + 1)
            for name in _list(document.get("titles"), MAX_TITLE_NAMES)
        ),
        traits=None if traits is None else _traits_from_json(traits),
        noise=frozenset(
            _text(address, MAX_ADDRESS_LENGTH)
            for address in _list(document.get("noise"), MAX_NOISE)
        ),
    )


def settings_to_json(settings: AdaptationSettings) -> dict[str, Any]:
    """Return settings as JSON data."""
    labels = settings.labels
    return {
        "format": SETTINGS_FORMAT,
        "order": [str(strategy) for strategy in settings.order],
        "thresholds": {str(name): value for name, value in settings.thresholds.items()},
        "labels": {"id": labels.with_id, "class": labels.with_class, "name": labels.with_name},
        **{name: getattr(settings, name) for name in _FLAGS},
    }


def settings_from_json(data: object) -> AdaptationSettings:
    """Return the settings that `settings_to_json` wrote, or someone by hand.

    What is left out has its default. Raises `AdaptationFormatError`.
    """
    document = _document(data, SETTINGS_FORMAT)
    known = {"format", "order", "thresholds", "labels", *_FLAGS}
    if unknown := set(document) - known:
        raise AdaptationFormatError(f"unknown settings: {', '.join(sorted(unknown))[:200]}")
    default = AdaptationSettings()
    order = tuple(
        _strategy(name) for name in _list(document.get("order", list(default.order)), len(Strategy))
    )
    if not order or len(set(order)) < len(order):
        raise AdaptationFormatError("order is no list of different strategies")
    labels = _mapping(document.get("labels", {}))
    return AdaptationSettings(
        order=order,
        thresholds={
            _strategy(name): _number(value, 1.0)
            for name, value in _mapping(document.get("thresholds", {})).items()
        },
        labels=LabelOptions(
            with_id=_flag(labels.get("id", False)),
            with_class=_flag(labels.get("class", False)),
            with_name=_flag(labels.get("name", False)),
        ),
        **{name: _flag(document.get(name, getattr(default, name))) for name in _FLAGS},
    )


def _node_to_json(node: SnapshotNode) -> list[Any]:
    return [
        node.parent, node.tag, node.id, list(node.classes), list(node.names), node.is_wrapper
    ]  # fmt: skip


def _node_from_json(data: object, number: int) -> SnapshotNode:
    parts = _list(data, 6)
    if len(parts) != 6:
        raise AdaptationFormatError("an element of a tree-gram has six parts")
    parent, tag, own_id, classes, names, is_wrapper = parts
    if isinstance(parent, bool) or not isinstance(parent, int) or not -1 <= parent < number:
        raise AdaptationFormatError("the parent of an element comes before it")
    return SnapshotNode(
        parent=parent,
        tag=_text(tag, MAX_NAME_LENGTH),
        id=_text(own_id, MAX_NAME_LENGTH),
        classes=tuple(_text(name, MAX_NAME_LENGTH) for name in _list(classes, MAX_NAMES)),
        names=tuple(_text(name, MAX_NAME_LENGTH) for name in _list(names, MAX_NAMES)),
        is_wrapper=_flag(is_wrapper),
    )


def _traits_from_json(data: object) -> RecordTraits:
    traits = _mapping(data)
    forms = []
    for form in _list(traits.get("forms"), MAX_FORMS):
        name, share = _pair(form)
        forms.append((_text(name, MAX_ADDRESS_LENGTH), _number(share, 1.0)))
    return RecordTraits(
        forms=tuple(forms), **{name: _number(traits.get(name), MAX_TRAIT) for name in _NUMBERS}
    )


def _document(data: object, format_name: str) -> Mapping[str, Any]:
    document = _mapping(data)
    if document.get("format") != format_name:
        raise AdaptationFormatError(
            f"format is not {format_name!r}: {document.get('format')!r:.80}"
        )
    return document


def _mapping(data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise AdaptationFormatError(f"no object: {data!r:.80}")
    return data


def _list(data: object, most: int) -> Sequence[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise AdaptationFormatError(f"no list of at most {most}: {data!r:.80}")
    return data


def _pair(data: object) -> tuple[Any, Any]:
    parts = _list(data, 2)
    if len(parts) != 2:
        raise AdaptationFormatError(f"no pair: {data!r:.80}")
    return parts[0], parts[1]


def _text(data: object, most: int) -> str:
    if not isinstance(data, str) or len(data) > most:
        raise AdaptationFormatError(f"no text of at most {most} characters: {data!r:.80}")
    return data


def _flag(data: object) -> bool:
    if not isinstance(data, bool):
        raise AdaptationFormatError(f"neither true nor false: {data!r:.80}")
    return data


def _number(data: object, most: float) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not 0 <= data <= most:
        raise AdaptationFormatError(f"no number from 0 to {most:g}: {data!r:.80}")
    return float(data)


def _strategy(name: object) -> Strategy:
    try:
        return Strategy(_text(name, MAX_NAME_LENGTH))
    except ValueError as error:
        raise AdaptationFormatError(f"unknown strategy: {name!r:.80}") from error
