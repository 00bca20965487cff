"""``bench tasks``: what the generators promise of their chats, and a run of all of it on a tiny model."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path

import pytest

from engine.bench import cli, presets, tasks
from engine.bench.grid import GridPoint
from engine.bench.harness import BenchError, read_text
from engine.bench.task_baselines import CUT_TURNS, SUMMARY
from engine.bench.task_chats import TAIL, ChatWriter, Exchange, newest, sentences, task_chat
from engine.bench.task_kinds import RESOURCES, TASKS, TaskQuestion, TaskText
from engine.model.model import Model

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "models"
native = pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="the engine library is not installed")


@pytest.mark.parametrize("name", TASKS)
def test_a_seed_makes_the_same_task_and_another_one_another(name):
    made = [TASKS[name](random.Random(seed)) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("seed", range(4))
def test_replies_stand_in_the_evidence_and_in_no_question(name, seed):
    text = TASKS[name](random.Random(seed))
    said = " ".join(text.evidence)
    assert len(text.questions) >= 6
    for asked in text.questions:
        assert asked.reply.strip() not in asked.ask + asked.lead
        for part in asked.reply.replace(" and ", ", ").replace('" and "', ", ").strip().rstrip(":").split(", "):
            assert part.strip('":) ').split('"')[0] in said
    assert len({asked.ask for asked in text.questions}) == len(text.questions)


def test_a_corrected_fact_is_asked_for_as_it_is_now():
    for seed in range(5):
        text = TASKS["conversation"](random.Random(seed))
        said = "\n".join(text.evidence)
        corrected = 0
        for asked in text.questions:
            told = [line for line in text.evidence if asked.reply.strip() in line]
            assert len(told) == 1
            corrected += text.evidence.index(told[0]) >= len(text.questions)
        assert corrected == len(text.evidence) - len(text.questions) == 5, said


def test_sentences_keep_their_quotes():
    assert sentences('He said: "No." Then he\nleft! And then') == ['He said: "No."', "Then he left!", "And then"]


def test_the_newest_exchanges_that_fit_stay():
    exchanges = [Exchange(str(i), "") for i in range(5)]
    assert newest(exchanges, lambda some: len(some) <= 2) == exchanges[3:]
    assert newest(exchanges, lambda some: False) == []
    assert newest(exchanges, lambda some: True) == exchanges


def options(**changes):
    return tasks.TasksOptions("m.gguf", **changes)


def test_points_are_every_preset_at_every_ratio():
    assert tasks.points_of(options(ratio="8,16", preset="default,summary")) == [
        GridPoint("default", 8.0), GridPoint("default", 16.0), GridPoint(SUMMARY, 8.0), GridPoint(SUMMARY, 16.0),
    ]  # fmt: skip
    for wrong in ({"ratio": "8,x"}, {"preset": "default,magic"}):
        with pytest.raises(BenchError):
            tasks.points_of(options(**wrong))
    with pytest.raises(BenchError, match="no task 'riddles'"):
        tasks.names_of(options(tasks="code,riddles"))
    assert tasks.steps(options(tasks="code,reading", seeds=3)) == 6


def result(task, *questions):
    asked = [{"full": f, "same": s, "logprob_full": -1.0, "logprob": p} for f, s, p in questions]
    return {"task": task, "questions": asked, "bytes_before": 8, "bytes_after": 1, "prefill_ms": 1, "compaction_ms": 1}


def test_agreement_counts_what_the_full_cache_gets_right():
    right, lost, wrong = (True, True, -1.5), (True, False, -4.0), (False, True, -9.0)
    found = tasks.summary(
        [
            result("code", right, right, right, lost),
            result("reading", right, wrong, wrong, wrong),
            result("code", right, right, right, wrong),
            result("variables", wrong),
        ]
    )
    assert found["tasks"]["code"] == {
        "full": 7 / 8, "agreement": 6 / 7, "logprob_lost": pytest.approx((6 * 0.5 + 3) / 7), "questions": 8,
    }  # fmt: skip
    assert found["tasks"]["reading"]["agreement"] == 1.0
    assert found["tasks"]["variables"]["agreement"] is None
    assert found["mastered"] == 1
    assert found["agreement_min"] == 6 / 7, "of tasks that the full cache masters"


@pytest.fixture
def model():
    with Model.open(FOLDER / "plain.gguf", n_ctx=64, n_threads=1) as model:
        yield model


@pytest.mark.native
@native
@pytest.mark.parametrize("name", ["needle_multivalue", "conversation", "code", "common_words"])
def test_chats_have_their_length_and_end_without_evidence(model, name):
    writer, prose = ChatWriter(model), sentences(read_text(RESOURCES / "prose.txt"))
    text = TASKS[name](random.Random(3))
    size = 10240  # this model knows few words, and no mark of the template is one token
    chat = task_chat(model, writer, text, prose, size, 3)
    assert abs(len(chat.tokens) - size) < size / 8
    whole, end = model.text(chat.tokens), model.text(chat.tokens[-TAIL:])
    places = [whole.index(piece) for piece in text.evidence]
    assert places == sorted(places)
    assert TAIL > presets.RECENT and not any(piece in end for piece in text.evidence)
    for asked in chat.questions:
        question = writer.question(chat.exchanges, asked)
        assert len(question.answer) > 1
        assert model.text(question.prompt + question.answer).endswith(asked.lead + asked.reply)
        assert chat.tokens + question.prompt == model.tokenize(
            model.text([*chat.tokens, *question.prompt], special=True)
        ), "it goes on as the template would"


@pytest.mark.native
@native
def test_what_cannot_be_a_task_is_refused(model):
    writer, prose = ChatWriter(model), sentences(read_text(RESOURCES / "prose.txt"))
    with pytest.raises(BenchError, match="as a reply"):
        writer.question([], TaskQuestion("Is it 4711?", "It is", " 4711"))
    text = TaskText("Hello.", ["It is 4711. " * 400], [TaskQuestion("What is it?", "It is", " 4711")])
    with pytest.raises(BenchError, match="takes"):
        task_chat(model, writer, text, prose, 512, 1)
    with pytest.raises(BenchError, match="too little"):
        task_chat(model, writer, TASKS["needle_single"](random.Random(1)), prose[:10], 4096, 1)


@pytest.mark.native
@native
def test_a_chat_is_read_once_and_measured_at_every_point(capsys):
    files = ["--model", str(FOLDER / "plain.gguf"), "--threads", "1", "--calibrate", "0", "--context", "1536"]
    asked = ["--tasks", "needle_single", "--preset", f"default,recent,{CUT_TURNS},{SUMMARY}", "--ratio", "4,64"]
    assert cli.main(["tasks", *files, *asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    points = {(point["preset"], point["ratio"]): point for point in found["points"]}
    assert len(points) == 8
    for name in ("default", "recent", CUT_TURNS, SUMMARY):
        assert "verbatim" in points[name, 64.0]["failed"]
        good = points[name, 4.0]
        assert good["bytes_after"] * 4 <= good["bytes_before"]
        assert set(good["tasks"]["needle_single"]) == {"full", "agreement", "logprob_lost", "questions"}
        (chat,) = good["per_chat"]
        assert all(one["logprob"] < 0 and one["logprob"] != one["logprob_full"] for one in chat["questions"])
    fulls = {tuple(q["logprob_full"] for q in points[name, 4.0]["per_chat"][0]["questions"]) for name, _ in points}
    assert len(fulls) == 1
