"""Files and folders in the system's own programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PureWindowsPath

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

# Files by whose names no system runs anything: it shows them. All others, code above all, are shown in their folder.
DOCUMENTS = frozenset({
    ".bib", ".csv", ".docx", ".dotx", ".epub", ".htm", ".html", ".json", ".jsonl", ".log", ".markdown", ".md", ".mdown",
    ".mkd", ".odt", ".pdf", ".rst", ".rtf", ".tex", ".text", ".toml", ".tsv", ".txt", ".xml", ".yaml", ".yml",
})  # fmt: skip
PROGRAMS = frozenset({".app", ".bundle", ".kext", ".pkg", ".plugin", ".prefpane", ".workflow"})  # folders, on macOS


def can_open(path: str) -> bool:
    """Whether the system shows what is at ``path`` when it opens it; a program or a script would be run."""
    place = Path(path)
    return place.suffix.lower() not in PROGRAMS if os.path.isdir(place) else place.suffix.lower() in DOCUMENTS


def open_original(path: str) -> None:
    """Show a file or folder in the program that the system has for it; what might run, in its folder."""
    if can_open(path):
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))
    else:
        show_in_folder(path)


def show_in_folder(path: str) -> None:
    """Open the folder of a file in the system's own program, the file selected where the system can."""
    command = command_to_show(sys.platform, path)
    if command and sys.platform == "win32":
        explorer = QProcess()
        explorer.setProgram(command[0])
        explorer.setNativeArguments(command[1])  # type: ignore[attr-defined]  # as they are: else Qt sees to the quotes
        explorer.startDetached()
    elif command:
        QProcess.startDetached(command[0], command[1:])
    else:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))


def command_to_show(platform: str, path: str) -> list[str]:
    """The command that shows a file selected in its folder, empty if there is none. ``platform``: as sys.platform.

    Explorer takes no slashes, and a comma outside of quotes for the end of the path.
    """
    if platform == "win32":
        return ["explorer", f'/select,"{PureWindowsPath(path)}"']
    return ["open", "-R", path] if platform == "darwin" else []
