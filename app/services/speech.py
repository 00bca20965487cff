"""Reading aloud by the system's voice."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from app.core.spoken import VoiceCommand, voice_command
from app.core.work_values import Notice

if TYPE_CHECKING:
    from PySide6.QtTextToSpeech import QTextToSpeech

translate = QCoreApplication.translate

ENDED_MS = 1000  # for a killed process to be gone


class Voice(Protocol):
    """Reads one text at a time."""

    def speak(self, text: str, ended: Callable[[bool], None]) -> None:
        """Begin. ``ended(well)`` is called once, later: at the end, or when it can't be read."""

    def stop(self) -> None:
        """Be silent; ``ended`` is not called any more."""


FindVoice = Callable[[QObject], Voice | None]


class CommandVoice:
    """A command that reads its stdin aloud."""

    def __init__(self, command: VoiceCommand, parent: QObject) -> None:
        self._command, self._parent = command, parent
        self._process: QProcess | None = None

    def speak(self, text: str, ended: Callable[[bool], None]) -> None:
        self.stop()
        process = self._process = QProcess(self._parent)
        process.setStandardOutputFile(QProcess.nullDevice())  # some repeat the text there
        process.setStandardErrorFile(QProcess.nullDevice())

        def over(well: bool) -> None:
            if self._process is process:
                self._process = None
                process.deleteLater()
                ended(well)

        process.finished.connect(lambda code, how: over(code == 0 and how == QProcess.ExitStatus.NormalExit))
        process.errorOccurred.connect(
            lambda error: over(False) if error == QProcess.ProcessError.FailedToStart else None
        )
        process.start(self._command.speak[0], list(self._command.speak[1:]))
        process.write(text.encode())
        process.closeWriteChannel()

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.waitForFinished(ENDED_MS)
        process.deleteLater()
        if self._command.silence:
            QProcess.startDetached(self._command.silence[0], list(self._command.silence[1:]))


class QtVoice:
    """The voice of Qt, where its module is installed."""

    def __init__(self, engine: QTextToSpeech) -> None:
        self._engine = engine
        self._ended: Callable[[bool], None] | None = None
        self._begun = False
        engine.stateChanged.connect(self._changed)

    def speak(self, text: str, ended: Callable[[bool], None]) -> None:
        self.stop()
        self._begun, self._ended = False, ended
        self._engine.say(text)

    def stop(self) -> None:
        self._ended = None
        self._engine.stop()

    def _changed(self, state: QTextToSpeech.State) -> None:
        """It is ready once before it begins, too."""
        kinds, ended = type(state), self._ended
        if state in (kinds.Speaking, kinds.Synthesizing):
            self._begun = True
        elif ended is not None and (state == kinds.Error or (state == kinds.Ready and self._begun)):
            self._ended = None
            ended(state != kinds.Error)


def qt_voice(parent: QObject) -> Voice | None:
    """None where Qt's module is not installed (it is no part of the program), or knows no voice."""
    if find_spec("PySide6.QtTextToSpeech") is None:
        return None
    try:
        from PySide6.QtTextToSpeech import QTextToSpeech
    except ImportError:  # a library that it needs is not there
        return None
    if not set(QTextToSpeech.availableEngines()) - {"mock"}:
        return None
    engine = QTextToSpeech(parent)
    return QtVoice(engine) if engine.state() != QTextToSpeech.State.Error else None


def system_voice(parent: QObject) -> Voice | None:
    """The voice of this computer, None where there is none."""
    found = qt_voice(parent)
    if found is None:
        command = voice_command(sys.platform, shutil.which)
        found = CommandVoice(command, parent) if command is not None else None
    return found


class Speech(QObject):
    """Reads one text at a time, in whichever window it was asked for.

    Signals:
        changed: another text is read, or none.
        notice(Notice)
    """

    changed = Signal()
    notice = Signal(object)

    def __init__(self, find: FindVoice | None, parent: QObject) -> None:
        """``find``: looks for the voice to read with; None: there is none."""
        super().__init__(parent)
        self._voice = find(self) if find is not None else None
        self._reading: str | None = None
        self._turn = 0

    @property
    def available(self) -> bool:
        """Whether there is a voice."""
        return self._voice is not None

    @property
    def reading(self) -> str | None:
        """What is read, by the name given to ``read``; None: nothing."""
        return self._reading

    def read(self, text: str, name: str = "") -> None:
        """Read this, and nothing else any more. ``text``: as ``for_voice`` makes it."""
        if self._voice is None or not text:
            return
        self._turn += 1
        turn = self._turn
        self._reading = name
        self._voice.speak(text, lambda well: self._ended(turn, well))
        self.changed.emit()

    def stop(self) -> None:
        """Read no further."""
        if self._voice is not None and self._reading is not None:
            self._turn += 1
            self._reading = None
            self._voice.stop()
            self.changed.emit()

    def _ended(self, turn: int, well: bool) -> None:
        if turn != self._turn:
            return
        self._reading = None
        self.changed.emit()
        if not well:
            words = translate("Speech", "Can't read this aloud.")
            hint = translate("Speech", "Check the speech settings of your system.")
            self.notice.emit(Notice("error", words, hint))
