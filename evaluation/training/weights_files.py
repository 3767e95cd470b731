"""Writing files of weights: the data described, the figures noted, the file replaced at once."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from discovery.pages.weights import DataSet, Origin, Provenance, Weights, WeightsError, read_weights
from evaluation.quality.extraction import load_cases

DIGITS = 3
# Numbers that differ by less are the same: those of other machines end otherwise.
TOLERANCE = 0.0015


def describe_data(folder: Path) -> DataSet:
    """Return the name, the SHA-256 and the counts of a folder of labelled pages.

    The hash is over `cases.jsonl` and the pages named there, each with its path, in order.
    """
    cases = load_cases(folder)
    digest = hashlib.sha256()
    for path in ("cases.jsonl", *sorted({case["html"] for case in cases})):
        content = (folder / path).read_bytes()
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    counts = {
        "pages": len(cases),
        "sites": len({case.get("site") or case.get("domain") for case in cases}),
        "records": sum(len(case.get("records") or ()) for case in cases),
        "forms": sum(len(case.get("forms") or ()) for case in cases),
    }
    return DataSet(folder.name, digest.hexdigest(), {k: n for k, n in counts.items() if n})


def provenance_of(
    module: str,
    folders: Sequence[Path],
    given: Sequence[str],
    seed: int,
    counts: Mapping[str, int],
    **said: Any,
) -> Provenance:
    """Return where weights come from that `module` fitted today on folders, with options `given`.

    `said` are further fields of it: they are set by hand, or have figures.
    """
    names = (folder.name for folder in folders)
    command = ("python -m", f"evaluation.training.{module}", *names, *given, "--write")
    made = Provenance(
        origin=Origin.FITTED,
        note="",
        date=datetime.now(UTC).date(),
        command=" ".join(command),
        seed=seed,
        data=tuple(map(describe_data, folders)),
        counts=dict(counts),
        fitted={},
        held_out={},
    )
    return msgspec.structs.replace(made, **said)


def described(
    origin: Provenance,
    by_hand: str,
    figures: Mapping[str, float],
    held_out: Mapping[str, float],
    is_fitted: bool,
) -> Provenance:
    """Return the provenance of weights that are fitted, or those `by_hand` that do better."""
    said = ", ".join(f"{name} {figure:.3f}" for name, figure in held_out.items())
    return msgspec.structs.replace(
        origin,
        origin=Origin.FITTED if is_fitted else Origin.BY_HAND,
        note="" if is_fitted else f"{by_hand} Kept: fitted on other sites they reach {said}.",
        fitted=rounded(figures),
        held_out=rounded(held_out) if is_fitted else {},
    )


def rounded(figures: Mapping[str, float], digits: int = DIGITS) -> dict[str, float]:
    return {name: round(float(value), digits) for name, value in figures.items()}


def heaviest_first(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(rounded(weights).items(), key=lambda item: -abs(item[1])))


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights in one step, after it has been read back as the product reads it.

    Raises `WeightsError` when the product would refuse it.
    """
    beside = path.with_suffix(".new")
    content = msgspec.json.format(msgspec.json.encode(weights), indent=1)
    try:
        beside.write_bytes(content + b"\n")
        read_weights(beside, tuple(weights.weights))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    print(f"written: {path.name}")


def print_changes(path: Path, weights: Weights) -> None:
    try:
        stored = read_weights(path, tuple(weights.weights))
    except (OSError, WeightsError) as error:
        print(f"nothing to compare with: {error}")
        return
    before = {**stored.weights, "intercept": stored.intercept}
    after = {**weights.weights, "intercept": weights.intercept}
    before |= {name: threshold.value for name, threshold in stored.thresholds.items()}
    after |= {name: threshold.value for name, threshold in weights.thresholds.items()}
    changes = {name: after[name] - before.get(name, 0.0) for name in after}
    changed = [name for name in after if abs(changes[name]) > TOLERANCE]
    print(f"{path.name}: {len(changed)} of {len(after)} numbers are not those stored")
    for name in sorted(changed, key=lambda name: -abs(changes[name]))[:5]:
        print(f"    {name} {before.get(name, 0.0):.3f} → {after[name]:.3f}")
