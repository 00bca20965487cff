"""One model of the library: what it is, whether its context can be compacted, load and remove."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.model_values import ModelEntry, ModelPhase, ModelState
from app.ui.numbers import short_count, size
from app.ui.sentences import sentence, whole
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate


def facts_line(entry: ModelEntry) -> str:
    """ "llama · 135M parameters · Q4_1 · 92.0 MB · 8,192 tokens"."""
    facts = entry.facts
    if facts is None:
        return size(entry.size) if entry.size else ""
    parts = [facts.architecture]
    if facts.parameters:
        parts.append(translate("Library", "{number} parameters").format(number=short_count(facts.parameters)))
    if facts.quantization:
        parts.append(facts.quantization)
    parts.append(size(entry.size or facts.bytes))
    if facts.n_ctx_train:
        parts.append(translate("Library", "context up to %Ln token(s)", "", facts.n_ctx_train))
    return " · ".join(parts)


def verdict(entry: ModelEntry) -> tuple[str, str, str]:
    """Icon, colour and words: can it be used, and can its memory be compacted."""
    if entry.status == "missing":
        return "file-x", "error", translate("Library", "File not found")
    if entry.status == "broken":
        return "circle-alert", "error", whole(entry.problem)
    if entry.status == "arriving":
        return "loader", "dim", translate("Library", "Still incomplete; available when the copy or download finishes")
    if entry.facts is None:
        return "info", "dim", translate("Library", "Not checked yet")
    if entry.facts.compactable:
        return "circle-check", "pinned", translate("Library", "Supports compaction")
    return (
        "triangle-alert",
        "warn",
        translate("Library", "Doesn't support compaction: {why}").format(why=sentence(entry.facts.why_not)),
    )


class IconLine(QWidget):
    """A small icon in a colour of the scheme, and words."""

    def __init__(self, name: str, role: str, words: str) -> None:
        super().__init__()
        self._name, self._role = name, role
        label = dim(words, role if role in ("error", "warn") else "dim", wrap=True)
        label.setFont(font(theme().tokens.type.small))
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 0, 0, 0)
        line.addWidget(label, 1)
        self._label = label

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        color = getattr(colors(), self._role)
        painter.drawPixmap(0, 2, icon_pixmap(self._name, color, 14, self.devicePixelRatioF()))
        painter.end()


def look_of(entry: ModelEntry, state: ModelState) -> tuple[ModelEntry, ModelPhase | None]:
    """All that decides how the row of a model looks."""
    here = state.path == entry.path and state.phase in (ModelPhase.LOADED, ModelPhase.LOADING)
    return entry, state.phase if here else None


class ModelRow(QWidget):
    """One model. Signals: ``load(path)``, ``unload()``, ``remove(path)``, ``opened(path)``.

    Attributes:
        look: what it shows.
        controls: those that each row has, by what they do.
    """

    opened = Signal(str)
    load = Signal(str)
    unload = Signal()
    remove = Signal(str)

    def __init__(self, entry: ModelEntry, state: ModelState) -> None:
        super().__init__()
        self.entry, self.look = entry, look_of(entry, state)
        in_use, loading = self.look[1] is ModelPhase.LOADED, self.look[1] is ModelPhase.LOADING
        name = ElidedLabel(entry.name)
        name.setFont(font(theme().tokens.type.base + 1, 600))
        facts = dim(facts_line(entry), "dim", wrap=True)
        facts.setFont(font(theme().tokens.type.small))
        where = ElidedLabel(entry.path)
        where.setProperty("role", "faint")
        where.setFont(font(theme().tokens.type.tiny))
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(name)
        if facts.text():
            words.addWidget(facts)
        self.verdict = verdict(entry)
        words.addWidget(IconLine(*self.verdict))
        words.addWidget(where)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 12, 12, 12)
        line.setSpacing(8)
        line.addLayout(words, 1)
        if in_use:
            self.button = TextButton(translate("Library", "Unload"), "", "power")
            self.button.clicked.connect(self.unload)
            line.addWidget(IconBadge(translate("Library", "In use")))
        else:
            self.button = TextButton(translate("Library", "Loading…") if loading else translate("Library", "Load"))
            self.button.setEnabled(entry.status == "ok" and not loading)
            self.button.clicked.connect(lambda: self.load.emit(entry.path))
        self.button.setAccessibleName(f"{self.button.accessibleName()} {entry.name}")
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        if entry.referenced or entry.status != "ok":
            away = IconButton(
                "x",
                translate("Library", "Remove {name} from library (keeps the file)").format(name=entry.name),
                size=16,
                box=30,
            )
            away.clicked.connect(lambda: self.remove.emit(entry.path))
            line.addWidget(away, 0, Qt.AlignmentFlag.AlignVCenter)
        self.more = IconButton(
            "chevron-right", translate("Library", "Open details for {name}").format(name=entry.name), size=17, box=30
        )
        self.more.clicked.connect(lambda: self.opened.emit(entry.path))
        line.addWidget(self.more, 0, Qt.AlignmentFlag.AlignVCenter)
        self.controls: tuple[QWidget, ...] = (self.button, self.more)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.opened.emit(self.entry.path)


class IconBadge(QLabel):
    """A word in a pill, in a colour of the scheme."""

    def __init__(self, text: str, role: str = "pinned") -> None:
        super().__init__(text)
        self._role = role
        self.setFont(font(theme().tokens.type.tiny, 600))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 20, 22)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        tint = getattr(colors(), self._role)
        painter = QPainter(self)
        place = QRectF(0, (self.height() - 22) / 2, self.width(), 22)
        paint_panel(painter, place, 11, qcolor(tint, 0.1), qcolor(tint, 0.5))
        painter.setPen(qcolor(tint))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class DropHint(QWidget):
    """A dashed area that says that files can be dropped anywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.tall = False
        self.setAccessibleName(translate("Library", "Drop a .gguf file anywhere in the window"))
        self.set_tall(False)

    def set_tall(self, tall: bool) -> None:
        self.tall = tall
        self.setFixedHeight(200 if tall else 64)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(qcolor(scheme.line_strong), 1.4, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(font(theme().tokens.type.base))
        text = translate("Library", "Drop a .gguf file anywhere in this window. The file stays where it is.")
        if self.tall:
            ratio = self.devicePixelRatioF()
            painter.drawPixmap(self.width() // 2 - 16, 58, icon_pixmap("package-plus", scheme.accent, 32, ratio))
            painter.drawText(
                self.rect().adjusted(20, 60, -20, 0), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text
            )
        else:
            painter.drawText(
                self.rect().adjusted(12, 0, -12, 0), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text
            )
        painter.end()
