"""Where the program keeps its things. One data folder holds all that a backup must hold."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from engine.files import APP_NAME as APP_NAME
from engine.files import DATA_ENV as DATA_ENV
from engine.files import data_folder
from engine.private import close_folder


def resource_path(*parts: str) -> Path:
    """A file of ``resources/``, in the source tree or in a frozen program."""
    frozen_root = getattr(sys, "_MEIPASS", None)
    root = Path(frozen_root) if frozen_root else Path(__file__).resolve().parents[2]
    return root.joinpath("resources", *parts)


@dataclass(frozen=True)
class Paths:
    """All places under one data folder.

    Attributes:
        data: the folder of everything, absolute: a relative one is taken from where this process runs now, since the
            engine runs elsewhere and is told the same folder.
    """

    data: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", self.data.absolute())

    @classmethod
    def default(cls) -> Paths:
        """The person's data folder, or the one that ``LONGTHREAD_DATA`` names."""
        return cls(data_folder())

    @property
    def database(self) -> Path:
        return self.data / "longthread.db"

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def models(self) -> Path:
        return self.data / "models"

    @property
    def chats(self) -> Path:
        return self.data / "chats"

    @property
    def pieces(self) -> Path:
        """What the snapshots of all chats are made of."""
        return self.chats / "pieces"

    @property
    def pictures(self) -> Path:
        """Pictures that came with messages."""
        return self.data / "pictures"

    @property
    def documents(self) -> Path:
        """The texts of documents, as the engine reads them."""
        return self.data / "documents"

    @property
    def cartridges(self) -> Path:
        """What models made of documents (the engine makes and fills it)."""
        return self.data / "cartridges"

    @property
    def server(self) -> Path:
        """What the local server keeps of its sessions (the engine makes and fills it)."""
        return self.data / "server"

    @property
    def updates(self) -> Path:
        """Packages of newer versions of the program, downloaded to be installed."""
        return self.data / "updates"

    @property
    def addons(self) -> Path:
        """Backends of graphics cards that the person downloaded, by version of the program."""
        return self.data / "addons"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def requests(self) -> Path:
        """What the network was asked for (see app.core.network_log)."""
        return self.logs / "network.jsonl"

    @property
    def lock(self) -> Path:
        return self.data / "longthread.lock"

    @property
    def starting(self) -> Path:
        """There while the program starts (see app.core.start_guard)."""
        return self.data / "starting"

    def chat(self, chat_id: str) -> Path:
        """The folder of a chat's snapshot and token log (the engine makes and fills it)."""
        return self.chats / chat_id

    def create(self) -> None:
        """Make the folders; they are for the person alone, also those that others could look into until now.

        Raises:
            OSError: a folder cannot be made.
        """
        for folder in (self.data, self.backups, self.chats, self.logs):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            close_folder(folder)
        self.models.mkdir(parents=True, exist_ok=True)
