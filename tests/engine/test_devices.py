"""Devices as drivers tell them: which are used, what they are asked for, and what becomes of promises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import protocol as p
from engine.errors import ModelLoadFailed, ModelTooLarge
from engine.model import ggml
from engine.model.ggml import Device, placeable
from engine.model.model import Model
from engine.process import devices as device_words
from engine.process import load_plan, model_opening
from engine.process.model_opening import open_model
from engine.sizing import speeds
from engine.sizing.speeds import ThreadSpeed, best
from engine.texts import english
from tests.engine.gguf_files import LLAMA, gguf_of, write

MB, GB = 1 << 20, 1 << 30
CPU = Device("CPU", "a processor", "cpu", 8 * GB, 8 * GB, 0)


def card(free: int, total: int = 8 * GB, name: str = "CUDA0", index: int = 1, **more: Any) -> Device:
    return Device(name, f"Card {name}", "gpu", free, total, index, **more)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """8 layers of 1 MB, an output of 2 MB, an embedding of 4 MB."""
    names = ["token_embd.weight", "output.weight", *(f"blk.{i}.ffn_up.weight" for i in range(8))]
    sizes = [4 * MB, 2 * MB, *[MB] * 8]
    metadata = {**LLAMA, "llama.context_length": 4096, "llama.embedding_length": 1024, "llama.block_count": 8}
    return str(write(tmp_path, gguf_of(metadata, dict(zip(names, sizes, strict=True))), "layered.gguf"))


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make up the devices, with 8 GB of main memory free."""

    def devices(*found: Device) -> None:
        monkeypatch.setattr(load_plan, "runtime", lambda: SimpleNamespace(devices=lambda: (CPU, *found)))
        for module in (load_plan, model_opening):
            monkeypatch.setattr(module, "available", lambda device_free=0: 8 * GB + device_free)

    return devices


def test_a_card_that_two_backends_see_is_used_once() -> None:
    one, again = card(GB, id="0000:01:00.0"), card(GB, name="Vulkan0", index=2, id="0000:01:00.0")
    shared = Device("Vulkan1", "integrated", "igpu", GB, GB, 3)
    far = card(GB, name="RPC0", index=4, worker="10.0.0.2:50052")
    assert placeable((CPU, one, again, shared, far)) == (far, one)
    assert placeable((CPU, shared)) == (shared,)
    unnamed = card(GB, name="CUDA1", index=2)
    assert placeable((one, unnamed, card(GB, name="CUDA2", index=3))) == (one, unnamed, card(GB, name="CUDA2", index=3))


@pytest.mark.parametrize(
    ("system", "machine", "of_cards"), [("linux", "x86_64", 8), ("win32", "AMD64", 8), ("darwin", "arm64", 0)]
)
def test_memory_of_cards_is_told_where_it_is_not_ram(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, of_cards: int
) -> None:
    monkeypatch.setattr(ggml.sys, "platform", system)
    monkeypatch.setattr(ggml.platform, "machine", lambda: machine)
    found = [CPU, card(GB)]
    library = SimpleNamespace(devices=lambda: tuple(found), left_out=(), processor="")
    monkeypatch.setattr(device_words, "runtime", lambda: library)
    assert device_words.devices().vram == of_cards * GB
    found.append(card(GB, 2 * GB, "RPC0", 2, worker="10.0.0.2:50052"))
    assert device_words.devices().vram == (of_cards + 2) * GB
    found[1:] = [Device("Vulkan0", "integrated", "igpu", GB, GB, 1)]
    assert device_words.devices().vram == 0


def test_layers_go_where_there_is_room(path: str, given: Callable[..., None]) -> None:
    given(card(6 * GB))
    plan = load_plan.planned(p.Estimate(id=1, path=path), None)
    assert (plan.choice.counts, plan.n_gpu_layers) == ((9,), -1)
    told = load_plan.told_choice(plan, p.Estimate(id=1, path=path))
    assert (told.n_gpu_layers, told.devices) == (8, ("Card CUDA0",))
    assert english.sentence(told.summary).startswith("4,096 tokens, all 8 layers on the GPU")
    given(card(0))
    assert load_plan.planned(p.Estimate(id=1, path=path), None).choice.counts == (0,)


def test_each_device_is_asked_for_no_more_than_it_has(path: str, given: Callable[..., None]) -> None:
    given(card(2 * GB), card(6 * GB, name="CUDA1", index=2))
    plan = load_plan.planned(p.Estimate(id=1, path=path, split=(1, 2)), None)
    assert plan.choice.counts == (3, 6)
    load_plan.check_devices(plan)
    told = load_plan.estimated(p.Estimate(id=1, path=path, split=(1, 2)), None).devices
    assert [(one.name, one.free) for one in told] == [("Card CUDA0", 2 * GB), ("Card CUDA1", 6 * GB)]
    assert tuple(one.need for one in told) == plan.choice.placement.devices
    given(card(300 * MB), card(6 * GB, name="CUDA1", index=2))
    forced = load_plan.planned(p.Estimate(id=1, path=path, split=(1, 0), n_gpu_layers=9, n_ctx=4096), None)
    assert forced.choice.counts == (9, 0)
    given(card(10 * MB), card(6 * GB, name="CUDA1", index=2))
    forced = load_plan.planned(p.Estimate(id=1, path=path, split=(1, 0), n_gpu_layers=9, n_ctx=4096), None)
    with pytest.raises(ModelTooLarge, match="on Card CUDA0, but only 10 MB is free there"):
        load_plan.check_devices(forced)


def test_a_card_without_the_memory_its_driver_promised_gets_fewer_layers(
    path: str, given: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[dict[str, Any]] = []

    def opened(cls: Any, path: str, **options: Any) -> Any:
        tried.append(options)
        if options["n_gpu_layers"] != 0:
            raise ModelLoadFailed("load.out_of_memory", reason="unable to allocate CUDA0 buffer")
        return SimpleNamespace()

    monkeypatch.setattr(Model, "open", classmethod(opened))
    given(card(8 * GB))
    _, plan, _, notes = open_model(p.Load(id=1, path=path), lambda share: True)
    assert [options["n_gpu_layers"] for options in tried] == [-1, -1, 0]
    assert [options["devices"] for options in tried] == [[1], [1], []]
    assert plan.choice.n_gpu_layers == 0
    assert "less free VRAM than its driver reported" in english.sentence(notes[-1])
    tried.clear()
    with pytest.raises(ModelLoadFailed):  # layers that a person set are not taken away in silence
        open_model(p.Load(id=1, path=path, n_gpu_layers=9), lambda share: True)
    assert len(tried) == 1


def test_a_card_that_gets_no_layers_is_not_computed_on(
    path: str, given: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library takes the first device that it is given for long batches, and one without room fails the load."""
    tried: list[dict[str, Any]] = []

    def opened(cls: Any, path: str, **options: Any) -> Any:
        tried.append(options)
        return SimpleNamespace()

    monkeypatch.setattr(Model, "open", classmethod(opened))
    monkeypatch.setattr(device_words, "runtime", lambda: SimpleNamespace(**library, devices=lambda: (CPU, *found)))
    library = {"left_out": (), "processor": ""}
    full, free, free_too = card(0), card(6 * GB, name="CUDA1", index=2), card(6 * GB, name="CUDA2", index=3)
    said = []
    for found, request in (((full, free), {}), ((full, free, free_too), {}), ((free,), {"n_gpu_layers": 0})):
        given(*found)
        _, plan, _, _ = open_model(p.Load(id=1, path=path, **request), lambda share: True)
        said.append(english.sentence(device_words.devices(8, plan.n_gpu_layers, plan.n_gpu_layers, plan.used).used))
    assert said == [
        "The model runs on Card CUDA1.",
        "The model runs on Card CUDA1, Card CUDA2.",
        "The model runs on the processor, because GPU layers is 0.",
    ]
    assert [(options["devices"], options["split"]) for options in tried] == [([2], ()), ([2, 3], (5, 4)), ([], ())]


def test_what_is_left_to_the_processor_has_to_fit_into_ram(
    path: str, given: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much a card has that gets no layers, or few of them."""
    monkeypatch.setattr(Model, "open", classmethod(lambda cls, path, **options: SimpleNamespace()))
    given(card(8 * GB))
    for module in (load_plan, model_opening):
        monkeypatch.setattr(module, "available", lambda device_free=0: 40 * MB + device_free)
    for layers in (0, 1):
        with pytest.raises(ModelTooLarge, match="of RAM, but only 40 MB is free"):
            open_model(p.Load(id=1, path=path, n_gpu_layers=layers, n_ctx=4096), lambda share: True)
    _, plan, _, _ = open_model(p.Load(id=1, path=path, n_gpu_layers=9, n_ctx=4096), lambda share: True)
    assert plan.n_gpu_layers == -1


def test_another_failure_is_not_tried_again(
    path: str, given: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def opened(cls: Any, path: str, **options: Any) -> Any:
        tried.append(options["n_gpu_layers"])
        raise ModelLoadFailed("load.refused", reason="unknown architecture")

    monkeypatch.setattr(Model, "open", classmethod(opened))
    given(card(8 * GB))
    with pytest.raises(ModelLoadFailed, match="unknown architecture"):
        open_model(p.Load(id=1, path=path), lambda share: True)
    assert tried == [-1]


def test_speeds_are_kept_per_model_and_machine() -> None:
    assert speeds.load("model", "here") == 0
    speeds.save("model", "here", (ThreadSpeed(4, 100, 10), ThreadSpeed(8, 150, 8)))
    speeds.save("model", "there", (ThreadSpeed(2, 50, 5), ThreadSpeed(4, 40, 4)))
    assert (speeds.load("model", "here"), speeds.load("model", "there"), speeds.load("other", "here")) == (8, 2, 0)
    assert not speeds.known("slow", "here")
    speeds.save("slow", "here", ())
    assert (speeds.known("slow", "here"), speeds.known("slow", "there"), speeds.load("slow", "here")) == (
        True,
        False,
        0,
    )
    speeds.save("../outside", "here", (ThreadSpeed(4, 1, 1),))
    assert speeds.load("../outside", "here") == 0


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"here": 5}', b'{"here": [{"threads": 99999, "prompt": 1, "decode": 1}]}',
     b'{"here": [{"threads": 4, "prompt": -1, "decode": 1}, {"threads": 99999, "prompt": 1, "decode": 1}]}',
     b'{"here": [{"threads": 4, "x": ' + b"[" * 100_000],
)  # fmt: skip
def test_damaged_speeds_are_as_if_there_were_none(tmp_path: Path, content: bytes) -> None:
    speeds.save("model", "here", (ThreadSpeed(4, 100, 10),))
    (file,) = (tmp_path / "data" / "loads").iterdir()
    file.write_bytes(content)
    assert speeds.load("model", "here") == 0
    speeds.save("model", "here", (ThreadSpeed(4, 100, 10),))
    assert speeds.load("model", "here") == 4


def test_the_fewest_threads_of_those_as_fast_are_best() -> None:
    assert best((ThreadSpeed(8, 100, 10), ThreadSpeed(4, 99, 10))) == 4
    assert best((ThreadSpeed(8, 100, 10), ThreadSpeed(4, 60, 10))) == 8
    assert best(()) == 0
    assert best((ThreadSpeed(8, 0, 0),)) == 0
