"""The chats that a model's memory holds at a time: who has which sequence, who gives way, who shares a beginning.

One chat is usually talked in; the others stay as long as nobody needs their cells, so that going back to them takes
no time. Cells of a common beginning (the same system prompt, a forked chat) are computed once and shared.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec

from engine.chat import usage
from engine.chat.checkpoints import Checkpoints
from engine.chat.token_log import BlockMark, TokenLog
from engine.compaction import policy, positions
from engine.compaction.policy import TokenLimits
from engine.model.model import Model
from engine.protocol import CompactionPolicy
from engine.scheduling.steps import Steps

LEAST_SHARED = 16  # tokens of a beginning that are worth sharing, and waiting for


class CachedChat(Protocol):
    """A chat as far as the others in its model's memory know it; see :class:`engine.chat.chat_context.ChatContext`."""

    active: bool

    @property
    def log(self) -> TokenLog: ...
    @property
    def seq_id(self) -> int: ...
    @property
    def checkpoints(self) -> Checkpoints: ...
    @property
    def cached(self) -> int: ...
    @property
    def background(self) -> bool: ...
    @property
    def reading(self) -> bool: ...
    @property
    def waiting(self) -> bool: ...
    def close(self) -> None: ...


class Mountable(Protocol):
    """A document that was read once, as far as chats know it.

    ``cells``: uncompacted tokens it takes the room of; ``ratio``, ``error``: as of a :class:`BlockMark`.
    """

    @property
    def cells(self) -> float: ...
    @property
    def ratio(self) -> float: ...
    @property
    def error(self) -> float: ...


class Mounts(Protocol):
    """The documents that were read for the loaded model."""

    def find(self, digest: str, tokens: Sequence[int]) -> Mountable | None:
        """The document with that digest, whose text is these tokens; None: it is not there."""

    def mount(self, digest: str, tokens: Sequence[int], seq_id: int, position: int) -> None:
        """Let it follow what a sequence holds, from ``position`` on.

        An EngineError says why not, and nothing was changed.
        """

    def needed(self, digest: str) -> None:
        """A chat is about to mount that document: what can be finished of it at once is."""


class ChatCompaction(Protocol):
    """A compaction that was begun, as far as other chats know it. ``wanted``: its chat is at work."""

    @property
    def wanted(self) -> bool: ...
    def give_way(self) -> None: ...
    def commit_ready(self) -> None: ...


@dataclass(frozen=True)
class Beginning:
    """``n`` tokens that ``owner`` has in common with ``chat``; ``ready``: no more of them are to be expected."""

    model: Model
    chat: CachedChat
    owner: CachedChat
    n: int
    ready: bool

    def take(self) -> list[BlockMark]:
        """Share the cells; the marks of the compacted blocks among them. Without any, nothing could be shared.

        Where the memory cannot be cut, what stands before the last checkpoint is shared.
        """
        blocks, grids, n = self.model.blocks(self.owner.seq_id), self.owner.log.grids, self.n
        position, length = positions.position_of(blocks, n, grids), positions.length_of(blocks, n, grids)
        if position is None or not self.model.share(self.owner.seq_id, self.chat.seq_id, position, length):
            found = self.owner.checkpoints.best(self.n, blocks, grids)
            if found is None or not self.owner.checkpoints.share(*found, self.owner.seq_id, self.chat.seq_id):
                return []
            n = found[0].tokens
        self.chat.checkpoints.put([kept for kept in self.owner.checkpoints.all if kept.tokens <= n])
        marks = (mark for mark in self.owner.log.marks if mark.p1 <= n)
        return [msgspec.structs.replace(mark, at=min(mark.at, n)) for mark in marks]


class CachedChats:
    """The chats in a model's memory, the one used longest ago first.

    ``on_evict`` is called with a chat that has to give way, and saves it; afterwards it holds nothing.

    Attributes:
        compacting: the compaction that goes on in slices; one at a time, since each lays out the memory anew.
        mounts: the documents that its chats can mount (None: none).
        prepare_steps: what a compaction of a model without a head profile waits for first (None: nothing).
        saving_power: what nobody waits for is put off: compactions are not refined.
    """

    def __init__(self, model: Model, on_evict: Callable[[CachedChat], None] | None = None) -> None:
        self._model = model
        self._on_evict = on_evict
        self._chats: list[CachedChat] = []
        self.compacting: ChatCompaction | None = None
        self.mounts: Mounts | None = None
        self.prepare_steps: Callable[[], Steps[None]] | None = None
        self.saving_power = False

    def admit(self, chat: CachedChat, *, first: bool = False) -> None:
        """A new chat, in the sequence that :meth:`free_sequence` gave; ``first``: to give way."""
        self._chats.insert(0 if first else len(self._chats), chat)

    def used(self, chat: CachedChat) -> None:
        """Something was done with a chat: it is now the last to give way."""
        if chat in self._chats:
            self._chats.remove(chat)
            self._chats.append(chat)

    def leave(self, chat: CachedChat) -> None:
        """A chat is closed; its cells are free."""
        if chat in self._chats:
            self._chats.remove(chat)
        chat.close()

    def free_sequence(self, beside: int | None = None) -> int | None:
        """A sequence that is free, if need be because an idle chat gave way; None: all are in use.

        ``beside``: the sequence it is for, whose chat may be idle itself while it does something in the background.
        """
        return next(iter(self.free_sequences(1, beside)), None)

    def free_sequences(self, n: int, beside: int | None = None) -> list[int]:
        """``n`` sequences that are free, if need be because idle chats gave way; fewer: the others are in use."""
        spared = [chat for chat in self._chats if chat.seq_id == beside]
        while True:
            taken = {chat.seq_id for chat in self._chats}
            free = [seq for seq in range(self._model.n_seq_max) if seq not in taken and seq != beside]
            if len(free) >= n or not self.evict(None, spared=spared):
                return free[:n]

    def mounted_at(
        self, digest: str, tokens: Sequence[int], position: int, seq_id: int
    ) -> tuple[int, tuple[int, int]] | None:
        """Another sequence than ``seq_id`` that has this document mounted at that position, and which positions it
        has there.
        """
        for owner in self._chats:
            for mark in owner.log.blocks if owner.seq_id != seq_id else ():
                if mark.document != digest or list(owner.log.tokens[mark.p0 : mark.p1]) != list(tokens):
                    continue
                blocks, grids = self._model.blocks(owner.seq_id), owner.log.grids
                p0, p1 = (positions.position_of(blocks, at, grids) for at in (mark.p0, mark.p1))
                if p0 == position and p1 is not None:
                    return owner.seq_id, (p0, p1)
        return None

    def limits_of_new(self, asked: CompactionPolicy, system: int) -> TokenLimits:
        """What the first message of a new chat may have, with so many tokens of a system part; idle chats give way."""
        model = self._model
        others = [chat.seq_id for chat in self._chats if chat.active]
        fill = usage.measure(model, others[0] if others else 0, others[1:])
        fill = replace(
            fill, n_live=(fill.n_live if others else 0) + system, bytes_blocks=fill.bytes_blocks if others else 0
        )
        kept = policy.effective(asked, model.n_ctx)
        compactable = kept.auto and not model.why_not_compactable()
        start = max(system, policy.SINKS) + policy.MIN_BLOCK + kept.keep_recent - system
        found = policy.limits(fill, kept, system, compactable, nothing_old=start)
        return usage.for_first_message(found, model, kept, system)

    @property
    def crowded(self) -> bool:
        """Whether no sequence is free without a chat giving way; what is done in the background does first."""
        return sum(chat.active or not chat.background for chat in self._chats) >= self._model.n_seq_max

    @property
    def full(self) -> bool:
        """Whether no sequence is free unless something gives way."""
        return len(self._chats) >= self._model.n_seq_max

    def evict_background(self) -> bool:
        """Let what is done in the background give way. False: there is nothing."""
        first = next(iter(self._chats), None)
        return first is not None and first.background and not first.active and self.evict(None)

    def sequences(self, *, active: bool, but: CachedChat) -> list[int]:
        """Sequences of the other chats that something is done with, or that are idle."""
        return [chat.seq_id for chat in self._chats if chat is not but and chat.active == active]

    def evict(self, chat: CachedChat | None, *, everything: bool = False, spared: Sequence[CachedChat] = ()) -> bool:
        """Let the idle chat used longest ago, or all that are idle, give way to ``chat``, but for those ``spared``.

        False: there is none.
        """
        kept = [chat, *spared]
        idle = [other for other in self._chats if not other.active and not any(other is one for one in kept)]
        for other in idle if everything else idle[:1]:
            if self._on_evict is not None:
                self._on_evict(other)
            self.leave(other)
        return bool(idle)

    @contextlib.contextmanager
    def staying(self, chat: CachedChat) -> Iterator[None]:
        """Inside, where others commit what they began, a chat that asks for it in its own idle work is at work: else it
        would have to leave for that, in the midst of it.
        """
        before, chat.active = chat.active, True
        try:
            yield
        finally:
            chat.active = before

    def commit_others(self) -> None:
        """Commit the compaction of an idle chat if its heads are fitted: before the memory is laid out anew, which
        would end it, and where somebody waits for it.
        """
        if self.compacting is not None and not self.compacting.wanted:
            self.compacting.commit_ready()

    def evict_whole(self, chat: CachedChat) -> None:
        """Let the idle chats give way to blocks that come in for ``chat``, if there are none yet: their rows would be
        rounded along, though nothing of these chats was ever compacted.
        """
        if not any(self._model.blocks(seq_id) for seq_id in range(self._model.n_seq_max)):
            self.evict(chat, everything=True)

    def worth_waiting(self, chat: CachedChat) -> bool:
        """Whether another chat is at work that will be idle some time, and does not wait itself."""
        return any(self._goes_on(other, chat) for other in self._chats)

    def _goes_on(self, other: CachedChat, chat: CachedChat) -> bool:
        in_turn = chat.background or not other.background
        return other is not chat and other.active and not other.waiting and in_turn

    def beginning_of(self, chat: CachedChat, most: int, *, with_blocks: bool) -> Beginning | None:
        """The longest beginning of a chat's log, up to ``most`` tokens, that another one holds or is about to hold.

        ``with_blocks``: it may have compacted blocks.
        """
        best: Beginning | None = None
        for owner in self._chats:
            if owner is chat:
                continue
            common = _common(chat, owner, most)
            n = _outside_blocks(owner, min(common, owner.cached), allowed=with_blocks)
            ready = True
            if owner.reading and self._goes_on(owner, chat) and common >= owner.cached + LEAST_SHARED:
                n, ready = common, False
            n = owner.log.outside_grids(n)
            if n >= LEAST_SHARED and (best is None or n > best.n):
                best = Beginning(self._model, chat, owner, n, ready)
        return best


def _common(a: CachedChat, b: CachedChat, most: int) -> int:
    """How many of the first tokens are the same in both logs."""
    low, high = 0, max(0, min(most, len(a.log), len(b.log)))
    while low < high:
        middle = (low + high + 1) // 2
        if a.log.tokens[low:middle] == b.log.tokens[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _outside_blocks(owner: CachedChat, n: int, *, allowed: bool) -> int:
    """``n``, or less, so that no compacted block of ``owner`` is cut (or at all among them, if not ``allowed``)."""
    for mark in owner.log.blocks:
        if mark.p0 < n and (n < mark.p1 or not allowed):
            n = mark.p0
    return n
