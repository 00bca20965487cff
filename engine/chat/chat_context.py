"""The context of one chat, its part of the KV cache: brought up to its token log, compacted when the policy says so,
cut and built anew.

What takes long comes as ``..._steps`` for the scheduler (:mod:`engine.scheduling.steps`), and by its plain name all at
once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.chat import forgetting, mounting, prefix_sharing, repeating, squeezing, usage
from engine.chat.cached_chats import CachedChats, Mounts
from engine.chat.checkpoints import Checkpoint, Checkpoints
from engine.chat.compactor import Compactor, Outcome
from engine.chat.image_rows import image_rows
from engine.chat.listener import Listener, ProgressKind, Silent
from engine.chat.prefill_progress import PrefillProgress
from engine.chat.ranges import CompactionRequest
from engine.chat.saved_states import SavedStates
from engine.chat.token_log import BlockMark, PictureRun, TokenLog
from engine.compaction import policy, positions
from engine.compaction.history import CompactionHistory
from engine.compaction.policy import Fill
from engine.errors import Cancelled, CannotCompact, ContextFull, ContextTooSmall, Unplaceable
from engine.heads.profile import Profile
from engine.model.model import Model
from engine.protocol import CompactionPolicy, DocumentInView, Picture, Segment
from engine.scheduling.scheduler import completed
from engine.scheduling.steps import PAUSE, Decode, StepResult, Steps

log = logging.getLogger("engine.chat.chat_context")

LEAST_CHUNK = 16  # tokens that are worth a batch of their own
PENDING = 8  # tokens at the end that are read without being asked for, such as the last one of a reply


class ChatContext:
    """What a model has of one chat in view. The token log runs ahead of it: tokens are logged first, decoded later.

    Attributes:
        log: the token log.
        pictures: where the pictures of its messages are kept, by their digest.
        policy: when to compact and how far; limited to what the memory can bear.
        compactor: its compactions.
        checkpoints: places it can go back to where its model's memory cannot be cut.
        history: what compactions of this model took so far.
        rebuilds: how often it was built anew from its log.
        saved: where it is saved; None: nowhere.
        seq_id: its sequence in the model's memory, which it shares with the other ``cached_chats``.
        active: something is done with it now; else its cells may be taken by others.
        background: what is done with it waits for everything else.
        reread: the end of the log was taken out of the memory, to be read again while nobody waits.
        reading, waiting: it takes in its log now; it waits for another one to go on.
        prefill: how far a reading in several steps is; None: each step is a whole.
        measured: its :meth:`fill` while nothing changes (:func:`engine.chat.usage.measured_once`).
    """

    def __init__(
        self,
        model: Model,
        *,
        policy: CompactionPolicy | None = None,
        listener: Listener | None = None,
        shares: Profile | None = None,
        preset: str = "default",
        seq_id: int = 0,
        cached_chats: CachedChats | None = None,
        history: CompactionHistory | None = None,
    ) -> None:
        self.model = model
        self.listener: Listener = listener or Silent()
        self.shares = shares
        self.preset = preset
        self.history = history or CompactionHistory()
        self.seq_id = seq_id
        self.cached_chats = cached_chats or CachedChats(model)
        self.active = self.background = self.reading = self.waiting = self.reread = False
        self.log = TokenLog(model.facts.fingerprint)
        self.pictures: dict[str, Picture] = {}
        self.checkpoints = Checkpoints(model)
        self.compactor = Compactor(self)
        self.prefill: PrefillProgress | None = None
        self.rebuilds = 0
        self.saved: SavedStates | None = None
        self.measured: Fill | None = None
        self._planned: list[BlockMark] = []  # compactions to repeat when the memory gets there
        self.set_policy(policy or CompactionPolicy())

    def set_policy(self, new: CompactionPolicy) -> None:
        self.policy = policy.effective(new, self.model.n_ctx)

    @property
    def cached(self) -> int:
        """Tokens of the log that the memory holds."""
        length, blocks = self.model.length(self.seq_id), self.model.blocks(self.seq_id)
        grids = self.log.grids
        if not grids or not length:
            return length + positions.lost(blocks)
        info = self.model.info(self.seq_id)  # positions do not tell how many rows of the last picture there are
        return info.n_tokens if info is not None else positions.held_by(blocks, length, grids)

    @property
    def following(self) -> int:
        """The position of the next token of the log."""
        grids = self.log.grids
        if not grids:
            return self.model.length(self.seq_id)
        return positions.following(self.model.blocks(self.seq_id), self.cached, grids)

    def fill(self) -> Fill:
        """The memory as far as it matters to this chat: cells of idle neighbours count as free."""
        busy = self.cached_chats.sequences(active=True, but=self)
        return self.measured or usage.measure(self.model, self.seq_id, busy)

    def segments(self) -> tuple[Segment, ...]:
        ratio = usage.compacted_ratio(self.model, self.seq_id)
        return usage.segments(self.log, self.fill(), self.cached, ratio)

    @property
    def can_compact(self) -> bool:
        return self.policy.auto and self.policy.when_full == "compact" and not self.model.why_not_compactable()

    @property
    def mounts(self) -> Mounts | None:
        """The documents that can be mounted, instead of being read here; None: this model takes none."""
        return self.cached_chats.mounts

    @property
    def documents(self) -> tuple[DocumentInView, ...]:
        """The documents that the memory holds."""
        return mounting.in_view(self.log, self.cached)

    @property
    def forgets(self) -> bool:
        """Whether the oldest turns leave the memory when it is full."""
        wanted = self.policy.when_full == "forget" or bool(self.model.why_not_compactable())
        return self.model.grows and wanted

    def forget_oldest(self, incoming: int) -> bool:
        """Let the oldest turns leave if ``incoming`` more tokens than the log has would not fit; whether any left.

        Then :meth:`catch_up` has to be done: it may hold nothing any more.
        """
        if not self.forgets or not forgetting.forget(self, incoming):
            return False
        self._planned.clear()
        self.checkpoints.cut(self.log.system_end)  # what they count has left
        return True

    def reset(self, token_log: TokenLog) -> None:
        """Take another log; the memory has to be restored or rebuilt after it."""
        self.compactor.drop()
        self.checkpoints.put([])
        self.log, self._planned = token_log, []

    def save_log(self, folder: Path) -> None:
        """Write the log into the chat's folder, with the compactions to repeat; raises DiskFull."""
        self.log.save(folder, self._planned)

    def catch_up_steps(
        self, what: ProgressKind, upto: int | None = None, sample: Callable[[int], int] | None = None
    ) -> Steps[int]:
        """Decode what the log holds and the memory does not, compacting between batches when the policy says so.

        What another chat in the model's memory begins with as well is shared with it. Returns what ``sample`` gave
        for the last token's logits (-1: nothing was to decode).

        Raises:
            Cancelled: the listener asked; the memory holds a beginning of the log.
            ContextFull: no room, and nothing that could be compacted.
            BadPicture: a picture in the log cannot be read again; the memory holds what stands before it.
        """
        before = len(self.log)
        if self.forget_oldest(self.policy.reserve) and not self.cached:
            what = "rebuild"
        end = (before if upto is None else upto) - (before - len(self.log))
        token = -1
        if self.log.marks and not self.model.length(self.seq_id):
            self.memory_lost()  # a recurrent state that a failure had advanced half way
        self.reading = True
        try:
            yield from prefix_sharing.share_steps(self, end, self._planned)
            first = done = self.cached
            if self.checkpoints.at_border(self.log, done):  # what was read up to here ended with a reply
                self.keep_checkpoint()
            prefill = self.prefill or PrefillProgress()
            prefill.begin()
            while done < end:
                self._stop_if_asked()
                n = yield from self._repeat_compactions_steps(done)
                if mounted := (yield from mounting.mount_steps(self, done, end, self._planned)):
                    done += mounted
                    self.listener.memory_changed()
                    continue
                run, seen = self.log.run_at(done)
                whole = seen is not None and self.model.vision is not None and self.model.vision.at_once
                if seen is not None and whole and done > seen.start:
                    done = self._back_to(seen)
                    continue
                border = self.checkpoints.next_border(self.log, done)
                run = run if seen is not None else min(run, mounting.next_start(self.log, done))
                n = run - done if whole else min(n, min(end, run, border) - done)
                n = yield from prefix_sharing.make_room_steps(self, n, n if whole else LEAST_CHUNK, self._planned)
                yield from self.make_positions_steps(seen.positions if seen is not None and seen.positions else n)
                decoded = yield from self.decode_steps(done, n, sample if done + n == end else None)
                done, token = done + decoded.n, decoded.token
                if self.checkpoints.at_border(self.log, done):
                    self.keep_checkpoint()
                self.listener.progress(what, *prefill.told(done - first, end - first))
                self.listener.memory_changed()
                self.compactor.go_on(decoded.n)
            yield from self._repeat_compactions_steps(done)
            prefill.add(done - first)
        finally:
            self.reading = False
        return token

    catch_up = completed(catch_up_steps)

    def _stop_if_asked(self) -> None:
        if self.listener.cancelled():
            raise Cancelled("chat.reading_stopped")

    def decode_steps(self, at: int, n: int, sample: Callable[[int], int] | None) -> Steps[StepResult]:
        """Decode the ``n`` tokens of the log from ``at`` on, or the first of them.

        They are all text, or all rows of one picture. Where there is no memory to grow as far as the policy counts on,
        it compacts first.
        """
        try:
            return (yield self._decode(at, n, sample))
        except ContextFull:
            if not (yield from self.compactor.by_policy_steps()):
                raise
        return (yield self._decode(at, n, sample))

    def _decode(self, at: int, n: int, sample: Callable[[int], int] | None) -> Decode:
        """The ``n`` tokens of the log from ``at`` on, or rows of the picture that stands there."""
        work = Decode(self.seq_id, self.log.tokens[at : at + n], self.following, sample, self.listener.cancelled)
        _, seen = self.log.run_at(at)
        return work if seen is None else image_rows(work, self.log, seen, at, self.pictures, self.model.vision)

    def _back_to(self, seen: PictureRun) -> int:
        """Forget the part of a picture that is in the memory; how many tokens that holds then."""
        if not self.forget_after(seen.start):
            self._start_anew()
        return self.cached

    def wait_steps(self) -> Steps[None]:
        """Let another chat go on; raises Cancelled when the listener asks."""
        self._stop_if_asked()
        self.waiting = True
        try:
            yield PAUSE
        finally:
            self.waiting = False

    def make_positions_steps(self, n: int) -> Steps[None]:
        """See to it that ``n`` more tokens stay within the context the model was trained for, by squeezing old text."""
        yield from squeezing.make_positions_steps(self, n)

    make_positions = completed(make_positions_steps)

    def _repeat_compactions_steps(self, done: int) -> Steps[int]:
        """Do the compactions to repeat when ``done`` tokens are there; tokens until the next one."""
        while self._planned and self._planned[0].at <= done:
            mark = self._planned[0]
            try:
                yield from self.compactor.steps(CompactionRequest(mark.p0, mark.p1, mark.ratio, wished=mark.wished))
            except CannotCompact as error:
                log.warning("a compaction could not be repeated: %s", error)
                if self._planned and self._planned[0] is mark:  # another one may have come meanwhile
                    self._planned.pop(0)
        return min(self.model.n_ubatch, self._planned[0].at - done) if self._planned else self.model.n_ubatch

    def note_compaction(self, mark: BlockMark, *, repeated: bool) -> None:
        """Log a compaction that was done just now, ``repeated``: the first of those to repeat. Any other takes the
        place of all of them: they came later than the policy says now, and would compact the same text again.
        """
        self.log.mark(mark)
        del self._planned[: 1 if repeated else None]

    def restored(self, before: Sequence[BlockMark]) -> None:
        """The memory was put back from a saved state. Of the compactions that its log had ``before``, those that came
        after that are repeated; some of those to repeat may be in it.
        """

        known = [mark for mark in before if not mark.document]
        self._planned = repeating.to_repeat(self._compactions(), known, self._planned)

    def read_little_steps(self) -> Steps[None]:
        """Read the few tokens that a reply left to be read; a message whose reading was stopped is not read by this."""
        if 0 < len(self.log) - self.cached <= PENDING:
            yield from self.catch_up_steps("prefill")

    def read_for_compaction_steps(self) -> Steps[None]:
        """Read what a compaction that is asked for wants read first: all where nothing was, what earlier ones that are
        to be repeated came behind, else what is soon done.
        """
        if self._planned:
            yield from self.catch_up_steps("prefill", max(self.cached, *(mark.at for mark in self._planned)))
        if not self.cached:
            yield from self.catch_up_steps("prefill")
        yield from self.read_little_steps()

    def compact_steps(self, ratio: float = 0.0) -> Steps[Outcome]:
        """Compact now; ``ratio`` 0: as far as the policy says. Returns the report and the last message inside.

        Raises:
            CannotCompact: nothing to compact, or refused; the memory is as it was.
            Cancelled: the listener asked; the memory is as it was.
        """
        yield from self.read_for_compaction_steps()
        return (yield from self.compactor.steps(self.compactor.requested_range(ratio)))

    compact = completed(compact_steps)

    def settle_steps(self) -> Steps[None]:
        """While nobody waits: repeat what is to be compacted of what is there, read again what a reply left to be read,
        go on with a compaction, or begin the one that the next turn will need. May be given up between any two steps.
        """
        whole = self.reread or self.cached >= len(self.log) - 1  # what nobody asked for yet is not read now
        if whole and not self._planned and self.forget_oldest(self.policy.reserve + self._usual_turn()):
            self.reread = True
        if self._planned:  # those that the memory lacks, but not the text
            yield from self._repeat_compactions_steps(self.cached)
        if self.reread and not self._planned:
            try:  # but for the last token, whose logits are wanted if the reply is gone on with
                yield from self.catch_up_steps("prefill", len(self.log) - 1)
            except (Cancelled, ContextFull) as error:
                log.info("what a reply left is read with the next message: %s", error)
            self.reread = False
        if not self._planned and not self.compactor.held:
            self.compactor.begin_if_due(self._usual_turn(), ahead=True)
        yield from self.compactor.idle_steps()

    @property
    def undo_fits(self) -> bool:
        """Whether the text of the last compaction fits as it was, or there is none."""
        last = self.log.last_compaction
        if last is None:
            return True
        unread = len(self.log) - max(self.cached, last.p1)  # stays so
        return self.log.cells_without_last() - unread + self.policy.reserve <= self.model.n_ctx

    def undoable(self) -> BlockMark | None:
        """The compaction that an undo takes back; None: there is none, or its text does not fit as it was."""
        return self.log.last_compaction if self.undo_fits and not self._planned else None

    def undo_steps(self, tokens: tuple[int, int] | None = None) -> Steps[BlockMark | None]:
        """Take back the last compaction: the memory is what it was, and what was read since is read again. Without a
        saved state from before, all is, with the other compactions. ``tokens``: those it took in; None: whatever it is.
        Returns None if there was none, but what had left the memory is read again.

        Raises:
            CannotCompact: there is none, or another one is the last by now; the memory is as it was.
            ContextTooSmall: its text does not fit as it was; the memory is as it was.
            Cancelled, ContextFull: the memory holds a beginning of the log; the next :meth:`catch_up` goes on.
        """
        last = self.log.last_compaction
        if last is None:
            if tokens is not None:
                raise CannotCompact("undo.nothing")
            yield from self.recall_steps()
            return None
        if tokens is not None and tokens != (last.p0, last.p1):
            raise CannotCompact("undo.not_the_last")
        if not self.undo_fits:
            raise ContextTooSmall("undo.no_room", tokens=last.p1 - last.p0)
        held = max(self.cached, last.p1)
        self.log.marks.remove(last)
        self.compactor.drop()
        self.compactor.held = True
        self.listener.log_changed()
        if not self._put_back():
            self._start_anew()
        yield from self.catch_up_steps("rebuild", held)
        return last

    def _put_back(self) -> bool:
        """Whether the memory is as it was saved before a compaction that is taken back; later ones are repeated."""
        compactions = self._compactions()
        if self.saved is None or self._planned or not self.saved.put_back():
            return False
        self._planned = compactions[len(self._compactions()) :]
        return True

    undo = completed(undo_steps)

    def recall_steps(self) -> Steps[None]:
        """Read again what left the memory; raises as :meth:`undo_steps`."""
        raise CannotCompact("undo.nothing")
        yield

    settle = completed(settle_steps)

    def _usual_turn(self) -> int:
        """Tokens that a message and its reply may have, by the last ones."""
        last = self.log.spans[-2:]
        return min(last[-1].end - last[0].start, self.model.n_ctx // 4)

    def cut_steps(self, n_tokens: int) -> Steps[None]:
        """Keep the first ``n_tokens`` of log and memory; a cut into a compacted block rebuilds the memory.

        Raises:
            Cancelled, ContextFull: the memory could not be rebuilt to the end; the log is cut all the same.
        """
        held = min(self.cached, n_tokens)
        if not self.drop_after(n_tokens) or self.cached < held:
            yield from self.catch_up_steps("rebuild")

    cut = completed(cut_steps)

    def drop_after(self, n_tokens: int) -> bool:
        """Keep the first ``n_tokens`` of log and memory (as :meth:`forget_after`). False: it has to be built anew."""
        self.compactor.give_way(n_tokens)
        self.checkpoints.cut(n_tokens)
        self._planned = repeating.cut(self._planned, n_tokens)
        if self.log.cut(n_tokens) or not self.forget_after(n_tokens):
            self._start_anew()
            return False
        return True

    def forget_after(self, n_tokens: int) -> bool:
        """Keep the first ``n_tokens`` in the memory; if it cannot be cut there, those up to the last checkpoint before,
        or up to the picture in a grid that would be cut.

        False: not possible without building it anew; nothing changed.
        """
        blocks, grids = self.model.blocks(self.seq_id), self.log.grids
        n_tokens = self.log.outside_grids(n_tokens)
        position = positions.position_of(blocks, n_tokens, grids)
        if position is not None and self.model.remove_tail(position, self.seq_id):
            self.checkpoints.cut(n_tokens)
            return True
        found = self.checkpoints.best(min(n_tokens, self.cached), blocks, grids)
        if found is not None:
            self._go_back(*found)
        return found is not None

    def _go_back(self, kept: Checkpoint, position: int) -> None:
        """Keep what the memory held at a checkpoint; compactions of what follows are planned again."""
        self.compactor.drop()
        try:
            self.checkpoints.go_back(kept, position, self.seq_id)
        except Unplaceable as error:
            log.warning("a chat cannot go back to its last turn and is read anew: %s", error)
            self.memory_lost()
            return
        self.checkpoints.cut(kept.tokens)
        self._planned = [*(mark for mark in self._compactions() if mark.p1 > kept.tokens), *self._planned]
        self.log.marks = [mark for mark in self.log.marks if mark.p1 <= kept.tokens]

    def keep_checkpoint(self) -> None:
        """Make it possible to go back to here."""
        self.checkpoints.take(self.cached, self.seq_id, self.log.system_end)

    def position(self, token: int) -> int:
        position = positions.position_of(self.model.blocks(self.seq_id), token, self.log.grids)
        if position is None:
            raise CannotCompact("compact.inside_block")
        return position

    def rebuild_steps(self, upto: int | None = None) -> Steps[None]:
        """Build the memory anew from the token log, with compactions at the same places.

        Raises:
            Cancelled, ContextFull: the memory holds a beginning of the log; the next :meth:`catch_up` goes on.
        """
        self._start_anew()
        yield from self.catch_up_steps("rebuild", upto)

    rebuild = completed(rebuild_steps)

    def _start_anew(self) -> None:
        self.rebuilds += 1
        self.memory_lost()

    def memory_lost(self) -> None:
        """The memory holds nothing any more; the next catch-up builds it anew."""
        self.compactor.drop()
        self.model.clear(self.seq_id)
        self._planned = [*self._compactions(), *self._planned]
        self.log.marks = []

    def _compactions(self) -> list[BlockMark]:
        """The marks to repeat when the memory is built anew; documents are mounted again when it comes to them."""
        return [mark for mark in self.log.marks if not mark.document]

    def close(self) -> None:
        """Forget the conversation; the log stays what it is."""
        self.compactor.drop()
        self.model.clear(self.seq_id)
