"""The program without its window, led over a pipe: ``python -m tests.stress.program DATA [KEY=JSON ...]``.

Reads one JSON object a line on stdin (see :class:`Order`) and writes one a line on stdout (see :class:`Told`). It is
killed at any moment; what it tells of the store it tells just before and just after each change.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from app.core.chat_values import ChatView, Message
from app.core.logs import start_logging
from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.core.store import Store
from app.core.store.copying import ChatCopy
from app.core.texts import say
from app.core.work_values import Notice, Resumed
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.conversations import MORE
from app.services.chat.follower import ChatFollower
from app.services.engine_client.process import EngineProcess
from engine import protocol
from tests.stress.ledger import OPERATIONS, Change, Operation, Row
from tests.words import hint_of, said

SETTLE_MS = 20
TELL_EVERY = 250  # looks
WINDOWS = 3  # at most


class Order(msgspec.Struct):
    """What to do. ``pick``, ``window``: 0 to 1, which message or chat it is about and in which window, of those there
    are."""

    number: int
    do: Literal[
        "send", "stop", "continue", "regenerate", "edit", "delete", "version", "compact", "save", "switch", "new",
        "fork", "window", "close", "settle", "quit",
    ]  # fmt: skip
    text: str = ""
    pick: float = 0.0
    window: float = 0.0


class Told(msgspec.Struct, omit_defaults=True):
    """What happened.

    ``what``: launched, begin, end, streamed, opened, resumed, notice, done, settled, waiting, failed; shown, of each
    further window before settled.
    """

    what: str
    number: int = 0
    pid: int = 0
    change: Change | None = None
    ok: bool = False
    chat: str = ""
    stored: bool = False
    message: str = ""
    text: str = ""
    how: str = ""
    shown: list[str] = []
    copies: list[Row] = []


_lock = threading.Lock()


def tell(told: Told) -> None:
    """Write a line in one piece; from any thread."""
    with _lock:
        os.write(1, msgspec.json.encode(told) + b"\n")


class _Orders(QObject):
    """Reads orders on a thread of its own."""

    came = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.came.emit(msgspec.json.decode(line, type=Order))
        os._exit(1)  # whoever leads is gone


class Program(QObject):
    """Carries out orders on an AppContext."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._aside: list[Conversation] = []  # of windows that were closed
        self._settling: list[int] = []
        self._looks = 0
        self._timer = QTimer(self, interval=SETTLE_MS)
        self._timer.timeout.connect(self._look)
        witness(context.store)
        self._watch_openings()
        self._follow(context.conversation)
        for chat in filter(None, context.settings.text(MORE).split(",")):
            self._open_window().open_chat(chat)
        context.notice.connect(self._notice)
        context.engine.ready.connect(self._ready)
        self._orders = _Orders()
        self._orders.came.connect(self._carry_out, Qt.ConnectionType.QueuedConnection)

    @property
    def _talks(self) -> tuple[Conversation, ...]:
        return self._context.conversations.all

    def _follow(self, talk: Conversation) -> None:
        ChatFollower(talk, self, text_streamed=self._streamed, resumed=self._resumed)
        talk.chat_opened.connect(self._opened)

    def _open_window(self) -> Conversation:
        if self._aside:
            talk = self._aside.pop()
            self._context.conversations.take_back(talk)
            return talk
        talk = self._context.conversations.add()
        self._follow(talk)
        return talk

    # what happens -----------------------------------------------------------------

    def _ready(self, ready: protocol.Ready) -> None:
        tell(Told("launched", pid=ready.pid))

    def _streamed(self, message: str, text: str) -> None:
        tell(Told("streamed", message=message, text=text))

    def _opened(self, view: ChatView) -> None:
        tell(Told("opened", chat=view.chat.id, stored=bool(view.messages)))

    def _resumed(self, resumed: Resumed) -> None:
        tell(Told("resumed", chat=resumed.chat, how=resumed.how, text=said(resumed.note)))

    def _notice(self, notice: Notice) -> None:
        tell(Told("notice", text=f"{said(notice.text)} {hint_of(notice)}", how=notice.action))
        again = notice.action == "retry_engine" or (notice.action == "retry_model" and notice.level == "warning")
        if again:  # after two deaths in a minute, or in two loads, somebody has to press the button
            QTimer.singleShot(0, self, lambda: self._context.act(notice))

    def _watch_openings(self) -> None:
        """Hold what the engine says it remembers of a chat against what it was asked to."""
        ask = self._context.engine.request

        def watched_request(
            request: protocol.AnyRequest,
            closed: Callable[[protocol.AnyEvent], None],
            event: Callable[[protocol.AnyEvent], None] | None = None,
        ) -> int:
            if not isinstance(request, protocol.OpenChat):
                return ask(request, closed, event)
            asked = [message.id for message in request.messages if message.content.strip()]

            def watched(answer: protocol.AnyEvent) -> None:
                if isinstance(answer, protocol.Opened) and answer.note != say("open.only_last_part"):
                    held = [span.id for span in answer.spans]
                    if [one for one in held if one in asked] != asked:
                        tell(Told("failed", text=f"opened {answer.how} with {len(held)} of {len(asked)} messages"))
                closed(answer)

            return ask(request, watched, event)

        self._context.engine.request = watched_request  # type: ignore[method-assign]

    # orders -----------------------------------------------------------------------

    def _carry_out(self, order: Order) -> None:
        if order.do == "settle":
            self._settling.append(order.number)
            self._timer.start()
            return
        if order.do == "quit":
            self._context.shutdown()
            tell(Told("done", order.number))
            QCoreApplication.quit()
            return
        talk = self._talks[int(order.window * len(self._talks))]
        self._act(order, talk)
        tell(Told("done", order.number, shown=[message.id for message in talk.view.messages]))

    def _act(self, order: Order, talk: Conversation) -> None:
        messages = talk.view.messages
        match order.do:
            case "send":
                talk.send(order.text)
            case "stop":
                talk.stop()
            case "continue":
                talk.continue_reply()
            case "regenerate" if chosen := _pick([m for m in messages if m.role == "assistant"], order.pick):
                talk.regenerate(chosen.id)
            case "edit" if chosen := _pick([m for m in messages if m.role == "user"], order.pick):
                talk.edit(chosen.id, order.text)
            case "delete" if chosen := _pick(list(messages), order.pick):
                talk.delete_from(chosen.id)
            case "version" if others := [one for m in messages for one in m.siblings if one != m.id]:
                talk.select_version(others[int(order.pick * len(others))])
            case "fork" if chosen := _pick(list(messages), order.pick):
                talk.fork(chosen.id)
            case "compact":
                talk.compact_now()
            case "save" if messages:
                snapshot = protocol.Snapshot(id=0, chat_id=talk.view.chat.id)
                self._context.engine.request(snapshot, lambda event: None)
            case "switch" if chats := self._context.store.chats():
                talk.open_chat(chats[int(order.pick * len(chats))].id)
            case "new":
                talk.new_chat()
            case "window" if len(self._talks) < WINDOWS:
                self._open_window()
            case "close" if len(self._talks) > 1:
                self._context.conversations.put_aside(talk)
                self._aside.append(talk)

    def _look(self) -> None:
        """Whether nothing runs or waits any more, in whatever chat."""
        for _ in range(3):
            self._context.ops.flush()
        state = self._context.models.state
        if state.phase is ModelPhase.FAILED:
            self._answer("failed", f"the model: {state.problem}")
        messages = [message for talk in self._talks for message in talk.view.messages]
        still = self._context.conversations.idle and not self._context.conversations.at_work
        if still and all(message.state != "streaming" for message in messages):
            self._answer("settled", "")
        self._looks += 1
        if self._settling and self._looks % TELL_EVERY == 0:
            states = " ".join(message.state for message in messages)
            phases = " ".join(talk.phase for talk in self._talks)
            tell(Told("waiting", text=f"{phases}, model {state.phase}, messages {states}"))

    def _answer(self, what: str, text: str) -> None:
        self._timer.stop()
        waiting, self._settling = self._settling, []
        first, *others = [talk.view for talk in self._talks]
        for view in others:
            tell(Told("shown", chat=view.chat.id, shown=[message.id for message in view.messages]))
        shown = [message.id for message in first.messages]
        for number in waiting:
            tell(Told(what, number, chat=first.chat.id, stored=bool(shown), text=text, shown=shown))


def _pick(messages: list[Message], pick: float) -> Message | None:
    return messages[int(pick * len(messages))] if messages else None


def witness(store: Store) -> None:
    """Have every change of messages told before and after it, on the store's thread."""
    for name in OPERATIONS:
        setattr(store, name, _witnessed(store, name, getattr(store, name)))


def _witnessed(store: Store, name: Operation, work: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        tell(Told("begin", change=change_of(name, *given)))
        try:
            result = work(*given)
        except BaseException as problem:
            tell(Told("end", ok=False, text=str(problem)))
            raise
        tell(Told("end", ok=True, copies=copied(store, result, *given)))
        return result

    return call


def copied(store: Store, *values: Any) -> list[Row]:
    """What a call of the store copied, by what it was given and gave: the messages of a copy that is whole."""
    copy = next((one for one in values if isinstance(one, ChatCopy)), None)
    if copy is None or not copy.whole:
        return []
    return [row_of(message) for message in store.branch(copy.chat.id, copy.chat.head)]


def row_of(message: Message) -> Row:
    """A message as the account keeps it."""
    return Row(message.id, message.chat, message.parent, message.role, message.content)


def change_of(name: Operation, *given: Any) -> Change:
    """The change that a call of the store is."""
    first = given[0]
    if isinstance(first, ChatCopy):
        return Change(name, first.source, first.until)
    if isinstance(first, Message):
        reply = next((one for one in given[1:] if isinstance(one, Message)), None)
        return Change(name, first.chat, first.id, row_of(first), row_of(reply) if reply is not None else None)
    return Change(name, first, given[1])


def main(arguments: list[str]) -> int:
    """Run until told to quit; the exit status."""
    app = QCoreApplication(sys.argv)
    paths = Paths(Path(arguments[0]))
    start_logging(paths.logs)
    context = AppContext(paths)
    for pair in arguments[1:]:
        key, _, value = pair.partition("=")
        context.settings.set(key, json.loads(value))
    assert isinstance(context.engine, EngineProcess)
    program = Program(context)
    context.start()
    status = app.exec()
    del program
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
