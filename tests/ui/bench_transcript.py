"""What the transcript costs: ``python tests/ui/bench_transcript.py [--json] [--messages 2000]``.

open_ms: from a stored conversation to its first picture, median of several; token_ms: time of the window's thread for
each token of a streaming reply, painting included; typing_ms: from a key press to the painted letter while a reply
streams with 100 tokens per second, 95th percentile. A whole window is measured, on a context whose engine never
starts. On a busy machine ``open_cpu_ms``, the time of the window's thread, is nearer to what it takes on a quiet one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.core.chat_values import Message
from app.core.work_values import Phase
from app.ui.theme import Theme
from tests.ui import scenes
from tests.ui.screens import Stage

FORMULA = "The weights are $w_i = \\frac{e^{q k_i}}{\\sum_j e^{q k_j}}$.\n\n$$\n\\int_0^1 x^2\\,dx = \\frac13\n$$\n\n"
REPLIES = (
    scenes.ANSWER,
    scenes.TABLE,
    "A short answer.",
    "Some words that make up a paragraph of a reply, long enough for two lines of the column. " * 6,
    FORMULA + scenes.ANSWER,
)


def conversation(count: int, first: int = 0) -> tuple[Message, ...]:
    """Questions and replies of several kinds; the texts of two conversations differ by ``first``."""
    made = []
    for at in range(count):
        text = f"Question {first + at}: how is it done?" if at % 2 == 0 else f"{first + at}. {REPLIES[at // 2 % 5]}"
        made.append(scenes.message(f"m{first}-{at}", "user" if at % 2 == 0 else "assistant", text))
    return tuple(made)


def settle(app: QApplication) -> None:
    for _ in range(6):
        app.processEvents()


def bench_open(app: QApplication, stage: Stage, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of opening each of five conversations after a first one: by the clock, and of this thread."""
    views = [scenes.view(*conversation(count, first)) for first in range(6)]
    took, worked = [], []
    for view in views:
        stage.talk.chat_opened.emit(scenes.view())
        settle(app)
        begin, work = time.perf_counter(), time.thread_time()
        stage.talk.chat_opened.emit(view)
        stage.window.chat.transcript.repaint()
        stage.window.chat.transcript.viewport().repaint()
        took.append((time.perf_counter() - begin) * 1000)
        worked.append((time.thread_time() - work) * 1000)
    return took[1:], worked[1:]


class Painted(QObject):
    """Tells when a widget was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False


def stream(app: QApplication, stage: Stage, tokens: list[str], rate: float, typing: bool) -> tuple[float, list[float]]:
    """CPU milliseconds of this thread in all, and the latency of each key typed meanwhile."""
    reply = scenes.message("stream", "assistant", "", state="streaming")
    state, states = stage.talk.state, stage.context.conversations.states
    state.add(reply)
    states.begin(reply, lambda _: None, stage.context)
    stage.phase(Phase.REPLYING)
    loop, pending = QEventLoop(), iter(tokens)
    editor = stage.window.chat.composer.editor
    editor.setFocus()
    painted = Painted()
    editor.viewport().installEventFilter(painted)
    latencies: list[float] = []
    feed = QTimer(interval=round(1000 / rate), timerType=Qt.TimerType.PreciseTimer)

    def token() -> None:
        piece = next(pending, None)
        if piece is None:
            loop.quit()
        else:
            state.stream("stream", piece)

    def key() -> None:
        begin = time.perf_counter()
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        app.postEvent(editor, press)
        before = painted.at
        while painted.at == before and time.perf_counter() - begin < 1:
            app.processEvents()
        latencies.append((time.perf_counter() - begin) * 1000)

    feed.timeout.connect(token)
    keys = QTimer(interval=43)
    keys.timeout.connect(key)
    begin = time.thread_time()
    feed.start()
    if typing:
        keys.start()
    loop.exec()
    feed.stop()
    keys.stop()
    editor.viewport().removeEventFilter(painted)
    spent = (time.thread_time() - begin) * 1000
    states.end("stream")
    state.replace(scenes.message("stream", "assistant", "".join(tokens)))
    stage.phase(Phase.IDLE)
    settle(app)
    state.cut("stream")
    settle(app)
    return spent, latencies


def pieces(text: str) -> list[str]:
    """A text in tokens of about four characters."""
    return [text[at : at + 4] for at in range(0, len(text), 4)]


def measure(app: QApplication, stage: Stage, messages: int) -> dict[str, float]:
    """All figures, by name; milliseconds."""
    opened, worked = bench_open(app, stage, messages)
    text = "".join(REPLIES)
    spent, _ = stream(app, stage, pieces(text), rate=100, typing=False)
    _, latencies = stream(app, stage, pieces(text), rate=100, typing=True)
    latencies.sort()
    return {
        "messages": messages,
        "open_ms": round(statistics.median(opened), 1),
        "open_worst_ms": round(max(opened), 1),
        "open_cpu_ms": round(statistics.median(worked), 1),
        "token_ms": round(spent / len(pieces(text)), 2),
        "typing_ms": round(latencies[int(len(latencies) * 0.95)], 1),
        "typing_median_ms": round(statistics.median(latencies), 1),
        "typing_worst_ms": round(latencies[-1], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    given = parser.parse_args()
    app = QApplication(sys.argv[:1])
    Theme.install(app, "dark")
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        stage.window.show()
        settle(app)
        found = measure(app, stage, given.messages)
        stage.close()
    if given.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:18} {value}")


if __name__ == "__main__":
    main()
