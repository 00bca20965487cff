"""Snapshots and token logs."""

from __future__ import annotations

from engine.texts.sentences import Entry

_REBUILT = "Longthread rereads the chat instead."

SNAPSHOT: dict[str, Entry] = {
    "snapshot.copy_failed": "Can't copy the KV cache ({written} of {size} bytes).",
    "snapshot.no_place": ("The engine couldn't load the saved state.", "Longthread rereads the chat instead."),
    "snapshot.part_missing": ("Part of the saved state is missing.", _REBUILT),
    "snapshot.unreadable": ("Can't read the saved state: {reason}.", _REBUILT),
    "snapshot.part_damaged": ("Part of the saved state is damaged.", _REBUILT),
    "snapshot.no_section": ("The saved state has no section “{section}”.", _REBUILT),
    "snapshot.file_unreadable": ("Can't read {name}: {reason}.", _REBUILT),
    "snapshot.not_snapshot": ("This file isn't a saved state.", _REBUILT),
    "snapshot.newer_version": (
        "The saved state has version {version}. Longthread supports versions up to {newest}.",
        _REBUILT,
    ),
    "snapshot.no_version": ("Saved state version {version} doesn't exist.", _REBUILT),
    "snapshot.cut": ("The saved state is incomplete.", _REBUILT),
    "snapshot.cut_or_damaged": ("The saved state is incomplete or damaged.", _REBUILT),
    "snapshot.header_damaged": ("The saved state's header is damaged.", _REBUILT),
    "snapshot.table_damaged": ("The saved state's section table is damaged.", _REBUILT),
    "snapshot.no_free_memory": ("There isn't enough free RAM to save this chat's state.", "The chat's text is saved."),
    "snapshot.other_length": ("The saved state and its log differ in length.", _REBUILT),
    "snapshot.not_cuttable": ("The saved state can't be trimmed to match this chat.", _REBUILT),
    "snapshot.other_model": ("The saved state belongs to another model.", _REBUILT),
    "snapshot.other_layout": ("The saved state has a different KV cache layout.", _REBUILT),
    "snapshot.newer_library": ("The saved state comes from a newer version of the engine.", _REBUILT),
    "snapshot.too_large": ("The saved state is larger than the loaded model's context.", _REBUILT),
    "snapshot.log_damaged": ("The saved state's log is damaged.", _REBUILT),
    "snapshot.contradiction": ("The saved state is inconsistent.", _REBUILT),
    "snapshot.other_course": ("The saved state belongs to another version of this chat.", _REBUILT),
    "snapshot.busy": ("Another program is cleaning up the saved states.", "Longthread saves this chat's state later."),
    "snapshot.list_damaged": ("The saved state's list of parts is damaged ({reason}).", _REBUILT),
    "snapshot.part_cut": ("Part of the saved state is missing or incomplete.", _REBUILT),
    "snapshot.larger_than_context": ("The saved state is larger than this model's context can be.", _REBUILT),
    "snapshot.section_damaged": ("The saved state is damaged (section {section}).", _REBUILT),
    "snapshot.nothing_to_save": (
        "The context holds nothing of this chat yet, so there is no state to save.",
        "The chat's text is saved.",
    ),
    "snapshot.superseded": "Longthread saved a newer state instead.",
    "snapshot.not_saved": (
        "Can't save the chat's state ({kind}): {reason}",
        "You can keep chatting. The text is saved.",
    ),
    "snapshot.parts_bad": "{bad} of {parts} parts are missing or damaged.",
    "token_log.unreadable": "Can't read the chat's token log: {reason}.",
    "token_log.damaged": ("The chat's token log is damaged.", _REBUILT),
    "token_log.version": (
        "The chat's token log has version {version}. Longthread supports versions up to {newest}.",
        _REBUILT,
    ),
    "token_log.contradiction": "The chat's token log is inconsistent.",
}
