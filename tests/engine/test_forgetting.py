"""A chat without end where nothing is compacted: the oldest turns leave the context, whatever kind of memory it is."""

from __future__ import annotations

import importlib.util
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from engine import protocol as p
from engine.chat.limits import limits_of
from engine.chat.session import Session
from engine.chat.token_log import TokenLog
from engine.chat.usage import free_cells
from engine.compaction import policy
from engine.compaction.policy import FORGET_TO, forgotten_end
from engine.errors import BadSnapshot, ContextTooSmall, MessageTooLong, TemplateFailed
from engine.model.model import Model
from engine.model.reading import forced, read
from engine.process.fork import fork
from engine.process.opening import open_steps
from engine.protocol import CompactionPolicy, PromptMessage, Sampling
from engine.scheduling.scheduler import completed
from engine.snapshots.writer import Saver
from engine.texts import say as say_text
from tests.engine.host_harness import HostHarness

ROOT = Path(__file__).resolve().parents[2]
N_CTX = 1024
FORGETS = CompactionPolicy(when_full="forget", reserve=64)
SHORT = Sampling(temperature=0, max_tokens=6)
TEXT = "The otter counted the stars over the mill, and the heron sold apples to all who came by the bridge. "
open_chat = completed(open_steps)


# --------------------------------------------------------------------------- numbers


def test_the_oldest_turns_go_until_half_is_free() -> None:
    turns = [10, 100, 200, 300, 400, 500, 600, 700, 800, 900]
    end = forgotten_end(1000, 1000, 10, turns)
    assert end == 600
    assert 1000 - (600 - 10) <= FORGET_TO * 1000 < 1000 - (500 - 10), "as few as will do"


def test_the_last_turn_stays_however_long_it_is() -> None:
    assert forgotten_end(1000, 800, 10, [10, 50, 60]) == 60
    assert forgotten_end(1000, 800, 10, [10]) is None, "it is all there is"
    assert forgotten_end(1000, 800, 10, []) is None


def test_the_choice_survives_what_a_memory_can_bear() -> None:
    assert policy.effective(FORGETS, 4096).when_full == "forget"


# --------------------------------------------------------------------------- the log


def logged() -> TokenLog:
    log = TokenLog("f")
    log.open_span("system", "system", "s")
    log.append(range(5))
    for i in range(4):
        log.open_span(f"u{i}", "user", f"q{i}")
        log.append(range(100 * i, 100 * i + 6))
        log.open_span(f"a{i}", "assistant", f"r{i}")
        log.append(range(100 * i + 6, 100 * i + 10))
    return log


def test_a_log_keeps_which_messages_left(tmp_path: Path) -> None:
    log = logged()
    log.append_rows([-1, -2], "digest", 0)
    log.forget(25)
    assert list(log.tokens) == [*range(5), *range(200, 210), *range(300, 310), -1, -2]
    assert [(span.id, span.start, span.end) for span in log.spans][:5] == [
        ("system", 0, 5), ("u0", 5, 5), ("a0", 5, 5), ("u1", 5, 5), ("a1", 5, 5),
    ]  # fmt: skip
    assert log.spans[5].start == 5 and log.spans[-1].end == len(log) and log.is_sound()
    assert log.forgotten == 4 and log.last_forgotten == "a1"
    assert log.is_forgotten("u0") and log.is_forgotten("a1") and not log.is_forgotten("u2")
    assert log.run_at(25) == (27, log.pictures[0])
    log.save(tmp_path)
    again = TokenLog.load(tmp_path)
    assert again is not None and again.forgotten == 4 and again.spans == log.spans


def test_a_log_that_forgot_goes_on_forgetting_and_is_cut() -> None:
    log = logged()
    log.forget(25)
    log.forget(15)
    assert log.forgotten == 6 and log.last_forgotten == "a2" and len(log) == 15 and log.is_sound()
    assert not log.cut(11), "no block was cut"
    assert [span.id for span in log.spans][-2:] == ["a2", "u3"] and log.is_sound()


def test_a_branch_knows_what_left(tmp_path: Path) -> None:
    log = logged()
    log.forget(25)
    (tmp_path / "a").mkdir()
    log.save(tmp_path / "a")
    store = Saver().store(tmp_path / "b", None)
    ids = {f"{role}{i}": f"new {role}{i}" for role in "ua" for i in range(4)}
    assert fork(tmp_path / "a", tmp_path / "b", "b", {key: ids[key] for key in ids if key != "a3"}, store) == 21
    forked = TokenLog.load(tmp_path / "b")
    assert forked is not None and forked.forgotten == 4 and forked.last_forgotten == "new a1"
    among = {key: ids[key] for key in ("u0", "a0", "u1")}
    assert fork(tmp_path / "a", tmp_path / "c", "c", among, store) == 0, "from before it, it is read from its text"


def test_a_log_whose_forgotten_messages_have_tokens_is_refused(tmp_path: Path) -> None:
    log = logged()
    log.forgotten = 2
    log.save(tmp_path)
    with pytest.raises(BadSnapshot):
        TokenLog.load(tmp_path)


# --------------------------------------------------------------------------- with the library


def make_models() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_with_vocabulary(kind: str, path: Path) -> None:
    """A tiny random model that can read text: one token per byte, byte 0 ends a reply."""
    made = make_models()
    vocabulary = {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": made._byte_characters(),
        "tokenizer.ggml.merges": ["\u0100 \u0100"],
        "tokenizer.ggml.eos_token_id": 0,
        "tokenizer.ggml.add_bos_token": False,
    }
    metadata = made._metadata
    made._metadata = lambda *shape: metadata(*shape) | vocabulary
    if kind == "plain":
        made.make_llama(path, n_layer=2, n_head=4, n_head_kv=2)
    elif kind == "windows":
        made.make_gemma3(path, n_layer=2, n_head=4, n_head_kv=2, window=64)
    else:
        _make_mamba(made, path)


def _make_mamba(made: Any, path: Path) -> None:
    n_embd, n_inner, n_state, n_rank = 64, 128, 16, 8
    metadata = made._metadata("mamba", 2, n_embd, 0, 0, 0) | {
        "mamba.ssm.conv_kernel": 4, "mamba.ssm.inner_size": n_inner, "mamba.ssm.state_size": n_state,
        "mamba.ssm.time_step_rank": n_rank,
    }  # fmt: skip
    weights = made._Weights("mamba")
    weights.matrix("token_embd.weight", made.N_VOCAB, n_embd, 1.0)
    weights.norm("output_norm.weight", n_embd)
    weights.matrix("output.weight", made.N_VOCAB, n_embd, 2.0)
    for i in range(2):
        weights.norm(f"blk.{i}.attn_norm.weight", n_embd)
        weights.matrix(f"blk.{i}.ssm_in.weight", 2 * n_inner, n_embd, 1.0)
        weights.matrix(f"blk.{i}.ssm_conv1d.weight", n_inner, 4, 1.0)
        weights.norm(f"blk.{i}.ssm_conv1d.bias", n_inner, 0.1)
        weights.matrix(f"blk.{i}.ssm_x.weight", n_rank + 2 * n_state, n_inner, 1.0)
        weights.matrix(f"blk.{i}.ssm_dt.weight", n_inner, n_rank, 1.0)
        weights.norm(f"blk.{i}.ssm_dt.bias", n_inner, 0.1)
        weights.tensors[f"blk.{i}.ssm_a"] = -np.tile(np.arange(1, n_state + 1, dtype=np.float32), (n_inner, 1))
        weights.norm(f"blk.{i}.ssm_d", n_inner)
        weights.matrix(f"blk.{i}.ssm_out.weight", n_embd, n_inner, 1.0)
    made.write_gguf(path, metadata, weights.tensors)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forgetting")
    for kind in ("plain", "windows", "recurrent"):
        make_with_vocabulary(kind, folder / f"{kind}.gguf")
    return folder


@pytest.fixture(scope="module", params=["plain", "windows"])
def opened(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[str, Model]]:
    with Model.open(folder / f"{request.param}.gguf", n_ctx=N_CTX, n_threads=1) as model:
        yield request.param, model


@pytest.fixture
def small(opened: tuple[str, Model]) -> tuple[str, Model]:
    opened[1].clear()
    return opened


def say(session: Session, number: int, text: str = TEXT) -> Any:
    user = PromptMessage(id=f"u{number}", role="user", content=text)
    return session.generate(f"a{number}", user, sampling=SHORT)


def talk(model: Model, turns: int = 14) -> Session:
    """A chat that is longer than the context."""
    session = Session(model, system_prompt="Be brief.", policy=FORGETS)
    for number in range(turns):
        assert say(session, number).reason in ("eos", "length")
        assert session.cached <= N_CTX and session.log.is_sound()
    return session


pytestmark = pytest.mark.native


def test_a_chat_goes_on_for_ever(small: tuple[str, Model]) -> None:
    kind, model = small
    session = talk(model)
    log = session.log
    assert len(session.messages) == 28, "the text stays"
    assert 0 < log.forgotten < 28 and log.last_forgotten == f"a{log.forgotten // 2 - 1}", "whole turns"
    assert log.system_end and model.text(log.tokens[: log.system_end]).count("Be brief.") == 1
    text = model.text(log.tokens)
    assert text.count(TEXT.strip()) == 14 - log.forgotten // 2
    assert model.length(0) == session.cached == len(log) - (log.spans[-1].end > session.cached)
    assert session.rebuilds == 0
    assert kind == "plain" or session.model.n_swa


def test_it_happens_rarely_and_goes_deep(small: tuple[str, Model]) -> None:
    session = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    seen = []
    for number in range(24):
        say(session, number)
        seen.append(session.log.forgotten)
    steps = [b - a for a, b in itertools.pairwise(seen) if b > a]
    assert 2 <= len(steps) <= 8 and min(steps) >= 4, f"{steps} messages at a time"


def test_it_happens_while_nobody_waits(small: tuple[str, Model]) -> None:
    session = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    for number in range(14):
        before = session.log.forgotten
        say(session, number)
        assert session.log.forgotten == before, "not while somebody waits for a reply"
        session.settle()
        assert session.cached >= len(session.log) - 1, "what had to be read again was"
    assert session.log.forgotten


def test_moved_down_the_cache_is_what_a_saved_one_is(folder: Path) -> None:
    with Model.open(folder / "plain.gguf", n_ctx=N_CTX, n_threads=1) as model:
        session = Session(model, system_prompt="Be brief.", policy=FORGETS)
        number, decoded = 0, []
        decode_batch = model.decode_batch

        def counted(pieces: Any, cancelled: Any = None) -> Any:
            decoded.append(sum(len(piece.tokens) for piece in pieces))
            return decode_batch(pieces, cancelled)

        model.decode_batch = counted  # type: ignore[method-assign]
        while not session.log.forgotten:
            decoded.clear()
            say(session, number)
            number += 1
        assert sum(decoded) < 200, "nothing was read again"
        session.catch_up("prefill")
        n = session.cached
        state = model.state(0)
        there = forced(model, list(b" and then"), n)
        model.clear()
        model.set_state(state)
        assert model.length() == n
        np.testing.assert_allclose(forced(model, list(b" and then"), n), there, atol=2e-2)


def test_what_cannot_move_is_read_again_once(folder: Path) -> None:
    with Model.open(folder / "windows.gguf", n_ctx=N_CTX, n_threads=1) as model:
        session = talk(model)
        session.catch_up("prefill")
        there = forced(model, list(b" and then"), session.cached)
        tokens = list(session.log.tokens)
        model.clear()
        read(model, tokens)
        np.testing.assert_allclose(there, forced(model, list(b" and then"), len(tokens)), atol=2e-2)


def test_a_reply_that_fills_the_context_goes_on(small: tuple[str, Model], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "is_end", lambda self, token: False)
    session = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    for number in range(5):
        say(session, number)
    user = PromptMessage(id="long", role="user", content=TEXT)
    reply = session.generate("reply", user, sampling=Sampling(temperature=0, max_tokens=700))
    assert (reply.reason, reply.tokens) == ("length", 700)
    assert session.log.forgotten and session.log.spans[-1].id == "reply" and session.log.is_sound()


def test_it_does_so_whether_or_not_it_would_compact(folder: Path) -> None:
    with Model.open(folder / "plain.gguf", n_ctx=N_CTX, n_threads=1) as model:
        assert Session(model, policy=CompactionPolicy(auto=False, when_full="forget")).forgets
        assert (
            not Session(model, policy=CompactionPolicy()).forgets
            and not Session(model, policy=CompactionPolicy(auto=False)).forgets
        )
        off = Session(model, policy=CompactionPolicy(auto=False))
        model.facts = msgspec.structs.replace(model.facts, why_not=say_text("no_compaction.indexer"))
        assert off.forgets, "where nothing can be compacted it is the only way on"


def test_blocks_leave_with_the_text_around_them(small: tuple[str, Model]) -> None:
    session = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    for number in range(4):
        say(session, number)
    session.compact(4.0)
    assert session.log.marks
    for number in range(4, 14):
        assert say(session, number).reason in ("eos", "length")
    assert session.log.forgotten and not session.log.marks and not small[1].blocks(0)


def test_it_stays_forgotten_after_a_restart(small: tuple[str, Model], tmp_path: Path) -> None:
    model, saver = small[1], Saver()
    session = talk(model)
    chat_snapshots = saver.chat_snapshots(tmp_path, None)
    chat_snapshots.save(session, "c").result()
    session.log.save(tmp_path)
    tokens, forgotten, messages = list(session.log.tokens), session.log.forgotten, list(session.messages)
    model.clear()

    again = Session(model, system_prompt="Be brief.", policy=FORGETS)
    how, note = open_chat(again, chat_snapshots, messages)
    assert (how, note) == ("resumed", None)
    assert list(again.log.tokens) == tokens and again.log.forgotten == forgotten
    assert again.messages == messages
    assert say(again, 50).reason in ("eos", "length")

    model.clear()
    for file in tmp_path.rglob("memory.kvs"):
        file.unlink()
    session.log.save(tmp_path)
    third = Session(model, system_prompt="Be brief.", policy=FORGETS)
    assert open_chat(third, chat_snapshots, messages)[0] == "rebuilt"
    assert list(third.log.tokens) == tokens and third.log.forgotten == forgotten
    chat_snapshots.close()


def test_it_stays_forgotten_after_another_model_was_used(folder: Path, tmp_path: Path) -> None:
    """Then the log is that of the saved state: what left would count as being there, though nothing of it is."""
    other = tmp_path / "other.gguf"
    shutil.copy(folder / "plain.gguf", other)
    with other.open("ab") as file:
        file.write(bytes(64))  # another file: another fingerprint
    chat_snapshots = Saver().chat_snapshots(tmp_path / "c", None)
    messages: list[PromptMessage] = []
    logs: list[TokenLog] = []
    for path in (folder / "plain.gguf", other, folder / "plain.gguf"):
        with Model.open(path, n_ctx=N_CTX, n_threads=1) as model:
            session = talk(model) if not messages else Session(model, system_prompt="Be brief.", policy=FORGETS)
            if messages:
                open_chat(session, chat_snapshots, messages)
            messages = list(session.messages)
            logs.append(session.log)
            chat_snapshots.save(session, "c").result()
            if len(logs) == 3:
                session.truncate("a1")
                assert model.text(session.log.tokens).count(TEXT.strip()) == 2 and len(session.messages) == 4
    first, _, back = logs
    assert back.forgotten == first.forgotten > 0 and list(back.tokens) == list(first.tokens)
    assert back.began == first.began > 0
    chat_snapshots.close()


def test_a_chat_that_is_longer_than_the_context_is_opened_by_its_end(small: tuple[str, Model], tmp_path: Path) -> None:
    messages = [
        PromptMessage(id=f"m{i}", role="assistant" if i % 2 else "user", content=f"{i} {TEXT}") for i in range(40)
    ]
    session = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    chat_snapshots = Saver().chat_snapshots(tmp_path, None)
    assert open_chat(session, chat_snapshots, messages) == ("rebuilt", None)
    assert session.messages == messages and session.log.forgotten % 2 == 0
    assert session.cached == len(session.log) <= FORGET_TO * N_CTX
    assert small[1].text(session.log.tokens).count("39 The otter") == 1
    chat_snapshots.close()


def test_another_branch_before_what_left_is_read_from_its_text(small: tuple[str, Model], tmp_path: Path) -> None:
    session = talk(small[1])
    session.log.save(tmp_path)
    branch = [*session.messages[:3], PromptMessage(id="other", role="assistant", content="Another reply.")]
    chat_snapshots = Saver().chat_snapshots(tmp_path, None)
    again = Session(small[1], system_prompt="Be brief.", policy=FORGETS)
    small[1].clear()
    assert open_chat(again, chat_snapshots, branch)[0] == "rebuilt"
    assert again.messages == branch and again.log.forgotten == 0
    assert small[1].text(again.log.tokens).endswith("Another reply.")
    chat_snapshots.close()


def test_a_cut_among_what_left_reads_what_stays(small: tuple[str, Model]) -> None:
    session = talk(small[1])
    session.truncate("a1")
    assert [message.id for message in session.messages] == ["u0", "a0", "u1", "a1"]
    assert session.log.forgotten == 0 and session.cached == len(session.log) and session.log.is_sound()
    assert small[1].text(session.log.tokens).count(TEXT.strip()) == 2
    session.truncate("")
    assert session.messages == [] and session.log.forgotten == 0


def test_a_cut_behind_what_left_leaves_it_so(small: tuple[str, Model]) -> None:
    session = talk(small[1])
    forgotten, last = session.log.forgotten, session.messages[-3].id
    session.truncate(last)
    assert session.log.forgotten == forgotten and session.messages[-1].id == last and session.log.is_sound()
    assert say(session, 70).reason in ("eos", "length")


def test_it_is_taken_back_where_all_of_it_fits(folder: Path, tmp_path: Path) -> None:
    chat_snapshots = Saver().chat_snapshots(tmp_path, None)
    with Model.open(folder / "plain.gguf", n_ctx=N_CTX, n_threads=1) as model:
        session = talk(model)
        session.log.save(tmp_path)
        messages, before = list(session.messages), list(session.log.tokens)
        with pytest.raises(ContextTooSmall):
            session.undo()
        assert session.messages == messages and list(session.log.tokens) == before and session.cached
        assert say(session, 60).reason in ("eos", "length")
    with Model.open(folder / "plain.gguf", n_ctx=4 * N_CTX, n_threads=1) as model:
        again = Session(model, system_prompt="Be brief.", policy=FORGETS)
        open_chat(again, chat_snapshots, messages)
        assert again.log.forgotten, "a larger context alone does not bring it back"
        assert again.undo() is None
        assert again.log.forgotten == 0 and again.cached == len(again.log) > N_CTX
        assert again.messages == messages and model.text(again.log.tokens).count(TEXT.strip()) == 14
    chat_snapshots.close()


def test_where_it_cannot_be_taken_back_the_memory_can_still_go_back(small: tuple[str, Model]) -> None:
    session = talk(small[1])
    kept = session.checkpoints.all
    assert bool(kept) == (small[0] == "windows")
    with pytest.raises(ContextTooSmall):
        session.undo()
    assert session.checkpoints.all == kept


def test_what_fails_while_old_turns_are_read_again_leaves_log_and_memory_as_they_were(
    small: tuple[str, Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A template that takes too long on a busy machine fails at any turn."""
    session = talk(small[1])
    log, tokens, messages = session.log, list(session.log.tokens), list(session.messages)
    kept, cached = session.checkpoints.all, session.cached
    user, asked = session._turns.user, itertools.count()

    def fails(*arguments: Any) -> list[int]:
        if next(asked) == 3:
            raise TemplateFailed("template.failed", reason="it took too long")
        return user(*arguments)

    monkeypatch.setattr(session._turns, "user", fails)
    with pytest.raises(TemplateFailed):
        session.undo()
    monkeypatch.undo()
    assert session.log is log and list(log.tokens) == tokens and session.messages == messages
    assert session.checkpoints.all == kept and session.cached == cached
    assert say(session, 50).reason in ("eos", "length")
    assert session.messages[: len(messages)] == messages and session.rebuilds == 0


def test_a_message_may_have_what_is_left_when_all_others_are_gone(small: tuple[str, Model]) -> None:
    session = talk(small[1])
    room = limits_of(session).longest
    assert N_CTX // 2 < room < N_CTX
    say(session, 80, "x" * (room - 64))
    assert session.log.forgotten == 28
    with pytest.raises(MessageTooLong):
        say(session, 81, "x" * N_CTX)


def test_the_program_is_told_what_the_model_does_not_see(folder: Path, tmp_path: Path) -> None:
    harness = HostHarness()

    def memory() -> p.Memory:
        return next(event for event in reversed(harness.events) if isinstance(event, p.Memory))

    def opened(n_ctx: int, messages: tuple[PromptMessage, ...]) -> p.Opened:
        harness.ask(p.Load(id=1, path=str(folder / "windows.gguf"), n_ctx=n_ctx, n_threads=1))
        return harness.ask(
            p.OpenChat(
                id=2, chat_id="c", folder=str(tmp_path), system_prompt="Be brief.", policy=FORGETS, messages=messages
            )
        )  # type: ignore[no-any-return]

    opened(N_CTX, ())
    assert memory().forgets and memory().forgotten == ""
    messages: list[PromptMessage] = []
    for number in range(10):
        user = PromptMessage(id=f"u{number}", role="user", content=TEXT)
        reply = harness.ask(p.Generate(id=10 + number, chat_id="c", reply_id=f"a{number}", user=user, sampling=SHORT))
        assert isinstance(reply, p.Replied) and reply.reason in ("eos", "length")
        text = "".join(event.text for event in harness.events if isinstance(event, p.Token) and event.id == reply.id)
        messages += [user, PromptMessage(id=f"a{number}", role="assistant", content=text)]
    gone = memory().forgotten
    assert gone.startswith("a") and 0 < int(gone[1:]) < 9
    assert any(event.what == "rebuild" for event in harness.events if isinstance(event, p.Progress)), "it is told"
    assert harness.ask(p.Undo(id=40, chat_id="c")).code == "memory_too_small"
    assert memory().forgotten == gone
    harness.ask(p.CloseChat(id=41))
    harness.settle()

    assert opened(8 * N_CTX, tuple(messages)).how in ("resumed", "rebuilt")
    assert memory().forgotten == gone
    undone = harness.ask(p.Undo(id=42, chat_id="c"))
    assert (undone.token_start, undone.token_end) == (-1, -1) and memory().forgotten == ""
    harness.ask(p.Quit(id=43))


def test_neighbours_keep_what_they_have(folder: Path) -> None:
    from engine.chat.cached_chats import CachedChats

    with Model.open(folder / "plain.gguf", n_ctx=N_CTX, n_seq_max=2, n_threads=1) as model:
        chats = CachedChats(model)
        sessions = [
            Session(model, system_prompt="Be brief.", policy=FORGETS, seq_id=seq, cached_chats=chats)
            for seq in range(2)
        ]
        for session in sessions:
            chats.admit(session)
        other, session = sessions
        other.active = True
        say(other, 500)
        cached, expected = other.cached, None
        session.active = True
        for number in range(14):
            assert say(session, number).reason in ("eos", "length")
        assert session.log.forgotten and other.cached == cached
        tokens = list(other.log.tokens)
        expected = forced(model, list(b" and"), cached, 0)
        model.clear()
        read(model, tokens[:cached])
        np.testing.assert_allclose(expected, forced(model, list(b" and"), cached), atol=2e-2)


def test_the_memory_of_a_recurrent_model_does_not_grow(folder: Path) -> None:
    with Model.open(folder / "recurrent.gguf", n_ctx=N_CTX, n_threads=1) as model:
        assert not model.grows and model.why_not_compactable()
        session = Session(model, system_prompt="Be brief.", policy=CompactionPolicy(reserve=64))
        for number in range(14):
            assert say(session, number).reason in ("eos", "length")
        assert len(session.log) > N_CTX and session.log.forgotten == 0
        assert not session.forgets and free_cells(model) == N_CTX and session.fill().share == 0


@pytest.mark.model
def test_the_starter_model_goes_on(starter_path: Path) -> None:
    with Model.open(starter_path, n_ctx=256) as model:
        session = Session(model, system_prompt="Be brief.", policy=FORGETS)
        for number in range(10):
            reply = say(session, number, f"In a sentence: what is {number} plus {number}, and why do people count?")
            assert reply.reason in ("eos", "length") and reply.text
        assert session.log.forgotten and session.rebuilds == 0 and len(session.messages) == 20
