"""Models, their files, and what is fetched for them."""

from __future__ import annotations

from engine.texts import Entry

MODELS: dict[str, Entry] = {
    "library.added": ("Added %Ln model(s) to the library.", "The files stay where they are."),
    "library.not_added": ("Can't add %Ln file(s).", "{problem}"),
    "library.arriving": ("{name} is still being written.", "Add the file when it's complete."),
    "library.unreadable": ("Can't read the file ({reason}).", "Check the file's permissions."),
    "library.missing": (
        "{name} was moved or deleted.",
        "Move the file back to {parent}, or drop it onto the window.",
    ),
    "library.broken": ("This model file is damaged.", "Download the file again and compare its size with the source."),
    "library.not_model": ("{name} isn't a model file.", "Download the file again, or choose another .gguf file."),
    "library.of_file": ("{name}: {problem}", "{problem:hint}"),
    "folder.too_many": "The folder contains more than {most} folders. Some weren't searched.",
    "folder.missing": "The folder is missing. Connect its disk, or remove the folder from the list.",
    "folder.not_folder": "This isn't a folder.",
    "folder.unreadable": "Can't read the folder ({reason}). Check its permissions.",
    "folder.part_unreadable": "Can't read {name} ({reason}). Check its permissions.",
    "folder.bad_name": "Can't use “{name}”, because its name isn't valid text. Rename it.",
    "folder.slow": (
        "Reading “{name}” takes long. The model list can't update until that's done.",
        "If its drive isn't connected, connect it, or remove the folder from the list.",
    ),
    "model.last_gone": "Can't find {name}, the model you used last.",
    "model.choose": ("Choose a model to chat with.", "Drop a .gguf file onto the window."),
    "model.answers": "{name} is loaded. Your chat continues.",
    "model.hung": (
        "{name} made no progress while loading, so Longthread stopped it.",
        "Try again, or choose another model.",
    ),
    "model.on_cpu": (
        "The graphics driver failed, so {name} runs on the processor for now.",
        "Try again to use the GPU.",
    ),
    "model.left_alone": (
        "{name} failed to load {times} times in a row, so Longthread stopped trying.",
        "Try again with fewer GPU layers or a smaller context, or choose another model.",
    ),
    "download.no_room": (
        "Not enough disk space for {name}: it needs {size:size}, but only {free:size} is available.",
        "Free some disk space, or choose a smaller file.",
    ),
    "download.longer": ("{name} is larger than announced.", "Try again later."),
    "download.incomplete": ("{name} is incomplete.", "Start the download again. It continues where it stopped."),
    "download.wrong_checksum": (
        "The download of {name} is damaged: the checksum doesn't match.",
        "Longthread deleted the file. Download it again.",
    ),
    "download.not_written": (
        "Can't write {name} ({reason}).",
        "Free some space and check your permissions for {parent}.",
    ),
    "curated.gone": (
        "{repo} no longer has {name}.",
        "Search for the model on Hugging Face, or choose another one.",
    ),
    "starter.damaged": ("The download of {name} is damaged.", "Longthread deleted the file. Download it again."),
    "web.connection_lost": ("The connection was lost.", "Check your connection and try again."),
    "web.offline": ("“Stay offline” is on.", "Turn off “Stay offline” in Privacy, then try again."),
    "web.redirected": ("{host} redirected the request to an address that isn't allowed.", "Try again later."),
    "web.no_access": (
        "Your account doesn't have access to this model yet.",
        "Accept the terms on the model's page, then try again.",
    ),
    "web.not_found": ("{host} doesn't have this file or repository.", "It may have been renamed or removed."),
    "web.file_shorter": (
        "The file on {host} is smaller than the part you already have.",
        "Download the file again.",
    ),
    "web.refused": ("{host} refused the request (status {status}).", "Try again later."),
    "web.no_host": ("Can't reach {host}.", "Check your connection and try again."),
    "web.not_secure": (
        "Can't connect securely to {host}.",
        "Check your network and your computer's date and time.",
    ),
    "web.no_answer": ("{host} isn't responding.", "Check your connection and try again."),
    "web.members_only": (
        "This model requires a Hugging Face account.",
        "Accept the terms on the model's page and enter an access token.",
    ),
    "web.no_token": ("{host} requires an access token.", "Enter an access token."),
    "web.busy": ("{host} is busy.", "Try again in a while."),
    "web.server_error": ("{host} reported a server error (status {status}).", "Try again in a while."),
    "hub.answer_too_long": ("Hugging Face sent too many results.", "Try other search terms."),
    "hub.repo_name": ("“{repo}” isn't a valid repository name.", "Try again later."),
    "hub.search_unreadable": ("Hugging Face sent search results that Longthread can't read.", "Try again later."),
    "hub.files_unreadable": ("Can't read the file list from Hugging Face.", "Try again later."),
    "hub.files_incomplete": ("The file list from Hugging Face has no name or revision.", "Try again later."),
    "hub.other_part": ("The server sent the wrong part of the file.", "Try again later."),
}
