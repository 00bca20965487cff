"""The small model that a new user begins with: where it is fetched from, and how it is taken out of its archive."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

import msgspec

from app.core.part_file import PartProblem
from app.core.texts import why
from engine.files import discard, put_in_place

_PIECE = 1 << 20


class StarterModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An archive (a zip) at ``url`` of ``size`` bytes, and the model in it. Checksums are SHA-256 in hex.

    ``place``: whose server it is, for people; ``file``: name in the models folder.
    """

    name: str
    file: str
    license: str
    place: str
    url: str
    size: int
    sha256: str
    member: str
    member_size: int
    member_sha256: str

    @property
    def archive(self) -> str:
        """File name of the archive."""
        return self.url.rpartition("/")[2]


def read_starter(path: Path) -> StarterModel:
    """The offer as ``resources/starter.json`` declares it.

    Raises:
        OSError, msgspec.MsgspecError: the program's own file is missing or damaged.
    """
    return msgspec.json.decode(path.read_bytes(), type=StarterModel)


def unpack(archive: Path, starter: StarterModel, target: Path) -> None:
    """Take the model out of its archive; it appears as ``target`` in one step, and the archive goes.

    Raises:
        PartProblem: the archive is damaged, or the disk failed; nothing but the archive is there then.
    """
    part = target.with_name(f"{target.name}.new")
    found = hashlib.sha256()
    done = 0
    try:
        with zipfile.ZipFile(archive) as opened, opened.open(starter.member) as member, part.open("wb") as file:
            while done <= starter.member_size and (piece := member.read(_PIECE)):
                found.update(piece)
                done += len(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        if done != starter.member_size or found.hexdigest() != starter.member_sha256:
            raise zipfile.BadZipFile
        put_in_place(part, target)
        discard(archive)
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError) as problem:
        discard(part)
        discard(archive)
        raise PartProblem("starter.damaged", name=starter.name) from problem
    except OSError as problem:
        discard(part)
        raise PartProblem(
            "download.not_written", name=target.name, reason=why(problem), parent=str(target.parent)
        ) from problem
