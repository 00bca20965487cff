"""The program: one QApplication, one AppContext, its windows."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from app.core.instance import InstanceRunning
from app.core.paths import APP_NAME, Paths
from app.core.peek import peek
from app.core.settings import Settings
from app.core.spelling.system import find_checker
from app.core.start_guard import StartGuard
from app.core.store import StoreError
from app.core.texts import Text
from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.global_shortcut import system_grabber
from app.services.power.battery import on_battery
from app.services.power.inhibitors import system_inhibitor
from app.services.single_instance import SingleInstanceServer, hand_over
from app.services.speech import system_voice
from app.ui import language
from app.ui.arguments import arguments
from app.ui.look import appliers
from app.ui.sentences import hint as hint_of
from app.ui.sentences import sentence
from app.ui.theme import Theme, logo_pixmap
from app.ui.widgets.sheet import Sheet
from app.ui.window.windows import Windows

translate = QCoreApplication.translate

SCALE_ENV = "QT_SCALE_FACTOR"
LONG_MS = 60_000  # a model may take longer than this to load; the window counts as usable by then


class Application(QApplication):
    """Tells of events for the program itself, which an event filter would find only among all others.

    Signals:
    ending(): the system wants the program to end; its windows are closed one by one.
    opened(str): the system opened a file with the program.
    """

    ending = Signal()
    opened = Signal(str)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit:
            self.ending.emit()
        elif isinstance(event, QFileOpenEvent):
            self.opened.emit(event.url().toLocalFile() or event.file())
            return True
        return super().event(event)


def make_application(argv: Sequence[str]) -> QApplication:
    """The QApplication with names and look."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else Application(list(argv))
    app.setApplicationName(APP_NAME)
    app.setApplicationDisplayName(APP_NAME)
    app.setDesktopFileName("longthread")
    Theme.install(app)
    language.install(app, "system")
    app.setWindowIcon(QIcon(logo_pixmap(256)))
    return app


def refuse(title: str, problem: Text | str, next_step: str = "") -> Sheet:
    """What says why the program cannot start."""
    sheet = Sheet(None, sentence(problem), hint_of(problem) or next_step)
    sheet.setWindowTitle(f"{APP_NAME} · {title}")
    sheet.add_button(translate("Start", "Close"), "accent").setDefault(True)
    return sheet


def open_windows(context: AppContext, guard: StartGuard | None = None, safe: bool = False) -> Windows:
    """Show the first window; what takes time is started after its first paint, and the others are opened then.

    ``guard`` counts starts that die until the window can be used; ``safe``, or two of them, leave out the last chat
    and the model.
    """
    app = make_application(sys.argv)
    language.install(app, context.settings.text("appearance.language"))
    look = Theme.install(app, context.settings.text("appearance.theme"))  # type: ignore[arg-type]
    apply_look(look, context.settings)
    windows = Windows(context)
    window = windows.first
    window.show()

    def begin() -> None:
        for notice in context.startup_notices:
            window.tell(notice, stay=True)
        careful = safe or (guard is not None and guard.careful)
        if careful:
            window.tell(safe_notice(safe), stay=True)
        context.start(safe=careful)
        if careful:
            context.leaving_safe_mode.connect(lambda: QTimer.singleShot(0, windows, windows.restore))
        else:
            windows.restore()

    if guard is not None:
        guard.begin()
        context.settled.connect(guard.usable)
        context.leaving_safe_mode.connect(guard.begin)
        QTimer.singleShot(LONG_MS, window, guard.usable)
    QTimer.singleShot(0, window, begin)
    return windows


def apply_look(look: Theme, settings: Settings) -> None:
    """What the settings say about sizes and motion; the theme was installed in its colours."""
    for key, apply in appliers(look).items():
        if key != "appearance.theme":
            apply(settings.get(key))


def set_scale(paths: Paths) -> None:
    """Make everything larger or smaller, as the settings say; Qt asks for it before the first window, and only once."""
    size = peek(paths.database, "appearance.scale")
    if SCALE_ENV not in os.environ and isinstance(size, int) and size != 100:
        os.environ[SCALE_ENV] = str(min(200, max(80, size)) / 100)


def safe_notice(asked: bool) -> Notice:
    """What is said after a safe start. ``asked``: the person wanted it so."""
    text = (
        translate("Start", "Longthread started in safe mode, without loading a model or opening a chat.")
        if asked
        else translate("Start", "Longthread quit unexpectedly twice during startup, so it started in safe mode.")
    )
    hint = translate(
        "Start",
        "Your chats and models are safe. Open a chat, load a model, or start normally.",
    )
    level: Literal["info", "warning"] = "info" if asked else "warning"
    return Notice(level, text, hint, "start_as_usual", also=("open_library", "save_diagnostics"))


def run(argv: Sequence[str], asked: bool = False) -> int:
    """Run the program until its last window is closed; the exit status.

    ``asked``: one that runs was asked to take the files, and did not say that it will.
    """
    given = arguments(argv)
    paths = Paths(given.data) if given.data else Paths.default()
    set_scale(paths)
    app = make_application(argv)

    def opened() -> AppContext:
        return AppContext(
            paths,
            find_checker=find_checker,
            find_voice=system_voice,
            find_grabber=system_grabber(app.platformName()),
            on_battery=on_battery,
            find_inhibitor=system_inhibitor,
        )

    try:
        try:
            context = opened()
        except InstanceRunning:
            if not asked and hand_over(paths.data, given.files):
                return 0
            context = opened()  # it may have been about to end
    except InstanceRunning as problem:
        refuse(translate("Start", "Already open"), problem.text).exec()
        return 3
    except StoreError as problem:
        refuse(translate("Start", "Can't open your chats"), problem.text).exec()
        return 4
    except OSError as problem:
        text = translate("Start", "Longthread can't use {folder} ({problem}).").format(
            folder=paths.data, problem=problem.strerror
        )
        refuse(
            translate("Start", "Can't use the data folder"),
            text,
            translate("Start", "Choose another folder with --data."),
        ).exec()
        return 4
    guard = StartGuard(context.paths.starting)
    windows = open_windows(context, guard, given.safe_mode)
    doorway = SingleInstanceServer(paths.data, app)
    doorway.asked.connect(windows.asked)
    doorway.open()
    if isinstance(app, Application):
        app.opened.connect(doorway.opened)
        app.ending.connect(windows.end)
        app.commitDataRequest.connect(windows.end)  # the session ends
    if given.files:  # once the windows are asked to begin
        files = [os.path.abspath(path) for path in given.files]
        QTimer.singleShot(0, windows, partial(windows.asked, files, False))
    app.aboutToQuit.connect(doorway.close)
    app.aboutToQuit.connect(context.shutdown)
    try:
        status = app.exec()
        guard.usable()
        return status
    finally:
        context.shutdown()
