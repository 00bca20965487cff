"""Chats and the compaction of what they hold."""

from __future__ import annotations

from engine.texts.sentences import Entry

CHAT: dict[str, Entry] = {
    "chat.reading_stopped": "Reading was stopped.",
    "chat.nothing_to_reply_to": ("There is no message to reply to.", "Write a message first."),
    "chat.full": "The context is full.",
    "chat.no_message_to_cut": ("Can't find this message in the chat.", "Open the chat again."),
    "chat.no_room_for_tokens": "There is no room for {n} more tokens in this model's context.",
    "chat.not_open": ("This chat isn't open in the engine.", "Open the chat again."),
    "chat.message_too_long": (
        "This message has about {tokens} tokens, but the context has room for only {room}.",
        "Send the message in smaller parts, or load the model with a larger context.",
    ),
    "chat.message_too_long_uncompacted": (
        "This message has about {tokens} tokens, but the context has room for only {room}.",
        "Send a shorter message, turn on “Compact automatically”, or load the model with a larger context.",
    ),
    "chat.system_too_long": (
        "The system prompt and tools take {tokens} of the context's {context} tokens, so no message fits.",
        "Shorten the system prompt, use fewer tools, or load the model with a larger context.",
    ),
    "open.picture_unseen": "{why} The model continues without the image, which stays in the chat.",
    "open.only_last_part": "Only the last part of this chat fits the context. Its full text is still here.",
    "open.reading_stopped": "Reading stopped. It continues with your next message.",
    "open.other_model": "Model changed. Longthread reread this chat.",
    "open.system_prompt_changed": "System prompt changed. Longthread reread this chat.",
    "compact.nothing_old": ("Nothing is old enough to compact yet.", "Continue the chat first."),
    "compact.context_changed": ("The context changed during compaction.", "Try again."),
    "compact.stopped": "Compaction stopped. The context is unchanged.",
    "compact.nothing_to_merge": "There is no compacted text to move closer together.",
    "compact.inside_block": "The text to compact ends inside an already compacted block.",
    "compact.preset_not_in_steps": (
        "This preset rereads the text and can't be interrupted.",
        "Choose the preset “default”.",
    ),
    "compact.unsupported": "This context can't be compacted.",
    "compact.no_room_for_copy": ("Not enough free context for this preset.", "Choose the preset “default”."),
    "compact.no_room_to_reread": (
        "There is no room to reread the text.",
        "Choose the preset “default”, or compact earlier.",
    ),
    "compact.row_count": "The KV cache has {found} rows instead of {expected}.",
    "compact.model_unsupported": ("This model's context can't be compacted. {reason}", "Choose another model."),
    "compact.not_put_back": ("Can't restore the context after a compaction.", "{why:hint}"),
    "compact.changed": ("The context changed during compaction: {reason}.", "Longthread tries again later."),
    "compact.refused": "Can't compact the context: {reason}.",
    "compact.refused_unsupported": (
        "Can't compact the context: {reason}.",
        "Choose another model, or a larger context.",
    ),
    "compact.refused_nothing_old": (
        "Can't compact the context: {reason}.",
        "Keep chatting. Nothing is old enough to compact yet.",
    ),
    "compact.refused_no_memory": (
        "Can't compact the context: {reason}.",
        "Close other programs, or choose a smaller context.",
    ),
    "compact.held": (
        "You undid a compaction, so Longthread compacts this chat only when the context is full.",
        "Choose Compact now to do it earlier.",
    ),
    "undo.not_the_last": ("There is a newer compaction.", "Undo that one first."),
    "undo.nothing": "There is no compaction to undo.",
    "undo.forgotten_no_room": (
        "Can't undo: the {tokens} older tokens don't fit into the context.",
        "Load the model with a larger context.",
    ),
    "undo.no_room": (
        "Can't undo: the original {tokens} tokens no longer fit.",
        "Load the model with a larger context first.",
    ),
}
