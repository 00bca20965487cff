"""A second start hands over to the one that runs: two real processes, and visitors that mean no good."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.services import single_instance as module
from app.services.single_instance import (
    MOST_BYTES,
    MOST_VISITORS,
    OpenRequest,
    OpenResponse,
    SingleInstanceServer,
    frame,
    hand_over,
    name_of,
    read_asked,
)
from tests.ui.conftest import Launch

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="sockets as files, SIGKILL")

PROGRAM = """
    import sys
    from PySide6.QtCore import QTimer
    from app.__main__ import main
    from app.services import app_context
    from app.ui import application
    from app.ui.window.incoming import Incoming
    from tests.fake_engine import fake_command

    real = app_context.EngineProcess
    app_context.EngineProcess = lambda command, *rest, **more: real(fake_command(), *rest, **more)
    application.hand_over.__defaults__ = (True, float(sys.argv[1]))
    application.Sheet.exec = lambda box: print(f"box={box.title.text()}", flush=True)

    def take(incoming, paths):
        print(f"took={paths}", flush=True)
        if any(path.endswith("enough") for path in paths):
            incoming._window.close()

    Incoming.take = take
    made = application.open_windows

    def opened(context, *rest, **more):
        print("held", flush=True)
        window = made(context, *rest, **more)
        context.settled.connect(lambda: print("ready", flush=True))
        return window

    application.open_windows = opened
    sys.exit(main(["longthread", *sys.argv[2:]]))
"""


def start(data: Path, *files: str, patience: float = 20.0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), str(patience), "--data", str(data), *files],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    out, _ = process.communicate(timeout=60)
    return process.returncode, out.strip()


@pytest.fixture
def first(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = start(tmp_path / "data")
    try:
        assert line(process) == "held"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_second_start_hands_its_files_over_and_ends(first: subprocess.Popen[str], tmp_path: Path) -> None:
    second = start(tmp_path / "data", "model.gguf", "/elsewhere/chats.json")
    assert ended(second) == (0, "")
    said = [line(first), line(first)]
    assert sorted(said) == ["ready", f"took={(f'{ROOT}/model.gguf', '/elsewhere/chats.json')}"]
    assert ended(start(tmp_path / "data")) == (0, ""), "no files: the window alone"
    assert ended(start(tmp_path / "data", "enough")) == (0, "")
    assert ended(first) == (0, f"took={(f'{ROOT}/enough',)}")


@POSIX
def test_a_hanging_program_is_waited_for_and_then_told_of(first: subprocess.Popen[str], tmp_path: Path) -> None:
    assert line(first) == "ready"
    first.send_signal(signal.SIGSTOP)
    status, said = ended(start(tmp_path / "data", "model.gguf", patience=0.5))
    assert status == 3
    assert f"already open with these chats (process {first.pid})" in said
    first.send_signal(signal.SIGCONT)


@POSIX
def test_what_a_killed_program_left_is_in_nobodys_way(first: subprocess.Popen[str], tmp_path: Path) -> None:
    assert line(first) == "ready"
    first.kill()
    first.wait()
    assert os.path.lexists(name_of(tmp_path / "data"))
    again = start(tmp_path / "data", "/first.gguf")
    try:
        assert line(again) == "held"
        assert sorted([line(again), line(again)]) == ["ready", "took=['/first.gguf']"]
        assert ended(start(tmp_path / "data", "/second.gguf")) == (0, "")
        assert line(again) == "took=('/second.gguf',)"
    finally:
        again.kill()
        again.communicate()


# --------------------------------------------------------------------------- the doorway alone


@pytest.fixture
def door(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[SingleInstanceServer]:
    monkeypatch.setattr(module, "VISIT_MS", 60_000)  # a busy machine shows nobody out who makes sense
    (tmp_path / "data").mkdir()
    made = SingleInstanceServer(tmp_path / "data")
    assert made.open()
    yield made
    made.close()


class Recorder(QObject):
    """Records what the doorway tells."""

    def __init__(self, door: SingleInstanceServer) -> None:
        super().__init__(door)
        self.heard: list[tuple[tuple[str, ...], bool]] = []
        door.asked.connect(lambda paths, window: self.heard.append((paths, window)))


def visitor(tmp_path: Path, said: bytes = b"") -> QLocalSocket:
    socket = QLocalSocket()
    socket.connectToServer(name_of(tmp_path / "data"))
    assert socket.waitForConnected(5000)
    socket.write(said)
    socket.flush()
    return socket


def gone(socket: QLocalSocket) -> Callable[[], bool]:
    return lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState


@POSIX
def test_only_the_user_reaches_it(door: SingleInstanceServer, tmp_path: Path) -> None:
    assert os.stat(name_of(tmp_path / "data")).st_mode & 0o077 == 0
    door.close()
    assert not os.path.lexists(name_of(tmp_path / "data"))


def test_another_folder_is_another_door_and_long_paths_have_one_too(tmp_path: Path, qapp: QApplication) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 8)
    deep.mkdir(parents=True)
    names = {name_of(tmp_path / "a"), name_of(tmp_path / "b"), name_of(deep)}
    assert len(names) == 3
    assert name_of(tmp_path / "c" / ".." / "a") == name_of(tmp_path / "a")
    door = SingleInstanceServer(deep)
    assert door.open()
    door.close()


def test_a_whole_message_is_answered_and_told(door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot) -> None:
    recorder = Recorder(door)
    said = frame(OpenRequest(("/a.gguf", "/ü/b.json"), False))
    socket = visitor(tmp_path, said[:3])
    qtbot.waitUntil(lambda: [len(visit._said) for visit in door._visits] == [3])
    socket.write(said[3:7])
    qtbot.waitUntil(lambda: [len(visit._said) for visit in door._visits] == [7])
    socket.write(said[7:] + b"and more")
    qtbot.waitUntil(lambda: bool(recorder.heard))
    assert recorder.heard == [(("/a.gguf", "/ü/b.json"), False)]
    qtbot.waitUntil(gone(socket))
    assert socket.readAll().data() == frame(OpenResponse(True))
    qtbot.waitUntil(lambda: not door._visits)


def packed(value: object) -> bytes:
    body = msgspec.msgpack.encode(value)
    return len(body).to_bytes(4, "little") + body


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        (MOST_BYTES + 1).to_bytes(4, "little") + b"x",
        b"\xff\xff\xff\xff" + b"\0" * 100_000,
        (5).to_bytes(4, "little") + b"\xc1garb",
        packed({"paths": ["relative.gguf"]}),
        packed({"paths": ["/a\0b"]}),
        packed({"paths": [""]}),
        packed({"paths": ["/" + "a" * 5000]}),
        packed({"paths": 7}),
        packed([]),
        (4).to_bytes(4, "little"),  # and then nothing
        b"",
    ],
    ids=range(12),
)
def test_visitors_that_make_no_sense_are_shown_out(
    door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    recorder = Recorder(door)
    with monkeypatch.context() as patch:
        patch.setattr(module, "VISIT_MS", 150)
        socket = visitor(tmp_path, said)
        qtbot.waitUntil(gone(socket))
        qtbot.waitUntil(lambda: not door._visits)
    assert socket.readAll().data() == b""
    good = visitor(tmp_path, frame(OpenRequest(("/good",))))
    qtbot.waitUntil(gone(good))
    assert recorder.heard == [(("/good",), True)]


def test_a_crowd_is_held_off_and_the_door_works_afterwards(
    door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot
) -> None:
    recorder = Recorder(door)
    crowd = []
    most = 0
    for _ in range(60):
        crowd.append(visitor(tmp_path))
        QCoreApplication.processEvents()
        most = max(most, len(door._visits))
    assert most == MOST_VISITORS

    def all_gone() -> bool:
        for visit in door._visits:
            visit._clock.start(0)  # it had its time
        return all(gone(socket)() for socket in crowd)

    qtbot.waitUntil(all_gone)
    qtbot.waitUntil(lambda: not door._visits)
    good = visitor(tmp_path, frame(OpenRequest(("/good",))))
    qtbot.waitUntil(gone(good))
    assert recorder.heard == [(("/good",), True)]


def test_a_visitor_that_hangs_up_is_forgotten(door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot) -> None:
    socket = visitor(tmp_path, b"\x04")
    qtbot.waitUntil(lambda: len(door._visits) == 1)
    socket.abort()
    qtbot.waitUntil(lambda: not door._visits)


@given(st.binary(max_size=200))
def test_reading_never_raises(body: bytes) -> None:
    asked = read_asked(body)
    assert asked is None or all(os.path.isabs(path) for path in asked.paths)


@given(st.lists(st.text(max_size=50).filter(lambda name: "\0" not in name), max_size=20), st.booleans())
def test_what_is_sent_is_read(names: list[str], window: bool) -> None:
    asked = OpenRequest(tuple("/" + name for name in names), window)
    assert read_asked(frame(asked)[4:]) == asked


# --------------------------------------------------------------------------- handing over


KNOCKER = """
    import sys
    from pathlib import Path
    from PySide6.QtCore import QCoreApplication
    from app.services import single_instance

    def knocked(seconds, sleep=single_instance.time.sleep):
        print("knocked", flush=True)
        sleep(seconds)

    app = QCoreApplication([])
    single_instance.time.sleep = knocked
    sys.exit(0 if single_instance.hand_over(Path(sys.argv[1]), ["/a.gguf"], patience=30.0) else 3)
"""


def test_one_that_does_not_listen_yet_is_waited_for(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "data").mkdir()
    second = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KNOCKER), str(tmp_path / "data")],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    door = SingleInstanceServer(tmp_path / "data")
    try:
        assert line(second) == "knocked"
        recorder = Recorder(door)
        assert door.open()
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=30_000)
    finally:
        second.kill()
        second.communicate()
        door.close()
    assert (second.returncode, recorder.heard) == (0, [(("/a.gguf",), True)])


@POSIX
def test_a_second_start_outlasts_silent_visitors(door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot) -> None:
    recorder = Recorder(door)
    silent = [visitor(tmp_path) for _ in range(MOST_VISITORS)]
    qtbot.waitUntil(lambda: len(door._visits) == MOST_VISITORS)
    second = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KNOCKER), str(tmp_path / "data")],
        cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        assert second.stdout is not None
        qtbot.waitUntil(lambda: bool(select.select([second.stdout], [], [], 0)[0]), timeout=30_000)
        assert second.stdout.readline() == b"knocked\n"
        for socket in silent:
            socket.abort()
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=30_000)
    finally:
        second.kill()
        second.communicate()
    assert (second.returncode, recorder.heard) == (0, [(("/a.gguf",), True)])


def test_nobody_there_is_known_in_time(tmp_path: Path, qapp: QApplication) -> None:
    assert not hand_over(tmp_path / "data", ["a.gguf"], patience=0.1)


@POSIX
def test_a_socket_of_nobody_is_no_answer(tmp_path: Path, qapp: QApplication) -> None:
    (tmp_path / "data").mkdir()
    Path(name_of(tmp_path / "data")).write_bytes(b"")
    assert not hand_over(tmp_path / "data", ["a.gguf"], patience=0.1)


def test_what_does_not_fit_is_not_sent(door: SingleInstanceServer, tmp_path: Path, qtbot: QtBot) -> None:
    recorder = Recorder(door)
    assert not hand_over(tmp_path / "data", [f"/{number:04}{'a' * 200}" for number in range(400)])
    assert not hand_over(tmp_path / "data", ["/not-\udcff-text"])
    assert recorder.heard == []


@POSIX
def test_another_users_socket_is_told_nothing(
    door: SingleInstanceServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    recorder = Recorder(door)
    with monkeypatch.context() as patch:
        patch.setattr(module.os, "getuid", lambda: os.geteuid() + 1)
        assert not hand_over(tmp_path / "data", ["/secret.gguf"], patience=0.1)
    after = visitor(tmp_path, frame(OpenRequest(("/after.gguf",))))
    qtbot.waitUntil(gone(after))  # visitors are let in one after another: who knocked before was heard before
    assert recorder.heard == [(("/after.gguf",), True)]


def test_where_nobody_can_listen_it_says_so(tmp_path: Path, qapp: QApplication) -> None:
    lost = SingleInstanceServer(tmp_path / "no")
    lost._name = str(tmp_path / "no" / "such" / "folder" / "door")
    assert not lost.open()
    lost.close()


# --------------------------------------------------------------------------- the window


def test_files_that_the_system_opens_are_taken_together(door: SingleInstanceServer, qtbot: QtBot) -> None:
    recorder = Recorder(door)
    for path in ("/a.gguf", "/b c.json", "", "relative.gguf"):
        door.opened(path)
    qtbot.waitUntil(lambda: bool(recorder.heard))
    assert recorder.heard == [(("/a.gguf", "/b c.json"), True)]


def test_the_window_comes_to_the_front_and_takes_the_files(
    launch: Launch, tmp_path: Path, door: SingleInstanceServer
) -> None:
    program = launch()
    program.idle()
    notes = tmp_path / "notes.md"
    notes.write_text("egrets\n", encoding="utf-8")
    door.asked.connect(program.window.windows.asked)
    program.window.showMinimized()
    visitor(tmp_path, frame(OpenRequest((str(notes),))))
    program.wait(lambda: program.chat.composer.draft.attachments)
    assert not program.window.isMinimized()
    assert program.window.isVisible()
    assert [file.text for file in program.chat.composer.draft.attachments] == ["egrets\n"]


@POSIX
def test_a_pipe_is_no_file_to_read(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    os.mkfifo(tmp_path / "pipe.gguf")
    program.window.windows.asked([str(tmp_path / "pipe.gguf"), str(tmp_path / "missing.gguf")], True)
    program.idle()
    assert program.chat.composer.draft.empty
