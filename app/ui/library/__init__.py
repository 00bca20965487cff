"""The model library page."""

from app.ui.library.page import LibraryPage

__all__ = ["LibraryPage"]
