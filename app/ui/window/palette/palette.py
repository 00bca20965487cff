"""One line to reach everything: opened by Ctrl+K, driven by keys alone, gone after it did its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.core.found import Spans
from app.ui.sidebar.chats import Index
from app.ui.sidebar.delegate import marked
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.escape import keeps_escape
from app.ui.widgets.focus import give_back
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel
from app.ui.widgets.sheet import Sheet
from app.ui.window.palette.commands import Command
from app.ui.window.palette.fuzzy import match

translate = QCoreApplication.translate

WIDTH, ROW, MOST = 560, 38, 9  # px, px, rows in sight
FEW_CHATS = 6  # while nothing is typed
LONGEST = 60  # rows
HIT = Qt.ItemDataRole.UserRole + 1
Hit = tuple[Command, Spans]


def ranked(query: str, offered: Sequence[Command]) -> Sequence[Hit]:
    """What fits ``query``, best first; without one, some chats and all that is no chat, in the order given."""
    if not query.strip():
        # all that is no chat can be seen without a word typed
        chats = [one for one in offered if one.chat][:FEW_CHATS]
        rest = [one for one in offered if not one.chat]
        return [(one, ()) for one in (*chats, *rest)]
    found: list[tuple[int, int, Hit]] = []
    for at, one in enumerate(offered):
        fit = match(query, one.title)
        if fit is not None:
            found.append((-fit[0], at, (one, fit[1])))
        elif one.also and (fit := match(query, f"{one.title} {one.also}")) is not None:
            found.append((-fit[0] // 2, at, (one, ())))
    return [hit for _, _, hit in sorted(found, key=lambda each: each[:2])[:LONGEST]]


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []

    def show(self, hits: list[Hit]) -> None:
        self.beginResetModel()
        self.hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit = self.hits[index.row()]
        if role == HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit[0].title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{hit[0].title}, {hit[0].keys or hit[0].kind}"
        return None


class _PaletteRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        command, spans = index.data(HIT)
        state = option.state  # type: ignore[attr-defined]
        card = QRectF(option.rect).adjusted(8, 1, -8, -1)  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent, 0.16))
            painter.drawRoundedRect(card, 8, 8)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(
            int(card.left()) + 12, int(card.center().y()) - 7, icon_pixmap(command.icon, scheme.dim, 16, ratio)
        )
        painter.setFont(font(kinds.tiny))
        side = command.keys or command.kind
        metrics = painter.fontMetrics()
        side = metrics.elidedText(side, Qt.TextElideMode.ElideRight, 140)
        wide = metrics.horizontalAdvance(side)
        painter.setPen(qcolor(scheme.faint))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(card.adjusted(0, 0, -12, 0), right, side)
        place = QRectF(card.left() + 40, card.center().y() - 10, card.width() - 40 - wide - 28, 20)
        marked(painter, place, command.title, spans, font(kinds.base, 500), scheme.text, 1)
        painter.restore()


class Palette(QWidget):
    """Lies over the window while it is open.

    ``offer`` gives what can be done when it opens; ``search`` is asked to look for the text in all messages.
    """

    def __init__(self, offer: Callable[[], list[Command]], search: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._offer, self._search = offer, search
        self._window = parent
        self._offered: list[Command] = []
        self._back: QWidget | None = None
        self.setAccessibleName(translate("Palette", "Command palette"))
        self.card = QWidget(self)
        self.field = QLineEdit(self.card)
        self.field.setProperty("kind", "plain")
        self.field.setFont(font(theme().tokens.type.body))
        self.field.setPlaceholderText(translate("Palette", "Chats, actions, settings, models…"))
        self.field.setAccessibleName(translate("Palette", "Search commands"))
        self.field.setAcceptDrops(False)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._filter)
        self.model = _Model(self)
        self.list = QListView(self.card)
        self.list.setModel(self.model)
        self.list.setItemDelegate(_PaletteRows(self))
        self.list.setAccessibleName(translate("Palette", "Results"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(self.run)
        self.help: QLabel = dim(translate("Palette", "↑ ↓ select    ↵ run    Esc close"), "faint")
        self.help.setFont(font(theme().tokens.type.tiny))
        column = self._column = QVBoxLayout(self.card)
        column.setContentsMargins(1, 6, 1, 8)
        column.setSpacing(7)
        line = QVBoxLayout()
        line.setContentsMargins(14, 4, 14, 4)
        line.addWidget(self.field)
        column.addLayout(line)
        column.addWidget(self.list, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(20, 2, 14, 0)
        foot.addWidget(self.help)
        column.addLayout(foot)
        self.card.installEventFilter(self)
        self._window.installEventFilter(self)
        theme().changed.connect(self.update)
        self.hide()

    def toggle(self) -> None:
        """Open it, or close it if it is open."""
        if self.isVisible():
            self.close_palette()
        else:
            self.open_palette()

    def open_palette(self) -> None:
        """Show it with nothing typed."""
        self._back = QApplication.focusWidget()
        self._offered = self._offer()
        self.field.clear()
        self._filter("")
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_palette(self) -> bool:
        """Hide it; the focus goes back to where it was. Whether it was open."""
        if self.isHidden():
            return False
        self.hide()
        give_back(self._back)
        self._back = None
        return True

    def _make_way(self) -> None:
        """Close if the focus went to what it covers: keys would act there unseen. A sheet lies above it."""
        focus = QApplication.focusWidget()
        if focus is None or focus.window() is not self._window or self.isAncestorOf(focus):
            return  # another window, or a menu of the field
        if not any(sheet.isAncestorOf(focus) for sheet in self._window.findChildren(Sheet)):
            self._back = None  # the focus stays where it went
            self.close_palette()

    def run(self, index: QModelIndex) -> None:
        """Do what a row says."""
        hit = index.data(HIT) if index.isValid() else None
        if hit is not None:
            self.close_palette()
            hit[0].run()

    def _filter(self, text: str) -> None:
        hits = list(ranked(text, self._offered))
        query = " ".join(text.split())
        if query:
            title = translate("Palette", "Search chats for “{query}”").format(query=query)
            hits.append((Command(title, translate("Palette", "Search"), "search", partial(self._search, query)), ()))
        self.model.show(hits)
        self.list.setCurrentIndex(self.model.index(0))
        self._place()

    def _place(self) -> None:
        wide = min(WIDTH, self._window.width() - 40)
        rows = max(1, min(MOST, self.model.rowCount(), (self._window.height() - 220) // ROW))
        self.list.setFixedHeight(rows * ROW)
        high = self._column.sizeHint().height()
        self.card.setGeometry((self._window.width() - wide) // 2, max(20, self._window.height() // 9), wide, high)
        self.update()

    # events ------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
            self._place()
        elif watched is self.card and event.type() == QEvent.Type.MouseButtonPress:
            return True  # only a click beside it closes
        elif watched is self.card and event.type() == QEvent.Type.Paint:
            self._paint_card()
        elif watched is self.field and event.type() == QEvent.Type.FocusOut and not self.isHidden():
            self._make_way()
        elif watched is self.field and isinstance(event, QKeyEvent):
            if keeps_escape(event):
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: MOST - 1, Qt.Key.Key_PageUp: 1 - MOST}
        key = Qt.Key(event.key())
        if key in steps:
            rows, at = self.model.rowCount(), self.list.currentIndex().row()
            if abs(steps[key]) == 1:
                at = (at + steps[key]) % max(1, rows)  # round and round
            else:
                at = max(0, min(rows - 1, at + steps[key]))
            self.list.setCurrentIndex(self.model.index(at))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.run(self.list.currentIndex())
            return True
        if key == Qt.Key.Key_Escape:
            self.close_palette()
            return True
        return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)  # there is nowhere else to go

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close_palette()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110 if theme().dark else 50))
        painter.end()

    def _paint_card(self) -> None:
        scheme = colors()
        painter = QPainter(self.card)
        paint_panel(painter, self.card.rect(), 14, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.setPen(QPen(qcolor(scheme.line), 1))
        below = self.list.y() - 4
        painter.drawLine(1, below, self.card.width() - 2, below)
        painter.end()
