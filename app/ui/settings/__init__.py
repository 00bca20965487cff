"""The settings page, made from the declarations in app.core.settings."""

from app.ui.settings.page import SettingsPage

__all__ = ["SettingsPage"]
