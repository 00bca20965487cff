"""The memory follows the chat: what the process really holds, measured in a process of its own.

A small random model with as many bytes a token as the starter model: reading takes a tenth of the time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import ContextFull
from engine.model.model import FIRST_CELLS, Model
from tests.engine.test_forgetting import make_models

pytestmark = pytest.mark.native

LIMIT = 32768
MB = 1 << 20

SCRIPT = """
import json, sys
import psutil
from engine.model.compact_structs import Fit, HeadBudget, Select
from engine.model.model import Model

seen = {}

def look(name):
    info = model.info()
    seen[name] = {
        "rss": process.memory_info().rss, "held": info.bytes_held, "total": info.bytes_total, "cells": info.n_cells,
        "capacity": info.capacity, "used": info.capacity_used,
    }

process = psutil.Process()
with Model.open(sys.argv[1], n_ctx=int(sys.argv[2])) as model:
    tokens = (model.tokenize("The memory follows what is said in a chat, and no more. ", special=False) * 400)[:2600]

    def read(first, last):
        for at in range(first, last, model.n_ubatch):
            model.decode(tokens[at : min(at + model.n_ubatch, last)], at)

    read(0, 600)  # the buffers for computing have been touched from here on
    look("short")
    read(600, 2600)
    look("long")
    params = model.compact_api.default_params(model.context)
    params.p0, params.p1, params.n_rows = 4, 2400, 64
    params.select, params.fit = int(Select.RECENT), int(Fit.NONE)
    heads = [HeadBudget(64) for _ in model.compact_api.heads(model.context)]
    model.compact_api.compact(model.context, 0, params, heads)
    look("compacted")
    model.clear()
    model.decode(tokens[:16], 0)
    model.trim()
    look("cleared")
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One token per byte, 24 kB each."""
    path = tmp_path_factory.mktemp("growth") / "wide.gguf"
    make_models().make_llama(path, n_layer=6, n_head=16, n_head_kv=16, text=True, context_length=LIMIT)
    return path


@pytest.fixture(scope="module")
def seen(wide: Path) -> dict[str, dict[str, int]]:
    command = [sys.executable, "-c", SCRIPT, str(wide), str(LIMIT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    result: dict[str, dict[str, int]] = json.loads(done.stdout)
    return result


def test_it_starts_far_below_its_limit(seen: dict[str, dict[str, int]]) -> None:
    short = seen["short"]
    assert short["cells"] == FIRST_CELLS
    assert short["capacity"] == LIMIT
    assert short["held"] <= short["total"] / 30
    assert short["rss"] < short["total"]  # weights and all


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system decides when freed memory leaves the process")
def test_the_process_grows_with_the_tokens_and_shrinks_after_a_compaction(seen: dict[str, dict[str, int]]) -> None:
    grown = seen["long"]["held"] - seen["short"]["held"]
    given_back = seen["long"]["held"] - seen["compacted"]["held"]
    assert grown > 30 * MB
    assert given_back > 30 * MB
    assert abs(seen["long"]["rss"] - seen["short"]["rss"] - grown) < 0.2 * grown + 4 * MB
    # a compaction leaves some small things behind (the block table, graphs)
    assert seen["long"]["rss"] - seen["compacted"]["rss"] > 0.7 * given_back - 4 * MB
    assert seen["compacted"]["held"] < seen["long"]["held"] / 2
    assert seen["cleared"]["cells"] == FIRST_CELLS
    assert seen["cleared"]["rss"] <= seen["compacted"]["rss"] + 4 * MB


def test_what_is_held_follows_what_is_used(seen: dict[str, dict[str, int]]) -> None:
    for name, at in seen.items():
        assert at["used"] <= at["cells"] <= max(FIRST_CELLS, at["used"] * 1.6 + 512), name


def test_the_limit_holds(wide: Path) -> None:
    with Model.open(wide, n_ctx=1280) as model:
        tokens = (model.tokenize("one two three four ", special=False) * 400)[:1400]
        for at in range(0, 1280, model.n_ubatch):
            model.decode(tokens[at : at + model.n_ubatch], at)
        with pytest.raises(ContextFull):
            model.decode(tokens[1280:1290], 1280)
        info = model.info()
        assert info is not None
        assert (info.n_cells, info.capacity, model.length()) == (1280, 1280, 1280)


def test_a_saved_memory_is_loaded_at_any_size(wide: Path) -> None:
    with Model.open(wide, n_ctx=4096) as model:
        tokens = (model.tokenize("What was said goes on from one day to the next. ", special=False) * 200)[:1500]
        for at in range(0, 1500, model.n_ubatch):
            model.decode(tokens[at : min(at + model.n_ubatch, 1500)], at)
        saved = model.state()
    with Model.open(wide, n_ctx=8192) as model:
        model.set_state(saved)
        info = model.info()
        assert info is not None
        assert model.length() == 1500 <= info.n_cells < 2048
        model.decode(tokens[:10], 1500)
