"""LaTeX formulas as drawings: typeset by ziamath on a thread of their own, kept by source, size and colour.

A drawing is painted as SVG, so it is sharp at any scale and no picture is allocated for a size that a message asks for.
"""

from __future__ import annotations

import logging
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Event, Lock
from types import FrameType
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPyTextObject, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtSvg import QSvgRenderer

from app.ui.theme import colors, theme

log = logging.getLogger("formulas")

LONGEST = 2000  # characters; longer sources stay text
TYPESETTING = {"ziamath", "ziamath.nodes", "latex2mathml"}
MOST_CALLS = 3_000_000  # of functions, for one formula: half a second; one of 400 characters takes 1,300,000
WIDEST = 4000.0  # px; a formula that claims more stays text
KEPT = 600  # drawings
PATIENCE = 1.0  # s, of the thread while drawings are laid out
SWITCH = (
    0.0005  # s the thread goes on for when the window wants to; with Python's 5 ms, each call of Qt may take so long
)
INSET = 24.0  # px of a quote, or of a cell
NARROWEST = 60.0  # px of a line
GATHER_MS = 25
MANY, MANY_MS = 8, 120  # while more than so many are to come, they are gathered for longer: each time rows are laid out


class WantedFormula(NamedTuple):
    """What is to be drawn: a source, in a line of text or set apart, ``size`` in px, ``color`` ``#RRGGBB``."""

    tex: str
    display: bool
    size: int
    color: str


class Drawing(NamedTuple):
    """``depth``: how far it reaches below the baseline, px; ``svg``: its renderer."""

    width: float
    height: float
    depth: float
    svg: QSvgRenderer


def typeset(wanted: WantedFormula) -> tuple[str, float, float, float]:
    """SVG, width, height and depth (px) of a formula. Safe on any thread.

    Raises:
        ValueError: it cannot be typeset; of any kind of error in the source, in ziamath's words.
    """
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # QtSvg knows no <use> of symbols
    calls = 0

    def watch(frame: FrameType, *_: object) -> None:
        nonlocal calls
        calls += 1
        # raised in somebody else's code, as in a callback of the collector, it would get lost, and the watch with it
        if calls > MOST_CALLS and frame.f_globals.get("__package__") in TYPESETTING:
            raise TimeoutError("it takes too long")

    # ziamath takes twice as long for each level of nesting, and a thread cannot be ended from outside. Calls are
    # counted, not seconds: what one machine draws, a slower or a busier one draws as well
    sys.setprofile(watch)
    try:
        made = Latex(wanted.tex, size=wanted.size, color=wanted.color, inline=not wanted.display)
        width, height = made.getsize()
        result = str(made.svg()), float(width), float(height), -float(made.getyofst())
    except Exception as problem:  # the libraries below let all kinds through: KeyError, RecursionError, ParseError
        raise ValueError(f"{type(problem).__name__}: {problem}") from problem
    finally:
        sys.setprofile(None)
    if not (0 < result[1] <= WIDEST and 0 < result[2] <= WIDEST):
        raise ValueError(f"a size of {result[1]:.0f} x {result[2]:.0f} px")
    return result


class Formulas(QObject):
    """Drawings by what is wanted. ``ready(frozenset[WantedFormula])``: these were drawn, or cannot be; ``settled``: all
    that wanted them have them."""

    ready = Signal(object)
    settled = Signal()
    _drawn = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: OrderedDict[WantedFormula, Drawing | None] = OrderedDict()
        self._running: set[WantedFormula] = set()
        self._news: set[WantedFormula] = set()
        self._thread: ThreadPoolExecutor | None = None
        self._drawn.connect(self._keep, Qt.ConnectionType.QueuedConnection)
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.timeout.connect(self._pause)
        self._free = Event()  # no drawings are being laid out, which takes many times as long beside the thread
        self._free.set()
        self._typesetting = Lock()  # held by the thread while it works, or by the window while it lays out
        self._paused = False  # it will be told of once the thread has ended what it is at
        self._switch = 0.0  # Python's own, while there is something to draw
        self._asked: list[WantedFormula] = []
        self._start = QTimer(self)  # once what asks is seen: the thread would take half of its time
        self._start.setSingleShot(True)
        self._start.setInterval(GATHER_MS)
        self._start.timeout.connect(self._begin)

    def want(self, tex: str, display: bool) -> WantedFormula:
        """The key of a formula in the present look."""
        return WantedFormula(tex.strip(), display, theme().text.body + (2 if display else 1), colors().text)

    def get(self, wanted: WantedFormula) -> Drawing | None:
        """The drawing if there is one; else it is made if it can be, and ``ready`` tells."""
        if wanted in self._known:
            self._known.move_to_end(wanted)
            return self._known[wanted]
        if wanted not in self._running and wanted.tex and len(wanted.tex) <= LONGEST:
            self._running.add(wanted)
            self._asked.append(wanted)
            self._start.start()
        return None

    def _begin(self) -> None:
        asked, self._asked = self._asked, []
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="formulas")
        if not self._switch:
            self._switch = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH)
        for wanted in asked:
            self._thread.submit(self._draw, wanted)

    def pending(self, wanted: WantedFormula) -> bool:
        """Whether it is being drawn."""
        return wanted in self._running

    def shutdown(self) -> None:
        """End the thread; what was not drawn yet is dropped."""
        thread, self._thread = self._thread, None
        self._running.clear()
        self._asked.clear()
        self._start.stop()
        self._free.set()
        if thread is not None:
            thread.shutdown(wait=True, cancel_futures=True)
        self._rest()

    def _rest(self) -> None:
        """Nothing is to be drawn any more."""
        if self._switch:
            sys.setswitchinterval(self._switch)
            self._switch = 0.0

    def _draw(self, wanted: WantedFormula) -> None:
        self._free.wait(PATIENCE)
        held = self._typesetting.acquire(timeout=PATIENCE)
        try:
            result: tuple[str, float, float, float] | None = typeset(wanted)
        except ValueError as problem:
            log.info("a formula of %d characters stays as its source: %s", len(wanted.tex), type(problem.__cause__))
            result = None
        finally:
            if held:
                self._typesetting.release()
        self._drawn.emit(wanted, result)

    def _keep(self, wanted: WantedFormula, result: tuple[str, float, float, float] | None) -> None:
        self._running.discard(wanted)
        drawing = None
        if result is not None:
            svg, width, height, depth = result
            renderer = QSvgRenderer(QByteArray(svg.encode()))
            if renderer.isValid():
                drawing = Drawing(width, height, max(0.0, min(depth, height)), renderer)
        self._known[wanted] = drawing
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._news.add(wanted)
        if not self._running:
            self._rest()
        if self._paused:
            self._tell()
        elif not self._gather.isActive():
            self._gather.start(MANY_MS if len(self._running) > MANY else GATHER_MS)

    def _pause(self) -> None:
        """Tell of what was drawn, once the thread has ended what it is at."""
        self._free.clear()
        self._paused = not self._typesetting.acquire(blocking=False)
        if not self._paused:
            try:
                self._tell()
            finally:
                self._typesetting.release()

    def _tell(self) -> None:
        news, self._news = frozenset(self._news), set()
        self._paused = False
        try:
            self.ready.emit(news)
            self.settled.emit()
        finally:
            self._free.set()


class FormulaObject(QPyTextObject):
    """Lays out and paints the formulas of a document, its only pictures; ``name`` of a picture is its number."""

    OVERHANG = 9.0  # px below the baseline that the space between lines has room for

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.drawings: list[Drawing] = []
        self.apart = False  # the only formula of its document, not in a line of text

    def _drawing(self, format: QTextFormat) -> Drawing | None:
        name = format.toImageFormat().name().removeprefix("formula:")
        at = int(name) if name.isdecimal() else -1
        return self.drawings[at] if 0 <= at < len(self.drawings) else None

    def intrinsicSize(self, document: QTextDocument, place: int, format: QTextFormat) -> QSizeF:
        drawing = self._drawing(format)
        if drawing is None:
            return QSizeF(0, 0)
        # Qt lets an object stand on the baseline; what hangs below it is painted into the space between the lines.
        hang = 0.0 if self.apart else min(drawing.depth, self.OVERHANG)
        scale = 1.0 if self.apart else min(1.0, room_at(document, place) / drawing.width)
        return QSizeF(drawing.width * scale, (drawing.height - hang) * scale)

    def drawObject(
        self, painter: QPainter, place: QRectF | QRect, document: QTextDocument, at: int, format: QTextFormat
    ) -> None:
        drawing = self._drawing(format)
        if drawing is not None:
            scale = place.width() / drawing.width  # of one that is wider than its line
            size = QSizeF(drawing.width * scale, drawing.height * scale)
            drawing.svg.render(painter, QRectF(QPointF(place.x(), place.y()), size))


def room_at(document: QTextDocument, place: int) -> float:
    """The width of a line at ``place``, px, less what lists and quotes take: what is wider would be cut off."""
    width = document.textWidth()
    if width <= 0:
        return WIDEST
    block = document.findBlock(place)
    shape = block.blockFormat()
    levels = shape.indent() + (block.textList().format().indent() if block.textList() is not None else 0)
    cursor = QTextCursor(block)
    frame = cursor.currentFrame()
    while frame is not None and frame.parentFrame() is not None:
        width -= INSET
        frame = frame.parentFrame()
    return max(NARROWEST, width - levels * document.indentWidth() - shape.leftMargin() - 1)


@cache
def formulas() -> Formulas:
    """The formulas of the program."""
    app = QCoreApplication.instance()
    made = Formulas(app)
    if app is not None:
        app.aboutToQuit.connect(made.shutdown)
    return made
