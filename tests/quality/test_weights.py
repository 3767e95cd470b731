"""The data that weights were fitted on is the data that their files name.

Needs the folder `shared` beside the repository; `.ci/shared` runs it, `make test` does not.
"""

from pathlib import Path
from shutil import copytree

import pytest

from discovery.pages.weights import read_weights
from evaluation.beds.packed import BEDS, unpack_sites, unpacked
from evaluation.training.weights_files import describe_data
from tests.discovery.pages.weights.test_weights import FEATURES
from tests.quality.test_quality import DATA

# Of the folder `redesigned` that the files of weights name.
REDESIGNED_SITES = 6


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    with unpacked(BEDS / "synthetic_engines" / "synthetic_engines.tar.xz") as bed:
        copytree(bed, folder / bed.name)
    archive = BEDS / "redesigned" / "redesigned.tar.xz"
    unpack_sites(archive, folder / "redesigned", REDESIGNED_SITES)
    return folder


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in FEATURES])
def test_data_is_what_weights_were_fitted_on(path, made):
    for data in read_weights(path, FEATURES[path]).provenance.data:
        folder = made / data.name
        assert describe_data(folder if folder.is_dir() else DATA / data.name) == data
