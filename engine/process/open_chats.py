"""The chats that are open: which of them lie in the memory of the loaded model, and what is done for them meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from engine import protocol as p
from engine.chat.cached_chats import CachedChat, CachedChats
from engine.chat.session import Session
from engine.errors import Cancelled, NoChat, NoModel
from engine.process.event_relay import Relay
from engine.process.failures import log_failure
from engine.process.loaded_model import LoadedModel
from engine.process.open_chat import OpenedChat
from engine.process.opening import open_steps, return_steps
from engine.process.queue import Ticket, Work
from engine.scheduling.steps import PAUSE, Steps
from engine.snapshots.writer import Saver

log = logging.getLogger("engine.process.open_chats")

R = TypeVar("R", p.Read, p.Generate, p.Compact, p.Preview, p.Undo, p.Truncate, p.Snapshot, Work)


class OpenChats:
    """The open chats of one engine, by their ids. Those of a model are closed before it is given up.

    ``emit`` is called with the events of the program's own chats.

    Attributes:
        saver: writes their snapshots.
    """

    def __init__(self, emit: Callable[[p.AnyEvent], None]) -> None:
        self._emit = emit
        self._chats: dict[str, OpenedChat] = {}
        self._loaded: LoadedModel | None = None
        self.saver = Saver()

    def use(self, loaded: LoadedModel) -> None:
        """Open chats on this model from now on."""
        self._loaded = loaded

    def drop(self) -> None:
        """Close all chats: their model is given up."""
        self.close_all()
        self._loaded = None

    # ------------------------------------------------------------------ which

    def get(self, chat_id: str) -> OpenedChat | None:
        return self._chats.get(chat_id)

    def __getitem__(self, chat_id: str) -> OpenedChat:
        """Raises NoChat: it is not open."""
        chat = self._chats.get(chat_id)
        if chat is None:
            raise NoChat("chat.not_open")
        return chat

    # ------------------------------------------------------------------ requests

    def open_steps(
        self,
        request: p.OpenChat,
        ticket: Ticket,
        emit: Callable[[p.AnyEvent], None] | None = None,
        make: Callable[..., Session] = Session,
    ) -> Steps[p.AnyEvent]:
        """Open a chat. ``emit``: who hears of it, if it is none of the program's; ``make``: its class."""
        start = time.perf_counter()
        self.close(request.chat_id)
        loaded = self._model_there()
        relay = Relay(request.chat_id, emit or self._emit)
        relay.begin(request.id, ticket.cancel.is_set)
        sequence = yield from _sequence_steps(loaded.cached_chats, ticket)
        session = make(
            loaded.model,
            system_prompt=request.system_prompt,
            policy=request.policy,
            listener=relay,
            shares=loaded.heads.profile,
            seq_id=sequence,
            cached_chats=loaded.cached_chats,
            history=loaded.history,
            thinking=request.thinking,
        )
        chat_snapshots = self.saver.chat_snapshots(
            Path(request.folder), Path(request.chunks) if request.chunks else None
        )
        chat = OpenedChat(request.chat_id, chat_snapshots, session, relay, emit or self._emit)
        chat.served = emit is not None
        self._chats[chat.id] = chat
        loaded.cached_chats.admit(session)
        session.active = True
        try:
            how, note = yield from open_steps(session, chat_snapshots, request.messages, request.read_most)
        except Exception:
            self._chats.pop(chat.id, None)
            loaded.cached_chats.leave(session)
            chat_snapshots.close()
            raise
        finally:
            session.active = False
            relay.rest()
        self.settle(chat)
        relay.saved_tokens = session.cached if how == "resumed" else 0
        relay.dirty = relay.dirty or how == "rebuilt"  # or resumed, and what the snapshot lacked was read
        relay.memory(force=True)
        return chat.opened(request.id, how, (time.perf_counter() - start) * 1000, note)

    def in_chat(
        self, request: R, ticket: Ticket, work: Callable[[OpenedChat, R], Steps[p.AnyEvent]]
    ) -> Steps[p.AnyEvent]:
        """``work`` on the chat of ``request``, brought back into the memory if it had to give way.

        Raises:
            NoModel: none is loaded.
            NoChat: it is not open.
        """
        return self._active_steps(request, self._model_there(), self[request.chat_id], ticket, work)

    def _active_steps(
        self,
        request: R,
        loaded: LoadedModel,
        chat: OpenedChat,
        ticket: Ticket,
        work: Callable[[OpenedChat, R], Steps[p.AnyEvent]],
    ) -> Steps[p.AnyEvent]:
        session = chat.session
        self._unsettle(chat)
        session.active = True
        try:
            chat.relay.begin(request.id, ticket.cancel.is_set)
            if chat.evicted:
                yield from self._return_steps(loaded, chat, ticket)
            loaded.cached_chats.used(session)
            return (yield from work(chat, request))
        finally:
            session.active = False
            chat.relay.rest()
            self.settle(chat)

    def _return_steps(self, loaded: LoadedModel, chat: OpenedChat, ticket: Ticket) -> Steps[None]:
        """Bring the memory of a chat that had to give way back, from its snapshot, or else from its token log.

        Raises:
            Cancelled, ContextFull: it is behind the log, or as it was; the next request goes on.
        """
        session = chat.session
        session.seq_id = yield from _sequence_steps(loaded.cached_chats, ticket)
        loaded.cached_chats.admit(session)
        try:
            yield from return_steps(session, chat.chat_snapshots)
        except (Cancelled, GeneratorExit):  # it is empty, but its log has blocks: they are still to come back
            loaded.cached_chats.leave(session)
            raise
        except Exception:  # may well happen again: the next request reads the log
            session.memory_lost()
            chat.evicted = False
            raise
        chat.evicted = False
        if not session.cached:
            yield from session.rebuild_steps()

    def set_policy(self, policy: p.CompactionPolicy) -> None:
        """Of the program's own chats; sessions of the local server have theirs."""
        for chat in self._own():
            chat.session.set_policy(policy)
            if not chat.evicted:  # what fits has changed
                chat.relay.memory(force=True)

    def close(self, chat_id: str) -> None:
        """Save the chat if it is open and its memory changed, and forget it."""
        chat = self._chats.pop(chat_id, None)
        if chat is None:
            return
        self._unsettle(chat)
        try:
            if not chat.evicted and self._loaded is not None:
                try:
                    chat.session.compactor.give_way()
                    chat.save_at_last()
                finally:
                    self._loaded.cached_chats.leave(chat.session)
        finally:
            chat.chat_snapshots.close()

    def close_own(self) -> None:
        """The same with all chats of the program's own."""
        self.close_several([chat.id for chat in self._own()])

    def close_all(self) -> None:
        """The same with sessions of the local server, too."""
        self.close_several(list(self._chats))

    def close_several(self, chats: Sequence[str]) -> None:
        """:meth:`close` these; one that fails keeps no other from being saved and closed."""
        for chat_id in chats:
            try:
                self.close(chat_id)
            except Exception as error:
                log.error("a chat failed to close", exc_info=error)

    # ------------------------------------------------------------------ meanwhile

    def settle(self, chat: OpenedChat) -> None:
        """Do in the background what can be done for a chat while nobody waits."""
        if self._loaded is not None and chat.settling is None and chat.id in self._chats and not chat.evicted:
            chat.settling = self._loaded.scheduler.add(self._settle_steps(chat), log_failure, background=True)

    def _unsettle(self, chat: OpenedChat) -> None:
        """Give that up: the chat's sequence is wanted by a request, or by another chat."""
        task, chat.settling = chat.settling, None
        if task is not None and self._loaded is not None:
            self._loaded.scheduler.drop(task)

    def _settle_steps(self, chat: OpenedChat) -> Steps[None]:
        try:
            yield from chat.session.settle_steps()
        finally:
            chat.settling = None
        if not chat.evicted:
            chat.save_if_worth_it()

    def evicted(self, memory: CachedChat) -> None:
        """The memory of an idle chat is needed for another one."""
        for chat in self._chats.values():
            if chat.session is memory:
                self._unsettle(chat)
                chat.session.compactor.give_way()
                chat.save_at_last()
                chat.evicted = True

    def save_dirty(self) -> None:
        """Save what is not saved yet, in the background."""
        for chat in self._chats.values():
            if chat.relay.dirty and not chat.evicted:
                chat.save_quietly()

    def share_heads(self) -> None:
        """Have the chats use what is known of the model's heads by now."""
        if self._loaded is not None:
            for chat in self._chats.values():
                chat.session.shares = self._loaded.heads.profile

    def _own(self) -> list[OpenedChat]:
        return [chat for chat in self._chats.values() if not chat.served]

    def _model_there(self) -> LoadedModel:
        if self._loaded is None:
            raise NoModel("model.none")
        return self._loaded


def _sequence_steps(cached_chats: CachedChats, ticket: Ticket) -> Steps[int]:
    """A free sequence, waited for until a chat is done if need be."""
    while True:
        if ticket.cancel.is_set():
            raise Cancelled("request.withdrawn")
        if (sequence := cached_chats.free_sequence()) is not None:
            return sequence
        yield PAUSE
