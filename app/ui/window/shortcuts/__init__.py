"""The page of keyboard shortcuts."""

from app.ui.window.shortcuts.page import ShortcutsPage

__all__ = ["ShortcutsPage"]
