"""Chats in files: export as JSON and Markdown, import of our own files and of other programs'."""

from app.core.transfer.errors import TransferError
from app.core.transfer.markdown import MarkdownWords, file_name, markdown
from app.core.transfer.records import JsonExport
from app.core.transfer.sources import ImportProgress, ImportSource, imported, sources
from app.core.transfer.tree import Imported, ImportLosses, ImportStopped

__all__ = [
    "ImportLosses",
    "ImportProgress",
    "ImportSource",
    "ImportStopped",
    "Imported",
    "JsonExport",
    "MarkdownWords",
    "TransferError",
    "file_name",
    "imported",
    "markdown",
    "sources",
]
