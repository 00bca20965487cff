"""The page of keyboard shortcuts."""

from app.ui.shortcuts.page import ShortcutsPage

__all__ = ["ShortcutsPage"]
