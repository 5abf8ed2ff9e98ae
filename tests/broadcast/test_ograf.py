"""The OGraf manifest against the published schema (tests/broadcast/ograf, MIT, of the EBU)."""

import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from tests.conftest import ROOT

SCHEMAS = Path(__file__).parent / "ograf"
MANIFEST = ROOT / "gateway/broadcast/static/ograf/feltwire.ograf.json"


@pytest.fixture(scope="module")
def validator():
    found = [json.loads(p.read_text()) for p in SCHEMAS.rglob("*.json")]
    registry = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in found)
    (main,) = [s for s in found if s["$id"].endswith("graphics/schema.json")]
    return jsonschema.Draft202012Validator(main, registry=registry)


def test_the_manifest_is_as_published_and_its_files_are_there(validator):
    manifest = json.loads(MANIFEST.read_text())
    assert list(validator.iter_errors(manifest)) == []
    assert (MANIFEST.parent / manifest["main"]).is_file()
    needs = manifest["renderRequirements"][0]
    assert needs["accessToPublicInternet"] == {"exact": False}


@pytest.mark.parametrize("change", [{"main": None}, {"stepCount": -2}, {"extra": 1}])
def test_a_manifest_that_is_not_as_published_is_noticed(validator, change):
    manifest = {**json.loads(MANIFEST.read_text()), **change}
    assert list(validator.iter_errors(manifest))
