"""Going back in chats of models whose memory cannot be cut: from the last turn's end on, not from the beginning."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine.chat import checkpoints
from engine.chat.cached_chats import CachedChats
from engine.chat.chat_context import ChatContext
from engine.chat.checkpoints import Checkpoints
from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.chat.token_log import FILE_NAME as LOG_NAME
from engine.chat.token_log import BlockMark, TokenLog
from engine.compaction import positions
from engine.errors import BadSnapshot
from engine.model.batches import Piece
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.protocol import CompactionPolicy, PromptMessage, Sampling
from engine.sampling.sampler import Sampler
from engine.snapshots import snapshot
from engine.snapshots.header import FILE_NAME, SavedCheckpoint, encode_manifest, read_snapshot_header
from tests.engine.test_hybrid import make, make_models

pytestmark = pytest.mark.native

SHORT = Sampling(temperature=0, max_tokens=8)
TURN = 160  # tokens of a turn, roughly


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    path = tmp_path_factory.mktemp("checkpoints") / "deltanet.gguf"
    make(path, "deltanet")
    with Model.open(path, n_ctx=2048, n_seq_max=2, n_threads=1) as model:
        yield model


@pytest.fixture
def model(shared: Model) -> Model:
    shared.clear()
    return shared


class Counter:
    """Counts the tokens that a model decodes."""

    def __init__(self, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tokens = 0
        decode = model.decode_batch

        def counted(pieces: Sequence[Piece], *arguments: Any) -> list[int]:
            self.tokens += sum(len(piece.tokens) for piece in pieces)
            return decode(pieces, *arguments)

        monkeypatch.setattr(model, "decode_batch", counted)

    def during(self, work: Callable[[], Any]) -> int:
        before = self.tokens
        work()
        return self.tokens - before


@pytest.fixture
def decoded(model: Model, monkeypatch: pytest.MonkeyPatch) -> Counter:
    return Counter(model, monkeypatch)


def user(number: int, year: int = 0) -> PromptMessage:
    text = " ".join(f"In year {year or number}{i} the {i * 7}th boat came home." for i in range(4))
    return PromptMessage(id=f"u{number}", role="user", content=text)


def conversation(model: Model, turns: int, **options: Any) -> Session:
    policy = options.pop("policy", CompactionPolicy(auto=False))
    session = Session(model, policy=policy, **options)
    for number in range(turns):
        session.generate(f"a{number}", user(number), sampling=SHORT)
    return session


def logits(session: Session) -> Any:
    """Those after the whole log."""
    end = len(session.log) - 1
    assert session.forget_after(end)
    session.catch_up("prefill", end)
    session.model.decode([session.log.tokens[end]], session.model.length(session.seq_id), session.seq_id)
    return last_logits(session.model).copy()


def read_anew(session: Session) -> Any:
    """The same of a chat that was read in from the beginning."""
    session.memory_lost()
    session.checkpoints.put([])
    return logits(session)


def same(session: Session) -> None:
    after = logits(session)
    assert session.rebuilds == 0
    fresh = read_anew(session)
    assert np.abs(after - fresh).max() < 0.02 * np.abs(fresh).max(), "batches of other sizes round differently"


# --------------------------------------------------------------------------- cuts


def test_a_reply_is_written_again_from_its_question(model: Model, decoded: Counter) -> None:
    session = conversation(model, 5)

    def again() -> None:
        session.truncate("u4")
        session.generate("b4", None, sampling=SHORT)

    assert decoded.during(again) < 40
    assert session.rebuilds == 0
    same(session)


def test_nothing_goes_back_to_a_text_whose_oldest_turns_have_left(model: Model, tmp_path: Path) -> None:
    """A copy counts the tokens that stood there before: what it holds would stand for others."""
    session = conversation(model, 5, policy=CompactionPolicy(when_full="forget"))
    before = [kept.tokens for kept in session.checkpoints.all]
    assert max(before) > session.log.system_end
    start = session.log.system_end
    session._planned = [BlockMark(len(session.log), start, start + 64, 4.0)]
    assert session.forget_oldest(model.n_ctx - len(session.log) + 1) and session.log.forgotten
    assert all(kept.tokens <= session.log.system_end for kept in session.checkpoints.all)
    session.save_log(tmp_path)
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None and loaded.marks == [], "nor is anything compacted by where it stood"
    session.catch_up("rebuild")
    session.truncate("u4")
    session.generate("b4", None, sampling=SHORT)
    after = logits(session)
    assert np.abs(after - read_anew(session)).max() < 0.02 * np.abs(after).max()


def test_an_edited_question_costs_its_own_turn(model: Model, decoded: Counter) -> None:
    session = conversation(model, 5)

    def edit() -> None:
        session.truncate("a2")
        session.generate("b3", user(3, year=44), sampling=SHORT)

    assert decoded.during(edit) < 1.5 * TURN
    assert [message.id for message in session.messages][-3:] == ["a2", "u3", "b3"]
    same(session)


def test_a_stopped_reply_goes_on(model: Model, decoded: Counter) -> None:
    class Stopper(Silent):
        left = 3

        def token(self, text: str, n: int) -> None:
            self.left -= 1

        def cancelled(self) -> bool:
            return self.left <= 0

    session = conversation(model, 4)
    session.listener = Stopper()
    reply = session.generate("a4", user(4), sampling=SHORT)
    assert reply.reason == "cancelled"
    session.listener = Silent()
    assert decoded.during(lambda: session.generate("a4", None, continue_reply=True, sampling=SHORT)) < 40
    same(session)


def test_dropped_thoughts_cost_their_reply(model: Model, decoded: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    session = conversation(model, 3, policy=CompactionPolicy(auto=False, thoughts="drop"))
    end = next(token for token in range(model.n_vocab) if model.is_end(token))
    script = [*model.tokenize("<think>It was long ago, and far away from here.</think>Yes.", special=True), end]
    monkeypatch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))
    spent = decoded.during(lambda: session.generate("a3", user(3), sampling=Sampling()))
    reply = session.log.spans[-1]
    assert session.reread and reply.end - reply.start < 60
    assert session.cached == reply.start, "its thoughts have left the memory"
    assert decoded.during(session.settle) < 60 and spent < 2 * TURN
    same(session)


def test_a_stop_string_costs_none_of_its_reply(model: Model, decoded: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    session = conversation(model, 3)
    said = "It was long ago.\nUnder the old bridge, far away from here, by the river.\n"
    script = model.tokenize(f"{said}User: and then", special=False)
    monkeypatch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))
    reply = session.generate("a3", user(3), sampling=Sampling(stop=("\nUser:",)))
    assert (reply.text, reply.reason) == (said[:-1], "stop")
    assert decoded.during(session.settle) < 8
    assert session.cached >= len(session.log) - 1 and session.rebuilds == 0
    assert all(kept.tokens <= session.cached for kept in session.checkpoints.all)
    same(session)


def test_without_a_checkpoint_the_chat_is_read_anew(model: Model, decoded: Counter) -> None:
    session = conversation(model, 4)
    session.checkpoints.put([])
    session.truncate("a1")
    assert session.rebuilds == 1 and session.cached == len(session.log)


def test_a_refused_checkpoint_leaves_a_chat_that_can_be_read_anew(model: Model) -> None:
    session = conversation(model, 3)
    session.checkpoints.put(
        [checkpoints.Checkpoint(kept.tokens, kept.data[:40].copy()) for kept in session.checkpoints.all]
    )
    session.truncate("a1")
    assert session.cached == len(session.log) == session.log.end_of("a1")
    same(session)


# --------------------------------------------------------------------------- compaction


def test_going_back_over_a_block_compacts_again(model: Model) -> None:
    session = conversation(model, 6)
    session.compact(4.0)
    mark = session.log.marks[-1]
    inside = [kept.tokens for kept in session.checkpoints.all if mark.p0 < kept.tokens < mark.p1]
    assert inside and session.checkpoints.best(inside[-1], model.blocks()) is None, "none inside a block is of use"
    blocks = model.blocks()
    session.truncate("u5")
    assert model.blocks() == blocks and session.rebuilds == 0
    assert session.cached == len(session.log)
    session.truncate("a1")
    assert session.rebuilds == 1 and not model.blocks() and session.cached == len(session.log)


def test_a_block_behind_a_checkpoint_is_made_again(model: Model) -> None:
    session = conversation(model, 6, system_prompt="You are kind and know the sea.")
    session.compact(4.0)
    mark = session.log.marks[-1]
    kept = [one for one in session.checkpoints.all if one.tokens <= mark.p0]
    assert kept, "the system prompt's"
    session.checkpoints.put(kept)
    session.truncate("u5")
    assert session.rebuilds == 0 and session.cached == len(session.log)
    assert [(one.p0, one.p1) for one in session.log.marks] == [(mark.p0, mark.p1)]
    assert sum(block.tokens for block in model.blocks()) == mark.p1 - mark.p0


def test_a_chat_that_is_all_compacted_is_cut_at_its_last_reply(model: Model, decoded: Counter) -> None:
    """Places inside the block are of no use, however near its end: what is read next begins with one."""
    session = conversation(model, 5, policy=CompactionPolicy(auto=False, keep_recent=0))
    session.compact(4.0)
    end = session.log.blocks_end
    kept = [one for one in session.checkpoints.all if one.tokens < end]
    session.checkpoints.put([*kept, dataclasses.replace(kept[-1], tokens=end - 1)])
    session.generate("a5", user(5), sampling=SHORT)

    def edit() -> None:
        session.truncate("a4")
        session.generate("b5", user(5, year=55), sampling=SHORT)

    assert decoded.during(edit) < 1.5 * TURN
    assert session.rebuilds == 0


def test_squeezed_text_moves_the_checkpoints_along(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = CompactionPolicy(keep_recent=64, reserve=64)
    monkeypatch.setattr(model, "facts", msgspec.structs.replace(model.facts, n_ctx_train=900))
    monkeypatch.setattr(model, "n_ctx", 700)
    session = conversation(model, 12, policy=policy)
    assert positions.lost(model.blocks()) > 0 and session.rebuilds == 0
    last = session.log.end_of("u11")
    assert last is not None
    session.truncate("u11")
    assert session.rebuilds == 0 and session.cached == last
    assert model.length() == last - positions.lost(model.blocks())
    assert np.isfinite(logits(session)).all()


def test_turns_that_left_take_their_checkpoints_along(tmp_path: Path) -> None:
    make(tmp_path / "short.gguf", "deltanet")
    policy = CompactionPolicy(when_full="forget", reserve=64)
    with Model.open(tmp_path / "short.gguf", n_ctx=768, n_threads=1) as model:
        session = conversation(model, 7, policy=policy, system_prompt="You are kind and know the sea.")
        assert session.log.spans[1].start == session.log.spans[1].end, "the oldest turns have left"
        assert all(kept.tokens <= len(session.log) for kept in session.checkpoints.all)
        session.truncate("u6")
        assert session.cached == len(session.log)
        after = logits(session)
        fresh = read_anew(session)
        assert np.abs(after - fresh).max() < 0.02 * np.abs(fresh).max()


# --------------------------------------------------------------------------- other chats


def as_file(log: TokenLog, folder: Path) -> bytes:
    log.save(folder)
    return (folder / LOG_NAME).read_bytes()


def test_another_chat_shares_what_stands_before_a_checkpoint(model: Model, decoded: Counter, tmp_path: Path) -> None:
    cached = CachedChats(model)
    first = conversation(model, 4, cached_chats=cached)
    cached.admit(first)
    second = Session(model, policy=CompactionPolicy(auto=False), cached_chats=cached, seq_id=1)
    cached.admit(second)
    copied = TokenLog.from_bytes(as_file(first.log, tmp_path))
    copied.cut(first.log.spans[4].end + 20)
    second.adopt(copied, first.messages[:4])
    assert decoded.during(lambda: second.catch_up("prefill")) < 1.5 * TURN
    assert second.cached == len(second.log) and second.checkpoints.all
    before = logits(first)
    same(second)
    assert np.abs(logits(first) - before).max() < 0.02 * np.abs(before).max()


# --------------------------------------------------------------------------- saved


def test_a_chat_that_was_resumed_goes_back_as_well(model: Model, decoded: Counter, tmp_path: Path) -> None:
    session = conversation(model, 5)
    kept = session.checkpoints.all
    snapshot.save(session, tmp_path, "c")
    log, messages = session.log, session.messages
    model.clear()
    again = Session(model, policy=CompactionPolicy(auto=False))
    again.adopt(log, messages)
    assert snapshot.restore(again, tmp_path, log) is not None
    assert [one.tokens for one in again.checkpoints.all] == [one.tokens for one in kept]
    assert all((a.data == b.data).all() for a, b in zip(again.checkpoints.all, kept, strict=True))
    assert decoded.during(lambda: again.truncate("a3")) <= checkpoints.NEAR
    same(again)


def test_a_snapshot_of_another_course_is_used_up_to_a_checkpoint(
    model: Model, decoded: Counter, tmp_path: Path
) -> None:
    session = conversation(model, 4)
    snapshot.save(session, tmp_path, "c")
    session.truncate("a2")
    session.add(user(3, year=55))
    log, messages = session.log, session.messages
    model.clear()
    again = Session(model, policy=CompactionPolicy(auto=False))
    again.adopt(log, messages)
    assert snapshot.restore(again, tmp_path, log) is not None
    assert decoded.during(lambda: again.catch_up("prefill")) < 1.5 * TURN
    same(again)


def test_saving_again_writes_no_checkpoint_twice(model: Model, tmp_path: Path) -> None:
    session = conversation(model, 4)
    n = len(session.checkpoints.all)
    names = []
    for _ in range(2):
        snapshot.save(session, tmp_path, "c")
        plan = read_snapshot_header(tmp_path / FILE_NAME).state
        assert plan is not None
        names.append([group.chunks for group in plan.groups])
        session.add(PromptMessage(id="u", role="user", content="Hi"))
        session.catch_up("prefill")
    assert n >= 8 and names[0][-n:] == names[1][-n - 1 : -1]


@pytest.mark.parametrize("change", ["tokens", "size", "order"])
def test_a_wrong_list_of_checkpoints_is_refused(model: Model, tmp_path: Path, change: str) -> None:
    session = conversation(model, 3)
    snapshot.save(session, tmp_path, "c")
    header = read_snapshot_header(tmp_path / FILE_NAME)
    listed = list(header.checkpoints)
    if change == "tokens":
        listed[-1] = SavedCheckpoint(header.tokens + 1, listed[-1].size)
    elif change == "size":
        listed[-1] = SavedCheckpoint(listed[-1].tokens, 1 << 40)
    else:
        listed = [listed[1], listed[0], *listed[2:]]
    wrong = msgspec.structs.replace(header, checkpoints=listed)
    (tmp_path / FILE_NAME).write_bytes(encode_manifest(wrong))
    with pytest.raises(BadSnapshot):
        snapshot.restore(session, tmp_path, session.log)


# --------------------------------------------------------------------------- bounds


def test_the_oldest_are_given_up_but_not_the_system_prompts(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MOST", 4)
    session = conversation(model, 5, system_prompt="You are kind.")
    kept = [one.tokens for one in session.checkpoints.all]
    ends = [span.end for span in session.log.spans]
    assert len(kept) == 4 and kept[0] == session.log.system_end
    assert all(any(0 <= end - one <= checkpoints.NEAR for end in ends) for one in kept)
    assert kept[1] > ends[-5]
    monkeypatch.setattr(checkpoints, "MOST_BYTES", 1)
    session.generate("a9", user(9), sampling=SHORT)
    assert len(session.checkpoints.all) == checkpoints.LEAST_KEPT, "a few, however large"


def test_models_that_can_be_cut_need_none() -> None:
    class Plain:
        recurrent, n_swa = False, 0

    made = Checkpoints(Plain())  # type: ignore[arg-type]
    made.take(10, 0)
    assert not made.wanted and not made.all


# --------------------------------------------------------------------------- sliding windows


def test_a_window_too_large_to_be_kept_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    class Windows:
        recurrent, n_swa = False, 4096

    monkeypatch.setattr(checkpoints, "partial_size", lambda *_: checkpoints.MOST_WINDOW_BYTES + 1)
    monkeypatch.setattr(checkpoints, "partial_state", lambda *_: pytest.fail("hundreds of megabytes for nothing"))
    made = Checkpoints(Windows())  # type: ignore[arg-type]
    made.take(10, 0)
    assert made.wanted and not made.all


def test_a_cut_behind_the_window_goes_back_to_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_models().make_gemma3(tmp_path / "window.gguf", 4, 4, 2, 32)
    with Model.open(tmp_path / "window.gguf", n_ctx=2048, n_threads=1) as model:
        memory = ChatContext(model, policy=CompactionPolicy(auto=False))
        for number in range(6):
            memory.log.open_span(str(number), "user" if number % 2 == 0 else "assistant")
            memory.log.append([(number * 200 + i) * 7 % 200 + 1 for i in range(200)])
            memory.catch_up("prefill")
            memory.keep_checkpoint()
        assert not model.remove_tail(700), "it has let go of what would be needed"
        counter = Counter(model, monkeypatch)
        assert memory.drop_after(700) and memory.cached == 600
        assert counter.during(lambda: memory.catch_up("prefill")) == 100 and memory.rebuilds == 0
        model.decode([5], 700)
        after = last_logits(model).copy()
        memory.checkpoints.put([])
        memory.rebuild()
        model.decode([5], 700)
        assert np.abs(after - last_logits(model)).max() < 0.02 * np.abs(after).max()
