"""Models, their files, and what is fetched for them."""

from __future__ import annotations

from engine.texts import Entry

MODELS: dict[str, Entry] = {
    "library.arriving": ("{name} is still being written.", "Add it once it is complete."),
    "library.unreadable": ("The file cannot be read ({reason}).", "Check its rights."),
    "library.missing": (
        "{name} is not where it was.",
        "Put it back into {parent}, or drop it into the window from its new place.",
    ),
    "library.broken": ("This model file is broken.", "Download it again and compare its size with the source."),
    "library.not_model": ("{name} is not a model file.", "Download it again, or choose another file ending in .gguf."),
    "library.of_file": ("{name}: {problem}", "{problem:hint}"),
    "folder.too_many": "It holds more than {most} folders; not all were looked into.",
    "folder.missing": "The folder is not there; plug in its disk, or take it off the list.",
    "folder.not_folder": "This is not a folder.",
    "folder.unreadable": "It cannot be read ({reason}); check its rights.",
    "folder.part_unreadable": "{name} cannot be read ({reason}); check its rights.",
    "model.last_gone": "{name}, used last, is not there any more.",
    "model.choose": ("Choose a model to chat with.", "Drop a .gguf file into the window."),
    "model.hung": (
        "{name} made no progress while it was loaded, so that was ended.",
        "Try again, or choose another model.",
    ),
    "model.left_alone": (
        "Loading {name} did not end the last {times} times, so it is left alone now.",
        "Try again with fewer layers on the GPU or a smaller memory size, or choose another model.",
    ),
    "download.no_room": (
        "There is not enough room for {name}: it needs {size:size}, {free:size} can be used.",
        "Make room on the disk, or choose a smaller file.",
    ),
    "download.longer": ("{name} is longer than the hub said.", "Try again later."),
    "download.incomplete": ("{name} is not complete.", "Download it again; it goes on from there."),
    "download.wrong_checksum": (
        "{name} arrived damaged: its checksum is wrong.",
        "The file was thrown away. Download it again.",
    ),
    "download.not_written": ("{name} cannot be written ({reason}).", "Make room and check your rights in {parent}."),
    "starter.damaged": ("{name} arrived damaged.", "It was thrown away. Fetch it again."),
    "web.connection_lost": ("The connection was lost.", "Check the connection to the internet."),
    "web.offline": ("Longthread is set to stay offline.", "Turn that off on the privacy page, then try again."),
    "web.redirected": ("The hub sent this request somewhere it cannot go.", "Try again later."),
    "web.no_access": (
        "Your account has no access to this model yet.",
        "Accept its terms on its page, then try again.",
    ),
    "web.not_found": ("The hub does not know this address.", "It may have been renamed or removed."),
    "web.file_shorter": ("The file on the hub is shorter than what is here.", "Download it again."),
    "web.refused": ("The hub refused this (status {status}).", "Try again later."),
    "web.no_host": ("The hub cannot be found.", "Check the connection to the internet."),
    "web.not_secure": (
        "No secure connection to the hub could be made.",
        "Check date and time, and the network you are in.",
    ),
    "web.no_answer": ("The hub does not answer.", "Check the connection to the internet."),
    "web.members_only": (
        "This model is only for people with an account.",
        "Accept its terms on its page and enter an access token.",
    ),
    "web.no_token": ("The hub refuses this without a token.", "Enter an access token."),
    "web.busy": ("The hub is busy.", "Try again in a while."),
    "web.server_error": ("The hub has a problem (status {status}).", "Try again in a while."),
    "hub.answer_too_long": ("The hub's answer is too long.", "Try other words."),
    "hub.repo_name": ("“{repo}” is not the name of a repository.", "Try again later."),
    "hub.search_unreadable": ("The hub answered a search with something that cannot be read.", "Try again later."),
    "hub.files_unreadable": ("The hub's list of files cannot be read.", "Try again later."),
    "hub.files_incomplete": ("The hub's list of files has no name or no revision.", "Try again later."),
    "hub.other_part": ("The hub sent another part of the file than was asked for.", "Try again later."),
}
