"""The conversation as a scrolling column of messages and compaction markers; virtual, so that length costs nothing."""

from app.ui.transcript.items import ErrorItem, Item, MarkerItem, MessageItem
from app.ui.transcript.view import TranscriptView

__all__ = ["ErrorItem", "Item", "MarkerItem", "MessageItem", "TranscriptView"]
