"""The look in force: colour scheme, palette, style sheet and fonts of the running program."""

from __future__ import annotations

from typing import Literal

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.theme.qss import style_sheet
from app.ui.theme.tokens import Colors, Tokens, Type, load_tokens, resource_path

Mode = Literal["system", "light", "dark"]

COMPACT_ROW = 42  # px
NO_LIGATURES = ("liga", "clig", "calt")  # features of fonts that draw "!=" as one sign

_instance: Theme | None = None


class Theme(QObject):
    """Owns the look. Widgets that paint themselves read ``colors`` and repaint at ``changed``.

    Attributes:
        reduced_motion: animations jump to their end.
        text: sizes of what is read and written in a chat; those of the rest are ``tokens.type``.
        compact: less room between things.
    """

    changed = Signal()

    def __init__(self, app: QApplication, mode: Mode = "system") -> None:
        super().__init__(app)
        self._app = app
        self._mode: Mode = mode
        self._dark = False
        self.tokens: Tokens = load_tokens()
        self.text: Type = self.tokens.type
        self.compact = False
        self.reduced_motion = False
        self._load_fonts()
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.set_mode(mode)

    @classmethod
    def install(cls, app: QApplication, mode: Mode = "system") -> Theme:
        """Make the theme of ``app``, once; later calls only set the mode."""
        global _instance
        if _instance is None:
            _instance = cls(app, mode)
        else:
            _instance.set_mode(mode)
        return _instance

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def dark(self) -> bool:
        return self._dark

    @property
    def colors(self) -> Colors:
        return self.tokens.color.dark if self._dark else self.tokens.color.light

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or be light or dark whatever the system says."""
        self._mode = mode
        hints = self._app.styleHints()
        if mode == "system":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if mode == "dark" else Qt.ColorScheme.Light)
        self._apply()

    def set_text_size(self, px: int) -> None:
        """Size of the text of chats; headings, code and notes in it follow."""
        kinds = self.tokens.type
        scale = px / kinds.body
        names = ("tiny", "small", "base", "body", "title", "display")
        text = msgspec.structs.replace(kinds, **{name: round(getattr(kinds, name) * scale) for name in names})
        if text != self.text:
            self.text = text
            self.changed.emit()

    def set_compact(self, compact: bool) -> None:
        """Bring things closer together, or give them their room again."""
        if compact != self.compact:
            self.compact = compact
            size = load_tokens().size
            row = COMPACT_ROW if compact else size.row
            self.tokens = msgspec.structs.replace(self.tokens, size=msgspec.structs.replace(size, row=row))
            self.changed.emit()

    def _system_changed(self) -> None:
        if self._mode == "system":
            self._apply()

    def _apply(self) -> None:
        if self._mode == "system":
            self._dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        else:
            self._dark = self._mode == "dark"
        self._app.setFont(font(self.tokens.type.base))
        self._app.setPalette(palette(self.colors))
        self._set_sheet(style_sheet(self.tokens, self.colors))
        self.changed.emit()

    def _set_sheet(self, sheet: str) -> None:
        if sheet != self._app.styleSheet():
            self._app.setStyleSheet("")  # in place of another one, Qt polishes a widget once for each that it lies in
            self._app.setStyleSheet(sheet)

    def _load_fonts(self) -> None:
        folder = resource_path("fonts")
        if not folder.is_dir():
            return
        for file in sorted(folder.iterdir()):
            if file.suffix.lower() in (".ttf", ".otf"):
                QFontDatabase.addApplicationFont(str(file))


def theme() -> Theme:
    """The theme of the running program.

    Raises:
        RuntimeError: ``Theme.install`` was not called yet.
    """
    if _instance is None:
        raise RuntimeError("Theme.install must be called before widgets are made")
    return _instance


def colors() -> Colors:
    return theme().colors


def qcolor(color: str, alpha: float = 1.0) -> QColor:
    """``#RRGGBB`` as a QColor, ``alpha`` 0 to 1."""
    made = QColor(color)
    made.setAlphaF(alpha)
    return made


def font(size: int, weight: int = 400, mono: bool = False, italic: bool = False) -> QFont:
    """A font of the design; ``size`` in px."""
    kinds = load_tokens().type
    made = QFont()
    made.setFamilies(list(kinds.mono if mono else kinds.sans))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    if mono:
        made.setStyleHint(QFont.StyleHint.Monospace)
        made.setFixedPitch(True)
        for tag in NO_LIGATURES:
            made.setFeature(QFont.Tag(tag), 0)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def palette(scheme: Colors) -> QPalette:
    made = QPalette()
    role = QPalette.ColorRole
    pairs = {
        role.Window: scheme.bg,
        role.WindowText: scheme.text,
        role.Base: scheme.card,
        role.AlternateBase: scheme.side,
        role.Text: scheme.text,
        role.PlaceholderText: scheme.faint,
        role.Button: scheme.card,
        role.ButtonText: scheme.text,
        role.BrightText: scheme.error,
        role.Highlight: scheme.selection,
        role.HighlightedText: scheme.text,
        role.Accent: scheme.accent,
        role.Link: scheme.accent,
        role.LinkVisited: scheme.accent,
        role.ToolTipBase: scheme.raised,
        role.ToolTipText: scheme.text,
        role.Light: scheme.line,
        role.Midlight: scheme.line,
        role.Mid: scheme.line_strong,
        role.Dark: scheme.line_strong,
        role.Shadow: scheme.line_strong,
    }
    for key, color in pairs.items():
        made.setColor(key, QColor(color))
    for key in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, key, QColor(scheme.faint))
    return made
