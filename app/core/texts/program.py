"""The store, the engine's process, chats, and the program as a whole."""

from __future__ import annotations

from engine.texts import Entry

PROGRAM: dict[str, Entry] = {
    "store.damaged": "The file with the conversations is damaged ({reason}).",
    "store.bad_version": "it says that its version is {version}",
    "store.part_missing": "of “{name}” something is missing",
    "store.too_new": (
        "These conversations were written by a later version of Longthread (format {version}).",
        "Install that version again, or start with another data folder.",
    ),
    "store.full": (
        "The disk is full, so this could not be saved.",
        "Everything saved before is untouched. Free some space and try again.",
    ),
    "store.busy": (
        "The file with the conversations cannot be used right now ({reason}).",
        "Check that its folder can be written and that no other program holds the file, then try again.",
    ),
    "store.disk_full": ("The disk is full.", "Free some space and try again."),
    "store.unusable": "The file with the conversations cannot be used: {reason}.",
    "store.not_saved": ("This could not be saved ({reason}).", "Try again."),
    "store.operation_failed": ("Something went wrong ({reason}).", "Your conversations are safe."),
    "rescue.damaged": (
        "The file with your conversations was damaged.",
        "{rescued} The damaged file is kept as {path}; copies of earlier days lie next to it.",
    ),
    "rescue.some": "%Ln message(s) could be read and are back in the list.",
    "rescue.copy": (
        "%Ln message(s) of the copy of {day} are back in the list; what was written after that is not in it."
    ),
    "rescue.emptied": ("The file with your conversations was gone or empty.", "{rescued}"),
    "rescue.memories": (
        "There are memories of chats here, but the chats are gone.",
        "If you have a copy of {file}, close the program and put it into {folder}.",
    ),
    "rescue.circle": ("Some messages followed one another in a circle.", "{loosened} Nothing was deleted."),
    "rescue.loosened": "It was cut in %Ln place(s).",
    "rescue.none": "Nothing could be read from it, so the list starts empty.",
    "engine.out_of_memory": (
        "The engine ran out of memory.",
        "Choose a smaller memory size in the settings, or a smaller model.",
    ),
    "engine.graphics_driver": (
        "The graphics driver failed inside the engine.",
        "Try with 0 layers on the GPU in the settings.",
    ),
    "engine.incomplete": ("The engine is not installed completely.", "Run the setup again."),
    "engine.killed": (
        "The engine was ended by the system, most likely because memory ran out.",
        "Close other programs, or choose a smaller memory size in the settings.",
    ),
    "engine.check_failed": ("The engine stopped because a check inside it failed.", "{line}"),
    "engine.signal": "The engine stopped unexpectedly ({signal}).",
    "engine.status": "The engine stopped unexpectedly (code {status}).",
    "engine.no_answer": "The engine did not answer after it was started.",
    "engine.not_running": "The engine is not running.",
    "engine.too_much_text": ("This is more text than the engine can be given at once.", "Send it in smaller pieces."),
    "engine.bad_message": "The engine sent something that is not a message ({reason}).",
    "engine.version": "The engine speaks version {version}, this program version {own}.",
    "engine.not_started": "The engine could not be started ({reason}).",
    "engine.forced": "The engine was stopped by force.",
    "engine.restarting": "It is being started again. Your chats are safe.",
    "engine.stays_down": "Your chats are safe. Try again, or choose other settings or another model.",
    "engine.no_progress": (
        "The engine has made no progress for a while.",
        "Wait for it, choose another model, or stop it by force. Your chats are safe.",
    ),
    "engine.does_not_stop": ("The engine does not stop.", "Stop it by force; the text is kept."),
    "chat.no_context_yet": "The memory of this chat is not there yet.",
    "chat.gone": "That chat is not there any more.",
    "chat.earlier_deleted": ("Messages before these are deleted, too.", "Undo the later deletion first."),
    "chat.forked": "This is a new chat with the messages up to there.",
    "instance.running": (
        "Longthread is already open with these conversations.",
        "Use the window that is open, or close it first. The conversations are in {folder}.",
    ),
    "instance.running_as": (
        "Longthread is already open with these conversations (process {pid}).",
        "Use the window that is open, or close it first. The conversations are in {folder}.",
    ),
    "keys.need_modifier": "A shortcut needs Ctrl, Alt or a function key, since letters alone are for writing.",
    "keys.for_writing": "These keys are needed for writing and choosing.",
    "privacy.not_all_deleted": ("Not all of it could be deleted ({reason}).", "Try again."),
    "privacy.in_use": ("Not all of it could be deleted.", "Something else uses it. Try again later."),
    "privacy.deleted": "It was deleted.",
}
