"""Compactions ahead of need: begun at the threshold, worked on between tokens and in quiet moments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.chat import compactor, usage
from engine.chat.cached_chats import CachedChats
from engine.chat.compactor import TRIES
from engine.chat.limits import limits_of
from engine.chat.listener import Silent
from engine.chat.ranges import CompactionRequest
from engine.chat.session import Session
from engine.compaction.quality import LimitedJob
from engine.errors import Cancelled, CannotCompact, ContextChanged
from engine.heads.profile import HeadProfile, Profile
from engine.model.model import Model
from engine.model.reading import at_once
from engine.protocol import CompactionPolicy, CompactionReport, PromptMessage, Sampling
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.steps import PAUSE, Steps
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native

GREEDY = Sampling(temperature=0, max_tokens=12)


class Recorder(Silent):
    def __init__(self) -> None:
        self.reports: list[CompactionReport] = []
        self.waited = 0  # times that progress of a compaction was told: somebody waits for it
        self.stop = self.stop_waiting = False

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None:
        self.waited += what == "compact"
        self.stop = self.stop or (what == "compact" and self.stop_waiting)

    def compacted(self, report: CompactionReport, after: str) -> None:
        self.reports.append(report)

    def cancelled(self) -> bool:
        return self.stop


@pytest.fixture(scope="module")
def pair() -> Iterator[Model]:
    """A small trained model with room for 512 tokens of two chats."""
    with Model.open(TINY, n_ctx=512, n_seq_max=2, n_threads=1) as model:
        yield model


@pytest.fixture(autouse=True)
def smallest_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is, a compaction takes many slices."""
    for name in ("LEAST_SLICE", "SLICE", "WAITED_SLICE", "MOST_SLICE"):
        monkeypatch.setattr(compactor, name, 1e-6)


@pytest.fixture
def chat(pair: Model, long_text: str) -> Session:
    """A chat that holds 300 tokens of text, and compacts at 400."""
    return filled(pair, long_text, CachedChats(pair))


def filled(model: Model, text: str, cached_chats: CachedChats, seq_id: int = 0) -> Session:
    if seq_id == 0:
        model.clear()
    policy = CompactionPolicy(threshold=0.78, target=0.4, keep_recent=64, reserve=16)
    chat = Session(model, policy=policy, listener=Recorder(), cached_chats=cached_chats, seq_id=seq_id)
    cached_chats.admit(chat)
    tokens = model.tokenize(text, special=False)[:300]
    chat.add(PromptMessage("u1", "user", model.text(tokens)))
    chat.catch_up("prefill")
    assert not chat.compactor.running
    return chat


def recorder(chat: Session) -> Recorder:
    assert isinstance(chat.listener, Recorder)
    return chat.listener


def begin(chat: Session) -> None:
    part = chat.compactor.requested_range(4.0)
    chat.compactor._begin(part)
    assert chat.compactor.running


def failing(*_: object) -> bool:
    raise CannotCompact("compact.unsupported")


def test_a_reply_goes_on_while_its_memory_is_compacted(chat: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compactor, "MOST_SLICE", 10.0)  # as long as it takes to be done in time
    lengths: list[int] = []
    for i in range(usage.free_cells(chat.model) - 20):  # token by token, as replies come
        chat.log.append([50 + i])
        chat.catch_up("prefill")
        if chat.compactor.running:
            lengths.append(chat.cached)
    assert len(lengths) > 5, "tokens were decoded in the meantime"
    assert not recorder(chat).waited and len(recorder(chat).reports) == 1
    (report,) = recorder(chat).reports
    assert report.reason == "due"
    assert report.bytes_after < report.bytes_before and report.pause_ms < report.ms
    (mark,) = chat.log.marks
    assert lengths[-1] <= mark.at <= lengths[-1] + 1 < len(chat.log)
    assert chat.model.info().n_block_tokens == mark.p1 - mark.p0  # type: ignore[union-attr]


def test_only_a_full_memory_waits(chat: Session) -> None:
    room = usage.free_cells(chat.model)
    begin(chat)
    while chat.compactor._running is not None and chat.compactor._running.job.progress < 0.2:
        chat.compactor.go_on(1)
    tokens = [5 + i % 50 for i in range(room - 3)]
    chat.log.append(tokens)
    chat.catch_up("prefill")
    assert chat.compactor.running and not recorder(chat).waited, "there was room for it all"
    chat.log.append(tokens[:40])
    chat.catch_up("prefill")
    assert recorder(chat).waited and len(recorder(chat).reports) == 1
    assert chat.cached == len(chat.log)


def test_a_compaction_that_is_over_holds_up_no_other_chat(chat: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it ended, while its chat goes on: others would wait for nothing, or stop where they are full."""
    other = Session(chat.model, cached_chats=chat.cached_chats, seq_id=1)
    chat.cached_chats.admit(other)
    other.active = chat.active = True
    begin(chat)
    assert not other.compactor._is_free()
    chat.compactor.drop()
    assert other.compactor._is_free()
    begin(chat)
    with monkeypatch.context() as patch:
        patch.setattr(LimitedJob, "step", failing)
        chat.compactor.go_on(1)
    assert other.compactor._is_free() and not chat.compactor.running
    begin(chat)
    at_once(chat.compactor.finish_steps())
    assert other.compactor._is_free() and len(recorder(chat).reports) == 1


def test_a_memory_that_is_lost_again_before_it_was_rebuilt_is_compacted_where_it_was(chat: Session) -> None:
    """As where a chat gives way twice, with a reading between that was stopped: its text may not fit otherwise."""
    begin(chat)
    at_once(chat.compactor.finish_steps())
    (mark,) = chat.log.marks
    chat.memory_lost()
    recorder(chat).stop = True
    with pytest.raises(Cancelled):
        chat.catch_up("rebuild")
    chat.memory_lost()
    recorder(chat).stop = False
    chat.catch_up("rebuild")
    (again,) = chat.log.marks
    assert (again.p0, again.p1, again.ratio) == (mark.p0, mark.p1, mark.ratio) and chat.cached == len(chat.log)


def test_a_quiet_moment_compacts_what_the_next_turn_needs(chat: Session) -> None:
    chat.settle()
    assert len(recorder(chat).reports) == 1, "another such turn would not fit"
    assert recorder(chat).reports[0].pause_ms == 0, "nobody waited"
    assert recorder(chat).reports[0].reason == "ahead" and chat.fill().share < chat.policy.threshold
    chat.settle()
    assert len(recorder(chat).reports) == 1
    assert chat.generate("a1", sampling=GREEDY).tokens > 0


def fitted(chat: Session) -> None:
    """A compaction of which only the commit is left, or what makes it better."""
    begin(chat)
    while chat.compactor.refined < 0:
        assert chat.compactor.running
        chat.compactor._slice(10.0)


def test_what_is_fitted_is_refined_while_nobody_waits(chat: Session) -> None:
    fitted(chat)
    assert chat.compactor.refined == 0.0 and chat.compactor.progress == 1.0
    running = chat.compactor._running
    assert running is not None
    before, worked = running.job._job.measured().error, running.worked
    steps = chat.compactor.idle_steps()
    shares = [-1.0]
    for _ in steps:
        if chat.compactor.running:
            shares.append(chat.compactor.refined)
    assert shares == sorted(shares) and shares[-1] == 1.0
    (report,) = recorder(chat).reports
    assert report.error < before
    assert running.worked < worked + report.ms, "how long a compaction takes is told without it"
    assert chat.compactor.refined == -1.0 and not chat.compactor.running


def test_whatever_is_asked_ends_the_refining_with_a_commit(chat: Session) -> None:
    fitted(chat)
    steps = chat.compactor.idle_steps()
    next(steps)
    steps.close()  # a request came
    assert chat.compactor.running and not recorder(chat).reports
    chat.compactor.go_on(1)
    assert not chat.compactor.running and len(recorder(chat).reports) == 1


def test_nothing_is_refined_while_power_is_saved(chat: Session) -> None:
    fitted(chat)
    running = chat.compactor._running
    assert running is not None
    before = running.job._job.measured().error
    steps = chat.compactor.idle_steps()
    next(steps)
    assert chat.compactor.running, "it was being refined"
    chat.cached_chats.saving_power = True
    for _ in steps:
        pass
    (report,) = recorder(chat).reports
    assert report.error == pytest.approx(before, abs=1e-6) and not chat.compactor.running


def test_a_failure_to_refine_leaves_what_was_fitted(chat: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted(chat)
    running = chat.compactor._running
    assert running is not None

    def fails(_seconds: float) -> bool:
        raise CannotCompact("compact.unsupported")

    monkeypatch.setattr(running.job._job, "refine", fails)
    for _ in chat.compactor.idle_steps():
        pass
    assert len(recorder(chat).reports) == 1


def test_giving_way_commits_what_is_fitted_and_gives_up_what_is_not(chat: Session) -> None:
    begin(chat)
    chat.compactor.go_on(1)
    chat.compactor.give_way()
    assert not chat.compactor.running and not recorder(chat).reports
    fitted(chat)
    chat.compactor.give_way()
    assert not chat.compactor.running and len(recorder(chat).reports) == 1


def test_what_lays_the_memory_out_anew_lets_an_idle_chat_commit_first(chat: Session) -> None:
    begin(chat)
    chat.compactor.go_on(1)
    chat.cached_chats.commit_others()
    assert chat.compactor.running, "there is nothing to commit yet"
    chat.compactor.drop()
    fitted(chat)
    chat.cached_chats.commit_others()
    assert not chat.compactor.running and len(recorder(chat).reports) == 1


@pytest.mark.parametrize(("inside", "compactions"), [(False, 1), (True, 0)])
def test_what_is_fitted_bears_a_cut_behind_it(chat: Session, inside: bool, compactions: int) -> None:
    fitted(chat)
    running = chat.compactor._running
    assert running is not None
    at = running.request.p1 + (-8 if inside else 8)
    chat.cut(at)
    assert len(recorder(chat).reports) == compactions and not chat.compactor.running
    assert chat.cached == len(chat.log) == at


def test_cutting_the_chat_drops_what_was_begun(chat: Session) -> None:
    begin(chat)
    chat.compactor.go_on(1)
    chat.add(PromptMessage("a1", "assistant", "Yes."))
    chat.catch_up("prefill")
    assert chat.compactor.running
    chat.truncate("u1")
    assert not chat.compactor.running and not recorder(chat).reports
    assert chat.cached == len(chat.log) and chat.model.info().n_blocks == 0  # type: ignore[union-attr]
    assert chat.generate("a2", sampling=GREEDY).tokens > 0


def test_a_text_that_is_taken_away_ends_it_and_it_is_begun_again(chat: Session) -> None:
    begin(chat)
    chat.model.remove_tail(100)
    with pytest.raises(ContextChanged):
        chat.compactor._slice(10.0)
    assert not chat.compactor.running
    chat.catch_up("prefill")
    chat.settle()
    assert len(recorder(chat).reports) == 1


@pytest.mark.parametrize("changes", [1, TRIES - 1, TRIES])
def test_what_other_chats_end_while_it_is_waited_for_is_begun_again(
    chat: Session, changes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that is read into a full memory must not be cut off because another chat grew."""
    begun: list[CompactionRequest] = []
    really = chat.compactor._begin

    def lost(_seconds: float) -> bool:
        raise ContextChanged("compact.context_changed")

    def begin_and_lose(request: CompactionRequest) -> None:
        really(request)
        begun.append(request)
        if len(begun) <= changes:
            assert chat.compactor._running is not None
            monkeypatch.setattr(chat.compactor._running.job, "step", lost)

    monkeypatch.setattr(chat.compactor, "_begin", begin_and_lose)
    chat.set_policy(CompactionPolicy(threshold=0.3, target=0.2, keep_recent=40, reserve=16))
    assert at_once(chat.compactor.by_policy_steps()) is (changes < TRIES)
    assert len(begun) == min(changes + 1, TRIES)
    assert len(recorder(chat).reports) == (changes < TRIES)


def test_what_goes_on_and_what_keeps_it_from_going_on_is_told(chat: Session) -> None:
    assert chat.compactor.progress == -1 and chat.compactor.waits() is None
    begin(chat)
    chat.compactor.go_on(1)
    assert 0 <= chat.compactor.progress < 1
    chat.compactor.drop()
    chat.set_policy(CompactionPolicy(threshold=0.3, target=0.2, keep_recent=64, reserve=16))
    assert chat.compactor.waits() is None, "it will be begun in a moment"
    chat.compactor.held = True
    held = chat.compactor.waits()
    assert held is not None and held.code == "compact.held"
    room = limits_of(chat).room
    assert room == chat.fill().free_tokens - chat.policy.reserve, "nothing is compacted before it is full"


def test_a_message_with_nothing_old_before_it_is_not_told_to_be_compacted_first(pair: Model, long_text: str) -> None:
    pair.clear()
    policy = CompactionPolicy(threshold=0.3, target=0.2, keep_recent=64, reserve=16)
    chat = Session(pair, policy=policy, listener=Recorder(), cached_chats=CachedChats(pair))
    chat.add(PromptMessage("u1", "user", long_text[:200]))
    chat.catch_up("prefill")
    room, before = limits_of(chat).room, chat.cached
    assert room is not None
    chat.log.append([50] * room)
    chat.catch_up("prefill")
    assert not chat.compactor.running and not recorder(chat).reports and chat.cached == before + room
    chat.log.append([50] * 16)
    chat.catch_up("prefill")
    assert chat.compactor.running or recorder(chat).reports


def test_a_stop_leaves_what_was_begun_for_later(chat: Session) -> None:
    begin(chat)
    work = chat.compactor.by_policy_steps()
    next(work)
    recorder(chat).stop = True
    with pytest.raises(Cancelled):
        next(work)
    assert chat.compactor.running
    recorder(chat).stop = False
    chat.settle()
    assert len(recorder(chat).reports) == 1


def test_a_stopped_request_to_compact_changes_nothing(chat: Session) -> None:
    before = chat.fill()
    work = chat.compact_steps(4.0)
    next(work)
    assert chat.compactor.running
    recorder(chat).stop = True
    with pytest.raises(Cancelled):
        list(work)
    assert not chat.compactor.running and chat.fill() == before and not chat.log.marks


def test_one_chat_at_a_time_is_compacted(pair: Model, long_text: str) -> None:
    cached_chats = CachedChats(pair)
    first = filled(pair, long_text[:200], cached_chats)
    second = filled(pair, long_text[600:800], cached_chats, 1)
    first.active = second.active = True
    begin(first)
    assert not second.compactor.begin_by_policy(), "it waits for its turn"
    work = second.compactor.steps(CompactionRequest(8, second.cached - 40, 4.0))
    next(work)
    assert not second.compactor.running and second.waiting
    first.active = False
    next(work)
    assert second.compactor.running and not first.compactor.running, "what an idle chat had begun is given up"
    for _ in work:
        pass
    assert not second.waiting, "others count on what it does, again"
    assert len(recorder(second).reports) == 1 and not recorder(first).reports
    assert second.generate("a", sampling=GREEDY).tokens > 0
    cached_chats.leave(second)
    assert cached_chats.compacting is None


def test_a_model_that_nothing_is_known_of_is_ranked_before_its_first_compaction(
    chat: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = chat.model.compact_api.heads(chat.model.context)
    ranked = Profile([HeadProfile(row.layer, row.head, 0.1) for row in rows])
    seen: list[Profile | None] = []
    begin = chat.compactor.begin
    monkeypatch.setattr(chat.compactor, "begin", lambda *given: (seen.append(chat.shares), begin(*given))[1])

    def rank() -> Steps[None]:
        yield PAUSE
        chat.shares = ranked

    chat.cached_chats.prepare_steps = rank
    chat.compactor.begin_if_due(usage.free_cells(chat.model))
    assert not chat.compactor.running, "nothing is begun in passing"
    chat.compact(12.0)
    assert seen == [ranked]
    assert chat.cached_chats.prepare_steps is None
    assert recorder(chat).reports[-1].loss > 0, "rows are split by what heads like these lose"


def test_ranking_stops_when_the_compaction_is_cancelled(chat: Session) -> None:
    left: list[bool] = []

    def rank() -> Steps[None]:
        try:
            while True:
                yield PAUSE
        finally:
            left.append(True)

    chat.cached_chats.prepare_steps = rank
    recorder(chat).stop = True
    with pytest.raises(Cancelled):
        chat.compact(4.0)
    assert left == [True]
    assert not chat.compactor.running


# --------------------------------------------------------------------------- repeated


def test_a_rebuild_that_is_stopped_behind_a_compaction_does_not_repeat_it(chat: Session) -> None:
    chat.compact(4.0)
    (mark,) = chat.log.marks
    recorder(chat).reports.clear()
    scheduler = Scheduler(chat.model)
    rebuild = scheduler.add(chat.rebuild_steps(), background=True, cancelled=lambda: bool(recorder(chat).reports))
    while not recorder(chat).reports:
        scheduler.step()

    def something_else() -> Steps[None]:
        yield PAUSE

    scheduler.add(something_else())
    scheduler.step()
    assert isinstance(rebuild.error, Cancelled)
    assert not chat._planned
    chat.catch_up("rebuild")
    assert [(done.p0, done.p1) for done in chat.log.marks] == [(mark.p0, mark.p1)]
    assert len(recorder(chat).reports) == 1


def test_a_compaction_takes_the_place_of_those_to_repeat_whenever_it_is_done(
    chat: Session, pair: Model, long_text: str
) -> None:
    chat.compact(4.0)
    chat.memory_lost()
    neighbour = filled(pair, long_text[2000:], chat.cached_chats, 1)
    neighbour.active = True
    recorder(chat).reports.clear()
    recorder(chat).stop_waiting = True
    with pytest.raises(Cancelled):
        chat.rebuild()
    assert chat.compactor.running and chat._planned and not recorder(chat).reports
    recorder(chat).stop_waiting = recorder(chat).stop = False
    Scheduler(pair).run(chat.compactor.idle_steps())
    assert len(recorder(chat).reports) == 1
    neighbour.active = False
    chat.cached_chats.leave(neighbour)
    chat.catch_up("rebuild")
    assert len(recorder(chat).reports) == len(chat.log.marks) == 1 and not chat._planned
