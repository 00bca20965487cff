"""The trash."""

from app.ui.trash.page import TrashPage

__all__ = ["TrashPage"]
