"""Colours, type, icons and style of the window, all from resources/tokens.json."""

from app.ui.theme.icons import icon, icon_pixmap, logo_pixmap
from app.ui.theme.theme import Theme, colors, font, qcolor, theme
from app.ui.theme.tokens import Colors, Tokens, load_tokens, resource_path

__all__ = [
    "Colors",
    "Theme",
    "Tokens",
    "colors",
    "font",
    "icon",
    "icon_pixmap",
    "load_tokens",
    "logo_pixmap",
    "qcolor",
    "resource_path",
    "theme",
]
