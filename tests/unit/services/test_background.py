"""Background operations: results come in order, and what goes wrong with one keeps nothing from the others."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.services import background
from app.services.background import Ops


class Refused(Exception):
    """What a result is answered with."""


def refuse(_result: object) -> None:
    raise Refused


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What nobody caught."""
    found: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, problem, _where: found.append(problem))
    return found


@pytest.fixture
def ops(qapp: QApplication) -> Iterator[Ops]:
    made = Ops()
    yield made
    made.shutdown()


def test_the_end_takes_all_results_whatever_one_of_them_does(ops: Ops, told: list[BaseException]) -> None:
    taken: list[int] = []
    ops.store(lambda: 1, refuse)
    ops.store(lambda: 2, lambda result: ops.store(lambda: result + 1, taken.append))
    ops.shutdown()
    assert taken == [3]
    assert [type(problem) for problem in told] == [Refused]


class Document:
    """What was read."""


def test_what_was_read_is_let_go_of_once_it_was_taken(ops: Ops, qtbot: QtBot) -> None:
    """Not only once the same thread has something else to do."""
    read: list[weakref.ref[Document]] = []

    def take(document: Document) -> None:
        read.append(weakref.ref(document))

    def is_gone() -> bool:
        gc.collect()
        return bool(read) and read[0]() is None

    ops.outside(Document, take)
    qtbot.waitUntil(is_gone)


def test_a_result_comes_after_one_that_went_wrong(ops: Ops, told: list[BaseException]) -> None:
    taken: list[int] = []
    ops.store(lambda: 1, refuse)
    ops.store(lambda: 2, taken.append)
    ops.flush()
    assert taken == [2] and [type(problem) for problem in told] == [Refused]


def test_a_failure_that_is_answered_badly_keeps_nothing_back(ops: Ops, told: list[BaseException]) -> None:
    taken: list[int] = []
    ops.store(lambda: 1 // 0, taken.append, refuse)
    ops.store(lambda: 2, taken.append)
    ops.flush()
    assert taken == [2] and [type(problem) for problem in told] == [Refused]


def test_many_tries_on_a_drive_that_does_not_answer_hold_up_no_other_file(ops: Ops, qtbot: QtBot) -> None:
    back, tried, taken = threading.Event(), threading.Semaphore(0), []

    def hang() -> None:
        tried.release()
        back.wait(20)

    try:
        for _ in range(20):
            ops.outside(hang)
            assert tried.acquire(timeout=10), "it has a thread of its own"
        ops.outside(lambda: "read", taken.append)
        qtbot.waitUntil(lambda: taken == ["read"])
    finally:
        back.set()


def test_what_takes_long_is_told_by_its_name_once_it_does(
    ops: Ops, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SLOW_MS", 0)
    told: list[str] = []
    taken: list[str] = []
    ops.slow.connect(told.append)
    back = threading.Event()

    def hang() -> str:
        back.wait(20)
        return "read"

    try:
        ops.outside(hang, taken.append, name="share.txt")
        ops.outside(hang, taken.append)
        qtbot.waitUntil(lambda: told == ["share.txt"])
    finally:
        back.set()
    qtbot.waitUntil(lambda: taken == ["read", "read"])
    monkeypatch.setattr(background, "SLOW_MS", 10_000_000)
    problems: list[Exception] = []
    ops.failed.connect(problems.append)
    ops.outside(lambda: "quick", taken.append, name="quick.txt")
    ops.outside(lambda: 1 / 0, name="broken.txt")
    qtbot.waitUntil(lambda: len(taken) == 3 and len(problems) == 1)
    assert told == ["share.txt"]
    assert not [timer for timer in ops.findChildren(QTimer) if timer.isActive()]
