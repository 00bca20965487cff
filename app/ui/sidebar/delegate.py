"""How the rows of the chat list look: headings, folders, chats with their signs, and what a search found."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.found import Spans
from app.core.utf16 import units
from app.ui.sidebar.chats import ROW, ChatRow, FolderRow, Index, draft_line, name_shortened, second_line
from app.ui.sidebar.found import FoundRow, PlaceRow
from app.ui.sidebar.signs import paint_signs, title_lines
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme

translate = QCoreApplication.translate

MARGIN = 14
INDENT = 14
FOLDER = 36
LEFT, RIGHT = 15, 12  # of the words of a chat in its card
SCROLL_BAR = 10  # its room is kept free, so that lines of titles break the same with and without it
TITLE_LINE = 18
STRONG = 600  # weight of the title of a chat with news; all titles are broken as if they were
HEADING = 34
FOUND_TITLE = 30
LINE = 16
PEN = 12  # beside a draft
MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RowDelegate(QStyledItemDelegate):
    """Paints the rows. ``open_id``: the chat that is shown; ``drop_on``: the folder a drag would go into.

    ``at_work``: chats in which a reply is written, ``turn`` being how far their ring has turned (0 to 1); ``unread``:
    chats with a reply that nobody has seen yet; ``drafts``: chats with something written and not sent, its first words.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open_id = ""
        self.drop_on: str | None = None
        self.at_work: frozenset[str] = frozenset()
        self.unread: frozenset[str] = frozenset()
        self.drafts: Mapping[str, str] = {}
        self.turn = 0.0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW)
        if isinstance(row, FoundRow):
            return QSize(100, FOUND_TITLE + (2 * LINE + 10 if row.hit.snippet and not row.opened else 6))
        if isinstance(row, PlaceRow):
            return QSize(100, 2 * LINE + 14)
        if isinstance(row, FolderRow):
            return QSize(100, FOLDER)
        if isinstance(row, ChatRow):
            more = len(self._title(row)) - 1
            return QSize(100, theme().tokens.size.row + 2 + more * TITLE_LINE)
        return QSize(100, HEADING)

    def _title(self, row: ChatRow) -> tuple[str, ...]:
        """The lines of a chat's title: two where it needs them, unless things stand close together."""
        wide = theme().tokens.size.sidebar - 1 - SCROLL_BAR - 2 * MARGIN - LEFT - RIGHT - (INDENT if row.inside else 0)
        text = row.chat.title or translate("Sidebar", "New chat")
        return title_lines(text, font(theme().tokens.type.base, STRONG), wide, 1 if theme().compact else 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        rect = QRectF(option.rect)  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, ChatRow):
            card = rect.adjusted(MARGIN + (INDENT if row.inside else 0), 1, -MARGIN, -1)
            self._surface(painter, card, state, row.chat.id == self.open_id)
            if self.drop_on and row.inside and row.chat.folder == self.drop_on:
                painter.fillRect(QRectF(MARGIN + 6, rect.top(), 2, rect.height()), qcolor(colors().accent))
            self._chat(painter, card, row)
        elif isinstance(row, FolderRow):
            card = rect.adjusted(MARGIN, 1, -MARGIN, -1)
            self._surface(painter, card, state, False)
            self._folder(painter, card, row)
        elif isinstance(row, FoundRow):
            card = rect.adjusted(MARGIN, 1, -MARGIN, -1)
            self._surface(painter, card, state, row.hit.chat.id == self.open_id)
            self._found(painter, card, row)
        elif isinstance(row, PlaceRow):
            card = rect.adjusted(MARGIN + INDENT, 1, -MARGIN, -1)
            self._surface(painter, card, state, False)
            painter.fillRect(QRectF(MARGIN + 7, rect.top(), 1, rect.height()), qcolor(colors().line_strong))
            place = QRectF(card.left() + 10, card.top() + 6, card.width() - 20, 2 * LINE)
            hit = row.hit
            marked(painter, place, hit.snippet, hit.snippet_spans, font(theme().tokens.type.tiny), colors().dim, 2)
        else:
            painter.setFont(font(theme().tokens.type.tiny, 500))
            painter.setPen(qcolor(colors().faint))
            painter.drawText(rect.adjusted(20, 8, -14, 0), MIDDLE, str(row).upper())
        painter.restore()

    def _surface(self, painter: QPainter, card: QRectF, state: QStyle.StateFlag, shown: bool) -> None:
        scheme = colors()
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        focus = bool(state & QStyle.StateFlag.State_HasFocus)
        hover = bool(state & QStyle.StateFlag.State_MouseOver)
        if shown or hover or chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.selected if shown else scheme.hover))
            painter.drawRoundedRect(card, 8, 8)
        if chosen and not shown:
            painter.setBrush(qcolor(scheme.accent, 0.14))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(card, 8, 8)
        if shown:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent))
            painter.drawRoundedRect(QRectF(card.left(), card.top() + 12, 3, card.height() - 24), 1.5, 1.5)
        if focus:
            painter.setPen(QPen(qcolor(scheme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _folder(self, painter: QPainter, card: QRectF, row: FolderRow) -> None:
        scheme = colors()
        kinds = theme().tokens.type
        if self.drop_on == row.folder.id:
            painter.setPen(QPen(qcolor(scheme.accent), 1.5))
            painter.setBrush(qcolor(scheme.accent, 0.12))
            painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), 8, 8)
        ratio = painter.device().devicePixelRatioF()
        top = card.center().y() - 7
        chevron = "chevron-right" if row.folder.collapsed else "chevron-down"
        painter.drawPixmap(int(card.left()) + 4, int(top), icon_pixmap(chevron, scheme.faint, 14, ratio))
        name = "folder" if row.folder.collapsed else "folder-open"
        painter.drawPixmap(int(card.left()) + 22, int(top) - 1, icon_pixmap(name, scheme.dim, 16, ratio))
        painter.setFont(font(kinds.base, 500))
        painter.setPen(qcolor(scheme.text))
        room = card.width() - 46 - 40
        text = painter.fontMetrics().elidedText(row.folder.name, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(QRectF(card.left() + 46, card.top(), room, card.height()), MIDDLE, text)
        painter.setFont(font(kinds.tiny))
        painter.setPen(qcolor(scheme.faint))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            card.adjusted(0, 0, -18, 0), right, str(row.count) if row.count else translate("Sidebar", "empty")
        )

    def _chat(self, painter: QPainter, card: QRectF, row: ChatRow) -> None:
        scheme, kinds, chat = colors(), theme().tokens.type, row.chat
        left, right = card.left() + LEFT, card.right() - RIGHT
        title = self._title(row)
        top = card.center().y() - (len(title) * TITLE_LINE + 17) / 2
        painter.setFont(font(kinds.base, STRONG if chat.id in self.unread else 500))
        painter.setPen(qcolor(scheme.text))
        for line in title:
            painter.drawText(QRectF(left, top, right - left + SCROLL_BAR, TITLE_LINE), MIDDLE, line)
            top += TITLE_LINE
        taken = paint_signs(
            painter, right, top + 9, chat, at_work=chat.id in self.at_work, new=chat.id in self.unread, turn=self.turn
        )
        room = int(right - left - (taken + 8 if taken else 0))
        painter.setFont(font(kinds.tiny))
        painter.setPen(qcolor(scheme.dim))
        words, at = second_line(chat, chat.id in self.at_work), left
        if chat.id in self.drafts and chat.id != self.open_id:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(QPointF(left, top + 3), icon_pixmap("pencil", scheme.accent, PEN, ratio))
            words, at = draft_line(self.drafts[chat.id]), left + PEN + 5
        room -= int(at - left)
        line = name_shortened(words, painter.fontMetrics(), room)
        painter.drawText(QRectF(at, top, room, 18), MIDDLE, line)

    def _found(self, painter: QPainter, card: QRectF, row: FoundRow) -> None:
        scheme, kinds, found = colors(), theme().tokens.type, row.hit
        place = QRectF(card.left() + 15, card.top() + 6, card.width() - 28, 20)
        room = place.adjusted(0, 0, -number_place(card).width() if row.number else 0, 0)
        title = found.chat.title or translate("Sidebar", "New chat")
        marked(painter, room, title, found.title_spans, font(kinds.base, 500), scheme.text, 1)
        if row.number:
            number = number_place(card.adjusted(-MARGIN, -1, MARGIN, 1))
            chevron = "chevron-down" if row.opened else "chevron-right"
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(
                QPointF(number.right() - 14, number.center().y() - 6), icon_pixmap(chevron, scheme.faint, 12, ratio)
            )
            painter.setFont(font(kinds.tiny, 500))
            painter.setPen(qcolor(scheme.dim))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(number.adjusted(0, 0, -17, 0), right, row.number)
        if found.snippet and not row.opened:
            place = QRectF(place.left(), card.top() + 27, place.width(), 2 * LINE)
            marked(painter, place, found.snippet, found.snippet_spans, font(kinds.tiny), scheme.dim, 2)


def number_place(row: QRectF) -> QRectF:
    """Where in the row of a chat that was found the number of its places stands."""
    return QRectF(row.right() - MARGIN - 58, row.top() + 5, 52, 24)


def marked(painter: QPainter, place: QRectF, text: str, spans: Spans, face: QFont, color: str, lines: int) -> None:
    """``text`` on at most ``lines`` lines of ``place``, what ``spans`` name on a tint; cut off at the end."""
    scheme = colors()
    metrics = QFontMetricsF(face)
    if lines == 1:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    layout = QTextLayout(text, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    ranges = []
    for start, end in spans:
        if start < len(text):
            piece = QTextLayout.FormatRange()
            piece.start = utf16(text, start)  # type: ignore[attr-defined]
            piece.length = utf16(text, end) - piece.start  # type: ignore[attr-defined]
            look = QTextCharFormat()
            look.setBackground(qcolor(scheme.warn, 0.30))
            look.setForeground(qcolor(scheme.text))
            piece.format = look  # type: ignore[attr-defined]
            ranges.append(piece)
    layout.setFormats(ranges)
    layout.beginLayout()
    top = 0.0
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(place.width())
        room = place.height() / lines
        line.setPosition(QPointF(0, top + (room - line.height()) / 2))
        top += room
    layout.endLayout()
    painter.setPen(qcolor(color))
    painter.save()
    painter.setClipRect(place)
    layout.draw(painter, place.topLeft())
    painter.restore()


def utf16(text: str, at: int) -> int:
    """The place ``at`` of a Python text in Qt's units."""
    return units(text[:at])
