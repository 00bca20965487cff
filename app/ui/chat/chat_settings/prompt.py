"""The system prompt in the drawer, with the presets above it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from app.core.presets import ReplyPreset
from app.core.scopes import ScopedPlace
from app.ui.numbers import count
from app.ui.settings.row import RESET, Dot, too_long
from app.ui.theme import colors, font, icon, theme
from app.ui.widgets.ask import ask_text
from app.ui.widgets.buttons import IconButton, TextButton, let_go
from app.ui.widgets.labels import dim
from app.ui.widgets.text import follow_direction, quietly, rewrite
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate


class PresetBar(QWidget):
    """Signals: ``applied(id)``, ``saved(name)``, ``renamed(id, name)``, ``deleted(id)``."""

    applied = Signal(str)
    saved = Signal(str)
    renamed = Signal(str, str)
    deleted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._presets: tuple[ReplyPreset, ...] = ()
        self._matching: ReplyPreset | None = None
        self.button = TextButton(translate("ChatSettings", "Presets"), "small", "bookmark")
        self.button.clicked.connect(self._open)
        self.save = TextButton(translate("ChatSettings", "Save as…"), "small")
        set_tip(self.save, translate("ChatSettings", "Save the system prompt and the settings below as a preset"))
        self.save.clicked.connect(self._ask_name)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(self.button)
        line.addStretch(1)
        line.addWidget(self.save)

    def show_presets(self, presets: tuple[ReplyPreset, ...], matching: ReplyPreset | None) -> None:
        """``matching``: the one that says what is in force."""
        self._presets, self._matching = presets, matching
        self.button.set_text(_short(matching.name) if matching else translate("ChatSettings", "Presets"))

    def menu(self) -> QMenu:
        """Presets to apply, and what else can be done with them."""
        menu = QMenu(self)
        scheme = colors()
        if not self._presets:
            none = menu.addAction(translate("ChatSettings", "No presets yet. To add one, choose “Save as…”"))
            none.setEnabled(False)
            return menu
        for preset in self._presets:
            holds = self._matching is not None and preset.id == self._matching.id
            mark = icon("check", scheme.pinned, 16) if holds else icon("bookmark", scheme.faint, 16)
            act = menu.addAction(mark, _name(preset))
            act.triggered.connect(lambda _=False, preset=preset: self.applied.emit(preset.id))
        menu.addSeparator()
        for title, name, do in (
            (translate("ChatSettings", "Rename"), "pencil", self._ask_rename),
            (translate("ChatSettings", "Delete"), "trash-2", lambda preset: self.deleted.emit(preset.id)),
        ):
            self._submenu(menu, title, name, do)
        return menu

    def _submenu(self, menu: QMenu, title: str, name: str, do: Callable[[ReplyPreset], object]) -> None:
        below = menu.addMenu(icon(name, colors().dim, 16), title)
        for preset in self._presets:
            below.addAction(_name(preset)).triggered.connect(lambda _=False, preset=preset: do(preset))

    def _open(self) -> None:
        menu = self.menu()
        let_go(self.button, menu)
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))
        menu.aboutToHide.connect(menu.deleteLater)

    def _ask_name(self) -> None:
        name = self._matching.name if self._matching else ""
        title = translate("ChatSettings", "Save as preset")
        ask_text(self, title, translate("ChatSettings", "Preset name:"), name, self.saved.emit)

    def _ask_rename(self, preset: ReplyPreset) -> None:
        title = translate("ChatSettings", "Rename preset")
        label = translate("ChatSettings", "Preset name:")
        word = translate("ChatSettings", "Rename")
        ask_text(self, title, label, preset.name, lambda name: self.renamed.emit(preset.id, name), word)


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:25]}…"


def _name(preset: ReplyPreset) -> str:
    return preset.name.replace("&", "&&")


class PromptEditor(QWidget):
    """A system prompt; where it belongs to a chat that has begun, it counts only when ``used(text)`` was chosen.

    Signals: ``edited(text)`` where it counts at once, ``used(text)``, ``cleared`` (back to the wider one).
    """

    edited = Signal(str)
    used = Signal(str)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kept = ""  # what holds now
        self._note = ""
        self._place: ScopedPlace | None = None
        self._tokens = -1  # of the chat, that would be read again; -1: it counts at once
        name = dim(translate("ChatSettings", "System prompt"), "")
        name.setFont(font(theme().tokens.type.base, 600))
        self.dot = Dot(translate("ChatSettings", "System prompt changed"))
        self.reset = IconButton(
            "rotate-ccw", translate("ChatSettings", "Reset system prompt to the default"), size=13, box=RESET
        )
        self.reset.clicked.connect(self.cleared)
        self.editor = QPlainTextEdit()
        follow_direction(self.editor)
        self.editor.setAcceptDrops(False)
        self.editor.setProperty("kind", "field")
        self.editor.setAccessibleName(name.text())
        self.editor.setPlaceholderText(translate("ChatSettings", "Describe the model's role and how it should reply"))
        self.editor.setTabChangesFocus(True)
        self.editor.setFixedHeight(118)
        self.editor.textChanged.connect(self._typed)
        self.note = dim("", "dim", wrap=True)
        self.note.setFont(font(theme().tokens.type.small))
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.use = TextButton(translate("ChatSettings", "Apply"), "accent")
        self.use.clicked.connect(self._use)
        self.discard = TextButton(translate("ChatSettings", "Discard"), "ghost")
        self.discard.clicked.connect(self._discard)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addStrut(RESET)
        head.addWidget(name)
        head.addWidget(self.dot)
        head.addStretch(1)
        head.addWidget(self.reset)
        self.buttons = QWidget()
        line = QHBoxLayout(self.buttons)
        line.setContentsMargins(0, 2, 0, 0)
        line.addWidget(self.use)
        line.addWidget(self.discard)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.editor)
        column.addWidget(self.note)
        column.addWidget(self.buttons)

    @property
    def text(self) -> str:
        return self.editor.toPlainText()

    @property
    def waiting(self) -> bool:
        """Whether there is a text that does not count yet."""
        return self._tokens >= 0 and self.text != self._kept

    def show_prompt(self, place: ScopedPlace, kept: str, text: str, tokens: int, note: str = "") -> None:
        """``place``: whose it is; ``kept``: what holds; ``text``: what was made of it; ``tokens``: see above;
        ``note``: where it counts."""
        self._kept, self._tokens, self._note = kept, tokens, note or self._note
        quietly(self.editor, text, anew=place != self._place)
        self._place = place
        self._refresh()

    def show_here(self, here: bool) -> None:
        """Whether it is another than the wider one."""
        self.dot.setVisible(here)
        self.reset.setVisible(here)

    def _use(self) -> None:
        self.editor.setFocus()  # the button is about to go
        self.used.emit(self.text)

    def _discard(self) -> None:
        self.editor.setFocus()
        rewrite(self.editor, self._kept)

    def _typed(self) -> None:
        if self._tokens < 0 and not too_long(self.text):
            self._kept = self.text
            self.edited.emit(self.text)
        self._refresh()

    def _refresh(self) -> None:
        self.buttons.setVisible(self.waiting)
        words = too_long(self.text)
        self.use.setEnabled(not words)
        self.note.setProperty("role", "warn" if words else "dim")
        self.note.style().polish(self.note)
        self.note.setText(words or self._note)
        if self.waiting and not words:
            self.note.setText(
                translate(
                    "ChatSettings",
                    "If you apply this prompt, the model rereads the chat from the start (about {tokens} tokens) "
                    "and compacts it again. No text is lost.",
                ).format(tokens=count(self._tokens))
                if self._tokens
                else translate("ChatSettings", "If you apply this prompt, the model rereads the chat from the start.")
            )
