"""Documents in chats, and reading them once for many chats."""

from __future__ import annotations

from engine.texts.sentences import Entry

_REREAD = "Longthread prepares the document again."

DOCUMENT: dict[str, Entry] = {
    "document.missing": (
        "Can't read the text of {name}: {reason}.",
        "Add the document again, or send the message without it.",
    ),
    "document.too_long": (
        "{name} has about {tokens} tokens, but the context has room for only {room}.",
        "Let Longthread prepare the document first, or load the model with a larger context.",
    ),
    "open.document_unread": "{why} The model continues without the document, which stays in the chat.",
    "document.changed": ("{name} has changed since you added it.", "Add the document again to use its new text."),
    "document.too_many_bytes": ("{name} has more than {most} MB of text.", "Add a part of the document."),
    "document.reading_stopped": "Preparing {name} stopped. The finished part is saved.",
    "document.not_text": ("{name} isn't plain text.", "Add the document again."),
    "document.empty": ("{name} contains no text.", "Choose another document."),
    "cartridge.missing": ("The prepared document is missing.", _REREAD),
    "cartridge.unreadable": ("Can't read the prepared document: {reason}.", _REREAD),
    "cartridge.damaged": ("The prepared document is damaged.", _REREAD),
    "cartridge.version": ("The prepared document comes from another version of Longthread.", _REREAD),
    "cartridge.not_mounted": ("Can't add the prepared document to this chat: {reason}", "Longthread reads its text."),
    "cartridge.taken": "There is text at this place already.",
    "cartridge.recurrent": "Models with recurrent layers can't use prepared documents.",
    "cartridge.one_chat": (
        "This model is loaded for one chat only, so it can't prepare documents.",
        "Load it for two or more chats.",
    ),
    "cartridge.no_room": (
        "There isn't enough room in the context to prepare the document.",
        "Load the model with a larger context.",
    ),
}
