"""The page about what is stored and what leaves the computer."""

from app.ui.privacy.page import PrivacyPage

__all__ = ["PrivacyPage"]
