"""Looks for models: one that fails is told, and keeps nobody waiting."""

from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.core.library import LibraryScan
from app.services.background import Ops
from app.services.models.looks import Looks


def test_a_look_that_fails_is_told_and_who_waits_goes_on_with_what_is_known(qtbot: QtBot) -> None:
    root = QObject()
    ops = Ops(root)
    problems: list[Exception] = []
    ops.failed.connect(problems.append)
    answers: list[LibraryScan | OSError] = [OSError(5, "Input/output error"), LibraryScan([], [])]
    done: list[str] = []

    def look() -> LibraryScan:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    looks = Looks(ops, lambda _settle: look, lambda _found: True)
    looks.ask(lambda: done.append("first"), 0.0)
    looks.ask(lambda: done.append("second"), 0.0)
    looks.ask(None, 0.0)
    qtbot.waitUntil(lambda: len(done) == 2)
    assert done == ["first", "second"]
    assert [type(problem) for problem in problems] == [OSError]
    ops.shutdown()


def test_a_look_that_is_not_waited_for_fails_silently(qtbot: QtBot) -> None:
    root = QObject()
    ops = Ops(root)
    problems: list[Exception] = []
    ops.failed.connect(problems.append)
    done: list[str] = []
    scans = [lambda: LibraryScan([], []), lambda: LibraryScan([], [])]
    looks = Looks(ops, lambda _settle: scans.pop(0), lambda _found: True)
    looks.ask(lambda: done.append("first"), 0.0)
    before = looks._now
    looks.ask(lambda: done.append("second"), 0.0, elsewhere=True)
    looks._failed(OSError(5, "Input/output error"), before)
    qtbot.waitUntil(lambda: len(done) == 2)
    assert problems == []
    ops.shutdown()
