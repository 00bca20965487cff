"""Reading a document for a cartridge: once, in a sequence of its own, in idle time.

It is read behind a neutral preamble, as a chat would show it, whose rows are dropped afterwards: the chat it is mounted
into has an opening of its own, and the one set of sinks that all its text shares. A document longer than the room there
is comes in pieces, each compacted before the next is read, which sees what is left of those before it. Between two
pieces all of it is on disk, so that reading goes on there after a restart. Of one that is longer than the context the
model was trained for, older pieces move closer together, as the old text of a chat does.
"""

from __future__ import annotations

import dataclasses
import functools
import logging
import math
import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engine.cartridges.cartridge import Bytes, Cartridge, digest_of
from engine.cartridges.refining import SLICE, DocumentPiece, Refining
from engine.cartridges.store import CartridgeStore
from engine.compaction import positions
from engine.compaction.pipeline import CompactionJob, carry_out
from engine.compaction.plan import Planner
from engine.compaction.prediction import of_all
from engine.compaction.quality import LimitedJob
from engine.compaction.ratio import ratio_of, uncompacted_bytes
from engine.errors import (
    BadSnapshot,
    Cancelled,
    CannotCompact,
    ContextTooSmall,
    EngineError,
    TemplateFailed,
)
from engine.heads.profile import Profile
from engine.model.model import Model
from engine.model.mounts import mount, remove_range, why_not_mountable
from engine.prompt.prompt import Prompt
from engine.prompt.template import ChatTemplate
from engine.scheduling.steps import PAUSE, Decode, Steps

log = logging.getLogger("engine.cartridges.reading")

Step = Literal["reading", "compacting", "refining", "saving"]
Progress = Callable[[Step, int, int], None]

METHOD = 1  # changes when cartridges of before should not be gone on with
MAX_PIECE = 8192  # tokens that are compacted at once
LEAST_PIECE = 256
MARGIN = 64  # cells left free
RATIO, LEAST_RATIO = 16.0, 4.0  # the first that is tried, and the last, where none is asked for
LEAST_SAME = 0.9  # predicted share of next words as before, of what is tried first
FRAME = '<document name="document">\n'  # about what stands before a document in a chat
_TEXT = "Lt0Document7Lt"
_DAY = 1_767_268_800.0  # in seconds since 1970: templates write the day, and reading goes on on another one


@dataclasses.dataclass(frozen=True)
class Reading:
    """What is read, and how.

    Attributes:
        digest, key, name, model: as of :class:`Cartridge`.
        ratio: how many times smaller; 0: the highest that leaves ``least_same`` of the next words as they were.
        preset: how it is compacted; ``preamble``: tokens it is read behind (None: :func:`neutral_preamble`).
        piece: most tokens that are compacted at once.
    """

    digest: str
    key: str
    name: str = ""
    model: str = ""
    ratio: float = 0.0
    least_same: float = LEAST_SAME
    preset: str = "default"
    preamble: tuple[int, ...] | None = None
    piece: int = MAX_PIECE


def neutral_preamble(model: Model) -> list[int]:
    """Tokens that a document is read behind: the opening of a chat whose first message begins with a document."""
    template = ChatTemplate(model.template, model.bos_text, model.eos_text)
    template.now = _DAY
    try:
        prompt = Prompt(template)
        before, mark, _ = (prompt.system + prompt.user_turn([], _TEXT)).partition(_TEXT)
    except TemplateFailed:
        before, mark = "", ""
    if not mark:
        before = model.bos_text
    return [*model.tokenize(before, special=True), *model.tokenize(FRAME, special=False)]


def read_steps(
    model: Model,
    tokens: Sequence[int],
    reading: Reading,
    store: CartridgeStore,
    *,
    seq_id: int,
    spare: int,
    shares: Profile | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    give_way: Callable[[], bool] | None = None,
    prefilled: Bytes | None = None,
    refining: Refining | None = None,
) -> Steps[Cartridge]:
    """Read a document and save its cartridge, unless there is one; both sequences are empty before and afterwards.

    Args:
        tokens: of the whole text, tokenized apart from what stands around it.
        shares: the model's head profile.
        give_way: lets somebody else's text leave the memory, for more room, or before rows are laid out anew; False:
            there is none that could.
        prefilled: state of a sequence that has read the preamble and all of the text and compacted nothing of it, for
            another cartridge of the same reading.
        refining: refines each piece before it is committed; None: pieces are committed as soon as they are fitted.

    Raises:
        CannotCompact: this model's memory takes no cartridges, or there is no room.
        Cancelled: asked to stop; the pieces that are done lie in the store.
        DiskFull: it could not be saved.
    """
    if reason := why_not_mountable(model):
        raise CannotCompact("cartridge.not_mounted", reason=reason)
    work = _Work(
        model, tokens, reading, store, seq_id, spare, shares, progress, cancelled, give_way, prefilled, refining
    )
    try:
        return (yield from work.steps())
    finally:
        model.clear(seq_id)
        model.clear(spare)


class _Work:
    """One reading."""

    def __init__(
        self,
        model: Model,
        tokens: Sequence[int],
        reading: Reading,
        store: CartridgeStore,
        seq_id: int,
        spare: int,
        shares: Profile | None,
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
        give_way: Callable[[], bool] | None,
        prefilled: Bytes | None,
        refining: Refining | None,
    ) -> None:
        self._model, self._tokens, self._reading, self._store = model, list(tokens), reading, store
        self._seq, self._spare, self._shares = seq_id, spare, shares
        self._progress, self._cancelled = progress, cancelled
        self._give_way, self._prefilled, self._refining = give_way or (lambda: False), prefilled, refining
        self._made_whole: Cartridge | None = None
        self._preamble = list(neutral_preamble(model) if reading.preamble is None else reading.preamble)
        ratio = reading.ratio or f"{reading.least_same:g}"
        split = "even" if shares is None else "split"  # one that was split evenly is made anew once the heads are known
        self._made = f"{METHOD} {reading.preset} {ratio} {split} {digest_of(self._preamble)[:16]}"
        self._so_far = Cartridge(
            digest=reading.digest, key=reading.key, name=reading.name, model=reading.model,
            tokens=len(self._tokens), token_digest=digest_of(self._tokens), made=self._made,
        )  # fmt: skip

    def steps(self) -> Steps[Cartridge]:
        found = self._store.find(self._reading.digest, self._reading.key, self._tokens)
        if found is not None and found.made == self._made:
            return found
        n = len(self._tokens)
        if self._prefilled is not None:
            self._place(self._prefilled)
        elif not self._take_up():
            yield from self._decode_steps(self._preamble)
        while self._so_far.read < n:
            start, end = self._so_far.read, n
            if self._prefilled is None:
                end = start + self._next_piece()
                self._make_positions(end - start)
                yield from self._decode_steps(self._tokens[start:end], start)
            yield from self._compact_steps(start, end)
        return self._made_whole or self._finish()

    def _take_up(self) -> bool:
        """Go on where an earlier reading ended; False: there is none that could be."""
        part = self._store.find_part(self._reading.digest, self._reading.key, self._tokens, self._made)
        if part is None:
            return False
        try:
            self._place(self._store.load(part))
        except (BadSnapshot, EngineError) as error:
            log.warning("what was read of a document cannot be used: %s", error)
            return False
        if self._n_read() != part.offset + part.read:
            self._model.clear(self._seq)
            return False
        self._so_far = part
        return True

    def _place(self, state: Bytes) -> None:
        """Load what an earlier reading held; raises Unplaceable where that needs more room than there can be."""
        self._be_alone()
        self._model.set_state(state, self._seq)

    def _be_alone(self) -> None:
        """Let all others leave before rows come in that have other types: theirs would be rounded along."""
        while self._give_way():
            pass

    def _next_piece(self) -> int:
        left = len(self._tokens) - self._so_far.read
        while (room := min(self._room(), self._reading.piece)) < min(left, LEAST_PIECE):
            if not self._give_way():
                raise ContextTooSmall("cartridge.no_room")
        trained = self._model.facts.n_ctx_train
        if trained and len(self._preamble) + len(self._tokens) > trained:
            room = min(room, max(LEAST_PIECE, trained // 4))  # what is moved together makes so many positions free
        return math.ceil(left / math.ceil(left / room))

    def _n_read(self) -> int:
        """Tokens that the sequence holds: those that were moved together have fewer positions."""
        return self._model.length(self._seq) + positions.lost(self._model.blocks(self._seq))

    def _make_positions(self, n: int) -> None:
        """See to it that ``n`` more tokens stay within the context the model was trained for, where that can be."""
        trained, following = self._model.facts.n_ctx_train, self._model.length(self._seq)
        if not trained or following + n <= trained:
            return
        at = self._model.blocks(self._seq), following, trained, n
        spans = positions.squeeze(*at) or positions.squeeze_little(*at)
        if not spans:
            return
        self._be_alone()
        try:
            self._model.squeeze(spans, self._seq)
        except CannotCompact as error:  # as a chat does that gets so long
            log.warning("a document is longer than the %d tokens the model was trained for: %s", trained, error)

    def _room(self) -> int:
        info = self._model.info(self._seq)
        return 0 if info is None else info.capacity - info.capacity_used - MARGIN

    def _decode_steps(self, tokens: Sequence[int], start: int = -1) -> Steps[None]:
        done = 0
        while done < len(tokens):
            self._stop_if_asked()
            batch = tokens[done : done + self._model.n_ubatch]
            result = yield Decode(self._seq, batch, self._model.length(self._seq), cancelled=self._cancelled)
            done += result.n
            if start >= 0:
                self._tell("reading", start + done)

    def _compact_steps(self, start: int, end: int) -> Steps[None]:
        last = self._model.length(self._seq)

        def begin(ratio: float) -> CompactionJob:
            planner = Planner(
                self._model, last - (end - start), last, seq_id=self._seq, preset=self._reading.preset,
                shares=self._shares,
            )  # fmt: skip
            return carry_out(self._model, planner.at_ratio(ratio), seq_id=self._seq)

        asked = self._reading.ratio
        job = LimitedJob(begin, asked or RATIO, asked or LEAST_RATIO, 0.0 if asked else self._reading.least_same)
        try:
            while not job.step(SLICE):
                self._stop_if_asked()
                self._tell("compacting", start + int((end - start) * job.progress))
                yield PAUSE
            conclude = functools.partial(self._conclude, job, start, end)
            if self._refining is None:
                conclude()
            else:
                last = end == len(self._tokens)
                yield from self._refining.steps(DocumentPiece(job, lambda: self._look(job, start, end), conclude, last))
        finally:
            job.cancel()

    def _look(self, job: LimitedJob, start: int, end: int) -> None:
        self._stop_if_asked()
        self._tell("refining", start + int((end - start) * job.refined))

    def _conclude(self, job: LimitedJob, start: int, end: int) -> None:
        """Commit a piece and save what is read so far: the cartridge, if it was the last one."""
        self._be_alone()  # also those that came while it was compacted
        report = job.commit()
        before, n = self._so_far, end - start
        error = (before.error * before.read + report.error * n) / end
        nats = of_all([before.nats, report.nats]) if before.read else report.nats
        self._so_far = msgspec.structs.replace(before, read=end, error=error, nats=nats)
        self._stop_if_asked()  # by whoever deleted the document, perhaps: nothing of it is saved after that
        self._tell("saving", end)
        if end < len(self._tokens):
            self._store.save(self._described(end, len(self._preamble)), self._model.state(self._seq))
        else:
            self._made_whole = self._finish()

    def _finish(self) -> Cartridge:
        """Leave the preamble behind, and the queries that were sampled while reading; the cells are free again."""
        offset = len(self._preamble)
        if offset and not remove_range(self._model, self._seq, 0, offset):
            raise CannotCompact("cartridge.not_mounted", reason="the preamble is compacted")
        mount(self._model, self._spare, self._seq, 0)
        made = self._store.save(self._described(len(self._tokens), 0), self._model.state(self._spare))
        self._model.clear(self._seq)
        self._model.clear(self._spare)
        return made

    def _described(self, read: int, offset: int) -> Cartridge:
        model, seq_id = self._model, self._seq if offset else self._spare
        info = model.info(seq_id)
        size = info.bytes_blocks if info else 0
        return msgspec.structs.replace(
            self._so_far, read=read, offset=offset, rows=info.n_block_rows if info else 0,
            ratio=ratio_of(read, size, uncompacted_bytes(model)), cells=math.ceil(size / uncompacted_bytes(model)),
            created=time.time(),
        )  # fmt: skip

    def _tell(self, step: Step, done: int) -> None:
        if self._progress is not None:
            self._progress(step, done, len(self._tokens))

    def _stop_if_asked(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise Cancelled("request.stopped")
