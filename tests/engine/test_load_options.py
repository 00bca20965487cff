"""Every option of a load is really taken by the engine, and what cannot go together is said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.process import host as host_module
from engine.process import loading
from engine.texts import english
from tests.engine.host_harness import HostHarness

pytestmark = [pytest.mark.model, pytest.mark.native]


class LoadHarness(HostHarness):
    """One that loads the same model again and again."""

    def __init__(self, model_path: Path) -> None:
        super().__init__()
        self.path = str(model_path)

    def load(self, **options: Any) -> Any:
        return self.ask(p.Load(id=1, path=self.path, **options))

    def estimate(self, **options: Any) -> Any:
        return self.ask(p.Estimate(id=2, path=self.path, **options))


@pytest.fixture
def harness(model_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoadHarness]:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = LoadHarness(model_path)
    yield harness
    harness.host.unload()


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
    for module in (host_module, loading):
        monkeypatch.setattr(module, "available", lambda device_free=0: 1_000_000_000)
    told = harness.estimate(kv_share=0.1)
    assert 100_000_000 - 256 * 23_040 < told.kv <= 100_000_000
    assert told.available == 1_000_000_000
    loaded = harness.load(kv_share=0.1)
    assert loaded.n_ctx == told.n_ctx


# In a process of its own, where nothing that was freed before is used again.
SCRIPT = """
import sys
from engine.process import host as host_module, loading
from engine import protocol as p

host_module.available = loading.available = lambda device_free=0: 10**9
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


def test_what_the_loaded_model_takes_counts_as_free(model_path: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "LONGTHREAD_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(model_path)], capture_output=True, text=True, timeout=300, env=environment,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, loaded, unloaded = map(int, done.stdout.split())
    assert before == unloaded == 10**9
    assert 1024 * 23_040 < loaded - before < 400_000_000, "at least the cells it began with; not the file's pages"
