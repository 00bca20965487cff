"""Models that mix attention with recurrent layers: what is told of them before a load, and what a load really takes."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chat.chat_context import ChatContext
from engine.gguf.facts import layers
from engine.gguf.header import read_facts, read_header
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.protocol import CompactionPolicy
from engine.sizing.cache import cache_bytes
from engine.snapshots import snapshot
from engine.snapshots.state_map import plan_of

pytestmark = pytest.mark.native

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("shortconv", "mamba2", "deltanet")


def make_models() -> Any:
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(path: Path, kind: str) -> None:
    function = {"shortconv": "make_lfm2", "mamba2": "make_granitehybrid", "deltanet": "make_qwen35"}[kind]
    heads = 4 if kind == "shortconv" else 6
    getattr(make_models(), function)(path, heads, 2, [False, True, False, True], text=True)


@pytest.fixture(scope="module", params=KINDS)
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    """A tiny random model that reads bytes, with a memory of 768 tokens and two sequences."""
    path = tmp_path_factory.mktemp("hybrid") / f"{request.param}.gguf"
    make(path, request.param)
    with Model.open(path, n_ctx=768, n_seq_max=2) as model:
        yield model


def test_the_header_and_the_library_agree(tiny: Model) -> None:
    tiny.clear()
    assert tiny.facts.compactable and tiny.why_not_compactable() is None
    info = tiny.info()
    assert info is not None
    cells = [layer for layer in layers(read_header(Path(tiny.facts.path))) if layer.n_head_kv]
    assert (info.n_layers, info.bytes_total) == (len(cells), cache_bytes(cells, 768))
    empty = tiny.state_size()
    tiny.decode([1], 0)
    one_token = sum(layer.elements for layer in cells) * 2
    state = sum(layer.state for layer in tiny.layers)
    assert 0 <= tiny.state_size() - empty - one_token - state < 20_000, "cells, queries and tables"
    assert cache_bytes(tiny.layers, 768, n_seq=2) - cache_bytes(tiny.layers, 768, n_seq=1) == state
    assert read_facts(tiny.facts.path).kv_bytes_per_token == one_token


def test_the_state_is_cut_where_it_recurs(tiny: Model) -> None:
    tiny.clear()
    for at in range(0, 300, 100):
        tiny.decode([(at + i) * 7 % 200 + 1 for i in range(100)], at)
    state = tiny.state()
    plan = plan_of(state)
    assert len(plan.groups) == 2, "cells and queries"
    in_frame = plan.size - sum(row * rows for group in plan.groups for _, row, rows in group.arrays)
    assert in_frame < sum(layer.state for layer in tiny.layers) + 20_000
    before = logits(tiny, 3, 300)
    tiny.clear()
    tiny.set_state(state)
    assert tiny.length() == 300
    assert (logits(tiny, 3, 300) == before).all()


def test_a_chat_is_saved_and_resumed(tiny: Model, tmp_path: Path) -> None:
    def chat() -> ChatContext:
        tiny.clear()
        memory = ChatContext(tiny, policy=CompactionPolicy(auto=False))
        memory.log.open_span("u", "user")
        return memory

    memory = chat()
    memory.log.append([i * 7 % 200 + 1 for i in range(400)])
    memory.catch_up("prefill")
    for compacted in (False, True):
        if compacted:
            memory.compact(3.0)
        snapshot.save(memory, tmp_path, "c")
        state, marks = tiny.state(), memory.log.marks
        again = chat()
        assert snapshot.restore(again, tmp_path, None) is not None
        assert (again.cached, again.log.marks) == (400, marks)
        assert [kept.tokens for kept in again.checkpoints.all] == [400]
        before = logits(tiny, 3, 400)
        tiny.clear()
        tiny.set_state(state)
        assert (logits(tiny, 3, 400) == before).all()
        tiny.clear()
        tiny.set_state(state)


def logits(model: Model, token: int, at: int) -> Any:
    model.decode([token], at)
    return last_logits(model).copy()
