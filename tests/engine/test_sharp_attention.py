"""A fit where queries attend to single keys: most of them to none that stays, so that nothing is left to divide by."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.changed_models import Data, changed

MODELS = Path(__file__).resolve().parents[1] / "fixtures" / "models"
ROOT = Path(__file__).resolve().parents[2]
FACTOR = 40.0  # of all logits

# in a process of its own: the variable that has graphs do what functions of the processor do is read once
COMPACT = """
import sys
from engine.bench import presets
from engine.bench.harness import prefill
from engine.model.model import Model

with Model.open(sys.argv[1], n_ctx=512, n_threads=1) as model:
    tokens = model.tokenize(open(sys.argv[2], encoding="utf-8").read())[:440]
    assert len(tokens) == 440
    prefill(model, tokens)
    print(presets.shrink(model, 440, "even", 4.0).error_max)
"""


def _sharpened(source: Path, target: Path) -> None:
    """The model with queries so long that the softmax takes one key."""

    def longer(name: str, data: Data) -> Data:
        return (data.astype(np.float32) * FACTOR).astype(data.dtype) if name.endswith("attn_q.weight") else data

    changed(source, target, longer)


@pytest.mark.parametrize("name", ["plain", "sinks"])
@pytest.mark.parametrize("graphs_only", [False, True])
def test_a_fit_stays_bounded_where_queries_attend_to_nothing_that_stays(
    name: str, graphs_only: bool, tmp_path: Path, long_text: str
) -> None:
    model, text = tmp_path / "sharp.gguf", tmp_path / "text.txt"
    _sharpened(MODELS / f"{name}.gguf", model)
    text.write_text(long_text, encoding="utf-8")
    environment = dict(os.environ, LLAMA_COMPACT_GRAPHS_ONLY="1") if graphs_only else dict(os.environ)
    done = subprocess.run(
        [sys.executable, "-c", COMPACT, model, text], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    # it was infinite, as what the rows beside the block weigh was taken for what is left of one
    assert float(done.stdout) < 1.5, "keeping no key's value at all would leave an error of 1"
