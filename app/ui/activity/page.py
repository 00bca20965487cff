"""What the engine did: the course of the chat shown, its events with what they took, the engine's log."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.chat_values import CompactionMark
from app.core.model_values import ModelState
from app.core.transcript import there, together
from app.core.work_values import Activity
from app.ui.activity.chart import CourseChart
from app.ui.activity.heads import HeadsPicture
from app.ui.activity.history import details, history, summary, what
from app.ui.activity.kept_rows import kept_by
from app.ui.activity.kept_rows import summary as kept_words
from app.ui.numbers import duration
from app.ui.theme import font, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.controls import ChoiceSegment
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

SHOWN = 40  # events in the list
LOG_HEIGHT = 220
ROW_WIDE = 600  # px


def clock_words(at: float) -> str:
    """The time of today, day and time of other days, as the system writes them."""
    when = QDateTime.fromMSecsSinceEpoch(round(at * 1000))
    words = QLocale().toString(when.time(), QLocale.FormatType.ShortFormat)
    if when.date() == QDateTime.currentDateTime().date():
        return words
    day = QLocale().toString(when.date(), translate("Activity", "d MMM"))
    return f"{day} {words}"


class EventRow(QWidget):
    """One event: when, what, how long, and what it did."""

    def __init__(self, activity: Activity) -> None:
        super().__init__()
        clock = dim(clock_words(activity.at), "faint")
        clock.setFont(font(theme().tokens.type.small))
        clock.setFixedWidth(92)
        name = dim(what(activity), "compacted" if activity.kind == "compact" else "")
        name.setFont(font(theme().tokens.type.small + 1, 600))
        name.setFixedWidth(96)
        time = duration(activity.ms / 1000) if activity.ms else ""
        took = dim(time, "dim")
        took.setFont(font(theme().tokens.type.small))
        took.setFixedWidth(60)
        took.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        about = dim(details(activity), "dim", wrap=True)
        about.setFont(font(theme().tokens.type.small))
        self._about = about
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 8, 16, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(2, 1)
        for column, label in ((0, clock), (1, name), (3, took)):
            self._grid.addWidget(label, 0, column, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(about, 0, 2)
        self._below = False
        self.setAccessibleName(", ".join(part for part in (what(activity), time, details(activity)) if part))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        below = self.width() < ROW_WIDE
        if below != self._below:  # what it did goes below where there is no room beside
            self._below = below
            self._grid.addWidget(self._about, int(below), 1 if below else 2, 1, 3 if below else 1)


class ActivityPage(Page):
    """Signals: ``wanted()``: show me what there is; ``bundle()``: write the diagnostics to a file."""

    wanted = Signal()
    bundle = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("Activity", "Activity"), parent)
        self._rows: list[EventRow] = []
        self._lines: Sequence[str] | None = None
        self.words = dim("", "dim", wrap=True)
        self.chart = CourseChart()
        course = Card()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 12)
        column.addWidget(self.words)
        column.addWidget(self.chart)
        course.add(inside)
        self.engine = dim("", "dim", wrap=True)
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setProperty("kind", "field")
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.log.setFixedHeight(LOG_HEIGHT)
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setAccessibleName(translate("Activity", "Engine log"))
        self.log.setAcceptDrops(False)
        self.copy = TextButton(translate("Activity", "Copy log"), "small", "copy")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.log.toPlainText()))
        save = TextButton(translate("Activity", "Save diagnostics…"), "small", "download")
        set_tip(
            save, translate("Activity", "Includes versions, devices, settings, timings and logs, but no chat text.")
        )
        save.clicked.connect(self.bundle)
        tools = QHBoxLayout()
        tools.addWidget(self.engine, 1)
        tools.addWidget(self.copy)
        tools.addWidget(save)
        self.card = Card()
        self.body.addWidget(self._section(translate("Activity", "This chat")))
        self.body.addWidget(course)
        self._marks: tuple[CompactionMark, ...] = ()
        self.kept_words = dim("", "dim", wrap=True)
        self.heads = HeadsPicture()
        self.all_now, self.last = (
            ChoiceSegment(translate("Kept", "All")),
            ChoiceSegment(translate("Kept", "Latest")),
        )
        self.all_now.setChecked(True)
        self._which = QButtonGroup(self)
        for button in (self.all_now, self.last):
            self._which.addButton(button)
        self._which.buttonClicked.connect(lambda _: self._show_kept())
        self.body.addWidget(self._kept_card())
        self.body.addWidget(self._section(translate("Activity", "Events")))
        self.body.addWidget(self.card)
        nothing = dim(translate("Activity", "No events yet."), "dim", wrap=True)
        nothing.setContentsMargins(16, 12, 16, 12)
        self.none = Card()
        self.none.add(nothing)
        self.body.addWidget(self.none)
        self.body.addWidget(self._section(translate("Activity", "Engine")))
        self.body.addLayout(tools)
        self.body.addWidget(self.log)
        self.body.addStretch(1)
        self._again = QTimer(self)
        self._again.setInterval(1000)
        self._again.timeout.connect(self.wanted)

    def _kept_card(self) -> QWidget:
        line = QHBoxLayout()
        line.addWidget(self.kept_words, 1)
        line.addWidget(self.all_now)
        line.addWidget(self.last)
        card, inside = Card(), QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(10)
        column.addLayout(line)
        column.addWidget(self.heads)
        card.add(inside)
        card.hide()
        self.kept_card = card
        return card

    def show_marks(self, marks: tuple[CompactionMark, ...]) -> None:
        """Show what the compactions of the chat's memory left of its heads; the one done last comes last."""
        self._marks = marks
        self._show_kept()

    def _show_kept(self) -> None:
        marks = self._marks[-1:] if self.last.isChecked() else self._marks
        kept = kept_by(there(marks))
        self.kept_card.setVisible(bool(self._marks) and any(mark.heads for mark in self._marks))
        words = kept_words(kept, together(marks)[1])
        self.kept_words.setText(words)
        self.heads.show_kept(kept, words)

    @staticmethod
    def _section(title: str) -> QWidget:
        label = dim(title.upper(), "section")
        label.setFont(font(theme().tokens.type.tiny, 600))
        return label

    def show_activities(self, activities: list[Activity], bytes_per_token: float) -> None:
        """Show a chat's events, newest first as they come; ``bytes_per_token``: of its model, uncompacted."""
        points = history(activities, bytes_per_token)
        self.words.setText(summary(points, together(self._marks)[1]))
        self.chart.setVisible(len(points) > 1)
        self.chart.show_points(points)
        self.card.clear()
        self._rows = [EventRow(activity) for activity in activities[:SHOWN]]
        for row in self._rows:
            self.card.add(row)
        self.card.setVisible(bool(self._rows))
        self.none.setVisible(not self._rows)

    def show_engine(self, state: ModelState, running: bool, lines: Sequence[str]) -> None:
        """Show the engine's state and the end of its log."""
        parts = [translate("Activity", "Running") if running else translate("Activity", "Not running")]
        if state.name:
            parts.append(state.name)
        parts += state.devices
        self.engine.setText(" · ".join(parts))
        if self._lines is None or list(lines) != list(self._lines):
            self._lines = lines
            self.log.setPlainText("\n".join(lines) or translate("Activity", "The log is empty."))
            bar = self.log.verticalScrollBar()
            bar.setValue(bar.maximum())
        self.copy.setEnabled(bool(lines))

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.wanted.emit()
        self._again.start()

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        self._again.stop()
