"""The recommended models are plausible, and those that are offered suit the computer."""

from __future__ import annotations

import datetime
import itertools
from collections import Counter

import msgspec
import pytest

from app.core.curated import BANDWIDTH, CORES, SLOW, CuratedModel, file_of, is_slow, read_curated, suggested
from app.core.hub import HubFile, HubPart, HubRepo, fit, is_repo, quantization_in, safe_path
from app.core.paths import resource_path

LIST = read_curated(resource_path("models.json"))
BITS = {"Q4_K_M": (4.4, 6.6), "MXFP4": (4.2, 5.0)}  # a parameter: embeddings are finer, which counts in small models
GB = 1_000_000_000


@pytest.mark.parametrize("model", LIST.models, ids=lambda model: model.name)
def test_a_model_is_plausible(model: CuratedModel) -> None:
    assert is_repo(model.repo)
    assert safe_path(model.file) and model.file.endswith(".gguf")
    least, most = BITS[quantization_in(model.file)]
    assert least <= model.size * 8 / model.parameters <= most or model.parameters < GB  # see test below
    assert 8192 <= model.context <= 1 << 20 and model.context % 1024 == 0
    assert model.license.strip() == model.license != ""
    assert 0 <= model.active < model.parameters
    words = {word for word in model.name.casefold().replace("-", " ").split() if not word.startswith("a3")}
    assert all(word in model.repo.casefold().replace("-", " ") for word in words)


def test_small_models_take_no_more_than_a_byte_a_parameter() -> None:
    small = [model for model in LIST.models if model.parameters < GB]
    assert small and all(0.5 < model.size / model.parameters <= 1.05 for model in small)


def test_the_list_has_each_model_once_and_says_when_it_was_made() -> None:
    for values in ([model.name for model in LIST.models], [(model.repo, model.file) for model in LIST.models]):
        assert max(Counter(values).values()) == 1
    made = datetime.date.fromisoformat(LIST.made)
    assert datetime.date(2026, 11, 1) <= made <= datetime.date.today()
    assert [model.size for model in LIST.models] == sorted(model.size for model in LIST.models)


@pytest.mark.parametrize(
    ("free", "has_gpu", "least", "most"),
    [(1 * GB, False, 0.4, 0.6), (4 * GB, False, 2, 3), (12 * GB, False, 4, 6), (64 * GB, True, 40, 45)],
)
def test_what_is_offered_suits_the_computer(free: int, has_gpu: bool, least: float, most: float) -> None:
    offered = suggested(LIST.models, lambda size: fit(size, free, free), has_gpu)
    assert 1 <= len(offered) <= 3
    assert least * GB <= offered[-1].size <= most * GB
    sizes = [model.size for model in offered]
    assert all(2 * small <= large for small, large in itertools.pairwise(sizes))


def test_a_computer_without_a_graphics_card_is_offered_what_writes_quickly() -> None:
    offered = suggested(LIST.models, lambda size: fit(size, 64 * GB, 64 * GB), has_gpu=False)
    assert offered[-1].active  # large, but few of its parameters work at a time


def test_where_nothing_fits_the_smallest_is_offered() -> None:
    assert suggested(LIST.models, lambda size: "too_big", has_gpu=False) == [LIST.models[0]]


def listed(*names: str) -> HubRepo:
    files = tuple(HubFile(name, (HubPart(name, 1),), quantization_in(name)) for name in names)
    return HubRepo("a/b", "0" * 40, False, files)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("x-Q8_0.gguf", "sub/X-q4_k_m.GGUF"), "sub/X-q4_k_m.GGUF"),
        (("renamed-Q4_K_M.gguf", "renamed-Q8_0.gguf"), "renamed-Q4_K_M.gguf"),
        (("one-Q4_K_M.gguf", "two-Q4_K_M.gguf"), None),
        ((), None),
    ],
)
def test_the_file_is_found_by_name_or_quantization(names: tuple[str, ...], found: str | None) -> None:
    model = CuratedModel("X", "a/b", "x-Q4_K_M.gguf", 1, 1, 8192, "MIT", "quick")
    file = file_of(listed(*names), model)
    assert (file.label if file else None) == found


def test_few_cores_write_slowly_with_less() -> None:
    eight = next(model for model in LIST.models if 7e9 < model.works < 8.5e9)
    assert not is_slow(eight, has_gpu=False, cores=4) and not is_slow(eight, has_gpu=False, cores=16)
    assert is_slow(eight, has_gpu=False, cores=2) and not is_slow(eight, has_gpu=True, cores=2)
    assert eight not in suggested(LIST.models, lambda size: "fits", has_gpu=False, cores=2)


def test_a_large_model_of_experts_is_slow_on_two_cores() -> None:
    large = next(model for model in LIST.models if model.active and model.size > 18e9)
    assert is_slow(large, has_gpu=False, cores=2) and large.tokens_per_second(2) < SLOW
    assert not is_slow(large, has_gpu=False, cores=4) and not is_slow(large, has_gpu=True, cores=2)
    assert not any(model.active for model in suggested(LIST.models, lambda size: "fits", has_gpu=False, cores=2))


def test_what_a_token_needs_of_the_file_makes_the_speed() -> None:
    dense = CuratedModel("X", "a/b", "x.gguf", 4 * GB, 8 * GB, 8192, "MIT", "strong")
    assert dense.tokens_per_second(2) == pytest.approx(2 * BANDWIDTH / (4 * GB))
    assert dense.tokens_per_second(64) == dense.tokens_per_second(CORES)
    experts = msgspec.structs.replace(dense, active=GB)
    assert dense.tokens_per_second(2) * 4 < experts.tokens_per_second(2) < dense.tokens_per_second(2) * 8
