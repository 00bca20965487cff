"""Chats and the compaction of what they hold."""

from __future__ import annotations

from engine.texts.sentences import Entry

CHAT: dict[str, Entry] = {
    "chat.reading_stopped": "The reading was stopped.",
    "chat.nothing_to_reply_to": ("There is no message to reply to.", "Write one first."),
    "chat.full": "The memory is full.",
    "chat.no_message_to_cut": ("The message to cut after is not in this chat.", "Open the chat again."),
    "chat.no_room_for_tokens": "There is no room for {n} more tokens in this model's memory.",
    "chat.not_open": ("This chat is not open in the engine.", "Open it again."),
    "chat.message_too_long": (
        "This message has about {tokens} tokens; the memory can take {room} more.",
        "Send it in smaller pieces, or load the model with a larger memory.",
    ),
    "chat.message_too_long_uncompacted": (
        "This message has about {tokens} tokens; the memory can take {room} more.",
        "Send a shorter text, turn compaction on, or load the model with a larger memory.",
    ),
    "open.picture_unseen": "{why} The model goes on without seeing it; it stays in the chat.",
    "open.only_last_part": "Only the last part of this chat fits the memory as it is; the text is all there.",
    "open.reading_stopped": "Reading this chat was stopped; it goes on with the next message.",
    "open.other_model": "This chat was held with another model; its memory is built anew.",
    "open.system_prompt_changed": "The system prompt was changed; the memory is built anew.",
    "compact.nothing_old": ("There is nothing old enough to compact yet.", "Go on with the chat first."),
    "compact.context_changed": ("The memory was changed while it was compacted.", "Try again."),
    "compact.stopped": "The compaction was stopped; the memory is as it was.",
    "compact.nothing_to_merge": "There is no compacted text to move together.",
    "compact.inside_block": "The text to compact ends inside an older block.",
    "compact.preset_not_in_steps": (
        "This preset reads the text again and cannot be interrupted.",
        "Choose the preset default.",
    ),
    "compact.unsupported": "This memory cannot be compacted.",
    "compact.no_room_for_copy": ("There is no room for the copy this preset needs.", "Choose the preset default."),
    "compact.no_room_to_reread": (
        "There is no room left to read the text again.",
        "Choose the preset default, or compact earlier.",
    ),
    "compact.row_count": "The memory holds {found} rows, not {expected}.",
    "compact.model_unsupported": ("This model's memory cannot be compacted. {reason}", "Choose another model."),
    "compact.not_put_back": ("The memory could not be put back after a compaction.", "{why:hint}"),
    "compact.changed": ("The memory changed while it was compacted: {reason}.", "It is compacted again later."),
    "compact.refused": "The memory cannot be compacted: {reason}.",
    "compact.refused_unsupported": (
        "The memory cannot be compacted: {reason}.",
        "Choose another model, or a larger memory.",
    ),
    "compact.refused_nothing_old": (
        "The memory cannot be compacted: {reason}.",
        "Go on; there is nothing old enough to compact yet.",
    ),
    "compact.refused_no_memory": (
        "The memory cannot be compacted: {reason}.",
        "Close other programs, or choose a smaller memory.",
    ),
    "undo.nothing": "There is no compaction to undo.",
    "undo.no_room": (
        "The {tokens} tokens of this compaction do not fit the memory as they were.",
        "Load the model with a larger memory first.",
    ),
}
