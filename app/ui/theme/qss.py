"""The style sheet: one template for plain controls, filled from the tokens. Signature parts paint themselves."""

from __future__ import annotations

import re

import msgspec

from app.ui.theme.tokens import Colors, Tokens

TEMPLATE = """
QWidget { color: {{text}}; }
QMainWindow, QDialog, #page, #chatPage { background: {{bg}}; }
#sheet { background: transparent; }
#sidebar { background: {{side}}; border-right: 1px solid {{line}}; }
#header { background: {{bg}}; border-bottom: 1px solid {{line}}; }
#drawer { background: {{bg}}; border-left: 1px solid {{line}}; }
QLabel, QCheckBox { background: transparent; }
QLabel[role="dim"] { color: {{dim}}; }
QLabel[role="faint"] { color: {{faint}}; }
QLabel[role="error"] { color: {{error}}; }
QLabel[role="warn"] { color: {{warn}}; }
QLabel[role="section"] { color: {{faint}}; font-size: {{tiny}}px; font-weight: 600; }
QLabel[role="title"] { font-size: {{title}}px; font-weight: 600; }
QLabel[role="display"] { font-size: {{display}}px; font-weight: 600; }

QPushButton { background: {{card}}; border: 1px solid {{line}}; border-radius: {{radius_s}}px; padding: 6px 12px;
  font-weight: 500; min-height: 18px; }
QPushButton:hover { background: {{hover}}; border-color: {{line_strong}}; }
QPushButton:pressed { background: {{line}}; }
QPushButton:focus { border-color: {{accent}}; }
QPushButton:disabled { color: {{faint}}; }
QPushButton[kind="accent"] { background: {{accent}}; border: 1px solid {{accent}}; color: {{on_accent}};
  font-weight: 600; }
QPushButton[kind="accent"]:hover { background: {{accent_hover}}; border-color: {{accent_hover}}; }
QPushButton[kind="accent"]:focus { border-color: {{text}}; }
QPushButton[kind="accent"]:disabled { background: {{line}}; border-color: {{line}}; color: {{faint}}; }
QPushButton[kind="danger"] { background: {{error}}; border: 1px solid {{error}}; color: {{on_accent}};
  font-weight: 600; }
QPushButton[kind="danger"]:hover { background: {{error}}; border-color: {{text}}; }
QPushButton[kind="danger"]:focus { border-color: {{text}}; }
QPushButton[kind="ghost"] { background: transparent; border: 1px solid transparent; color: {{dim}}; }
QPushButton[kind="ghost"]:hover { background: {{hover}}; color: {{text}}; }
QPushButton[kind="ghost"]:focus { border-color: {{accent}}; }
QPushButton[kind="small"] { background: transparent; border: 1px solid {{line}}; color: {{dim}}; padding: 2px 8px;
  font-size: {{small}}px; border-radius: {{radius_s}}px; }
QPushButton[kind="small"]:hover { color: {{text}}; border-color: {{line_strong}}; background: {{hover}}; }
QPushButton[kind="small"]:focus { border-color: {{accent}}; }
QPushButton[kind="small"]:disabled, QPushButton[kind="ghost"]:disabled { color: {{faint}}; background: transparent; }
QPushButton[kind="link"] { background: transparent; border: 1px solid transparent; color: {{accent}}; padding: 2px 4px;
  border-radius: {{radius_s}}px; }
QPushButton[kind="link"]:focus { border-color: {{accent}}; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; color: {{faint}};
  padding: 2px 4px; font-size: {{tiny}}px; font-weight: 400; border-radius: {{radius_s}}px; }
QPushButton[kind="quiet"]:hover { color: {{text}}; background: {{hover}}; }
QPushButton[kind="quiet"]:focus { border-color: {{accent}}; }
QPushButton[kind="quiet"][role="warn"] { color: {{warn}}; }
QPushButton[kind="chip"] { border-radius: 15px; padding: 5px 14px; color: {{dim}}; }
QPushButton[kind="chip"]:hover { color: {{text}}; }
QPushButton[kind="fold"] { background: transparent; border: 1px solid transparent; text-align: left; padding: 6px 2px;
  font-weight: 600; }
QPushButton[kind="fold"]:hover { background: {{hover}}; }
QPushButton[kind="fold"]:focus { border-color: {{accent}}; }
QPushButton::menu-indicator { width: 0; height: 0; image: none; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: {{radius_s}}px; padding: 0; }
QToolButton:hover { background: {{hover}}; }
QToolButton:pressed { background: {{line}}; }
QToolButton:focus { border-color: {{accent}}; }

QLineEdit, QPlainTextEdit[kind="field"], QSpinBox, QDoubleSpinBox, QComboBox { background: {{card}};
  border: 1px solid {{line}}; border-radius: {{radius_s}}px; padding: 5px 10px; min-height: 20px;
  selection-background-color: {{selection}}; selection-color: {{text}}; }
QLineEdit, QPlainTextEdit { placeholder-text-color: {{faint}}; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: {{line_strong}}; }
QLineEdit:focus, QPlainTextEdit[kind="field"]:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
  border-color: {{accent}}; }
QLineEdit[kind="bare"] { background: transparent; border: 1px solid transparent; padding: 2px 4px; }
QLineEdit[kind="bare"]:focus { border-color: {{accent}}; }
QLineEdit[kind="plain"], QLineEdit[kind="plain"]:hover, QLineEdit[kind="plain"]:focus { background: transparent;
  border: 0; padding: 2px 4px; }
QLineEdit[kind="search"] { background: {{side_field}}; border-radius: {{radius_m}}px; padding: 6px 10px;
  min-height: 22px; }
QSpinBox, QDoubleSpinBox { padding: 5px 12px 5px 8px; }
QAbstractSpinBox[kind="bare"] { background: transparent; border: 0; padding: 0; min-height: 26px; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  width: 0; border: 0; }
QAbstractSpinBox[kind="bare"]:disabled { color: {{faint}}; }
QComboBox::drop-down { border: 0; width: 26px; }
QComboBox::down-arrow { image: url({{chevron}}); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: {{raised}}; border: 1px solid {{line_strong}}; padding: 4px; outline: 0;
  selection-background-color: {{hover}}; selection-color: {{text}}; }

QTextEdit, QTextBrowser, QPlainTextEdit { background: transparent; border: 0; selection-background-color: {{selection}};
  selection-color: {{text}}; }

QMenu { background: {{raised}}; border: 1px solid {{line_strong}}; border-radius: {{radius_m}}px; padding: 5px;
  menu-scrollable: 1; }
QMenu::item { padding: 6px 26px 6px 12px; border-radius: {{radius_s}}px; }
QMenu::item:selected { background: {{hover_menu}}; }
QMenu::item:disabled { color: {{faint}}; }
QMenu::separator { height: 1px; background: {{line}}; margin: 5px 6px; }
QMenu::icon { padding-left: 10px; }
QToolTip { background: {{raised}}; color: {{text}}; border: 1px solid {{line_strong}}; padding: 5px 8px;
  font-size: {{small}}px; }

QProgressBar { background: {{track}}; border: 0; border-radius: 2px; }
QProgressBar::chunk { background: {{accent}}; border-radius: 2px; }

QScrollArea { background: transparent; border: 0; }
QListView { background: transparent; border: 0; outline: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: {{line_strong}}; border-radius: 3px; min-height: 36px; }
QScrollBar::handle:vertical:hover { background: {{faint}}; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle:horizontal { background: {{line_strong}}; border-radius: 3px; min-width: 36px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: {{line}}; }
"""


def style_sheet(tokens: Tokens, scheme: Colors) -> str:
    """The template with each ``{{name}}`` replaced (KeyError for a name that is no token)."""
    from app.ui.theme.tokens import resource_path

    values: dict[str, object] = dict(msgspec.structs.asdict(scheme))
    dark = scheme is tokens.color.dark
    values |= {
        "tiny": tokens.type.tiny,
        "small": tokens.type.small,
        "title": tokens.type.title,
        "display": tokens.type.display,
        "radius_s": tokens.radius.s,
        "radius_m": tokens.radius.m,
        "radius_l": tokens.radius.l,
        "side_field": scheme.card,
        "hover_menu": scheme.line if dark else scheme.side,
        "chevron": resource_path("icons", "chevron-down-dim.svg").as_posix(),
    }
    return re.sub(r"{{(\w+)}}", lambda found: str(values[found[1]]), TEMPLATE)
