"""The store, the engine's process, chats, and the program as a whole."""

from __future__ import annotations

from engine.texts import Entry

PROGRAM: dict[str, Entry] = {
    "store.damaged": "The chat database is damaged ({reason}).",
    "store.bad_version": "invalid version {version}",
    "store.part_missing": "the table “{name}” is incomplete",
    "store.too_new": (
        "A newer version of Longthread wrote these chats (format {version}).",
        "Install that version, or start Longthread with another data folder.",
    ),
    "store.full": (
        "Can't save your changes: the disk is full.",
        "Everything saved earlier is intact. Free some space and try again.",
    ),
    "store.busy": (
        "Can't use the chat database right now ({reason}).",
        "Make sure the folder is writable and no other program is using the file, then try again.",
    ),
    "store.disk_full": ("The disk is full.", "Free some space and try again."),
    "store.unusable": "Can't use the chat database: {reason}.",
    "store.not_saved": ("Can't save your changes ({reason}).", "Try again."),
    "store.operation_failed": ("Something went wrong ({reason}).", "Your chats are safe."),
    "rescue.damaged": (
        "Your chat database was damaged.",
        "{rescued} The damaged file is kept as {path}, next to backups from earlier days.",
    ),
    "rescue.some": "Recovered %Ln message(s).",
    "rescue.copy": ("Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost."),
    "rescue.emptied": ("Your chat database was missing or empty.", "{rescued}"),
    "rescue.memories": (
        "Longthread found saved states, but the chats are missing.",
        "If you have a copy of {file}, quit Longthread and put the copy in {folder}.",
    ),
    "rescue.circle": ("Some messages formed a loop.", "{loosened} Nothing was deleted."),
    "rescue.loosened": "Longthread broke the loop in %Ln place(s).",
    "rescue.none": "No messages could be recovered, so the list starts empty.",
    "update.unreadable": (
        "Can't read the update information.",
        "Your network may require you to sign in first. Try again later.",
    ),
    "update.bad_signature": (
        "The update information isn't signed by Longthread's developers, so it was ignored.",
        "Check your network, then try again later.",
    ),
    "update.older": (
        "The release page offers version {version}, although it offered {seen} before.",
        "Check your network, then try again later.",
    ),
    "update.expired": (
        "The update information expired on {day}, so Longthread can't tell whether there is a newer version.",
        "Check your computer's date and your network, then try again later.",
    ),
    "update.no_key": "This build of Longthread can't check for updates.",
    "update.too_long": ("The update information is too long.", "Try again later."),
    "update.available": ("Longthread {version} is available.", "You decide when to install it."),
    "update.changed": ("The downloaded package was changed on the disk.", "Download it again."),
    "update.not_opened": ("Can't open {name}.", "Open it from its folder."),
    "addon.none": "There is no {backend} add-on for your system.",
    "addon.other_version": (
        "The add-on is for Longthread {version}, but this is version {ours}.",
        "Update Longthread, then try again.",
    ),
    "addon.no_room": (
        "Not enough disk space for the {backend} add-on: it needs {size:size}, but only {free:size} is available.",
        "Free some disk space, then try again.",
    ),
    "addon.bad_archive": ("{name} doesn't contain the add-on, so it was deleted.", "Try again later."),
    "addon.not_unpacked": ("Can't unpack {name}: {reason}", "Check the disk, then try again."),
    "engine.out_of_memory": (
        "The engine ran out of RAM or VRAM.",
        "Choose a smaller context in Settings, or a smaller model.",
    ),
    "engine.graphics_driver": (
        "The graphics driver failed in the engine.",
        "Set “GPU layers” to 0 in Settings.",
    ),
    "engine.worker_lost": (
        "The connection to a worker broke.",
        "Check that the worker is running, then load the model again.",
    ),
    "engine.incomplete": ("The engine isn't installed completely.", "Run the setup again."),
    "engine.killed": (
        "The system killed the engine, possibly for lack of RAM.",
        "Close other programs, or choose a smaller context in Settings.",
    ),
    "engine.check_failed": ("The engine stopped because an internal check failed.", "Failed check: {line}."),
    "engine.signal": "The engine stopped unexpectedly ({signal}).",
    "engine.status": "The engine stopped unexpectedly (code {status}).",
    "engine.no_answer": "The engine didn't respond after starting.",
    "engine.not_running": "The engine isn't running.",
    "engine.too_much_text": ("The message is too long for the engine.", "Send the message in smaller parts."),
    "engine.bad_message": "The engine sent an invalid message ({reason}).",
    "engine.version": "The engine uses protocol version {version}, but Longthread needs {own}.",
    "engine.not_started": "Can't start the engine ({reason}).",
    "engine.forced": "You forced the engine to stop.",
    "engine.restarting": "Longthread is restarting the engine. Your chats are safe.",
    "engine.stays_down": "Restart the engine to continue. Your chats are safe.",
    "engine.no_progress": (
        "The engine hasn't made progress for a while.",
        "Wait, choose another model, or choose “Force stop”. Your chats are safe.",
    ),
    "engine.does_not_stop": ("The engine doesn't stop.", "Choose “Force stop”. The text is kept."),
    "chat.no_context_yet": "This chat's context isn't loaded yet.",
    "chat.gone": "This chat no longer exists.",
    "chat.earlier_deleted": (
        "Can't restore these messages because earlier ones are deleted too.",
        "Undo the later deletion first.",
    ),
    "chat.forked": "Branched into a new chat.",
    "chat.copying": "Copying a long chat. You can keep working.",
    "chat.not_stored_yet": (
        "Can't branch from this message because it isn't saved yet.",
        "Free some space and try again.",
    ),
    "chat.version_not_stored_yet": (
        "Can't show this version because it isn't saved yet.",
        "Free some space and try again.",
    ),
    "instance.running": (
        "Longthread is already open with these chats.",
        "Use the open window, or close it first. Your chats are in {folder}.",
    ),
    "instance.running_as": (
        "Longthread is already open with these chats (process {pid}).",
        "Use the open window, or close it first. Your chats are in {folder}.",
    ),
    "keys.need_modifier": "A shortcut needs Ctrl, Alt or a function key. Letters alone are for typing.",
    "keys.for_writing": "These keys are reserved for typing and selecting.",
    "keys.taken": ("Another program already uses these keys.", "Choose other keys."),
    "keys.unknown": ("Your system can't use these keys everywhere.", "Choose other keys."),
    "keys.wayland": (
        "Wayland doesn't let programs listen for keys while another program is in front.",
        "In your system's keyboard settings, set a shortcut that runs “longthread”: it brings the window to the front.",
    ),
    "keys.no_way": "Global shortcuts don't work on this system.",
    "privacy.not_all_deleted": ("Some data couldn't be deleted ({reason}).", "Try again."),
    "privacy.in_use": ("Some data couldn't be deleted.", "Another program is using the data. Try again later."),
    "privacy.store_locked": (
        "Your system's password store didn't delete everything.",
        "Unlock the password store, then try again.",
    ),
    "privacy.deleted": "The data was deleted.",
}
