"""Snapshots and token logs."""

from __future__ import annotations

from engine.texts.sentences import Entry

_REBUILT = "The memory will be rebuilt from the messages."

SNAPSHOT: dict[str, Entry] = {
    "snapshot.copy_failed": "The memory could not be copied ({written} of {size} bytes).",
    "snapshot.no_place": ("The library could not use the saved memory.", "It will be rebuilt from the messages."),
    "snapshot.part_missing": ("A part of the saved memory is missing.", _REBUILT),
    "snapshot.unreadable": ("The saved memory cannot be read: {reason}.", _REBUILT),
    "snapshot.part_damaged": ("A part of the saved memory is damaged.", _REBUILT),
    "snapshot.no_section": ("The snapshot has no section “{section}”.", _REBUILT),
    "snapshot.file_unreadable": ("{name} cannot be read: {reason}.", _REBUILT),
    "snapshot.not_snapshot": ("This file is not a snapshot of a chat's memory.", _REBUILT),
    "snapshot.newer_version": (
        "The snapshot has version {version}; this program reads up to version {newest}.",
        _REBUILT,
    ),
    "snapshot.no_version": ("There is no version {version} of snapshots.", _REBUILT),
    "snapshot.cut": ("The snapshot is cut off.", _REBUILT),
    "snapshot.cut_or_damaged": ("The snapshot is cut off or damaged.", _REBUILT),
    "snapshot.header_damaged": ("The snapshot's header is damaged.", _REBUILT),
    "snapshot.table_damaged": ("The snapshot's table of sections is damaged.", _REBUILT),
    "snapshot.no_free_memory": ("There is no free memory to save this chat's memory with.", "Its text is saved."),
    "snapshot.other_length": ("The saved memory has another length than its log.", _REBUILT),
    "snapshot.not_cuttable": ("The saved memory cannot be cut to where this chat went on.", _REBUILT),
    "snapshot.other_model": ("The saved memory belongs to another model.", _REBUILT),
    "snapshot.other_layout": ("The saved memory has another layout than this model's memory has now.", _REBUILT),
    "snapshot.newer_library": ("The saved memory was written with a newer engine library.", _REBUILT),
    "snapshot.too_large": ("The saved memory is larger than the memory the model was loaded with.", _REBUILT),
    "snapshot.log_damaged": ("The snapshot's log is damaged.", _REBUILT),
    "snapshot.contradiction": ("The snapshot contradicts itself.", _REBUILT),
    "snapshot.other_course": ("The saved memory belongs to another course of this chat.", _REBUILT),
    "snapshot.busy": ("Another program is tidying up the saved memories.", "It is saved again later."),
    "snapshot.list_damaged": ("The snapshot's list of parts is damaged ({reason}).", _REBUILT),
    "snapshot.part_cut": ("A part of the saved memory is missing or cut off.", _REBUILT),
    "snapshot.larger_than_context": ("The snapshot is larger than this model's memory can be.", _REBUILT),
    "snapshot.section_damaged": ("The snapshot is damaged (section {section}).", _REBUILT),
    "snapshot.superseded": "A newer memory is saved instead.",
    "snapshot.not_saved": ("The memory could not be saved: {kind}: {reason}", "The chat goes on; its text is saved."),
    "snapshot.parts_bad": "{bad} of {parts} parts are missing or damaged.",
    "token_log.unreadable": "The chat's token log cannot be read: {reason}.",
    "token_log.damaged": ("The chat's token log is damaged.", _REBUILT),
    "token_log.version": ("The chat's token log has version {version}; this program reads up to {newest}.", _REBUILT),
    "token_log.contradiction": "The chat's token log contradicts itself.",
}
