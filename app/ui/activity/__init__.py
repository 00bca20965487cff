"""The activity page: what the engine did in a chat, what it took, and its log."""

from app.ui.activity.page import ActivityPage

__all__ = ["ActivityPage"]
