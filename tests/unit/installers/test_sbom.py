"""The list of parts that goes with a frozen program names all of them, in CycloneDX's form."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

import licences
import lock
import sbom
from packaging.markers import Marker

TYPES = {"application", "framework", "library", "data", "file"}

pytestmark = pytest.mark.native  # it tells of the engine's library, which has to be installed


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    target = tmp_path_factory.mktemp("sbom") / "parts.json"
    sbom.write(target)
    return json.loads(target.read_text(encoding="utf-8"))


def inside(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from inside(one.get("components", []))


def test_the_form_is_that_of_cyclonedx(parts: dict[str, Any]) -> None:
    assert (parts["bomFormat"], parts["specVersion"], parts["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", parts["serialNumber"])
    assert datetime.datetime.fromisoformat(parts["metadata"]["timestamp"]).tzinfo
    everything = [parts["metadata"]["component"], *inside(parts["components"])]
    for one in everything:
        assert one["type"] in TYPES
        assert one["name"]
        assert all(len(told["content"]) == 64 for told in one.get("hashes", []))
    for one in parts["components"]:
        assert one["version"]
        (said,) = one["licenses"]
        assert said.get("expression") or said["license"]["name"]
    refs = [one["bom-ref"] for one in everything if "bom-ref" in one]
    assert len(refs) == len(set(refs))
    assert sorted(entry["ref"] for entry in parts["dependencies"]) == sorted(refs)
    assert {ref for entry in parts["dependencies"] for ref in entry["dependsOn"]} <= set(refs)


def test_each_package_that_is_locked_for_this_system_is_in_it(parts: dict[str, Any]) -> None:
    named = {(one["name"], one["version"]) for one in parts["components"]}
    here = [one for one in lock.read("run") if not one.marker or Marker(one.marker).evaluate()]
    assert [one.name for one in here if (one.name, one.version) not in named] == []


def test_every_part_is_reached_from_the_program(parts: dict[str, Any]) -> None:
    needs = {entry["ref"]: entry["dependsOn"] for entry in parts["dependencies"]}
    reached, left = set(), ["longthread"]
    while left:
        ref = left.pop()
        if ref not in reached:
            reached.add(ref)
            left += needs[ref]
    assert needs.keys() - reached == set()


def test_the_engine_says_what_it_is_made_of(parts: dict[str, Any]) -> None:
    (engine,) = [one for one in parts["components"] if one["name"] == "llama-cpp-python"]
    (made_from,) = engine["externalReferences"]
    assert made_from["hashes"] == [{"alg": "SHA-256", "content": sbom.source.SDIST_SHA256}]
    assert len(engine["pedigree"]["patches"]) == len(list((ROOT / "native" / "patches").glob("*.patch"))) > 0


def test_what_is_kept_by_hand_is_told_alike_in_both_lists(parts: dict[str, Any]) -> None:
    by_hand = licences.DOCUMENT.read_text(encoding="utf-8").partition(licences.MARK)[0]
    for name in ("Inter", "JetBrains Mono", "Lucide", "STIX Two Math", "DejaVu Sans"):
        (one,) = [one for one in parts["components"] if one["name"] == name]
        assert f"| {name} {one['version']}" in by_hand
    for name in ("llama.cpp", "CPython"):
        assert name in by_hand and name in {one["name"] for one in parts["components"]}


def test_a_time_that_is_given_makes_it_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert sbom.document() == sbom.document()
    assert sbom.document()["metadata"]["timestamp"].startswith("2023-11-14")
