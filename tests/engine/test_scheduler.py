"""Several chats on one model: batches, fairness, stops, errors that stay where they belong, shared beginnings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chat.cached_chats import CachedChats
from engine.chat.limits import limits_of
from engine.chat.session import Session
from engine.compaction.ratio import uncompacted_bytes
from engine.errors import Cancelled, ContextFull, EngineError, Internal
from engine.model.batches import Piece
from engine.model.metrics import kl_divergence
from engine.model.model import Model
from engine.model.reading import forced
from engine.process.opening import open_steps
from engine.protocol import CompactionPolicy, PromptMessage, Sampling
from engine.scheduling.scheduler import LEAST_CHUNK, Scheduler, Speed, Task
from engine.scheduling.steps import PAUSE, Decode, Steps
from engine.snapshots import snapshot
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.snapshots.writer import Saver
from tests.engine.dictation import Dictation, apart

# --------------------------------------------------------------------------- without a model


class Batches:
    """Stands in for a model: takes batches of at most 64 tokens, and fails where it is told to."""

    n_ubatch = 64

    def __init__(self) -> None:
        self.taken: list[list[tuple[int, int]]] = []  # (sequence, tokens) of each batch
        self.wrong: Callable[[list[Piece]], EngineError | None] = lambda pieces: None
        self.emptied: set[int] = set()  # sequences of which a failure has left nothing

    def length(self, seq_id: int) -> int:
        return 0 if seq_id in self.emptied else 100

    def decode_batch(self, pieces: list[Piece], cancelled: Callable[[], bool]) -> list[int]:
        if cancelled():
            raise Cancelled("request.stopped")
        if error := self.wrong(pieces):
            raise error
        self.taken.append([(piece.seq_id, len(piece.tokens)) for piece in pieces])
        ends, at = [], 0
        for piece in pieces:
            at += len(piece.tokens)
            ends.append(at - 1)
        return ends


def scheduler(batches: Batches, seconds_a_token: float = 0.0) -> Scheduler:
    made = Scheduler(batches)  # type: ignore[arg-type]
    made.speed.heard = lambda n_tokens, seconds: None  # type: ignore[method-assign]
    made.speed.seconds = seconds_a_token
    return made


def read(seq: int, n: int, stop: Callable[[], bool] | None = None) -> Steps[int]:
    """Takes in ``n`` tokens; how many steps that took."""
    done = steps = 0
    while done < n:
        result = yield Decode(seq, range(n)[done:], done, cancelled=stop)
        done += result.n
        steps += 1
    return steps


def write(seq: int, n: int, rows: list[int]) -> Steps[str]:
    def sample(row: int) -> int:
        rows.append(row)
        return 100 * seq + row

    for i in range(n):
        result = yield Decode(seq, [i], i, sample=sample)
        assert result.n == 1 and result.token // 100 == seq, "each samples from its own row"
    return "written"


def finish(scheduler: Scheduler) -> None:
    for _ in range(1000):
        if not scheduler.busy:
            return
        scheduler.step()
    raise AssertionError("it does not come to an end")


def test_replies_come_first_and_texts_get_equal_shares_of_the_rest() -> None:
    batches = Batches()
    work = scheduler(batches)
    rows: list[int] = []
    work.speed.seconds = 0.08 / 40  # 40 tokens in the time that may hold up a reply
    work.add(read(0, 200))
    work.add(read(1, 200))
    work.add(write(2, 3, rows))
    work.add(write(3, 3, rows))
    finish(work)
    assert batches.taken[:3] == [[(2, 1), (3, 1), (0, 20), (1, 20)]] * 3
    assert rows == [0, 1] * 3
    assert batches.taken[3] == [(0, 32), (1, 32)], "with nobody to hold up, batches are as large as they can be"
    assert work.tokens == 406


def test_a_short_text_does_not_wait_for_a_long_one() -> None:
    batches = Batches()
    work = scheduler(batches)
    long, short = work.add(read(0, 600)), work.add(read(1, 20))
    work.step()
    work.step()
    assert short.done and not long.done
    assert batches.taken[0] == [(1, 20), (0, 44)], "what the short one leaves is for the long one"


def test_chunks_follow_the_speed() -> None:
    speed = Speed()
    assert speed.tokens_in(0.1, unknown=77) == 77
    speed.heard(100, 0.1)
    assert speed.tokens_in(0.1, 77) == 100
    speed.heard(1, 5.0)
    assert speed.tokens_in(0.1, 77) == 100, "a single token says nothing about reading"
    for _ in range(50):
        speed.heard(100, 10.0)
    assert speed.tokens_in(0.1, 77) == LEAST_CHUNK


def test_an_error_ends_only_the_work_it_belongs_to() -> None:
    batches = Batches()
    work = scheduler(batches)
    batches.wrong = lambda pieces: ContextFull("full") if any(piece.seq_id == 1 for piece in pieces) else None
    tasks = [work.add(read(seq, 100)) for seq in range(4)]

    cleaned_up: list[int] = []

    def broken(seq: int) -> Steps[None]:
        try:
            yield Decode(seq, [1], 0, sample=lambda row: 1 // 0)
        finally:
            cleaned_up.append(seq)

    def caught(seq: int) -> Steps[str]:
        batch = Decode(seq, [1, 2], 0)
        before = batches.wrong
        batches.wrong = lambda pieces: ContextFull("full") if pieces[0].seq_id == seq else None
        try:
            yield batch
        except ContextFull:
            batches.wrong = before
        yield PAUSE
        return "went on"

    odd, ended = work.add(broken(5)), []
    finish(work)
    with pytest.raises(ContextFull):
        tasks[1].outcome()
    assert all(task.outcome() > 0 for task in (tasks[0], *tasks[2:]))
    assert isinstance(odd.error, ZeroDivisionError) and cleaned_up == [5]
    last: Task[str] = work.add(caught(6), ended.append)
    finish(work)
    assert last.outcome() == "went on" and ended == [last]


def test_nobody_goes_on_behind_a_state_that_a_failure_has_emptied() -> None:
    batches = Batches()
    work = scheduler(batches)

    def reply(seq: int) -> Steps[int]:
        result = yield Decode(seq, [7], 50, sample=lambda row: 100 * seq + row)
        return result.token

    def fails_once(pieces: list[Piece]) -> EngineError:
        batches.emptied = {1, 3}  # those with a recurrent state
        batches.wrong = lambda pieces: None
        return Internal("failed")

    batches.wrong = fails_once
    tasks = [work.add(reply(seq)) for seq in range(4)]
    finish(work)
    for lost in (tasks[1], tasks[3]):
        with pytest.raises(Internal):
            lost.outcome()
    assert tasks[0].outcome() // 100 == 0 and tasks[2].outcome() // 100 == 2
    assert batches.taken == [[(0, 1), (2, 1)]]


def test_work_that_is_dropped_while_its_batch_is_tried_apart_is_not_decoded() -> None:
    """An idle chat gives way to the one before it in the batch: its sequence may be somebody else's by then."""
    batches = Batches()
    work = scheduler(batches)
    batches.wrong = lambda pieces: ContextFull("full") if len(pieces) > 1 else None

    def wants_more_room(seq: int) -> Steps[None]:
        yield Decode(seq, [1, 2], 0)
        work.drop(idle)
        yield PAUSE

    work.add(wants_more_room(0))
    idle = work.add(read(1, 2))
    finish(work)
    assert batches.taken == [[(0, 2)]]


def test_an_error_does_not_reach_work_that_was_dropped_over_it() -> None:
    batches = Batches()
    work, ended = scheduler(batches), list[Any]()

    def fails_once(pieces: list[Piece]) -> EngineError:
        batches.emptied = {0, 1}
        batches.wrong = lambda pieces: None
        return Internal("failed")

    def drops_the_other(seq: int) -> Steps[None]:
        try:
            yield Decode(seq, [1], 50)
        except Internal:
            work.drop(other)
        yield PAUSE

    def waits(seq: int) -> Steps[None]:
        yield Decode(seq, [1], 50)

    batches.wrong = fails_once
    work.add(drops_the_other(0))
    other = work.add(waits(1), ended.append)
    finish(work)
    assert not ended and other.error is None


def test_a_stop_in_a_batch_leaves_the_others_to_the_next_one() -> None:
    batches = Batches()
    work = scheduler(batches)
    stop = False
    first, second = work.add(read(0, 100, lambda: stop)), work.add(read(1, 100))
    work.step()
    stop = True
    finish(work)
    assert isinstance(first.error, Cancelled)
    assert second.outcome() > 0
    assert sum(n for batch in batches.taken for seq, n in batch if seq == 1) == 100, "nothing twice, nothing left out"


def test_background_work_waits_and_can_be_stopped_while_it_does() -> None:
    batches = Batches()
    work = scheduler(batches)
    stop = False
    behind = work.add(read(3, 10), background=True)
    dropped = work.add(read(4, 10), background=True, cancelled=lambda: stop)
    work.add(read(0, 300))
    work.step()
    stop = True
    work.step()
    assert isinstance(dropped.error, Cancelled) and not behind.done
    finish(work)
    assert [seq for batch in batches.taken for seq, _ in batch].index(3) == len(batches.taken) - 1
    assert behind.outcome() == 1


def test_pauses_let_everyone_on_and_closing_ends_all() -> None:
    work = scheduler(Batches())
    seen: list[str] = []

    def pausing(name: str) -> Steps[None]:
        try:
            for _ in range(3):
                seen.append(name)
                yield PAUSE
            yield Decode(0, range(10**6), 0)
        finally:
            seen.append(name + " closed")

    work.add(pausing("a"))
    work.add(pausing("b"))
    work.step()
    work.step()
    assert seen == ["a", "b", "a", "b"]
    work.close()
    assert seen[4:] == ["a closed", "b closed"] and not work.busy


def test_work_that_fails_to_clean_up_keeps_no_other_from_ending() -> None:
    batches = Batches()
    work = scheduler(batches)
    closed: list[str] = []

    def pausing(name: str, fails: bool) -> Steps[None]:
        try:
            while True:
                yield PAUSE
        finally:
            closed.append(name)
            if fails:
                raise Internal("snapshot.no_free_memory")

    dropped = work.add(pausing("dropped", True))
    work.add(pausing("a", True))
    work.add(pausing("b", False))
    work.step()
    work.drop(dropped)
    assert closed == ["dropped"] and work.busy
    work.close()
    assert closed == ["dropped", "a", "b"] and not work.busy


def test_work_that_is_dropped_is_never_heard_of_again() -> None:
    batches = Batches()
    made = scheduler(batches)
    closed: list[str] = []

    def endless() -> Steps[None]:
        try:
            while True:
                yield Decode(1, [5, 6], 0)
        finally:
            closed.append("endless")

    def told(_: Task[None]) -> None:
        closed.append("told")

    background = made.add(endless(), told, background=True)
    made.step()
    made.step()
    assert batches.taken == [[(1, 2)], [(1, 2)]]

    def dropping() -> Steps[str]:
        yield PAUSE
        made.drop(background)
        made.drop(background)
        yield Decode(1, [7], 0)
        return "done"

    assert made.run(dropping()) == "done"
    assert closed == ["endless"] and not made.busy
    assert batches.taken[2:] == [[(1, 1)]], "what it had asked for was not decoded behind the other's back"


# --------------------------------------------------------------------------- with the model

SYSTEM = "You are a helpful assistant who answers every question truthfully, in one short sentence."
GREEDY = Sampling(temperature=0, max_tokens=8)
QUESTIONS = ["What is the capital of France?", "What is the capital of Italy?", "What is two plus two?"]


@pytest.fixture(scope="module")
def many(model_path: Any) -> Any:
    """A model with room for 512 tokens of four chats."""
    with Model.open(model_path, n_ctx=512, n_seq_max=4) as model:
        yield model


class Company:
    """Chats on one model that know of each other."""

    def __init__(self, model: Model) -> None:
        model.clear()
        self.gone: list[Any] = []
        self.model, self.work = model, Scheduler(model)
        self.cached_chats = CachedChats(model, self.gone.append)

    def chat(self, system: str = SYSTEM, **options: Any) -> Session:
        seq = self.cached_chats.free_sequence()
        assert seq is not None
        chat = Session(self.model, system_prompt=system, seq_id=seq, cached_chats=self.cached_chats, **options)
        self.cached_chats.admit(chat)
        return chat

    def ask(self, chat: Session, text: str, number: int = 1, **options: Any) -> Task[Any]:
        chat.active = True
        user = PromptMessage(id=f"u{number}", role="user", content=text)
        steps = chat.generate_steps(f"a{number}", user, sampling=options.pop("sampling", GREEDY))
        return self.work.add(steps, lambda task: setattr(chat, "active", False), **options)


@pytest.fixture
def company(many: Model) -> Company:
    return Company(many)


@pytest.fixture
def sensible(starter_path: Path) -> Iterator[Company]:
    """One whose replies do not hang on how their tokens were batched."""
    with Model.open(starter_path, n_ctx=512, n_seq_max=4) as model:
        yield Company(model)


@pytest.mark.model
@pytest.mark.native
def test_chats_in_one_batch_say_what_they_say_alone(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    dictation = Dictation(company.model, monkeypatch, "The capital of Spain is Madrid.")
    alone = {}
    for text in QUESTIONS:
        only = Company(company.model)
        only.ask(only.chat(), text)
        finish(only.work)
        alone |= dictation.heard()
    together = Company(company.model)
    tasks = [together.ask(together.chat(), text) for text in QUESTIONS]
    finish(together.work)
    assert [task.outcome().reason for task in tasks] == ["eos"] * 3
    heard = dictation.heard()
    assert heard.keys() == alone.keys() and len(heard) == 3
    for one, other in itertools.permutations(heard, 2):
        # a batch of three sums in another order than one token does; another question is another matter
        assert apart(heard[one], alone[one]) < apart(heard[one], alone[other]) / 2


@pytest.mark.model
@pytest.mark.native
def test_a_beginning_is_computed_once(sensible: Company) -> None:
    chats = [sensible.chat() for _ in range(3)]
    tasks = [sensible.ask(chat, text) for chat, text in zip(chats, QUESTIONS, strict=True)]
    finish(sensible.work)
    replies = sum(len(chat.log) for chat in chats)
    shared = chats[0].log.system_end
    assert sensible.work.tokens < replies - 2 * (shared - 2)
    info = sensible.model.info(chats[0].seq_id)
    assert info is not None and info.capacity_used < sum(chat.cached for chat in chats) - 2 * (shared - 2)
    # each keeps what it has when the others go
    said = tasks[1].outcome().text
    for chat in (chats[0], chats[2]):
        sensible.cached_chats.leave(chat)
    chats[1].truncate("u1")
    assert chats[1].generate("again", sampling=GREEDY).text == said


@pytest.mark.model
@pytest.mark.native
def test_a_fork_shares_compacted_blocks(company: Company, long_text: str) -> None:
    first = company.chat(policy=CompactionPolicy(auto=False))
    company.ask(first, long_text[:900])
    finish(company.work)
    first.compact(4.0)
    used = company.model.info(first.seq_id).n_live  # type: ignore[union-attr]
    fork = company.chat(policy=CompactionPolicy(auto=False))
    for message in first.messages:
        fork.add(message)
    before = company.work.tokens
    task = company.ask(fork, "What did the owl do?", 2)
    finish(company.work)
    assert task.outcome().tokens > 0
    assert company.work.tokens - before < 60, "only what is new was read"
    assert [(mark.p0, mark.p1) for mark in fork.log.marks] == [(mark.p0, mark.p1) for mark in first.log.marks]
    assert company.model.info(fork.seq_id).n_block_tokens == company.model.info(first.seq_id).n_block_tokens > 0  # type: ignore[union-attr]
    assert company.model.info(first.seq_id).n_live == used  # type: ignore[union-attr]
    fork.truncate("")
    assert first.generate("b", PromptMessage("u9", "user", "Go on."), sampling=GREEDY).tokens > 0


@pytest.mark.model
@pytest.mark.native
def test_a_stopped_chat_does_not_disturb_the_others(
    sensible: Company, long_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dictation = Dictation(sensible.model, monkeypatch, "The capital of Spain is Madrid.")
    other = Company(sensible.model)
    for question in QUESTIONS[::2]:
        other.ask(other.chat(), question)
    finish(other.work)
    alone = dictation.heard()
    together = Company(sensible.model)
    stopping = together.chat("")
    stop = False

    class Recorder(type(stopping.listener)):  # type: ignore[misc]
        def cancelled(self) -> bool:
            return stop

    stopping.listener = Recorder()
    reading = together.ask(stopping, long_text[:1200])
    writing = together.ask(together.chat(), QUESTIONS[0])
    together.work.step()
    together.work.step()
    stop = True
    finish(together.work)
    assert reading.outcome().reason == "cancelled"
    assert 0 < stopping.cached < len(stopping.log)
    assert writing.outcome().reason == "eos"
    ((prompt, heard),) = dictation.heard().items()
    ((_, another),) = ((asked, rows) for asked, rows in alone.items() if asked != prompt)
    assert apart(heard, alone[prompt]) < apart(heard, another) / 4
    stop = False
    more = together.work.run(stopping.generate_steps("a1", sampling=GREEDY))
    assert more.tokens > 0 and stopping.cached >= len(stopping.log) - 1


@pytest.mark.model
@pytest.mark.native
def test_idle_chats_give_way_and_busy_ones_are_waited_for(company: Company, long_text: str) -> None:
    policy = CompactionPolicy(auto=False, reserve=1)
    idle, busy, big = (company.chat("", policy=policy) for _ in range(3))
    company.ask(idle, long_text[:500])
    finish(company.work)
    assert not company.gone
    writing = company.ask(busy, "Tell me a story.", sampling=Sampling(temperature=0, max_tokens=32))
    company.work.step()
    text = company.model.text(company.model.tokenize(long_text[1000:], special=False)[: limits_of(big).longest - 12])
    begun = busy.cached
    while busy.cached < begun + 16:  # more than is left for it when the text is read
        company.work.step()
    big.add(PromptMessage("u2", "user", text), check=False)
    big.active = True
    reading = company.work.add(big.generate_steps("a2", sampling=GREEDY), lambda task: setattr(big, "active", False))
    finish(company.work)
    assert company.gone == [idle, busy], "the idle one at once, the busy one when it was done"
    assert writing.outcome().reason in ("length", "eos")
    assert reading.outcome().tokens > 0


@pytest.mark.model
@pytest.mark.native
def test_a_saved_memory_comes_back_beside_a_compacted_one(company: Company, long_text: str, tmp_path: Path) -> None:
    """Its rows have no place in a memory laid out for blocks: the idle chat gives way, and nothing is read again."""
    first = company.chat()
    company.ask(first, QUESTIONS[0])
    finish(company.work)
    store = SnapshotStore(tmp_path / CHUNKS)
    first.log.save(tmp_path)
    snapshot.save(first, tmp_path, "chat", store)
    messages, cached = list(first.messages), first.cached
    company.cached_chats.leave(first)

    other = company.chat("", policy=CompactionPolicy(auto=False, reserve=1, keep_recent=32))
    company.ask(other, long_text[:900])
    finish(company.work)
    company.work.run(other.compact_steps(4.0))
    assert other.log.blocks and not company.gone

    saver, again = Saver(), company.chat()
    chat_snapshots = saver.chat_snapshots(tmp_path, None)
    how, note = company.work.run(open_steps(again, chat_snapshots, messages))
    chat_snapshots.close()
    assert saver.finish(30)
    assert (how, note, again.cached) == ("resumed", None, cached)
    assert company.gone == [other]


@pytest.mark.model
@pytest.mark.native
def test_a_compacted_chat_opens_beside_an_open_one(
    company: Company, long_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is read again, and both say what they said before."""
    policy = CompactionPolicy(auto=False, reserve=1, keep_recent=32)
    first = company.chat("", policy=policy)
    company.ask(first, long_text[:700])
    finish(company.work)
    company.work.run(first.compact_steps(4.0))
    store = SnapshotStore(tmp_path / CHUNKS)
    first.log.save(tmp_path)
    snapshot.save(first, tmp_path, "chat", store)
    messages, cached, marks = list(first.messages), first.cached, list(first.log.marks)
    model = first.model
    probe = model.tokenize(" The heron forgot", special=False)
    before = forced(model, probe, model.length(first.seq_id), first.seq_id)
    company.cached_chats.leave(first)

    other = company.chat("", policy=policy)
    company.ask(other, long_text[700:1300])
    finish(company.work)
    company.work.run(other.compact_steps(4.0))

    read: list[int] = []
    decode = model.decode_batch

    def counted(pieces: list[Piece], *arguments: Any) -> list[int]:
        read.append(sum(len(piece.tokens) for piece in pieces))
        return decode(pieces, *arguments)

    monkeypatch.setattr(model, "decode_batch", counted)
    saver, again = Saver(), company.chat("", policy=policy)
    chat_snapshots = saver.chat_snapshots(tmp_path, None)
    how, note = company.work.run(open_steps(again, chat_snapshots, messages))
    chat_snapshots.close()
    assert saver.finish(30)
    assert (how, note, again.cached, again.log.marks) == ("resumed", None, cached, marks)
    assert not company.gone and not read, "the open chat stays, and nothing is read"
    assert other.log.blocks and model.blocks(other.seq_id)
    monkeypatch.undo()
    after = forced(model, probe, model.length(again.seq_id), again.seq_id)
    assert float(kl_divergence(before, after).mean()) < 0.01
    company.ask(other, "And then?")
    finish(company.work)
    assert other.rebuilds == again.rebuilds == 0


@pytest.mark.model
@pytest.mark.native
def test_blocks_of_a_chat_that_left_take_nothing_from_a_compaction(company: Company, long_text: str) -> None:
    """They lie in the memory until it is laid out anew; the one that does so has all the bytes it was promised."""
    policy = CompactionPolicy(auto=False, reserve=1, keep_recent=32)
    first = company.chat("", policy=policy)
    company.ask(first, long_text[:1100])
    finish(company.work)
    company.work.run(first.compact_steps(2.0))
    second = company.chat("", policy=policy)
    company.ask(second, long_text[1100:1700])
    finish(company.work)
    assert first.log.blocks, "beside which the second one was read"
    before = second.fill()
    told, _ = company.work.run(second.compact_steps(2.0))
    assert company.gone == [first]
    assert told.bytes_before == pytest.approx(before.bytes_used, rel=0.01)
    block = told.tokens * uncompacted_bytes(second.model) / 2
    promised = before.bytes_used - told.tokens * before.bytes_per_token + block
    assert told.bytes_after == pytest.approx(promised, rel=0.05)
    assert second.fill().bytes_used == told.bytes_after
