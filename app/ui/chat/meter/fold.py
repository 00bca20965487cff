"""Opens and closes the details of the meter: by a click, for the time of longer work, or for good."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.ui.chat.meter.line import MeterLine, line_words
from app.ui.chat.meter.strip import MeterStrip
from app.ui.numbers import share

SHORT_MS = 800  # what is read faster than this opens nothing
LINGER_MS = 2500  # the details stay open after the work, so that its result can be read


class MeterFold(QObject):
    """Keeps the line and the details equal to each other; ``pin_asked(bool)``: the person (un)pinned the details.

    The details are open while they are pinned, while the person wants them, while a compaction runs, and while
    something longer is read. A click closes them whatever opened them; the next work may open them again. In a chat
    without a context they are closed, unless they are pinned or asked for there.
    """

    pin_asked = Signal(bool)

    def __init__(self, strip: MeterStrip, line: MeterLine) -> None:
        super().__init__(strip)
        self._strip, self._line = strip, line
        self._pinned = False
        self._wanted = False  # by the person
        self._shown_for_work = False
        self._working = self._compacting = False
        self._empty = strip.empty
        self._resting = False  # wanted, but not for a chat without a context
        self._begin, self._end = QTimer(self), QTimer(self)
        for timer, after, act in (
            (self._begin, SHORT_MS, self._work_lasts),
            (self._end, LINGER_MS, self._work_is_over),
        ):
            timer.setSingleShot(True)
            timer.setInterval(after)
            timer.timeout.connect(act)
        line.clicked.connect(self.toggle)
        strip.described.connect(self._described)
        strip.pin_button.clicked.connect(lambda: self.pin_asked.emit(not self._pinned))
        self._described()
        self._apply()

    @property
    def is_open(self) -> bool:
        """Whether the details are shown."""
        return self._pinned or ((self._wanted or self._shown_for_work) and not self._resting)

    def set_pinned(self, pinned: bool) -> None:
        """Keep the details open, or let them close; unpinned here by the person, they stay until the next click."""
        if self._pinned and not pinned and self._used():
            self._wanted, self._resting = True, False
        self._pinned = pinned
        self._strip.show_pinned(pinned)
        self._apply()

    def toggle(self) -> None:
        """As a click on the line does. Pinned details are let go."""
        if self._pinned:
            self._wanted = self._shown_for_work = False
            self.pin_asked.emit(False)
            return
        shown = self.is_open
        self._wanted, self._shown_for_work, self._resting = not shown, False, False
        self._begin.stop()
        self._apply()

    def leave(self) -> bool:
        """Close what the person opened; whether that was so."""
        if not self._wanted or self._pinned or self._resting:
            return False
        self._wanted = self._shown_for_work = False
        self._apply()
        return True

    def keep(self) -> None:
        """The person goes on in them: they do not close by themselves."""
        self._wanted = self._wanted or self._shown_for_work

    def _described(self) -> None:
        strip = self._strip
        if strip.empty != self._empty:
            self._empty = self._resting = strip.empty
            self._apply()
        self._say()
        working = strip.compacting or (strip.progress is not None and strip.progress.what in ("prefill", "rebuild"))
        if strip.compacting and not self._compacting:
            self._work_lasts()
        elif working and not self._working:
            self._begin.start()
        elif not working and self._working:
            self._begin.stop()
            self._end.start()
        if working:
            self._end.stop()
        self._working, self._compacting = working, strip.compacting

    def _say(self) -> None:
        """What the open details say need not be said twice."""
        strip = self._strip
        opened = self.is_open
        words = line_words(strip.reading, None if opened else strip.progress, "" if opened else strip.note)
        self._line.show_words(
            words, share(strip.reading.fill), strip.reading.shares, working=strip.compacting and not opened
        )

    def _work_lasts(self) -> None:
        self._begin.stop()
        self._shown_for_work = True
        self._apply()

    def _work_is_over(self) -> None:
        if self._used():
            self._end.start()  # not out of the person's hands
        else:
            self._shown_for_work = False
            self._apply()

    def _used(self) -> bool:
        focus = QApplication.focusWidget()
        return self._strip.underMouse() or (focus is not None and self._strip.isAncestorOf(focus))

    def _apply(self) -> None:
        shown = self.is_open
        if not shown and self._strip.isAncestorOf(QApplication.focusWidget() or self._line):
            self._line.show()
            self._line.setFocus()
        self._strip.setVisible(shown)
        self._line.setVisible(not self._pinned)
        self._line.show_open(shown)
        self._say()
