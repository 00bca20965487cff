"""Documents in chats, and reading them once for many chats."""

from __future__ import annotations

from engine.texts.sentences import Entry

_REREAD = "Longthread reads the document again."

DOCUMENT: dict[str, Entry] = {
    "document.missing": (
        "Can't read the text of {name}: {reason}.",
        "Add the document again, or send the message without it.",
    ),
    "document.too_long": (
        "{name} has about {tokens} tokens, but the context has room for only {room}.",
        "Let Longthread read the document first, or load the model with a larger context.",
    ),
    "open.document_unread": "{why} The model continues without the document, which stays in the chat.",
    "document.changed": ("{name} has changed since you added it.", "Add the document again to use its new text."),
    "document.too_many_bytes": ("{name} has more than {most} MB of text.", "Add a part of the document."),
    "document.reading_stopped": "Reading {name} stopped. The part already read is saved.",
    "document.not_text": ("{name} isn't plain text.", "Add the document again."),
    "document.empty": ("{name} contains no text.", "Choose another document."),
    "cartridge.missing": ("The compacted document is missing.", _REREAD),
    "cartridge.unreadable": ("Can't read the compacted document: {reason}.", _REREAD),
    "cartridge.damaged": ("The compacted document is damaged.", _REREAD),
    "cartridge.version": ("The compacted document comes from another version of Longthread.", _REREAD),
    "cartridge.not_mounted": ("Can't add the compacted document to this chat: {reason}", "Longthread reads its text."),
    "cartridge.taken": "There is text at this place already.",
    "cartridge.recurrent": "Models with recurrent layers have to read a document in each chat.",
    "cartridge.one_chat": (
        "This model is loaded for one chat only, so it can't read a document beside it.",
        "Load it for two or more chats.",
    ),
    "cartridge.no_room": (
        "There isn't enough room in the context to read the document.",
        "Load the model with a larger context.",
    ),
}
