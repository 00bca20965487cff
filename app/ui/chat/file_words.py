"""Attachments in words and icons: what a chip shows, and what is said of a file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.core.chat_values import Attachment
from app.ui.numbers import count, size
from app.ui.sentences import sentence

translate = QCoreApplication.translate

ICONS = {
    "picture": "image",
    "text": "file-text",
    "code": "file-code",
    "markdown": "file-type",
    "pdf": "file-text",
    "docx": "file-text",
}


def icon_of(attachment: Attachment) -> str:
    return ICONS.get(attachment.kind, "file-text")


def detail_of(attachment: Attachment) -> str:
    """The short fact beside its name: pages of a PDF, pixels of a picture, else its size."""
    if attachment.kind == "picture":
        return f"{attachment.width} × {attachment.height}"
    if attachment.pages > 1:
        return translate("Attachment", "%Ln page(s)", "", attachment.pages)
    return size(attachment.size)


def kind_of(attachment: Attachment) -> str:
    """Its kind in words."""
    match attachment.kind:
        case "code":
            return translate("Attachment", "Code")
        case "markdown":
            return "Markdown"
        case "pdf":
            return "PDF"
        case "picture":
            return translate("Attachment", "Image")
        case "docx":
            return translate("Attachment", "Word document")
        case _:
            return translate("Attachment", "Text")


def facts_of(attachment: Attachment, tokens: int = 0, counted: bool = False) -> str:
    """A line of facts: kind, size, pages, characters, tokens."""
    parts = [kind_of(attachment), size(attachment.size)]
    if attachment.kind == "picture":
        parts.append(detail_of(attachment))
    else:
        if attachment.pages:
            parts.append(translate("Attachment", "%Ln page(s)", "", attachment.pages))
        parts.append(translate("Attachment", "{count} characters").format(count=count(len(attachment.text))))
    if tokens:
        words = translate("Attachment", "%Ln token(s)", "", tokens)
        parts.append(words if counted else translate("Attachment", "≈ {tokens}").format(tokens=words))
    return " · ".join(parts)


def note_of(attachment: Attachment) -> str:
    """What there is to know of how it was read."""
    return sentence(attachment.note)
