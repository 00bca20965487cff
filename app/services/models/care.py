"""What a person does with a model of the library besides loading it: name, notes, vision part, removing, deleting."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core.model_values import ModelEntry, VisionPart
from app.core.store import StoredModel
from app.core.vision import fits, models_for
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.models.models import Models
from engine.files import on_disk

log = logging.getLogger("models")

translate = QCoreApplication.translate

NAME_LENGTH = 200
NOTES_LENGTH = 20_000


class ModelCare(QObject):
    """Changes entries of the library; each change is stored at once.

    Signals:
        notice(Notice): what was done and can be undone, or why it was not.
    """

    notice = Signal(object)

    def __init__(self, models: Models, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._models, self._ops = models, ops
        self._removed: dict[str, StoredModel] = {}  # what was taken out and may be put back
        models.vision_added.connect(self._vision_added)

    def rename(self, path: str, name: str) -> None:
        """Call a model ``name`` here; blank, or its own name: as its file says."""
        entry, row = self._models.entry(path), self._models.row(path)
        if entry is None or row is None:
            return
        name = " ".join(name.split())[:NAME_LENGTH]
        title = "" if name == entry.own_name else name
        if title != row.title:
            self._models.keep(msgspec.structs.replace(row, title=title))

    def set_notes(self, path: str, notes: str) -> None:
        """Keep what a person writes about a model."""
        row = self._models.row(path)
        if row is not None and notes[:NOTES_LENGTH] != row.notes:
            self._models.keep(msgspec.structs.replace(row, notes=notes[:NOTES_LENGTH]))

    # the vision part ------------------------------------------------------------

    def set_vision(self, path: str, part: str) -> None:
        """Let the file ``part`` look at pictures for a model; "": none."""
        row = self._models.row(path)
        if row is not None and row.mmproj != part:
            self._models.keep(msgspec.structs.replace(row, mmproj=part))

    def offer_vision(self, path: str, file: str) -> None:
        """Add a file that the person chose as the vision part of a model, if it is one that fits."""
        self._models.add_vision(file, lambda part: self._offered(path, part))

    def _offered(self, path: str, part: VisionPart | None) -> None:
        entry = self._models.entry(path)
        if entry is None:
            return
        if part is None or not fits(entry.facts, part.facts):
            name = part.name if part is not None else ""
            self.notice.emit(
                Notice(
                    "error",
                    translate("ModelCare", "{file} doesn't fit {model}.").format(file=name, model=entry.name)
                    if name
                    else translate("ModelCare", "This file isn't a vision projector."),
                    translate("ModelCare", "Choose the mmproj file made for this model."),
                )
            )
            return
        self.set_vision(path, part.path)

    def _vision_added(self, part: VisionPart) -> None:
        """A vision part was dropped in, or has arrived: give it to the model that it was made for."""
        fitting = models_for(part, self._models.entries, self._models.state.path)
        if not fitting:
            self.notice.emit(
                Notice(
                    "warning",
                    translate("ModelCare", "No model in the library fits the vision projector {file}.").format(
                        file=part.name
                    ),
                    translate("ModelCare", "Add the matching model, then add this file on the model's page."),
                )
            )
            return
        entry = fitting[0]
        self.set_vision(entry.path, part.path)
        others = len(fitting) - 1
        hint = translate(
            "ModelCare", "The file also fits %Ln other model(s). Add it on the model's page.", "", others
        ) if others else ""  # fmt: skip
        self.notice.emit(
            Notice(
                "info",
                translate("ModelCare", "{model} now uses the vision projector {file}.").format(
                    file=part.name, model=entry.name
                ),
                hint,
            )
        )

    # taking out -----------------------------------------------------------------

    def remove(self, path: str) -> None:
        """Take a model out of the library; its files stay, and it can be put back."""
        entry, row = self._models.entry(path), self._models.row(path)
        if row is None:
            return
        self._removed[path] = row
        if entry is not None and entry.status != "missing" and self._in_a_folder(path):
            self._models.keep(msgspec.structs.replace(row, hidden=True))
        else:
            self._models.forget(path)
        name = entry.name if entry is not None else Path(path).name
        self.notice.emit(
            Notice(
                "info",
                translate("ModelCare", "Removed {model} from the library.").format(model=name),
                translate("ModelCare", "The file stays where it is."),
                "undo_remove",
                path,
            )
        )

    def _in_a_folder(self, path: str) -> bool:
        parents = Path(path).parents
        return any(Path(folder.real) in parents for folder in self._models.folders)

    def restore(self, path: str) -> None:
        """Put a model back that was taken out."""
        row = self._removed.pop(path, None)
        if row is not None:
            self._models.keep(row)

    def delete_files(self, path: str) -> None:
        """Delete the files of a model, for good; it is unloaded first. Ask before."""
        entry = self._models.entry(path)
        if entry is None:
            return
        if self._models.state.path == path:
            self._models.unload(lambda: self._delete(entry))
        else:
            self._delete(entry)

    def _delete(self, entry: ModelEntry) -> None:
        def delete() -> tuple[str, OSError | None, bool]:
            links = any(os.path.islink(on_disk(Path(part))) for part in entry.parts)
            for part in entry.parts:
                try:
                    on_disk(Path(part)).unlink(missing_ok=True)
                except OSError as problem:
                    return part, problem, links
            return "", None, links

        def deleted(result: tuple[str, OSError | None, bool]) -> None:
            part, problem, links = result
            if problem is None:
                self._models.forget(entry.path)
                if links:
                    text = translate("ModelCare", "Deleted the link to {model}.")
                    hint = translate("ModelCare", "The original file stays where it is.")
                else:
                    text, hint = translate("ModelCare", "Deleted {model} from disk."), ""
                self.notice.emit(Notice("info", text.format(model=entry.name), hint))
                return
            log.warning("%s: %s", part, problem)
            self._models.refresh()
            self.notice.emit(
                Notice(
                    "error",
                    translate("ModelCare", "Can't delete {file} ({reason}).").format(
                        file=Path(part).name, reason=problem.strerror or problem
                    ),
                    translate("ModelCare", "Close programs that use the file, or check the folder's permissions."),
                )
            )

        self._ops.outside(delete, deleted, name=entry.name)
