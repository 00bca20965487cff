"""The presets the person keeps: saved, applied, renamed, deleted with a way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core import presets as core
from app.core.presets import Preset
from app.core.scopes import Scope
from app.core.settings import Settings
from app.core.types import Notice

KEPT = "chat.presets"

translate = QCoreApplication.translate


class Presets(QObject):
    """Signals:
    changed(): the list is another.
    notice(Notice)
    """

    changed = Signal()
    notice = Signal(object)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._deleted: dict[str, Preset] = {}

    @property
    def all(self) -> tuple[Preset, ...]:
        """By name."""
        return core.stored(self._settings.text(KEPT))

    def save(self, name: str, scope: Scope, system_prompt: str) -> None:
        """Keep what is in force under a name; one of the same name is replaced. Blank: nothing."""
        preset = core.preset_of(name, scope, system_prompt)
        same = [known for known in self.all if known.name.casefold() == preset.name.casefold()]
        if preset.name:
            self._put([*(known for known in self.all if known not in same), preset])

    def rename(self, preset_id: str, name: str) -> None:
        """Give a preset another name; blank: nothing."""
        clean = " ".join(name.split())[: core.NAME_LENGTH]
        if clean:
            self._put(
                msgspec.structs.replace(preset, name=clean) if preset.id == preset_id else preset for preset in self.all
            )

    def delete(self, preset_id: str) -> None:
        """Take a preset away; a notice offers it back (``undo_delete``)."""
        for preset in self.all:
            if preset.id == preset_id:
                self._deleted[preset.id] = preset
                self._put(other for other in self.all if other.id != preset_id)
                text = translate("Presets", "The preset “{name}” was deleted.").format(name=preset.name)
                self.notice.emit(Notice("info", text, "", "undo_preset", preset.id))

    def undo_delete(self, preset_id: str) -> None:
        """Bring a deleted preset back."""
        preset = self._deleted.pop(preset_id, None)
        if preset is not None:
            self._put([*self.all, preset])

    def apply(self, preset_id: str, scope: Scope, set_prompt: Callable[[str], object]) -> None:
        """Make what is in force in ``scope`` what the preset says; ``set_prompt`` gets its system prompt."""
        for preset in self.all:
            if preset.id == preset_id:
                core.apply(preset, scope)
                set_prompt(core.prompt_of(preset))

    def matching(self, scope: Scope, system_prompt: str) -> Preset | None:
        """The preset that says what is in force, if there is one."""
        return core.matching(self.all, scope, system_prompt)

    def _put(self, presets: Iterable[Preset]) -> None:
        try:
            self._settings.set(KEPT, msgspec.json.encode(list(presets)).decode())
        except ValueError:
            self.notice.emit(
                Notice(
                    "error", translate("Presets", "There is no room for another preset."),
                    translate("Presets", "Delete one that you do not use."),
                )
            )  # fmt: skip
            return
        self.changed.emit()
