"""``bench pairs`` on the trained fixtures: what each knows of its context, and what a compaction leaves of it."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.bench import cli, presets
from engine.bench.harness import SEQ, BenchError, SavedState, prefill, read_text
from engine.bench.pairs import draw_pairs, planted, single_words
from engine.bench.recall import Question, ask_all
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.heads.calibration import calibrate
from engine.heads.sensitivity import COPYING, PROSE
from engine.model.compact_structs import HeadBudget
from engine.model.model import Model

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="the engine library is not installed"),
]

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "models"
TRAINED = ("plain", "sliding", "sinks", "hybrid")


@pytest.fixture(params=TRAINED)
def path(request):
    return FOLDER / f"{request.param}.gguf"


@pytest.fixture
def model(path):
    with Model.open(path, n_ctx=1152, n_threads=1) as model:
        yield model


@pytest.fixture
def compactable(model):
    if why := model.why_not_compactable():
        pytest.skip(str(why))


def measure(path, capsys, *options):
    files = ["--model", str(path), "--threads", "1", "--windows", "1", "--calibrate", "0"]
    assert cli.main(["pairs", *files, *options, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_pairs_are_drawn_without_a_word_twice():
    pairs = draw_pairs(range(100), 32, 1)
    assert len({word for pair in pairs for word in pair}) == 64
    assert draw_pairs(range(100), 32, 1) == pairs != draw_pairs(range(100), 32, 2)
    with pytest.raises(BenchError, match="100 words for 51 pairs"):
        draw_pairs(range(100), 51, 1)


def context_with_pairs(model):
    """Tokens of prose with 32 pairs in it, and what asks for each."""
    prose = model.tokenize(read_text(PROSE), special=False)[:1024]
    pairs = draw_pairs(single_words(model, read_text(PROSE)), 32, 1)
    questions = [Question(model.tokenize("\n" + model.text([key]), special=False), [value]) for key, value in pairs]
    return planted(model, prose, pairs), questions


def recalled(model, questions, pos, state):
    return float(np.mean([known for known, _ in ask_all(model, questions, pos, state)]))


def test_pairs_stand_in_lines_before_what_is_kept_verbatim(model):
    prose = model.tokenize(read_text(PROSE), special=False)[:1024]
    pairs = draw_pairs(single_words(model, read_text(PROSE)), 32, 1)
    tokens = planted(model, prose, pairs)
    assert len(tokens) == 1024
    text = model.text(tokens[: -presets.RECENT])
    for key, value in pairs:
        assert f"\n{model.text([key])}{model.text([value])}\n" in text
        assert tokens.count(key) == tokens.count(value) == 1
    with pytest.raises(BenchError, match="do not fit"):
        planted(model, prose[:150], pairs)


def test_every_layout_knows_its_context(model):
    tokens, questions = context_with_pairs(model)
    prefill(model, tokens)
    assert recalled(model, questions, len(tokens), SavedState(model)) >= 0.9


@pytest.mark.usefixtures("compactable")
def test_a_compaction_to_an_eighth_keeps_what_a_model_knows(path, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(profile, "data_folder", lambda: tmp_path)
    (tmp_path / "profiles").mkdir()
    shutil.copy(path.with_suffix(".heads.json"), tmp_path / "profiles" / f"{read_facts(path).fingerprint}.json")
    recall = {name: measure(path, capsys, "--preset", name) for name in ("default", "recent", "snapkv")}
    assert all(result["recall_full"] >= 0.9 for result in recall.values())
    assert recall["default"]["profiled"] and recall["default"]["bytes_after"] * 7.9 <= recall["default"]["bytes_before"]
    assert recall["default"]["recall"] >= 0.95 * recall["default"]["recall_full"]
    for other in ("recent", "snapkv"):
        assert recall[other]["recall"] < 0.5 * recall["default"]["recall"], "what was not looked at yet is gone"


@pytest.mark.usefixtures("compactable")
def test_calibration_finds_the_heads_that_copy(path, model):
    heads = calibrate(str(path), n_threads=1, seconds=0).heads
    copying = {i for i, head in enumerate(heads) if head.share >= COPYING}
    assert 0 < len(copying) <= len(heads) // 2

    tokens, questions = context_with_pairs(model)
    prefill(model, tokens)
    saved = SavedState(model)

    def recall(cut: set[int]) -> float:
        saved.restore()
        params = model.compact_api.default_params(model.context)
        params.p0, params.p1 = presets.SINKS, len(tokens) - presets.RECENT
        table = [HeadBudget(16 if i in cut else -1) for i in range(len(heads))]
        model.compact_api.compact(model.context, SEQ, params, table)
        return recalled(model, questions, len(tokens), SavedState(model))

    assert recall(set(range(len(heads))) - copying) >= 0.9, "the others need few rows"
    assert recall(copying) < 0.5, "nothing is looked up without these"
