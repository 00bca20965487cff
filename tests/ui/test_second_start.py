"""What a second start does before it hands over: as little as it can."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.instance import InstanceLock
from app.core.paths import Paths
from app.services.single_instance import SingleInstanceServer, hand_over, name_of
from tests.ui.conftest import Launch

ROOT = Path(__file__).resolve().parents[2]

HANDS_OVER = """
    import sys
    from app.__main__ import main

    status = main(["longthread", *sys.argv[1:]])
    window = ("app.ui.", "app.services.app_context", "PySide6.QtGui", "PySide6.QtWidgets")
    print(status, *(name for name in sys.modules if name.startswith(window) and name != "app.ui.arguments"))
"""

IS_REFUSED = """
    import sys
    from app.__main__ import main
    from app.services.single_instance import hand_over
    from app.ui import application

    hand_over.__defaults__ = (True, 0.2)
    application.Sheet.exec = lambda box: print(box.title.text())
    print(main(["longthread", *sys.argv[1:]]))
"""


def start(program: str, data: Path, *files: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), "--data", str(data), *files],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def ended(process: subprocess.Popen[str], qtbot: QtBot) -> list[str]:
    """What it said, while the doors of this process are open."""
    try:
        qtbot.waitUntil(lambda: process.poll() is not None, timeout=60_000)
    finally:
        process.kill()
        out, _ = process.communicate()
    return out.split("\n")[:-1]


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Iterator[Paths]:
    """Those of a program that runs."""
    held = Paths(tmp_path / "data")
    held.create()
    lock = InstanceLock(held.lock)
    yield held
    lock.release()


def test_it_hands_over_without_the_window(paths: Paths, qtbot: QtBot) -> None:
    door = SingleInstanceServer(paths.data)
    heard: list[tuple[str, ...]] = []
    door.asked.connect(lambda files, _: heard.append(files))
    assert door.open()
    try:
        assert ended(start(HANDS_OVER, paths.data, "model.gguf", "/b.json"), qtbot) == ["0"]
    finally:
        door.close()
    assert heard == [(f"{ROOT}/model.gguf", "/b.json")]


def test_one_that_does_not_answer_is_told_once(paths: Paths, qtbot: QtBot) -> None:
    silent = QLocalServer()
    visits = []
    silent.newConnection.connect(lambda: visits.append(silent.nextPendingConnection()))
    assert silent.listen(name_of(paths.data))
    try:
        said = ended(start(IS_REFUSED, paths.data, "/a.gguf"), qtbot)
    finally:
        silent.close()
    assert "already open" in said[-2] and said[-1] == "3", said
    assert len(visits) == 1, "heard twice, the files would be attached twice"


def test_nobody_there_is_no_reason_to_wait_or_to_warn(
    tmp_path: Path, qapp: QApplication, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # where the name of a long path would lie
    with caplog.at_level(logging.WARNING):
        assert hand_over(tmp_path, ["/not-\udcff-text"], once=True) is None
    assert not caplog.records
    Path(name_of(tmp_path)).write_bytes(b"")  # nobody listens there
    assert hand_over(tmp_path, ["/a.gguf"], once=True, patience=60.0) is None


@pytest.mark.parametrize(("wrong", "status"), [("--help", 0), ("--data", 2)])
def test_arguments_are_told_of_before_anything_is_imported(wrong: str, status: int) -> None:
    program = [sys.executable, "-X", "importtime", "-m", "app", wrong]
    told = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == status
    assert "usage: longthread [-h] [--data DATA] [--safe-mode]" in told.stdout + told.stderr
    assert "PySide6" not in told.stderr


def test_files_that_come_early_are_for_the_last_chat(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    (last,) = program.talk_in_new_chats("hello")
    program.window.close()
    program.context.shutdown()
    notes = tmp_path / "notes.md"
    notes.write_text("egrets\n", encoding="utf-8")
    program = launch()
    assert program.talk.view.chat.id != last, "the store was only asked for it"
    program.window.windows.asked([str(notes)], True)
    program.wait(lambda: any(draft.attachments for draft in program.context.drafts.all()))
    assert program.talk.view.chat.id == last
    assert [file.text for file in program.chat.composer.draft.attachments] == ["egrets\n"]
