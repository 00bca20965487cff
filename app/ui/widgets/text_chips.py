"""Short texts as chips, in as many lines as they need; a click on one takes it away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from app.ui.theme import font, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.focus import put_inside
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate


class Flow(QLayout):
    """Widgets side by side, in as many lines as they need."""

    def __init__(self, gap: int = 6) -> None:
        super().__init__()
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def _lay_out(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(rect.width(), 10_000))
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            line = max(line, size.height())
        return y + line - rect.y()


class TextChips(QWidget):
    """``removed(text)``: the person took one away; it is shown until ``show_texts`` is told so."""

    removed = Signal(str)

    def __init__(self, *, mono: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._texts: tuple[str, ...] = ()
        self._flow = Flow()
        self.setLayout(self._flow)
        self.hide()

    @property
    def chips(self) -> list[TextButton]:
        found = (self._flow.itemAt(at) for at in range(self._flow.count()))
        return [chip for item in found if item is not None and isinstance(chip := item.widget(), TextButton)]

    def show_texts(self, texts: Sequence[str], written: Callable[[str], str] = str) -> None:
        """Show these; ``written``: how a text is shown."""
        if tuple(texts) == self._texts:
            return
        self._texts = tuple(texts)
        while (item := self._flow.takeAt(0)) is not None:
            if (chip_before := item.widget()) is not None:
                chip_before.hide()
                chip_before.deleteLater()
        for text in texts:
            chip = TextButton(written(text), "small", "x")
            chip.setFont(font(theme().tokens.type.small, mono=self._mono))
            chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the text
            chip.set_text(written(text))
            chip.setAccessibleName(translate("ReplyFields", "Remove {text}").format(text=written(text)))
            set_tip(chip, chip.accessibleName())
            chip.clicked.connect(lambda _=False, text=text: self.removed.emit(text))
            self._flow.addWidget(chip)
        put_inside(self, self.chips)
        self.setVisible(bool(texts))
        self.updateGeometry()
