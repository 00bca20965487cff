"""Documents in chats, and reading them once for many chats."""

from __future__ import annotations

from engine.texts.sentences import Entry

DOCUMENT: dict[str, Entry] = {
    "document.missing": (
        "Can't read the text of {name}: {reason}.",
        "Add the document again, or send the message without it.",
    ),
    "open.document_unread": "{why} The model continues without the document, which stays in the chat.",
    "document.changed": ("{name} has changed since you added it.", "Add the document again to use its new text."),
    "document.too_many_bytes": ("{name} has more than {most} MB of text.", "Add a part of the document."),
    "document.not_text": ("{name} isn't plain text.", "Add the document again."),
    "document.empty": ("{name} contains no text.", "Choose another document."),
}
