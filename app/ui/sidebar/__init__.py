"""The list of chats."""

from app.ui.sidebar.sidebar import Sidebar

__all__ = ["Sidebar"]
