"""Documents in the window: their page, and a viewer that shows where a passage stands."""

from app.ui.documents.page import DocumentsPage

__all__ = ["DocumentsPage"]
