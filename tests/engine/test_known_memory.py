"""What is known of a model's memory is what it is, and is asked for once in a step, however many chats there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.chat.cached_chats import CachedChats
from engine.chat.session import Session
from engine.model import mounts
from engine.model.compact_api import CompactApi
from engine.model.model import Model
from engine.protocol import PromptMessage, Sampling
from engine.scheduling.scheduler import Scheduler

pytestmark = pytest.mark.native
TINY = Path(__file__).parents[1] / "fixtures" / "models" / "plain.gguf"
CHATS, TOKENS = 8, 24


@pytest.fixture
def model() -> Iterator[Model]:
    with Model.open(TINY, n_ctx=2048, n_seq_max=CHATS, n_threads=1) as model:
        yield model


def test_it_is_never_out_of_date(model: Model) -> None:
    chance = random.Random(3)
    tokens = model.tokenize("The heron stood by the river and counted what the river brought. " * 3, special=False)

    def same() -> bool:
        return all(model.known_info(seq) == model.info(seq) for seq in range(4))

    for _ in range(60):
        seq, other = chance.sample(range(4), 2)
        length = model.length(seq)
        match chance.choice(["decode", "tail", "clear", "share", "state", "range"]):
            case "decode" if length < 250:
                model.decode(tokens[: chance.randint(1, 60)], length, seq)
            case "tail" if length > 4:
                assert model.remove_tail(length - 3, seq)
            case "clear":
                model.clear(seq)
            case "share" if length:
                model.clear(other)
                assert same()
                model.share(seq, other, length)
            case "state" if length:
                state = model.state(seq)
                model.clear(seq)
                assert same()
                model.set_state(state, seq)
            case "range" if length > 20:
                mounts.remove_range(model, seq, 4, 8)
        assert same()
    model.clear()
    assert same()
    model.decode(tokens, 0)
    session = Session(model)
    session.add(PromptMessage("u", "user", "The mill stood by the river. " * 40))
    session.catch_up("prefill")
    assert same()
    session.compact(4.0)
    assert same() and model.info().n_block_tokens > 0  # type: ignore[union-attr]


def test_eight_chats_ask_for_it_about_once_a_token(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    work, cached_chats = Scheduler(model), CachedChats(model)
    tasks = []
    for n in range(CHATS):
        seq = cached_chats.free_sequence()
        assert seq is not None
        chat = Session(model, seq_id=seq, cached_chats=cached_chats)
        cached_chats.admit(chat)
        question = PromptMessage("u", "user", f"Count from {n}.")
        sampling = Sampling(temperature=0.0, max_tokens=TOKENS)
        chat.active = True
        tasks.append(work.add(chat.generate_steps("r", question, sampling=sampling)))
    asked = 0
    info = CompactApi.info

    def counted(self: CompactApi, ctx: object, seq_id: int) -> object:
        nonlocal asked
        asked += 1
        return info(self, ctx, seq_id)

    monkeypatch.setattr(CompactApi, "info", counted)
    while work.busy:
        work.step()
    written = sum(task.outcome().tokens for task in tasks)
    assert written > CHATS
    assert asked <= 2 * written, "once in a batch for each chat, some before"
