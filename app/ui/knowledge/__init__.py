"""Who and what documents and chats are about: a page with a picture of the graph, search, and facts with places."""

from app.ui.knowledge.page import KnowledgePage

__all__ = ["KnowledgePage"]
