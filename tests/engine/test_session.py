"""Conversations with the real model in one process."""

from __future__ import annotations

import ctypes
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from engine.chat.limits import limits_of
from engine.chat.listener import Silent
from engine.chat.preview import reading_steps
from engine.chat.session import Session
from engine.chat.token_log import TokenLog
from engine.errors import BadSnapshot, Cancelled, CannotCompact, DiskFull, MessageTooLong, NoChat
from engine.prompt.prompt import AT_ONCE
from engine.prompt.renderer import Renderer
from engine.protocol import CompactionPolicy, CompactionReport, PromptMessage, Sampling
from engine.scheduling.scheduler import Scheduler
from engine.snapshots import snapshot
from tests.engine.dictation import Dictation, apart

pytestmark = [pytest.mark.model, pytest.mark.native]

GREEDY = Sampling(temperature=0, max_tokens=12)
SYSTEM = "You are a helpful assistant."


class Recorder(Silent):
    """Keeps what a session tells, and cancels when told to."""

    def __init__(self) -> None:
        self.reports: list[tuple[CompactionReport, str]] = []
        self.text = ""
        self.stop_after_tokens = -1
        self.stop_in = ""
        self._stop = False

    def token(self, text: str, n: int) -> None:
        self.text += text
        self._stop = self._stop or n == self.stop_after_tokens

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None:
        self._stop = self._stop or what == self.stop_in

    def compacted(self, report: CompactionReport, after: str) -> None:
        self.reports.append((report, after))

    def cancelled(self) -> bool:
        stop, self._stop = self._stop, False
        return stop


def user(number: int, text: str) -> PromptMessage:
    return PromptMessage(id=f"u{number}", role="user", content=text)


def start(model: Any, **options: Any) -> tuple[Session, Recorder]:
    recorder = Recorder()
    return Session(model, system_prompt=SYSTEM, listener=recorder, **options), recorder


@dataclasses.dataclass
class Filled:
    """A chat whose memory was compacted at least twice, saved; with what was heard while it was made."""

    folder: Path
    messages: list[PromptMessage]
    reports: list[tuple[CompactionReport, str]]


@pytest.fixture(scope="module")
def filled(shared_model: Any, long_text: str, tmp_path_factory: pytest.TempPathFactory) -> Filled:
    shared_model.clear()
    folder = tmp_path_factory.mktemp("filled")
    session, recorder = start(shared_model)
    for i in range(4):
        session.generate(f"a{i}", user(i, long_text[i * 700 : (i + 1) * 700]), sampling=GREEDY)
    assert len(recorder.reports) >= 2
    session.log.save(folder)
    snapshot.save(session, folder, "chat")
    return Filled(folder, session.messages, recorder.reports)


def next_logits(session: Session) -> Any:
    from engine.model.reading import last_logits

    session.forget_after(len(session.log) - 1)
    session.model.decode([session.log.tokens[-1]], session.model.length(session.seq_id), session.seq_id)
    return last_logits(session.model).copy()


def resume(model: Any, filled: Filled) -> tuple[Session, Recorder]:
    session, recorder = start(model)
    log = TokenLog.load(filled.folder)
    assert log is not None
    session.adopt(log, filled.messages)
    assert snapshot.restore(session, filled.folder, log) is not None
    return session, recorder


ANSWER = "The capital of France is Paris."


def test_a_question_is_answered(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Dictation(model, monkeypatch, ANSWER)
    session, recorder = start(model)
    reply = session.generate("a1", user(1, "What is the capital of France?"), sampling=GREEDY)
    assert reply.text == recorder.text == ANSWER
    assert reply.reason == "eos"
    expected = (
        f"<|im_start|>system\n{SYSTEM}<|im_end|>\n<|im_start|>user\nWhat is the capital of France?<|im_end|>\n"
        f"<|im_start|>assistant\n{reply.text}"
    )
    assert model.text(session.log.tokens, special=True) == expected
    assert session.cached == len(session.log)
    assert [span.id for span in session.log.spans] == ["system", "u1", "a1"]
    assert reply.prompt_tokens == len(session.log) - session.log.system_end - reply.tokens


def test_the_log_is_what_one_rendering_would_give(model: Any) -> None:
    session, _ = start(model)
    for i, text in enumerate(["Hi.", "Name a colour.", "Why?"]):
        session.generate(f"a{i}", user(i, text), sampling=Sampling(temperature=0, max_tokens=6))
    parts = [{"role": "system", "content": SYSTEM}]
    parts += [{"role": m.role, "content": m.content} for m in session.messages]
    from engine.prompt.template import ChatTemplate

    whole = ChatTemplate(model.template, model.bos_text, model.eos_text).render(parts, add_generation_prompt=False)
    assert whole.startswith(model.text(session.log.tokens, special=True))


def test_many_messages_are_logged_as_one_by_one_with_few_questions_to_the_template(
    model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may have the tokens of thousands counted; each question waits for another process."""
    messages = [
        PromptMessage(
            id=str(n), role=("user", "assistant")[n % 2], content=f"<|im_end|> {n}" if n == 90 else f"text {n}"
        )  # type: ignore[arg-type]
        for n in range(301)
    ]
    alone, together = start(model)[0], start(model)[0]
    for message in messages:
        alone.add(message, check=False)
    asked: list[int] = []
    ask_some = Renderer.ask_some
    monkeypatch.setattr(Renderer, "ask_some", lambda self, all: asked.append(len(all)) or ask_some(self, all))
    together.add_all(messages)
    assert together.log.tokens.tolist() == alone.log.tokens.tolist()
    assert [span.id for span in together.log.spans] == [span.id for span in alone.log.spans]
    assert len(asked) < 20 and max(asked) <= 2 * AT_ONCE


def test_a_stopped_reply_goes_on(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dictation = Dictation(model, monkeypatch, "One, two, three, four, five, six, seven, eight, nine, ten.")
    session, recorder = start(model)
    recorder.stop_after_tokens = 5
    first = session.generate("a1", user(1, "Count from one to twenty in words."), sampling=GREEDY)
    assert (first.reason, first.tokens) == ("cancelled", 5)
    recorder.stop_after_tokens = -1
    dictation.heard()
    more = session.generate("a1", continue_reply=True, sampling=GREEDY)
    (going_on,) = dictation.heard().values()
    other, _ = start(model)
    model.clear()
    straight = other.generate(
        "b", user(1, "Count from one to twenty in words."), sampling=Sampling(temperature=0, max_tokens=17)
    )
    assert first.text + more.text == straight.text
    assert session.messages[-1].content == straight.text
    (at_once,) = dictation.heard().values()
    assert len(at_once) == 17 and len(going_on) == 12
    assert apart(going_on, at_once[5:]) < apart(going_on, at_once[4:]) / 4  # it stands where it stood


def test_stopping_while_reading_keeps_the_message(model: Any, long_text: str) -> None:
    session, recorder = start(model)
    recorder.stop_in = "prefill"
    reply = session.generate("a1", user(1, long_text[:1100]), sampling=GREEDY)
    assert (reply.reason, reply.tokens) == ("cancelled", 0)
    assert [span.id for span in session.log.spans] == ["system", "u1"]
    assert 0 < session.cached < len(session.log)
    recorder.stop_in = ""
    assert session.generate("a1", sampling=GREEDY).tokens > 0
    assert session.log.message_at(10**9) == "a1"


def test_the_same_seed_gives_the_same_reply(model: Any) -> None:
    replies = []
    for seed in (7, 7, 8):
        model.clear()
        session, _ = start(model)
        sampling = Sampling(temperature=1.2, seed=seed, max_tokens=24, min_p=0.0)
        replies.append(session.generate("a", user(1, "Tell me a story."), sampling=sampling).text)
    assert replies[0] == replies[1] != replies[2]


def test_stop_strings_end_a_reply_and_are_not_shown(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Dictation(model, monkeypatch, ANSWER)
    session, recorder = start(model)
    sampling = Sampling(temperature=0, max_tokens=40, stop=(" of France",))
    reply = session.generate("a", user(1, "What is the capital of France?"), sampling=sampling)
    assert reply.reason == "stop" and reply.text == "The capital" == recorder.text


def test_memory_fills_compacts_and_goes_on(model: Any, filled: Filled) -> None:
    session, _ = resume(model, filled)
    for report, after in filled.reports:
        assert report.bytes_after < report.bytes_before
        assert report.token_start >= session.log.system_end
        assert after in {message.id for message in session.messages} | {""}
    segments = session.segments()
    assert [segment.kind for segment in segments] == ["system", "compacted", "live"]
    assert sum(segment.tokens for segment in segments) == session.cached > model.n_ctx
    assert sum(segment.bytes for segment in segments) == pytest.approx(session.fill().bytes_used, rel=1e-3)
    assert segments[1].tokens == model.info().n_block_tokens
    assert session.fill().share <= session.policy.threshold + 0.05


def test_without_compaction_a_full_memory_ends_the_reply(model: Any, long_text: str) -> None:
    session, _ = start(model, policy=CompactionPolicy(auto=False, reserve=8))
    session.add(user(1, long_text[:1300]))
    room = model.n_ctx - len(session.log)
    assert 8 < room < 200
    reply = session.generate("a", sampling=Sampling(temperature=1.5, seed=1, max_tokens=2000))
    assert reply.reason in ("memory", "eos")
    assert session.cached <= model.n_ctx


def test_compacting_by_hand(model: Any, long_text: str) -> None:
    session, _ = start(model)
    with pytest.raises(CannotCompact, match="Nothing is old enough"):
        session.compact()
    session.generate("a", user(1, long_text[:1100]), sampling=GREEDY)
    before = session.fill().bytes_used
    report, _ = session.compact(4.0)
    assert report.bytes_after < before / 2
    assert session.fill().bytes_used == pytest.approx(report.bytes_after)
    assert session.generate("b", user(2, "Go on."), sampling=GREEDY).tokens > 0


def test_a_cancelled_compaction_changes_nothing(model: Any, long_text: str) -> None:
    from engine.errors import Cancelled

    session, recorder = start(model)
    session.generate("a", user(1, long_text[:1100]), sampling=GREEDY)
    session.catch_up("prefill")
    before = (session.fill(), list(session.log.marks))
    recorder.stop_in = "compact"
    with pytest.raises(Cancelled):
        session.compact(4.0)
    assert (session.fill(), session.log.marks) == before


def test_a_message_longer_than_the_memory_is_refused_unchanged(model: Any, long_text: str) -> None:
    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    before = (list(session.log.tokens), list(session.log.spans), session.cached, len(session.messages))
    with pytest.raises(MessageTooLong, match="tokens"):
        session.generate("b", user(2, long_text * 4), sampling=GREEDY)
    assert (list(session.log.tokens), list(session.log.spans), session.cached, len(session.messages)) == before


def test_a_message_longer_than_the_memory_is_read_in_pieces(model: Any, long_text: str) -> None:
    session, recorder = start(model)
    tokens = model.tokenize(long_text[:2200], special=False)
    assert len(tokens) > model.n_ctx
    reply = session.generate("a", user(1, long_text[:2200]), sampling=GREEDY)
    assert reply.tokens > 0 and recorder.reports
    assert session.cached > len(tokens)


def test_a_message_longer_than_is_good_is_read_when_the_person_says_so(model: Any, long_text: str) -> None:
    session, recorder = start(model, policy=CompactionPolicy(threshold=0.4, target=0.3, keep_recent=32, reserve=16))
    limits = limits_of(session)
    tokens = model.tokenize(long_text, special=False)[: limits.longest + 100]
    message = user(1, model.text(tokens))
    told = Scheduler(model).run(reading_steps(session, len(tokens)))
    with pytest.raises(MessageTooLong):
        session.generate("a", message, sampling=GREEDY)
    assert len(tokens) < limits.most == pytest.approx(4 * limits.longest, rel=0.01)
    reply = session.generate("a", message, sampling=GREEDY, anyway=True)
    assert reply.tokens > 0 and recorder.reports and session.cached > len(tokens)
    (foreseen,) = told.points
    (compacted,) = [part for part in session.segments() if part.kind == "compacted"]
    assert foreseen.block_ratio > 4 and 0.3 < compacted.ratio / foreseen.block_ratio < 2
    assert foreseen.error == -1, "nothing tells it yet"


def test_a_cut_behind_the_blocks_removes_the_tail(model: Any, filled: Filled) -> None:
    session, recorder = resume(model, filled)
    session.generate("x", user(8, "Say yes."), sampling=GREEDY)
    end = session.log.end_of("a3")
    assert end is not None
    if session.log.blocks_end > end:
        pytest.fail("the text of this test compacts too early to test what it should")
    blocks = [(mark.p0, mark.p1) for mark in session.log.marks]
    recorder.reports.clear()
    session.truncate("a3")
    assert session.cached == len(session.log) == end
    assert [(mark.p0, mark.p1) for mark in session.log.marks] == blocks and not recorder.reports
    assert session.messages[-1].id == "a3"
    with pytest.raises(NoChat):
        session.truncate("x")


def test_a_cut_inside_a_block_rebuilds(model: Any, filled: Filled) -> None:
    session, _ = resume(model, filled)
    end = session.log.end_of("a0")
    assert end is not None and end < session.log.blocks_end
    session.truncate("a0")
    assert session.cached == len(session.log) == end
    assert all(mark.p1 <= end for mark in session.log.marks)
    assert session.generate("y", user(9, "And now?"), sampling=GREEDY).tokens > 0


def test_a_rebuilt_memory_has_the_same_blocks(model: Any, filled: Filled) -> None:
    session, _ = resume(model, filled)
    marks, fill = list(session.log.marks), session.fill()
    session.rebuild()
    assert [(m.at, m.p0, m.p1) for m in session.log.marks][: len(marks)] == [(m.at, m.p0, m.p1) for m in marks]
    assert session.fill().bytes_blocks == pytest.approx(fill.bytes_blocks, rel=0.02)


# --------------------------------------------------------------------------- snapshots


def test_a_saved_memory_goes_on_like_the_one_it_was_saved_from(
    model: Any, long_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dictation = Dictation(model, monkeypatch, "It slept beside the mill and paid.")
    session, _ = start(model)
    session.generate("a", user(1, long_text[:900]), sampling=GREEDY)
    session.compact(4.0)
    session.log.save(tmp_path)
    written = snapshot.save(session, tmp_path, "chat")
    on_disk = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert written.bytes == written.new_bytes == on_disk - (tmp_path / "tokens.bin").stat().st_size
    messages = list(session.messages)
    (first,) = dictation.heard().values()
    session.generate("b", user(2, "What did the owl do?"), sampling=GREEDY)
    straight = dictation.heard()
    model.clear()
    again, _ = resume(model, Filled(tmp_path, messages, []))
    assert again.cached == written.tokens
    again.generate("b", user(2, "What did the owl do?"), sampling=GREEDY)
    restored = dictation.heard()
    assert restored.keys() == straight.keys()
    ((prompt, heard),) = restored.items()
    assert apart(heard, straight[prompt]) < apart(heard, first) / 10


def test_every_damage_of_a_snapshot_is_found_before_it_is_used(model: Any, tmp_path: Path) -> None:
    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    path = snapshot.save(session, tmp_path, "chat").path
    pieces = [piece for piece in (tmp_path / "pieces").rglob("*") if piece.is_file() and piece.name != ".lock"]
    assert len(pieces) >= 3
    cached = session.cached
    for file in (path, *pieces):
        good = file.read_bytes()
        for spot in {0, 5, 9, 40, len(good) // 3, len(good) // 2, len(good) - 21, len(good) - 10, len(good) - 1}:
            damaged = bytearray(good)
            damaged[spot] ^= 0x01
            for bad in (bytes(damaged), good[:spot], good + b"!"):
                file.write_bytes(bad)
                with pytest.raises(BadSnapshot):
                    snapshot.restore(session, tmp_path, session.log)
                assert session.cached == cached
        if file != path:
            assert not file.exists(), "a damaged piece is gone, so that it is written anew"
            with pytest.raises(BadSnapshot, match="missing"):
                snapshot.restore(session, tmp_path, session.log)
        file.write_bytes(good)
    assert snapshot.restore(session, tmp_path, session.log) is not None


def test_a_snapshot_of_another_model_is_refused(model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    snapshot.save(session, tmp_path, "chat")
    cached = session.cached
    with monkeypatch.context() as patch:
        patch.setattr(model, "facts", msgspec.structs.replace(model.facts, fingerprint="0" * 64))
        with pytest.raises(BadSnapshot, match="another model"):
            snapshot.restore(session, tmp_path, session.log)
    with monkeypatch.context() as patch:
        patch.setattr(model, "kv_type", "q8_0")
        with pytest.raises(BadSnapshot, match="different KV cache layout"):
            snapshot.restore(session, tmp_path, session.log)
    with monkeypatch.context() as patch:
        patch.setattr(model, "n_ctx", cached - 1)
        with pytest.raises(BadSnapshot, match="larger than"):
            snapshot.restore(session, tmp_path, session.log)
    assert session.cached == cached


def test_a_snapshot_that_there_is_no_memory_for_is_none(
    model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    snapshot.save(session, tmp_path, "chat")
    cached = session.cached

    def lacking(_: int) -> Any:
        raise MemoryError

    monkeypatch.setattr("engine.snapshots.store.buffer", lacking)
    with pytest.raises(BadSnapshot, match="memory"):
        snapshot.restore(session, tmp_path, session.log)
    assert session.cached == cached


def test_a_snapshot_is_used_as_far_as_the_chat_goes_along(model: Any, tmp_path: Path) -> None:
    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    snapshot.save(session, tmp_path, "chat")
    before = list(session.log.tokens)
    session.truncate("")
    session.generate("a", user(1, "Ho."), sampling=GREEDY)
    same = next(i for i, (a, b) in enumerate(zip(before, session.log.tokens, strict=False)) if a != b)
    assert session.log.system_end < same < len(before)
    logits = next_logits(session)
    assert snapshot.restore(session, tmp_path, session.log) is not None
    assert session.cached == same
    session.catch_up("prefill")
    assert abs(next_logits(session) - logits).max() < 0.05


def test_a_snapshot_that_shares_nothing_or_was_compacted_behind_is_refused(
    model: Any, tmp_path: Path, long_text: str
) -> None:
    session, _ = start(model)
    session.generate("a", user(1, long_text[:900]), sampling=GREEDY)
    snapshot.save(session, tmp_path / "long", "chat")
    session.compact(4.0)
    snapshot.save(session, tmp_path / "compacted", "chat")
    session.truncate("")
    session.generate("a", user(1, long_text[:300]), sampling=GREEDY)
    cached = session.cached
    with pytest.raises(BadSnapshot, match="another version"):
        snapshot.restore(session, tmp_path / "compacted", session.log)
    assert session.cached == cached
    assert snapshot.restore(session, tmp_path / "long", session.log) is not None
    other = Session(model, system_prompt="Another prompt.")
    with pytest.raises(BadSnapshot, match="another version"):
        snapshot.restore(other, tmp_path / "long", other.log)


def test_a_full_disk_keeps_the_old_snapshot(model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno
    import os

    session, _ = start(model)
    session.generate("a", user(1, "Hi."), sampling=GREEDY)
    path = snapshot.save(session, tmp_path, "chat").path
    before = path.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DiskFull, match="full"):
            snapshot.save(session, tmp_path, "chat")
    assert path.read_bytes() == before
    assert snapshot.restore(session, tmp_path, session.log) is not None


# --------------------------------------------------------------------------- the error limit


def read_in(model: Any, text: str, **policy: Any) -> tuple[Session, Recorder]:
    session, recorder = start(model, policy=CompactionPolicy(auto=False, **policy))
    session.add(user(1, text))
    session.catch_up("prefill")
    return session, recorder


def remembered(model: Any, session: Session) -> tuple[Any, list[Any], bytes]:
    """The layout of a chat's memory and, to the bit, what the model makes of it."""
    layout = model.info(), model.compact_api.heads(model.context)
    end = session.cached
    model.decode(session.log.tokens[:8], end, all_logits=True)
    said = b"".join(bytes(ctypes.string_at(model.logits(i), 4 * model.n_vocab)) for i in range(8))
    assert model.remove_tail(end)
    return (*layout, said)


def test_a_compaction_above_the_error_limit_is_done_again_milder(model: Any, long_text: str) -> None:
    session, recorder = read_in(model, long_text[:1200], least_same=0.97)
    told, _ = session.compact(16.0)
    taken = session.log.marks[-1].ratio
    assert told.asked == 16.0 and told.tries > 1
    assert taken == max(1.5, 16.0 / 2 ** (told.tries - 1))
    assert told.ratio > 0.95 * taken, "of the part, not of the whole memory; rows in fewer bits make at least 1.8"
    assert [report for report, _ in recorder.reports] == [told], "people hear of the one that was kept"
    assert session.segments()[1].error == pytest.approx(told.error, abs=1e-4)
    kept = remembered(model, session)

    session.rebuild()
    assert session.log.marks[-1].ratio == taken
    assert remembered(model, session) == kept, "the limit does not lower it again"
    model.clear()

    session, _ = read_in(model, long_text[:1200])
    straight, _ = session.compact(taken)
    assert straight.layers and straight.tries == 1 and straight.asked == 0
    assert remembered(model, session) == kept, "as if the others had never been tried"


def test_a_compaction_above_the_floor_is_kept(model: Any, long_text: str) -> None:
    session, _ = read_in(model, long_text[:1200], least_same=0.2)
    told, _ = session.compact(4.0)
    assert (told.asked, told.tries) == (0.0, 1)
    assert session.log.marks[-1].ratio == 4.0
    assert session.log.marks[-1].error == told.error > 0


class StopsAtTheSecondTry(Recorder):
    def __init__(self) -> None:
        super().__init__()
        self.starts, self.last = 0, 1

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None:
        self.starts += what == "compact" and done == 0 and self.last > 0
        self.last = done
        self._stop = self.starts == 2


def test_stopping_while_a_milder_one_is_tried_leaves_the_memory_as_it_was(model: Any, long_text: str) -> None:
    session, _ = read_in(model, long_text[:1200], least_same=0.99)
    before = bytes(model.state())
    session.listener = recorder = StopsAtTheSecondTry()
    with pytest.raises(Cancelled):
        session.compact(8.0)
    assert recorder.starts == 2 and recorder.reports == []
    assert bytes(model.state()) == before
    assert session.log.marks == []
    session.listener = Recorder()
    assert session.compact(8.0)[0].asked == 8.0


def test_by_policy_room_comes_before_the_floor(model: Any, long_text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor that nothing reaches: blocks get milder, but there is room for every message."""
    monkeypatch.setattr("engine.compaction.policy.MOST_SAME", 1.0)
    session, recorder = start(model, policy=CompactionPolicy(least_same=1.0))
    for i in range(4):
        session.generate(f"a{i}", user(i, long_text[i * 700 : (i + 1) * 700]), sampling=GREEDY)
    assert len(recorder.reports) >= 2
    assert session.cached >= len(session.log) - 1
    assert any(report.tries > 1 for report, _ in recorder.reports)
    assert all(mark.ratio >= 1.5 for mark in session.log.marks)
