"""What the program says of an architecture before a load is what the library does with it, for all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.gguf.facts import layers, why_not_compactable
from engine.gguf.reader import GgufHeader
from engine.sizing.cache import cache_bytes
from native import architectures

ROOT = Path(__file__).parents[3]
FACTS = architectures.read_facts()
MADE = [one for one in FACTS if not one.not_made]
SEVERAL_CACHES = ("deepseek4", "glm5-next", "qwen4exp")  # of compressed, pooled and indexed keys


def header_of(one: architectures.Architecture) -> GgufHeader:
    metadata = {"general.architecture": one.name, **one.metadata}
    return GgufHeader(Path(f"{one.name}.gguf"), 3, metadata, (), 0, 0)


def name_of(one: architectures.Architecture) -> str:
    return one.name + ("-experts" if one.experts else "")


def test_the_page_is_current():
    assert architectures.main(["--check"]) == 0


def test_every_architecture_has_one_outcome_and_the_reason_of_every_refusal():
    for one in MADE:
        assert one.outcome in (architectures.COMPACTS, architectures.NOTHING, architectures.FORGETS), one.name
        assert bool(one.why) >= (one.outcome == architectures.FORGETS), one.name


def test_the_page_on_compaction_names_all_that_are_refused():
    page = (ROOT / "docs" / "COMPACTION.md").read_text("utf-8")
    refused = page.partition("## What is refused")[2].partition("\n## ")[0]
    assert {one.name for one in MADE if one.outcome == architectures.FORGETS} <= set(re.findall("`([^`]+)`", refused))


@pytest.mark.parametrize("one", MADE, ids=name_of)
def test_the_header_tells_whether_the_library_compacts(one):
    assert (why_not_compactable(header_of(one)) is None) == (one.outcome == architectures.COMPACTS), one.why


@pytest.mark.parametrize("one", [one for one in MADE if one.bytes and one.name not in SEVERAL_CACHES], ids=name_of)
def test_the_estimate_is_what_the_library_takes(one):
    cache = layers(header_of(one))
    assert {n: cache_bytes(cache, n, n_seq=2) for n in one.bytes} == one.bytes


@pytest.mark.parametrize("one", [one for one in MADE if one.name in SEVERAL_CACHES], ids=name_of)
def test_the_estimate_is_of_the_size_where_there_are_several_caches(one):
    for n, size in one.bytes.items():
        assert 1 / 3 < cache_bytes(layers(header_of(one)), n, n_seq=2) / size < 1.25
