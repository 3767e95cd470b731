"""Every file of weights: a weight for each feature, a feature for each weight, and provenance."""

import json

import pytest

from discovery.forms.cues import FIELD_CUES, FORM_CUES
from discovery.forms.cues import WEIGHTS_FILE as FORMS_FILE
from discovery.pages.weights import Origin, WeightsError, read_weights
from tests.programs import ROOT
from tests.test_architecture import APPS
from wrappers.induction.features.features import FEATURE_NAMES
from wrappers.induction.ranking.candidate_ranking import (
    ALL_FEATURE_NAMES,
    RANKING_FILE,
    RESEMBLANCE_FILE,
)

FEATURES = {
    RANKING_FILE: ALL_FEATURE_NAMES,
    RESEMBLANCE_FILE: FEATURE_NAMES,
    FORMS_FILE: tuple(cue.name for cue in (*FIELD_CUES, *FORM_CUES)),
}
FILES = [pytest.param(path, id=path.name) for path in FEATURES]


def test_every_file_of_weights_is_known_here():
    found = (path for app in APPS for path in (ROOT / app).rglob("*_weights.json"))
    assert set(found) == set(FEATURES)


@pytest.mark.parametrize("path", FILES)
def test_every_feature_has_a_weight_and_the_contrary_and_what_is_said_of_its_origin_holds(path):
    weights = read_weights(path, FEATURES[path])
    assert tuple(weights.weights) == FEATURES[path]
    assert weights.score([1.0] * len(FEATURES[path])) == pytest.approx(
        weights.intercept + sum(weights.weights.values())
    )
    with pytest.raises(WeightsError, match="another feature"):
        read_weights(path, (*FEATURES[path], "another feature"))
    with pytest.raises(WeightsError, match=FEATURES[path][0]):
        read_weights(path, FEATURES[path][1:])
    origin = weights.provenance
    # What is fitted has figures of sites not fitted on; what is set by hand says so in words.
    assert origin.held_out if origin.origin is Origin.FITTED else origin.note
    assert origin.command.startswith("python -m evaluation.training.")
    module = origin.command.split()[2]
    assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
    assert all(data.name in origin.command for data in origin.data)
    assert all(threshold.rule for threshold in weights.thresholds.values())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("date", "yesterday"),
        ("data", []),
        ("data", [{"name": "serps", "sha256": "0" * 63, "counts": {"pages": 1}}]),
        ("data", [{"name": "serps", "sha256": "0" * 64, "counts": {"pages": 0}}]),
        ("data", [{"name": "serps", "sha256": "0" * 64, "counts": {}}]),
        *(("counts", {}), ("counts", {"decisions": -1}), ("command", ""), ("origin", "a dream")),
        *(("fitted", {}), ("unknown", 1), (None, None)),
    ],
)
def test_provenance_that_says_nothing_or_is_missing_is_refused(tmp_path, field, value):
    document = json.loads(RANKING_FILE.read_bytes())
    if field is None:
        del document["provenance"]
    else:
        document["provenance"][field] = value
    path = tmp_path / "some_weights.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(WeightsError, match=r"some_weights.json: .*provenance"):
        read_weights(path, ALL_FEATURE_NAMES)
