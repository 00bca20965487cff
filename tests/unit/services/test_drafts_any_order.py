"""Drafts of two windows: whatever happens in whatever order, what is written is there, once, until it is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import QCoreApplication

from app.core.draft import Draft, StoredDraft, Unsent
from app.services.chat.drafts import Drafts
from tests.effort import dear

WINDOWS = ("one", "two")
WINDOW = st.sampled_from(WINDOWS)


class Rows:
    """Drafts as the store has them, changed last at the end, and the chats that it has."""

    def __init__(self) -> None:
        self.drafts: dict[str, str] = {}
        self.chats: set[str] = set()
        self.full = False

    def room(self) -> None:
        if self.full:
            raise OSError("full")

    def put_draft(self, chat: str, unsent: Unsent) -> None:
        self.room()
        self.drafts.pop(chat, None)
        if unsent:
            self.drafts[chat] = unsent.text

    def move_draft(self, chat: str, to: str) -> None:
        self.room()
        if chat in self.drafts:
            self.drafts[to] = self.drafts.pop(chat)

    def delete_drafts(self, ids: Iterable[str]) -> None:
        self.room()
        for chat in ids:
            self.drafts.pop(chat, None)

    def add_message(self, chat: str) -> None:
        self.chats.add(chat)
        self.drafts.pop(chat, None)

    def stored(self) -> list[StoredDraft]:
        return [StoredDraft(chat, Unsent(text), chat in self.chats) for chat, text in self.drafts.items()]


class Line:
    """Operations of the store that wait, in order."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[Callable[[], Any], Callable[[Any], None] | None, Any]] = deque()

    def store(self, work: Callable[[], Any], done: Callable[[Any], None] | None = None, failed: Any = None) -> None:
        self.waiting.append((work, done, failed))

    def step(self) -> None:
        work, done, failed = self.waiting.popleft()
        try:
            result = work()
        except OSError as problem:
            failed(problem)
            return
        if done is not None:
            done(result)


class AnyOrder(RuleBasedStateMachine):
    """``unsent``: the texts that the person wrote last in each place, and neither sent nor emptied."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = Rows()
        self.names = count()
        self.unsent: set[str] = set()
        self.sent: set[str] = set()
        self.begun: set[str] = set()
        self.begin([])

    def begin(self, stored: list[StoredDraft]) -> None:
        self.line = Line()
        self.drafts = Drafts(self.rows, self.line, stored)  # type: ignore[arg-type]
        self.drafts.given_back.connect(self.given_back)
        self.chat: dict[str, str] = {}
        self.draft: dict[str, Draft] = {}
        self.seen: dict[str, str] = {}  # what stands in the editors

    def show(self, window: str, chat: str) -> None:
        self.chat[window] = chat
        self.draft[window] = self.drafts.open(window, chat, chat in self.begun)
        self.seen[window] = self.draft[window].text

    def given_back(self, chat: str) -> None:
        for window, shown in self.chat.items():
            if shown == chat:
                self.seen[window] = self.draft[window].text

    def write(self, window: str, text: str) -> None:
        """What an editor does: it replaces what it shows."""
        self.unsent -= set(self.seen[window].split("\n"))
        self.unsent |= {text} if text else set()
        self.seen[window] = self.draft[window].text = text
        self.drafts.changed()

    @initialize()
    def first_window(self) -> None:
        self.show("one", f"chat{next(self.names)}")

    @rule(window=WINDOW)
    def new_chat(self, window: str) -> None:
        self.show(window, f"chat{next(self.names)}")

    @rule(window=WINDOW, which=st.randoms(use_true_random=False))
    def open_chat(self, window: str, which: Any) -> None:
        others = sorted(self.begun - set(self.chat.values()))
        if others:
            self.show(window, which.choice(others))

    @rule(window=WINDOW)
    def close_window(self, window: str) -> None:
        if len(self.chat) == 2:
            self.drafts.release(window)
            del self.chat[window], self.draft[window], self.seen[window]

    @rule(window=WINDOW, empty=st.booleans())
    def type(self, window: str, empty: bool) -> None:
        if window in self.chat:
            self.write(window, "" if empty else f"text{next(self.names)}")

    @rule(window=WINDOW, refused=st.booleans())
    def send(self, window: str, refused: bool) -> None:
        if window not in self.chat or not self.draft[window].text:
            return
        chat, text, began = self.chat[window], self.draft[window].text, self.chat[window] not in self.begun
        self.draft[window] = self.drafts.sent(chat)
        self.seen[window] = ""
        self.begun.add(chat)

        def work() -> None:
            if refused:
                raise OSError("full")
            self.rows.add_message(chat)
            self.unsent -= set(text.split("\n"))
            self.sent |= set(text.split("\n"))

        def failed(_: OSError) -> None:
            if began:
                self.begun.discard(chat)
            self.drafts.refused(chat, not began, text, ())

        self.line.store(work, None, failed)

    @rule()
    def save(self) -> None:
        self.drafts.save()

    @precondition(lambda self: self.line.waiting)
    @rule(full=st.booleans())
    def step(self, full: bool) -> None:
        self.rows.full = full
        self.line.step()

    @rule()
    def end(self) -> None:
        """The program ends as it should, and is started again."""
        self.drafts.save()
        self.settle()
        self.drafts.close()
        self.settle()
        self.check()
        self.begun = set(self.rows.chats)
        self.begin(self.rows.stored())
        self.first_window()

    @rule()
    def kill(self) -> None:
        """What was on its way to the store is gone, and so is what was written since; but nothing else is wrong."""
        lines = [line for text in self.rows.drafts.values() for line in text.split("\n")]
        assert len(lines) == len(set(lines)) and not self.sent & set(lines)
        self.drafts.deleteLater()
        self.unsent, self.begun = set(lines), set(self.rows.chats)
        self.begin(self.rows.stored())
        self.first_window()

    @precondition(lambda self: not self.line.waiting)
    @rule(which=st.randoms(use_true_random=False))
    def delete(self, which: Any) -> None:
        """A chat that nobody shows is deleted for good."""
        others = sorted(self.rows.chats - set(self.chat.values()))
        if others:
            chat = which.choice(others)
            draft = self.drafts._drafts.get(chat)
            self.unsent -= set(draft.text.split("\n")) if draft is not None else set()
            self.begun.discard(chat)
            self.rows.chats.discard(chat)
            self.drafts.forget([chat])

    def settle(self) -> None:
        self.rows.full = False
        for _ in range(3):  # what was refused is to be saved
            self.drafts.save()
            while self.line.waiting:
                self.line.step()

    @invariant()
    def check(self) -> None:
        held = [line for draft in self.drafts.all() for line in draft.text.split("\n") if line]
        flying = self.unsent - set(held)
        assert len(held) == len(set(held)), "nothing twice"
        assert set(held) <= self.unsent, "nothing that was sent or taken out comes back"
        assert not flying or self.line.waiting, "nothing is lost"
        for window, chat in self.chat.items():
            assert self.draft[window] is self.drafts._drafts[chat], "what a window changes is what is kept"
            assert self.seen[window] == self.draft[window].text, "it shows what is kept"

    def teardown(self) -> None:
        self.settle()
        self.check()
        held = {chat: draft.text for chat, draft in self.drafts._drafts.items() if not draft.empty}
        assert self.rows.drafts == held
        self.drafts.close()


@pytest.mark.usefixtures("qapp")
def test_in_any_order() -> None:
    assert QCoreApplication.instance() is not None
    AnyOrder.TestCase.settings = dear(50, stateful_step_count=40, suppress_health_check=list(HealthCheck))
    AnyOrder.TestCase("runTest").runTest()
