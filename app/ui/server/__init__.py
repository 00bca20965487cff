"""The page of the local server."""

from app.ui.server.page import ServerPage

__all__ = ["ServerPage"]
