"""What is chosen for a machine and a model file: made-up machines, nothing is loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gguf.facts import LayerCache
from engine.sizing.choose import CPU_CTX, DEVICE_CTX, FLOOR_CTX, SMALL_CTX, Choice, Wanted, choose
from engine.sizing.file_sizes import FileSizes
from engine.sizing.machine import (
    Machine,
    MemoryDevice,
    default_threads,
    performance_cores_linux,
    performance_cores_macos,
    processors,
    thread_candidates,
)
from engine.sizing.placement import Budgets, CacheShape, Placement, budgets_of, fits, placed, shared_out

MB, GB = 1 << 20, 1 << 30


def model(layers: int = 36, layer: int = 120 * MB, *, trained: int = 131072, d: int = 128) -> FileSizes:
    """About an 8B model in 4 bits: 128 KiB of f16 cache a token with 32 layers."""
    cache = tuple(LayerCache(8, d, d, 0) for _ in range(layers))
    return FileSizes(
        (layer,) * layers, 400 * MB, 0, 300 * MB, cache, trained, 32, 8 * 4096 + 3 * 14336, 128_000, 50 * MB
    )


def machine(ram: float = 32, *devices: float, cores: int = 8, shared: bool = False) -> Machine:
    """GB free; a little more of everything is there."""
    cards = tuple(
        MemoryDevice.of(f"GPU{i}", round(size * GB), round(size * GB * 1.1), shared=shared)
        for i, size in enumerate(devices)
    )
    return Machine(round(ram * GB), 2 * cores, cores, 0, cards)


def test_a_large_card_takes_all_layers_and_a_long_context() -> None:
    chosen = choose(machine(32, 24), model(), Wanted())
    assert (chosen.n_ctx, chosen.n_gpu_layers, chosen.kv_type) == (DEVICE_CTX, 37, "f16")
    assert chosen.kv_bytes == DEVICE_CTX * 36 * 2 * 8 * 128 * 2
    assert (chosen.n_ubatch, chosen.reasons) == (512, ("choice.usual",))


def test_a_card_that_just_holds_the_model_gets_a_smaller_cache_type() -> None:
    sizes = model()
    chosen = choose(machine(32, 6.4), sizes, Wanted())
    assert (chosen.n_ctx, chosen.n_gpu_layers, chosen.kv_type) == (FLOOR_CTX, 37, "q8_0")
    assert "choice.smaller_cache" in chosen.reasons
    assert choose(machine(32, 6.4), sizes, Wanted(flash_attention="off")).kv_type == "f16", "it needs flash attention"
    odd = replace(sizes, cache=tuple(LayerCache(8, 80, 80, 0) for _ in sizes.layers))
    assert choose(machine(32, 6.2), odd, Wanted()).kv_type == "f16", "rows of 80 are no whole blocks of q8_0"


def test_a_small_card_takes_some_layers() -> None:
    chosen = choose(machine(32, 4), model(), Wanted())
    assert 10 < chosen.n_gpu_layers < 37
    assert chosen.n_ctx == FLOOR_CTX


def test_a_processor_alone_gets_a_shorter_context_by_its_memory() -> None:
    chosen = choose(machine(32), model(), Wanted())
    assert (chosen.n_ctx, chosen.counts, chosen.kv_type, chosen.n_ubatch) == (CPU_CTX, (), "f16", 256)
    assert choose(machine(32), model(trained=4096), Wanted()).n_ctx == 4096
    small = choose(machine(8), model(), Wanted())
    assert SMALL_CTX <= small.n_ctx < CPU_CTX
    assert small.fits
    assert small.reasons[0] == "choice.memory"


def test_the_checkpoints_of_chats_find_room() -> None:
    recurrent = (LayerCache(0, 128, 128, 0, 2 * MB),) * 12
    sizes = replace(model(24), cache=(*model(12).cache, *recurrent))
    assert sizes.checkpoints(FLOOR_CTX, "f16") == 4 * 256 * MB
    for ram in range(4 * GB, 10 * GB, GB // 8):
        chosen = choose(machine(ram / GB), sizes, Wanted())
        taken = sizes.weights + chosen.kv_bytes + sizes.checkpoints(chosen.n_ctx, chosen.kv_type)
        assert not chosen.fits or taken <= ram, "the load counts them, and would refuse what was chosen"


def test_where_nothing_fits_it_is_told_by_the_load() -> None:
    chosen = choose(machine(3), model(), Wanted())
    assert (chosen.fits, chosen.n_ctx) == (False, SMALL_CTX)


def test_what_a_person_set_is_kept() -> None:
    wanted = Wanted(n_ctx=2048, n_gpu_layers=5, kv_type="q5_0", n_threads=3, n_ubatch=64, split=(1, 4))
    chosen = choose(machine(32, 24, 24), model(), wanted)
    assert (chosen.n_ctx, chosen.kv_type, chosen.n_threads, chosen.n_ubatch) == (2048, "q5_0", 3, 64)
    assert chosen.counts == (1, 4)
    forced = choose(machine(32, 1), model(), Wanted(n_gpu_layers=37))
    assert (forced.n_gpu_layers, forced.fits) == (37, False)
    assert choose(machine(32, 24), model(), Wanted(n_gpu_layers=0)).counts == (0,)


def test_layers_are_shared_out_over_devices_that_differ() -> None:
    chosen = choose(machine(32, 4, 8), model(), Wanted())
    assert chosen.n_gpu_layers == 37
    assert chosen.counts[0] < chosen.counts[1]
    assert shared_out(37, (1, 1)) in ((18, 19), (19, 18))
    assert sum(shared_out(37, (0.1, 0.2, 0.7))) == 37
    assert shared_out(5, (0, 0)) == (0, 0)


def test_a_ratio_is_kept_and_fewer_layers_go_where_a_card_is_too_small_for_it() -> None:
    chosen = choose(machine(64, 24, 3), model(), Wanted(split=(1, 1)))
    assert abs(chosen.counts[0] - chosen.counts[1]) <= 1
    assert chosen.n_gpu_layers < 37
    assert choose(machine(64, 24, 24), model(), Wanted(split=(1,))).counts == (37, 0), "one that is not named gets none"


@pytest.mark.parametrize(
    ("free", "total", "told"),
    [(8 * GB, 8 * GB, (8 * GB, 8 * GB)), (9 * GB, 8 * GB, (8 * GB, 8 * GB)), (2**64 - 1, 8 * GB, (8 * GB, 8 * GB)),
     (2**64 - 1, 2**64 - 1, (0, 0)), (5, 0, (0, 0)), (-5, 8 * GB, (0, 8 * GB))],
)  # fmt: skip
def test_a_driver_is_believed_only_what_can_be(free: int, total: int, told: tuple[int, int]) -> None:
    device = MemoryDevice.of("GPU", free, total)
    assert (device.free, device.total) == told


def test_a_device_that_does_not_tell_its_memory_is_left_out_unless_it_is_wanted() -> None:
    silent = replace(machine(32), devices=(MemoryDevice.of("odd", 0, 0),))
    chosen = choose(silent, model(), Wanted())
    assert (chosen.counts, chosen.n_ctx) == ((0,), CPU_CTX)
    assert "choice.silent_device" in chosen.reasons
    assert choose(silent, model(), Wanted(n_gpu_layers=37)).counts == (37,)
    beside = replace(silent, devices=(*silent.devices, MemoryDevice.of("good", 24 * GB, 24 * GB)))
    assert choose(beside, model(), Wanted()).counts == (0, 37)


@pytest.mark.parametrize("counts", [(0, 0), (0, 37), (0, 5), (5, 0), (3, 4)])
def test_a_projector_is_counted_on_the_first_device_that_is_used(counts: tuple[int, int]) -> None:
    shape = CacheShape(FLOOR_CTX, "f16")
    without, beside = (placed(sizes, shape, counts) for sizes in (model(), replace(model(), beside=GB)))
    more = [one - other for one, other in zip(beside.devices, without.devices, strict=True)]
    first = next((i for i, count in enumerate(counts) if count), None)
    assert more == [GB if i == first else 0 for i in range(2)]
    assert beside.ram - without.ram == (GB if first is None else 0)


def test_layers_leave_room_for_a_projector_behind_a_full_card() -> None:
    sizes = replace(model(), beside=GB)
    chosen = choose(machine(32, 0.1, 5.5), sizes, Wanted(n_ctx=FLOOR_CTX, kv_type="f16"))
    assert chosen.counts[0] == 0 < chosen.counts[1] < choose(
        machine(32, 0.1, 5.5), model(), Wanted(n_ctx=FLOOR_CTX, kv_type="f16")
    ).counts[1]  # fmt: skip


def test_memory_that_is_shared_is_counted_once() -> None:
    alone, unified = choose(machine(9), model(), Wanted()), choose(machine(9, 9, shared=True), model(), Wanted())
    assert unified.n_gpu_layers == 37
    assert unified.placement.ram + sum(unified.placement.devices) <= 9 * GB
    assert alone.fits


@pytest.mark.parametrize(("shared", "there"), [(False, True), (True, False)])
def test_what_a_device_takes_of_main_memory_is_gone_from_it(shared: bool, there: bool) -> None:
    budgets = Budgets(10 * GB, (10 * GB,), (shared,))
    assert fits(Placement((9,), 6 * GB, (6 * GB,)), budgets) == there
    assert fits(Placement((9,), 4 * GB, (6 * GB,)), budgets)


machines = st.builds(
    Machine,
    st.integers(0, 200 * GB),
    st.integers(1, 64),
    st.integers(0, 64),
    st.integers(0, 16),
    st.lists(
        st.builds(MemoryDevice.of, st.just("GPU"), st.integers(0, 100 * GB), st.integers(0, 100 * GB)), max_size=3
    ).map(tuple),
)
files = st.builds(
    model, st.integers(1, 60), st.integers(MB, 400 * MB), trained=st.sampled_from([0, 512, 4096, 32768, 1 << 20]),
    d=st.sampled_from([64, 80, 128]),
)  # fmt: skip
wishes = st.builds(
    Wanted,
    n_gpu_layers=st.sampled_from([-1, -1, 0, 3, 99]),
    kv_type=st.sampled_from(["auto", "auto", "f16", "q8_0"]),
    split=st.sampled_from([(), (), (1.0, 2.0), (0.0, 1.0, 1.0)]),
)


@given(machines, files, wishes)
def test_nobody_is_asked_for_more_than_there_is(here: Machine, sizes: FileSizes, wanted: Wanted) -> None:
    chosen = choose(here, sizes, wanted)
    budgets = budgets_of(here)
    assert chosen.fits == fits(chosen.placement, budgets)
    if chosen.fits:
        assert all(taken <= device.free for taken, device in zip(chosen.placement.devices, here.devices, strict=True))
        assert chosen.placement.ram <= here.ram_free
    again = placed(sizes, CacheShape(chosen.n_ctx, chosen.kv_type, chosen.n_ubatch), chosen.counts)
    assert again == chosen.placement
    assert 0 < chosen.n_ctx <= max(DEVICE_CTX, sizes.n_ctx_train)
    assert not sizes.n_ctx_train or chosen.n_ctx <= sizes.n_ctx_train
    assert chosen.n_threads > 0


@given(machines, files, wishes, st.integers(0, 64 * GB), st.integers(0, 4))
def test_more_memory_never_gives_fewer_tokens(
    here: Machine, sizes: FileSizes, wanted: Wanted, more: int, where: int
) -> None:
    devices = list(here.devices)
    if where < len(devices) and devices[where].total:
        devices[where] = MemoryDevice.of("GPU", devices[where].free + more, devices[where].total + more)
        richer = replace(here, devices=tuple(devices))
    else:
        richer = replace(here, ram_free=here.ram_free + more)
    before, after = choose(here, sizes, wanted), choose(richer, sizes, wanted)
    assert tokens(after) >= tokens(before)


def tokens(chosen: Choice) -> int:
    return chosen.n_ctx if chosen.fits else 0


def test_threads_are_those_of_fast_cores(tmp_path: Path) -> None:
    assert default_threads(Machine(0, 2)) == 2
    assert default_threads(Machine(0, 16, 8)) == 8
    assert default_threads(Machine(0, 24, 16, 8)) == 8
    assert default_threads(Machine(0, 6, 16, 8)) == 6, "of which this process may use so many"
    assert thread_candidates(Machine(0, 24, 16, 8)) == (8, 16, 24, 4)
    assert thread_candidates(Machine(0, 2, 2)) == (2,)
    assert choose(machine(), model(), Wanted(measured_threads=6)).n_threads == 6
    assert choose(machine(), model(), Wanted(n_threads=3, measured_threads=6)).n_threads == 3


def test_the_kernels_list_of_fast_processors_is_read(tmp_path: Path) -> None:
    assert performance_cores_linux(tmp_path) == 0
    for name, listed in (("cpu_core", "0-3"), ("cpu_atom", "4-7")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cpus").write_text(f"{listed}\n")
    assert performance_cores_linux(tmp_path) == 4
    for n in range(4):
        topology = tmp_path / "system" / "cpu" / f"cpu{n}" / "topology"
        topology.mkdir(parents=True)
        (topology / "core_id").write_text(f"{n // 2}\n")
    assert performance_cores_linux(tmp_path) == 2, "hyperthreads of a core count once"
    assert processors("0-2,8, x,5-") == [0, 1, 2, 8]


def test_macos_tells_its_levels() -> None:
    told = {"hw.nperflevels": "2", "hw.perflevel0.physicalcpu": "6"}
    assert performance_cores_macos(lambda name: told.get(name, "")) == 6
    assert performance_cores_macos(lambda name: "1") == 0
    assert performance_cores_macos(lambda name: "") == 0
