"""Taking back the last compaction."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.errors import Cancelled, CannotCompact, ContextTooSmall
from engine.model.metrics import kl_divergence
from engine.model.reading import forced, read
from engine.protocol import CompactionPolicy, PromptMessage, Sampling

pytestmark = [pytest.mark.model, pytest.mark.native]

GREEDY = Sampling(temperature=0, max_tokens=8)


def user(number: int, text: str) -> PromptMessage:
    return PromptMessage(id=f"u{number}", role="user", content=text)


class Impatient(Silent):
    """Cancels the first rebuild."""

    def __init__(self) -> None:
        self.stop = False

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None:
        self.stop = self.stop or what == "rebuild"

    def cancelled(self) -> bool:
        stop, self.stop = self.stop, False
        return stop


def conversation(model: Any, long_text: str, **options: Any) -> Session:
    """A chat of some 300 tokens, compacted by hand."""
    session = Session(model, **options)
    session.generate("a1", user(1, long_text[:1000]), sampling=GREEDY)
    session.compact(4.0)
    assert session.log.marks
    return session


def test_the_memory_is_what_it_was_before(model: Any, long_text: str) -> None:
    session = conversation(model, long_text)
    mark = session.log.marks[-1]
    tokens = list(session.log.tokens)
    assert session.undo() == mark
    assert session.log.marks == [] and model.blocks(0) == []
    assert list(session.log.tokens) == tokens
    assert session.cached == len(session.log)
    probe = model.tokenize(" The heron forgot the bridge and paid", special=False)
    undone = forced(model, probe, session.cached)
    model.clear()
    read(model, tokens)
    never = forced(model, probe, len(tokens))
    compacted_apart = 0.05  # batches of another size alone move this file's weights by a tenth of that
    assert float(kl_divergence(never, undone).mean()) < compacted_apart


def test_older_compactions_stay(model: Any, long_text: str) -> None:
    session = conversation(model, long_text)
    first = session.log.marks[0]
    session.generate("a2", user(2, long_text[1000:1500]), sampling=GREEDY)
    session.compact(3.0)
    assert len(session.log.marks) == 2 and session.undoable() == session.log.marks[-1]
    with pytest.raises(CannotCompact, match="newer"):
        session.undo((first.p0, first.p1))
    session.undo((session.log.marks[-1].p0, session.log.marks[-1].p1))
    assert [(m.p0, m.p1, m.ratio) for m in session.log.marks] == [(first.p0, first.p1, first.ratio)]
    assert [(block.p0, block.p1) for block in model.blocks(0)] == [(first.p0, first.p1)]


def test_nothing_is_compacted_again_before_the_memory_is_full(model: Any, long_text: str) -> None:
    eager = CompactionPolicy(threshold=0.5, target=0.3, keep_recent=32, reserve=16)
    session = conversation(model, long_text, policy=CompactionPolicy(auto=False))
    session.undo()
    session.set_policy(eager)
    session.generate("a2", user(2, "Go on."), sampling=GREEDY)
    assert session.fill().share > 0.5 and not session.log.marks
    session.generate("a3", user(3, long_text[1000:1900]), sampling=GREEDY)  # does not fit as it is
    assert session.log.marks and not session.compactor.held


def test_what_was_undone_stays_so_until_the_next_message(model: Any, long_text: str) -> None:
    """Also where the next turn will need a compaction: a quiet moment does not bring it back before one's eyes."""
    session = Session(model, policy=CompactionPolicy(auto=False, reserve=16))
    session.generate("a1", user(1, long_text[:1300]), sampling=GREEDY)
    session.compact(4.0)
    session.undo()
    session.set_policy(CompactionPolicy(threshold=0.5, target=0.3, keep_recent=32, reserve=64))
    assert session.compactor.due(model.n_ctx // 4), "the next turn will need it"
    session.settle()
    assert not session.log.marks
    session.compactor.held = False
    session.settle()
    assert session.log.marks


def test_without_a_compaction_there_is_nothing_to_undo(model: Any) -> None:
    with pytest.raises(CannotCompact, match="no compaction"):
        Session(model).undo()


def test_what_does_not_fit_stays_compacted(model: Any, long_text: str) -> None:
    session = conversation(model, long_text, policy=CompactionPolicy(auto=False, reserve=16))
    session.generate("a2", user(2, long_text[1000:1900]), sampling=GREEDY)
    marks, blocks, cached = list(session.log.marks), model.blocks(0), session.cached
    assert cached > model.n_ctx
    assert session.undoable() is None, "it is not offered"
    with pytest.raises(ContextTooSmall, match="no longer fit"):
        session.undo()
    assert (session.log.marks, model.blocks(0), session.cached, session.compactor.held) == (
        marks,
        blocks,
        cached,
        False,
    )


def test_a_stopped_undo_goes_on_with_the_next_reply(model: Any, long_text: str) -> None:
    recorder = Impatient()
    session = conversation(model, long_text, listener=recorder)
    with pytest.raises(Cancelled):
        session.undo()
    assert session.cached < len(session.log) and not session.log.marks
    assert session.generate("a2", user(2, "Go on."), sampling=GREEDY).tokens > 0
    assert not session.log.marks
