"""The line above the conversation: title, the model in use, and where it runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QStackedWidget, QWidget

from app.core.model_values import ModelEntry, ModelPhase, ModelState
from app.ui.numbers import share, size
from app.ui.sentences import sentence, whole
from app.ui.theme import colors, font, icon, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import IconButton, let_go
from app.ui.widgets.escape import keeps_escape
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.paint import paint_panel, paint_ring
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

NARROW = 620  # px below which there is no room for where the model runs
CHIP, SHORT_CHIP = 310, 200  # px: of the model's name at most, and beside a long title
BUTTONS = 2 * 14 + 2 * 32 + 4 * 8  # px: those at both ends, with margins and gaps


class Title(QStackedWidget):
    """The chat's title; a double click or F2 edits it. ``renamed(text)``; ``shown``: another one is shown;
    ``left``: the field that had the keyboard is closed."""

    renamed = Signal(str)
    shown = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel()
        self.label.setFont(font(theme().tokens.type.body, 600))
        self.label.setAccessibleName(translate("Header", "Chat title"))
        self.field = QLineEdit()
        self.field.setProperty("kind", "bare")
        self.field.setFont(font(theme().tokens.type.body, 600))
        self.field.setAccessibleName(translate("Header", "Rename chat"))
        self.field.setAcceptDrops(False)
        self.field.editingFinished.connect(self.finish)
        self.field.installEventFilter(self)
        self.label.installEventFilter(self)
        self.addWidget(self.label)
        self.addWidget(self.field)
        self.setFixedHeight(34)
        self._title = ""
        self._before = ""  # the title when the field was opened: another one may be shown since
        self._can_edit = False

    def show_title(self, title: str, can_edit: bool) -> None:
        self._title, self._can_edit = title, can_edit
        self.label.setText(title or translate("Header", "New chat"))
        set_tip(self, translate("Header", "Double-click to rename") if can_edit else "")
        self.shown.emit()

    def edit(self) -> None:
        if self._can_edit:
            self._before = self._title
            self.field.setText(self._title)
            self.setCurrentWidget(self.field)
            self.field.setFocus()
            self.field.selectAll()

    def finish(self) -> None:
        """End the editing, if there is any, with what was written."""
        if self.currentWidget() is not self.field:
            return
        inside = self.window().focusWidget() is self.field
        self.setCurrentWidget(self.label)
        text = self.field.text().strip()
        if text and text != self._before:
            self.renamed.emit(text)
        if inside:
            self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.label and event.type() == QEvent.Type.MouseButtonDblClick:
            self.edit()
            return True
        if watched is self.field and keeps_escape(event):
            return True
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if watched is self.field and key == Qt.Key.Key_Escape:
            self.field.setText(self._before)
            self.finish()
            return True
        return super().eventFilter(watched, event)


class HeaderChip(QPushButton):
    """A rounded button with an icon, and a ring of progress while something loads."""

    def __init__(self, icon_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._role = "dim"
        self._progress: float | None = None
        self._text = ""
        self.setFixedHeight(30)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        theme().changed.connect(self.update)

    @property
    def label(self) -> str:
        return self._text

    def describe(self, text: str, role: str, progress: float | None = None, tip: str = "") -> None:
        """``role``: colour of the icon; ``progress``: 0 to 1 while something loads."""
        self._text, self._role, self._progress = text, role, progress
        set_tip(self, tip)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self._text)
        return QSize(min(wide, 260) + 48, 30)

    def minimumSizeHint(self) -> QSize:
        return QSize(70, 30)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        edge = scheme.accent if self.hasFocus() else scheme.line_strong if self.underMouse() else scheme.line
        fill = scheme.hover if self.underMouse() and self.isEnabled() else scheme.card
        paint_panel(painter, self.rect(), 14.5, qcolor(fill), qcolor(edge))
        if self._progress is not None:
            share = max(0.03, self._progress)
            paint_ring(painter, QRectF(13, 8, 14, 14), 2.2, qcolor(scheme.track), qcolor(scheme.accent), share)
        else:
            color = getattr(scheme, self._role)
            painter.drawPixmap(12, 7, icon_pixmap(self._icon_name, color, 16, self.devicePixelRatioF()))
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(self.font())
        room = self.width() - 48
        text = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room + 2)
        place = QRectF(35, 0, room + 4, 30)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


def device_words(devices: tuple[str, ...]) -> str:
    """ "CPU" where there is nothing better, else the names of the devices."""
    others = [name for name in devices if not name.upper().startswith("CPU")]
    return ", ".join(others) if others else "CPU"


def resting_words() -> str:
    """Why a model that rests is not there, and how it comes back."""
    return translate("Header", "Unloaded because it wasn't used for a while. Loads again when you write.")


class ChatHeader(QWidget):
    """Signals: ``renamed``, ``load(path)``, ``unload``, ``add_model``, ``show_library``, ``open_model(path)``
    (its page), ``toggle_sidebar``, ``show_settings``, ``toggle_drawer`` (the settings of this chat)."""

    renamed = Signal(str)
    load = Signal(str)
    unload = Signal()
    add_model = Signal()
    show_library = Signal()
    open_model = Signal(str)
    show_settings = Signal()
    toggle_drawer = Signal()
    toggle_sidebar = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(theme().tokens.size.header + 1)
        self._entries: Sequence[ModelEntry] = ()
        self._state = ModelState()
        self.sidebar_button = IconButton("panel-left", translate("Header", "Show or hide sidebar"), size=18, box=32)
        self.sidebar_button.setProperty("action", "sidebar")  # the window puts its keys into the tooltip
        self.title = Title()
        self.model_chip = HeaderChip("cpu")
        self.device_chip = HeaderChip("gauge")
        self.settings_button = IconButton("sliders-horizontal", translate("Header", "Chat settings"), size=18, box=32)
        self.settings_button.setProperty("action", "chat_settings")
        line = QHBoxLayout(self)
        line.setContentsMargins(14, 0, 14, 0)
        line.setSpacing(8)
        line.addWidget(self.sidebar_button)
        line.addWidget(self.title, 1)
        line.addWidget(self.model_chip)
        line.addWidget(self.device_chip)
        line.addWidget(self.settings_button)
        self.sidebar_button.clicked.connect(self.toggle_sidebar)
        self.settings_button.clicked.connect(self.toggle_drawer)
        self.device_chip.clicked.connect(lambda: self.open_model.emit(self._state.path))
        self.title.renamed.connect(self.renamed)
        self.title.shown.connect(self._fit)
        self.model_chip.clicked.connect(self._open_menu)
        self.show_model(ModelState())

    def show_entries(self, entries: Sequence[ModelEntry]) -> None:
        self._entries = entries

    def show_model(self, state: ModelState) -> None:
        self._state = state
        name = state.name or "model"
        self._fit()
        match state.phase:
            case ModelPhase.LOADED:
                facts = state.facts
                kind = f" · {facts.quantization}" if facts and facts.quantization else ""
                tip = f"{name}{kind}\n" + translate("Header", "Context of %Ln token(s)", "", state.n_ctx)
                if state.choice is not None:
                    tip += "\n" + sentence(state.choice.summary)
                if facts is not None and not facts.compactable:
                    tip += "\n" + translate("Header", "Doesn't support compaction: {why}").format(
                        why=sentence(facts.why_not)
                    )
                self.model_chip.describe(f"{name}{kind}", "pinned", tip=tip)
                self.device_chip.describe(
                    device_words(state.devices) + " · " + translate("Header", "%Ln token(s)", "", state.n_ctx), "dim",
                    tip=translate("Header", "Device and context size"),
                )  # fmt: skip
            case ModelPhase.LOADING:
                text = translate("Header", "Loading {name} {share}").format(name=name, share=share(state.progress))
                self.model_chip.describe(text, "dim", progress=state.progress)
            case ModelPhase.FAILED:
                self.model_chip.describe(
                    translate("Header", "{name} stopped").format(name=name)
                    if state.stopped
                    else translate("Header", "{name} failed to load").format(name=name),
                    "error",
                    tip=whole(state.problem),
                )
            case ModelPhase.RESTING:
                self.model_chip.describe(
                    translate("Header", "{name} is unloaded").format(name=name),
                    "dim",
                    tip=resting_words(),
                )
            case ModelPhase.NONE:
                self.model_chip.describe(translate("Header", "Choose a model"), "faint")

    def model_menu(self) -> QMenu:
        """All usable models, unload, add, library."""
        scheme = colors()
        menu = QMenu(self)  # its actions call emit: a signal given as the slot is never called
        for entry in self._entries:
            if entry.status != "ok":
                continue
            loaded = entry.path == self._state.path and self._state.phase is ModelPhase.LOADED
            mark = icon("check", scheme.pinned, 16) if loaded else icon("box", scheme.faint, 16)
            text = f"{entry.name}   {size(entry.size)}".replace("&", "&&")
            act = QAction(mark, text, menu)
            if not loaded:
                act.triggered.connect(lambda _=False, path=entry.path: self.load.emit(path))
            menu.addAction(act)
        if not menu.isEmpty():
            menu.addSeparator()
        if self._state.phase is ModelPhase.LOADED:
            menu.addAction(icon("power", scheme.dim, 16), translate("Header", "Unload"), self.unload.emit)
        if self._state.path:
            own = translate("Header", "Load settings for {name}…").format(name=self._state.name).replace("&", "&&")
            path = self._state.path
            menu.addAction(icon("sliders-horizontal", scheme.dim, 16), own, lambda: self.open_model.emit(path))
        menu.addAction(icon("plus", scheme.dim, 16), translate("Header", "Add model file…"), self.add_model.emit)
        menu.addAction(icon("library", scheme.dim, 16), translate("Header", "Model library"), self.show_library.emit)
        return menu

    def _open_menu(self) -> None:
        menu = self.model_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        let_go(self.model_chip, menu)
        menu.popup(self.model_chip.mapToGlobal(self.model_chip.rect().bottomLeft()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Narrow: the title matters more than where the model runs, and leaves the rest to the model's name."""
        narrow = self.width() < NARROW
        self.device_chip.setVisible(self._state.phase is ModelPhase.LOADED and not narrow)
        rest = self.width() - BUTTONS - self.title.label.sizeHint().width()
        self.model_chip.setMaximumWidth(min(CHIP, max(SHORT_CHIP, rest)) if narrow else CHIP)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.title.geometry().contains(event.position().toPoint()):
            self.title.edit()
