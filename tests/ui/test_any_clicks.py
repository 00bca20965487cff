"""Whatever is clicked and typed, in any order: nothing fails, and each window shows what is stored.

Asked for only, as no drawing comes twice (what happens when depends on the machine): ``LONGTHREAD_CLICKS=FIRST:COUNT``,
and ``LONGTHREAD_CLICKS_STEPS=400`` for longer ones.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QFileDialog,
    QLineEdit,
    QMenu,
    QTextEdit,
    QWidget,
)
from pytestqt.exceptions import TimeoutError as Late

from app.core.chat_values import ChatView
from app.ui.chat.transcript.items import MessageItem
from app.ui.widgets.controls import Slider
from app.ui.window.main_window import MainWindow
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program

W = TypeVar("W", bound=QWidget)

FIRST, COUNT = (int(one) for one in os.environ.get("LONGTHREAD_CLICKS", "1:4").split(":"))
STEPS = int(os.environ.get("LONGTHREAD_CLICKS_STEPS", "120"))
LEFT_OUT = ("quit", "close_window", "updates")
TEXTS = (
    "anchor",
    "a sentence with **bold** words",
    "/",
    "#",
    "@",
    "7",
    "",
    "```python\nx = 1\n```",
    "ä ö 猫 🙂",
    "0,5",
    "-1",
)
KEYS = (
    Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Space, Qt.Key.Key_Menu,
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_F2,
)  # fmt: skip
PLAIN, WITH = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier
MODIFIERS = (PLAIN, PLAIN, PLAIN, WITH.ControlModifier, WITH.ShiftModifier, WITH.AltModifier)


class Person:
    """Does what can be done with what is in sight, without waiting for what it leads to."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.any = program, random.Random(seed)
        self.log: list[str] = []

    @property
    def windows(self) -> list[MainWindow]:
        return self.program.window.windows.all

    def act(self) -> None:
        menus = [menu for menu in in_sight(QMenu) if menu.isWindow()]
        if menus:
            self.menu(menus[-1])
        else:
            acts = (self.button, self.item, self.action, self.key, self.type, self.say, self.anywhere, self.engine)
            self.any.choices(acts, (8, 5, 6, 5, 4, 4, 3, 2))[0]()
        for _ in range(self.any.choice((1, 3, 10))):
            QApplication.processEvents()

    def menu(self, menu: QMenu) -> None:
        able = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
        if not able or self.any.random() < 0.2:
            menu.close()
            return
        chosen = self.any.choice(able)
        self.log.append(f"menu {chosen.text()!r}")
        menu.setActiveAction(chosen)
        QTest.keyClick(menu, Qt.Key.Key_Return)

    def button(self) -> None:
        if buttons := [*in_sight(QAbstractButton), *in_sight(Slider)]:
            one = self.any.choice(buttons)
            self.log.append(f"button {getattr(one, 'text', str)() or one.accessibleName()!r}")
            QTest.mouseClick(one, Qt.MouseButton.LeftButton)

    def item(self) -> None:
        if views := [view for view in in_sight(QAbstractItemView) if view.model() and view.model().rowCount()]:
            view = self.any.choice(views)
            index = view.model().index(self.any.randrange(view.model().rowCount()), 0)
            self.log.append(f"row {index.data()!r} of {type(view).__name__}")
            view.scrollTo(index)
            at = view.visualRect(index).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, self.any.choice(MODIFIERS[:-1]), at)

    def action(self) -> None:
        window = self.any.choice(self.windows)
        one = self.any.choice([action for action in window.action_list.all if action not in LEFT_OUT])
        if self.any.random() < 0.1 and len(self.windows) > 1:
            one = "close_window"
        self.log.append(f"action {one}")
        window.action_list.run(one)

    def key(self) -> None:
        widget = QApplication.focusWidget()
        if widget is not None:
            key, modifier = self.any.choice(KEYS), self.any.choice(MODIFIERS)
            self.log.append(f"{modifier.name} {key.name} to {type(widget).__name__}")
            QTest.keyClick(widget, key, modifier)

    def type(self) -> None:
        if fields := [one for one in (*in_sight(QLineEdit), *in_sight(QTextEdit)) if not one.isReadOnly()]:
            field, text = self.any.choice(fields), self.any.choice(TEXTS)
            self.log.append(f"{text!r} into {type(field).__name__}")
            field.setFocus()
            for letter in text:
                if letter.isascii() and letter != "\n":
                    QTest.keyClick(field, letter)

    def say(self) -> None:
        window, text = self.any.choice(self.windows), self.any.choice(TEXTS)
        self.log.append(f"say {text!r}")
        window.chat.composer.editor.setPlainText(text)
        window.chat.composer.submit()

    def anywhere(self) -> None:
        one = self.any.choice([one for one in in_sight(QWidget) if min(one.width(), one.height()) > 4])
        at = QPoint(self.any.randrange(one.width()), self.any.randrange(one.height()))
        if self.any.random() < 0.7:
            self.log.append(f"click on {type(one).__name__}")
            QTest.mouseClick(one, Qt.MouseButton.LeftButton, PLAIN, at)
        elif not isinstance(one, QAbstractSpinBox) and not isinstance(one.parent(), QAbstractSpinBox):  # they wait
            self.log.append(f"menu of {type(one).__name__}")
            asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, one.mapToGlobal(at))
            QApplication.postEvent(one, asked)

    def engine(self) -> None:
        if self.any.random() < 0.9:
            self.log.append("engine goes on")
            self.program.engine.release()
        else:
            self.log.append("engine dies")
            self.program.engine.die()

    def leave(self) -> None:
        """Close what lies over the windows."""
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and widget not in self.windows:
                widget.close()
        self.program.context.server.switch(False)
        QApplication.clipboard().clear()

    def rests(self) -> bool:
        """Whether all that was asked is done, and nothing follows from that."""
        for _ in range(4):
            QApplication.processEvents()
            if not self.done():
                return False
        return True

    def done(self) -> bool:
        """Whether all that was asked is done; what was told meanwhile may ask for more."""
        context = self.program.context
        if not context.models.state.path and context.models.entries:
            context.models.load(context.models.entries[0].path)
        self.program.engine.release()
        context.ops.flush()
        idle = not context.conversations.at_work and not any(window.talk.stoppable for window in self.windows)
        return idle and not any(
            message.state == "streaming"
            for chat in context.store.chats()
            for message in context.store.messages_of(chat.id)
        )


def in_sight(kind: type[W]) -> list[W]:
    """Widgets that can be used now."""
    return [one for one in QApplication.allWidgets() if isinstance(one, kind) and one.isVisible() and one.isEnabled()]


def said(view: ChatView) -> list[tuple[str, str, str]]:
    return [(message.id, message.content, message.state) for message in view.messages]


@pytest.mark.skipif("LONGTHREAD_CLICKS" not in os.environ, reason="LONGTHREAD_CLICKS asks for it")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_in_any_order(launch: Launch, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "notes.txt").write_text("What a file says.", encoding="utf-8")
    draw = random.Random(-seed)
    answers: dict[str, Callable[..., object]] = {
        "getSaveFileName": lambda *_: (draw.choice(("", str(files / f"saved{draw.random()}"))), ""),
        "getOpenFileName": lambda *_: (draw.choice(("", str(files / "missing.gguf"))), ""),
        "getOpenFileNames": lambda *_: (draw.choice(([], [str(one) for one in files.iterdir()])), ""),
        "getExistingDirectory": lambda *_: draw.choice(("", str(files))),
    }
    for name, answer in answers.items():
        monkeypatch.setattr(QFileDialog, name, answer)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: True)
    monkeypatch.setattr(QPrintDialog, "exec", lambda _: 0)

    script = Script(hold_at=3 * (seed % 2), title="A title" * (seed % 3), n_ctx=2000 if seed % 5 else 60)
    program = launch(script, models=2)
    program.context.settings.set("privacy.offline", True)
    program.wait(lambda: program.context.models.state.path)
    person = Person(program, seed)
    for _ in range(STEPS):
        person.act()
    person.leave()
    try:
        program.wait(person.rests)
    except Late:
        states = [(window.talk.phase, window.talk.stoppable) for window in person.windows]
        pytest.fail(f"no rest: {states}, {program.context.models.state}, {person.log}")

    for window in person.windows:
        view = window.talk.view
        rows = [item for item in window.chat.transcript.items if isinstance(item, MessageItem)]
        assert [row.key for row in rows] == [message.id for message in view.messages], person.log
        assert not window.talk.stoppable and not window.chat.composer.button.stops, person.log
        if window.talk.stored_chat:
            kept = program.context.store.view(view.chat.id)
            assert kept is not None and said(kept) == said(view), person.log
