"""A reply as its tokens: each on a tint of how unsure the model was, with what else could have stood there."""

from __future__ import annotations

import codecs
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.core.utf16 import units
from app.services.wording import in_a_row
from app.ui.numbers import percent, quoted
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.labels import dim
from app.ui.widgets.tips import show_tip
from engine.protocol import TokenLogprob

translate = QCoreApplication.translate

SURE = 0.9  # probability from which a token has no tint
UNLIKELY = 0.2  # below it, the tint is that of what failed
GAP = 9  # px
LINE_HEIGHT = 150.0  # %
SIGNS = str.maketrans({"\n": "↵", "\t": "⇥", "\r": "␍"})


@dataclass(frozen=True)
class TokenSpan:
    """Where tokens stand in the text, ``[start, end)`` in Qt's units; several where one is no whole character."""

    start: int
    end: int
    tokens: tuple[TokenLogprob, ...]

    @property
    def probability(self) -> float:
        return math.exp(sum(token.logprob for token in self.tokens))


def spans_of(tokens: Sequence[TokenLogprob]) -> tuple[str, list[TokenSpan]]:
    """The text of tokens, and where each of them stands in it."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    pieces, spans, waiting, at = list[str](), list[TokenSpan](), list[TokenLogprob](), 0
    for number, token in enumerate(tokens, 1):
        piece = decoder.decode(token.piece, final=number == len(tokens)).replace("\r", "")  # with "\n" it is one sign
        waiting.append(token)
        if piece or not token.piece:
            end = at + units(piece)
            spans.append(TokenSpan(at, end, tuple(waiting)))
            pieces.append(piece)
            at, waiting = end, []
    return "".join(pieces), spans


def shown(piece: bytes) -> str:
    """A token in quotes; signs stand for what cannot be seen."""
    text = piece.decode("utf-8", "replace").translate(SIGNS)
    return quoted(text if text.strip() else text.replace(" ", "␣"))


def share_of(logprob: float) -> str:
    """A probability in words: "43.1 %"."""
    share = math.exp(logprob)
    return percent(share) if share >= 0.001 else translate("Transcript", "< 0.1 %")


def words_of(span: TokenSpan) -> tuple[str, tuple[str, ...]]:
    """What is said of a token: itself, and each other one that could have stood there."""
    first = span.tokens[0]
    whole = b"".join(token.piece for token in span.tokens)
    others = (option for option in first.top if option.token != first.token)
    lines = tuple(f"{shown(option.piece)} {share_of(option.logprob)}" for option in others)
    return f"{shown(whole)} {share_of(sum(token.logprob for token in span.tokens))}", lines


class TokenText(QTextEdit):
    """The text of the tokens. The arrows go from one to the next. ``pointed(int)``: number of the token, -1: none."""

    pointed = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.document().setDocumentMargin(0)
        self.setAccessibleName(translate("Transcript", "Tokens of the reply"))
        self.setAccessibleDescription(translate("Transcript", "The left and right arrows go from token to token."))
        self.spans: list[TokenSpan] = []
        self.current = -1
        self._tints: list[QTextEdit.ExtraSelection] = []
        theme().changed.connect(self._restyle)

    def show_tokens(self, tokens: Sequence[TokenLogprob]) -> None:
        text, self.spans = spans_of(tokens)
        self.current = -1
        self.setPlainText(text)
        lines, all_of_it = QTextBlockFormat(), QTextCursor(self.document())
        lines.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        all_of_it.select(QTextCursor.SelectionType.Document)
        all_of_it.mergeBlockFormat(lines)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(font(theme().text.body))  # another style sheet takes it away
        self._tints = [
            self._marked(span, color) for span in self.spans if (color := tint(span.probability)) is not None
        ]
        self._show_marks()

    def _marked(self, span: TokenSpan, color: QColor) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor, look = QTextCursor(self.document()), QTextCharFormat()
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        look.setBackground(color)
        selection.cursor, selection.format = cursor, look  # type: ignore[attr-defined]
        return selection

    def _show_marks(self) -> None:
        here = [self._marked(self.spans[self.current], qcolor(colors().accent, 0.4))] if self.current >= 0 else []
        self.setExtraSelections([*self._tints, *here])

    def span_at(self, place: QPoint) -> int:
        """The number of the token at a place of the viewport, -1 if there is none."""
        cursor = self.cursorForPosition(place)
        rect = self.cursorRect(cursor)
        if not rect.adjusted(-24, -2, 24, 2).contains(place):
            return -1
        place_of = cursor.position() - (1 if place.x() < rect.x() else 0)
        return next((at for at, span in enumerate(self.spans) if span.start <= place_of < span.end), -1)

    def go(self, at: int) -> None:
        """Make a token the current one (-1: none)."""
        if at != self.current:
            self.current = at
            self._show_marks()
            self.pointed.emit(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self.go(self.span_at(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers() and self.spans:
            self.go(max(0, min(len(self.spans) - 1, self.current + step)))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason) and self.current < 0:
            self.go(0 if self.spans else -1)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self.go(-1)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self.span_at(event.pos())
            if at >= 0:
                word, lines = words_of(self.spans[at])
                show_tip(event.globalPos(), "\n".join((word, *(("", *lines) if lines else ()))), self)
            else:
                show_tip(event.globalPos(), "", self)
            return True
        return super().viewportEvent(event)


class TokenView(QWidget):
    """The tokens of a reply, with what is said of them all above, and of the one that is pointed at below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        small = font(theme().tokens.type.small)
        about = translate(
            "Transcript",
            "Tinted where the model was unsure. Probabilities are the model's own, before the sampling settings.",
        )
        self.about = dim(about, "faint", wrap=True)
        self.text = TokenText(self)
        self.detail = dim("", "dim", wrap=True)
        for label in (self.about, self.detail):
            label.setParent(self)
            label.setFont(small)
        self.text.pointed.connect(self._pointed)
        self._tokens: tuple[TokenLogprob, ...] = ()
        self._pointed(-1)

    def show_tokens(self, tokens: tuple[TokenLogprob, ...]) -> None:
        """Show these; nothing changes if they are shown."""
        if tokens is not self._tokens:
            self._tokens = tokens
            self.text.show_tokens(tokens)
            self._pointed(-1)

    def _pointed(self, at: int) -> None:
        if at < 0:
            self.detail.setText(translate("Transcript", "Point at a token to see what else could have stood there."))
            return
        word, lines = words_of(self.text.spans[at])
        text = translate("Transcript", "{token} · others: {others}").format(token=word, others=in_a_row(lines))
        self.detail.setText(text if lines else word)
        if self.text.hasFocus() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.text, self.detail.text()))

    def height_for(self, width: int) -> int:
        """The exact height in a column of ``width`` px; lays the parts out for it."""
        top = 0
        high = self.about.heightForWidth(width)
        self.about.setGeometry(0, top, width, high)
        top += high + GAP
        document = self.text.document()
        document.setTextWidth(width)
        high = math.ceil(document.size().height()) + 2
        self.text.setGeometry(0, top, width, high)
        top += high + GAP
        high = 2 * self.detail.fontMetrics().lineSpacing() + 4  # whatever is said, so that nothing moves
        self.detail.setGeometry(0, top, width, high)
        return top + high


def tint(probability: float) -> QColor | None:
    """The colour behind a token of that probability; None: no tint."""
    scheme = colors()
    if probability >= SURE:
        return None
    if probability < UNLIKELY:
        return qcolor(scheme.error, 0.18 + 0.27 * (1 - probability / UNLIKELY))
    return qcolor(scheme.warn, 0.14 + 0.26 * (SURE - probability) / (SURE - UNLIKELY))
