"""The conversation as a scrolling column of messages and compaction markers; virtual, so that length costs nothing."""

from app.ui.chat.transcript.find_bar import FindBar
from app.ui.chat.transcript.items import ErrorItem, Item, MarkerItem, MessageItem
from app.ui.chat.transcript.view import TranscriptView

__all__ = ["ErrorItem", "FindBar", "Item", "MarkerItem", "MessageItem", "TranscriptView"]
