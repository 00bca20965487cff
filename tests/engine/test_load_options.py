"""Every option of a load is really taken by the engine, and what cannot go together is said."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.errors import Internal
from engine.gguf import facts
from engine.gguf.reader import GgufHeader, read_header
from engine.model.model import Model
from engine.process import host, load_plan, model_opening
from engine.process.tuning import measure_threads
from engine.sizing.speeds import ThreadSpeed
from engine.texts import english
from tests.engine.host_harness import HostHarness

pytestmark = [pytest.mark.model, pytest.mark.native]


class LoadHarness(HostHarness):
    """One that loads the same model again and again."""

    def __init__(self, starter_path: Path) -> None:
        super().__init__()
        self.path = str(starter_path)

    def load(self, **options: Any) -> Any:
        return self.ask(p.Load(id=1, path=self.path, **options))

    def estimate(self, **options: Any) -> Any:
        return self.ask(p.Estimate(id=2, path=self.path, **options))


@pytest.fixture
def harness(starter_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoadHarness]:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = LoadHarness(starter_path)
    yield harness
    harness.host.unload()


def test_a_plan_reads_the_file_once(starter_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A header takes some ten milliseconds, and a person waits for it."""
    read: list[Path] = []

    def counted(path: Path) -> GgufHeader:
        read.append(path)
        return read_header(path)

    monkeypatch.setattr(facts, "read_header", counted)
    for budget in (0, 100 << 20):
        load_plan.planned(p.Estimate(id=1, path=str(starter_path), kv_budget=budget), None)
        assert read == [starter_path]
        read.clear()


@pytest.mark.parametrize("kv_type", ["f16", "q8_0", "q5_0", "q4_0"])
def test_types_of_the_memory(harness: LoadHarness, kv_type: str) -> None:
    loaded = harness.load(n_ctx=512, kv_type=kv_type)
    assert isinstance(loaded, p.Loaded), loaded
    assert loaded.model.compactable
    model = harness.host._model
    assert model is not None
    info = model.info()
    assert info is not None
    per_cell = {"f16": 64, "q8_0": 34, "q5_0": 22, "q4_0": 18}[kv_type]
    assert info.bytes_total // info.n_cells == 30 * 3 * 2 * 2 * per_cell, "30 layers, 3 heads, K and V of 64 elements"
    assert harness.estimate(n_ctx=512, kv_type=kv_type).kv == 512 * 30 * 3 * 2 * 2 * per_cell


def test_threads(harness: LoadHarness) -> None:
    assert isinstance(harness.load(n_ctx=512, n_threads=1), p.Loaded)
    model = harness.host._model
    assert model is not None
    assert model.functions.llama_n_threads(model.context) == 1


@pytest.mark.parametrize("flash_attention", ["on", "auto"])
def test_flash_attention(harness: LoadHarness, flash_attention: str) -> None:
    loaded = harness.load(n_ctx=512, flash_attention=flash_attention)
    assert loaded.model.compactable


def test_without_flash_attention_the_memory_is_not_compacted_and_it_is_said(harness: LoadHarness) -> None:
    loaded = harness.load(n_ctx=512, flash_attention="off")
    assert isinstance(loaded, p.Loaded), loaded
    assert not loaded.model.compactable
    assert "flash attention" in english.sentence(loaded.model.why_not)
    refused = harness.load(n_ctx=512, flash_attention="off", kv_type="q8_0")
    assert (refused.code, "requires flash attention" in english.sentence(refused.text)) == ("model_load_failed", True)
    assert "f16" in english.hint(refused.text)


def test_a_share_of_what_is_free(harness: LoadHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (model_opening, load_plan):
        monkeypatch.setattr(module, "available", lambda device_free=0: 1_000_000_000)
    told = harness.estimate(kv_share=0.1)
    assert 100_000_000 - 256 * 23_040 < told.kv <= 100_000_000
    assert told.available == 1_000_000_000
    loaded = harness.load(kv_share=0.1)
    assert loaded.n_ctx == told.n_ctx


# In a process of its own, where nothing that was freed before is used again.
SCRIPT = """
import sys
from engine.process import host as host_module, load_plan, model_opening
from engine import protocol as p

model_opening.available = load_plan.available = lambda device_free=0: 10**9
events = []
host = host_module.Host(events.append)

def ask(request):
    host.handle(request)
    return events[-1]

def free():
    return ask(p.Estimate(id=1, path=sys.argv[1])).available

before = free()
ask(p.Load(id=2, path=sys.argv[1], n_ctx=4096))
model = host._model
tokens = model.tokenize("What is taken comes back. " * 40, special=False)[: model.n_ubatch]
model.decode(tokens, 0)
loaded = free()
ask(p.Unload(id=3))
print(before, loaded, free())
"""


def test_what_the_loaded_model_takes_counts_as_free(starter_path: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "LONGTHREAD_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(starter_path)], capture_output=True, text=True, timeout=300, env=environment,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, loaded, unloaded = map(int, done.stdout.split())
    assert before == unloaded == 10**9
    assert 1024 * 23_040 < loaded - before < 400_000_000, "at least the cells it began with; not the file's pages"


def told(harness: LoadHarness, **options: Any) -> p.LoadChoice:
    choice = harness.estimate(**options).choice
    assert isinstance(choice, p.LoadChoice)
    return choice


def test_what_nobody_set_is_chosen_and_told(harness: LoadHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (model_opening, load_plan):
        monkeypatch.setattr(module, "available", lambda device_free=0: 4_000_000_000)
    choice = told(harness)
    assert (choice.n_ctx, choice.kv_type, choice.kv_bytes) == (8192, "f16", 8192 * 23_040), "what it was trained for"
    assert "8,192 tokens, all 30 layers on the processor" in english.sentence(choice.summary)
    assert [reason.code for reason in choice.reasons] == ["choice.trained"]
    assert set(choice.automatic) == {"n_ctx", "n_gpu_layers", "kv_type", "n_threads", "n_ubatch"}
    own = told(harness, n_ctx=512, n_threads=1, n_ubatch=32, kv_type="q5_0")
    assert (own.n_ctx, own.n_threads, own.n_ubatch, own.kv_type) == (512, 1, 32, "q5_0")
    assert own.automatic == ("n_gpu_layers",)
    loaded = harness.load(n_threads=1, n_ubatch=32)
    assert (loaded.n_ctx, loaded.choice.n_ctx, loaded.choice.n_threads) == (8192, 8192, 1)
    model = harness.host._model
    assert model is not None
    assert model.n_ubatch == 32


def test_a_batch_holds_a_token_of_each_chat_and_that_is_told(harness: LoadHarness) -> None:
    assert told(harness, n_ctx=512, n_ubatch=1).n_ubatch == 4
    loaded = harness.load(n_ctx=512, n_ubatch=2, chats=6)
    model = harness.host._model
    assert model is not None
    assert loaded.choice.n_ubatch == model.n_ubatch == 6


def test_a_load_reads_the_file_before_it_gives_up_what_is_loaded_and_then_once(
    harness: LoadHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what the library opens is what was looked at, also where unloading took long."""
    read: list[Path] = []

    def counted(path: Path) -> GgufHeader:
        read.append(path)
        return read_header(path)

    monkeypatch.setattr(facts, "read_header", counted)
    assert isinstance(harness.load(n_ctx=512), p.Loaded)
    assert read == [Path(harness.path)] * 2


def test_rows_are_not_split_across_devices(harness: LoadHarness) -> None:
    for mode in ("row", "tensor"):
        refused = harness.load(n_ctx=512, split_mode=mode)
        assert (refused.code, "layers" in english.hint(refused.text)) == ("model_load_failed", True)


def test_threads_are_measured_once(harness: LoadHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[tuple[int, ...]] = []

    def measure(model: Model, candidates: tuple[int, ...], stop: Any) -> tuple[ThreadSpeed, ...] | None:
        measured.append(tuple(candidates))
        if len(measured) == 1:
            return None  # the load was stopped: that counts for nothing
        return tuple(ThreadSpeed(n, 100.0 * n, 10.0) for n in candidates)

    monkeypatch.setattr(model_opening, "thread_candidates", lambda machine: (1, 2))
    monkeypatch.setattr(model_opening, "measure_threads", measure)
    assert harness.load(n_ctx=512).choice.n_threads > 0
    assert measured == [], "nobody asked for it"
    harness.load(n_ctx=512, measure=True, n_threads=1)
    assert measured == [], "a person has chosen"
    harness.load(n_ctx=512, measure=True)
    first = harness.load(n_ctx=512, measure=True)
    assert (measured, first.choice.n_threads) == ([(1, 2)] * 2, 2)
    assert harness.load(n_ctx=512, measure=True).choice.n_threads == 2
    assert told(harness, n_ctx=512).n_threads == 2
    assert len(measured) == 2


@pytest.mark.parametrize("batch", [1, 16])
def test_batches_may_be_as_small_as_a_person_wants(
    harness: LoadHarness, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, batch: int
) -> None:
    monkeypatch.setattr(model_opening, "thread_candidates", lambda machine: (1, 2))
    loaded = harness.load(n_ctx=512, n_ubatch=batch, measure=True)
    assert isinstance(loaded, p.Loaded), loaded
    harness.ask(p.OpenChat(id=3, chat_id="c", folder=str(tmp_path / "c"), messages=()))
    user, sampling = p.PromptMessage("u", "user", "Hello there. " * 20), p.Sampling(temperature=0, max_tokens=2)
    replied = harness.ask(p.Generate(id=4, chat_id="c", reply_id="a", user=user, sampling=sampling))
    assert isinstance(replied, p.Replied) and replied.tokens, replied


def test_a_measurement_that_fails_costs_nobody_the_model(harness: LoadHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> Any:
        raise Internal("model.no_logits")

    monkeypatch.setattr(model_opening, "thread_candidates", lambda machine: (1, 2))
    monkeypatch.setattr(model_opening, "measure_threads", failing)
    loaded = harness.load(n_ctx=512, measure=True)
    assert isinstance(loaded, p.Loaded), loaded
    assert harness.host.model is not None


def test_a_model_that_is_given_up_while_it_is_loaded_is_freed(
    harness: LoadHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> Any:
        raise MemoryError

    closed: list[Model] = []
    close = Model.close

    def counted(model: Model) -> None:
        closed.append(model)
        close(model)

    monkeypatch.setattr(Model, "close", counted)
    monkeypatch.setattr(host, "tuned", failing)
    assert isinstance(harness.load(n_ctx=512, measure=True), p.Error)
    assert len(closed) == 1 and harness.host.model is None


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_file_whose_name_is_no_text_is_loaded(tmp_path: Path, starter_path: Path) -> None:
    """As the command line is given it; disks of older systems have such names."""
    file = tmp_path / os.fsdecode(b"\xe4lter.gguf")
    file.symlink_to(starter_path)
    with Model.open(file, n_ctx=256) as model:
        assert model.n_ctx == 256


def test_the_measurement_leaves_nothing_behind(model: Model) -> None:
    c, context = model.functions, model.context
    before = int(c.llama_n_threads(context))
    speeds = measure_threads(model, (1, 2), lambda: False, seconds=60)
    assert speeds is not None
    assert [speed.threads for speed in speeds] == [1, 2]
    assert all(speed.prompt > 0 and speed.decode > 0 for speed in speeds)
    assert (int(c.llama_n_threads(context)), model.length()) == (before, 0)
    assert measure_threads(model, (1, 2), lambda: True) is None, "it was stopped"
    clock = itertools.count()
    assert measure_threads(model, (1, 2), lambda: False, seconds=4, clock=lambda: next(clock)) == (), "too slow for it"
    assert next(clock) < 100, "it is given up within what it reads, not behind it"
    assert int(c.llama_n_threads(context)) == before
