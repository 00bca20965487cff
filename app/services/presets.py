"""The presets the person keeps: saved, applied, renamed, deleted with a way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core import presets as core
from app.core.chat_values import new_id
from app.core.presets import ReplyPreset
from app.core.scopes import Scope, Value
from app.core.settings import Settings
from app.core.work_values import Notice

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
        self._deleted: dict[str, ReplyPreset] = {}  # and those that were replaced
        self._taken_back: dict[str, tuple[Scope, dict[str, Value]]] = {}

    @property
    def all(self) -> tuple[ReplyPreset, ...]:
        """By name."""
        return core.stored(self._settings.text(KEPT))

    def save(self, name: str, scope: Scope, system_prompt: str) -> None:
        """Keep what is in force under a name. Blank: nothing.

        One of the same name is replaced; where it said something else, a notice offers it back (``undo_delete``).
        """
        preset = core.preset_of(name, scope, system_prompt)
        if not preset.name:
            return
        same = self._named(preset.name)
        if not self._put([*(known for known in self.all if known not in same), preset]):
            return
        for known in same:
            if not core.says_the_same(known, preset):
                self._deleted[known.id] = known
                text = translate("Presets", "Replaced preset “{name}”.").format(name=known.name)
                self.notice.emit(Notice("info", text, "", "undo_preset", known.id))

    def rename(self, preset_id: str, name: str) -> None:
        """Give a preset another name; blank: nothing. The name of another preset is refused."""
        clean = " ".join(name.split())[: core.NAME_LENGTH]
        if any(known.id != preset_id for known in self._named(clean)):
            text = translate("Presets", "A preset named “{name}” already exists.").format(name=clean)
            self.notice.emit(Notice("warning", text, translate("Presets", "Choose another name.")))
        elif clean:
            self._put(
                msgspec.structs.replace(preset, name=clean) if preset.id == preset_id else preset for preset in self.all
            )

    def delete(self, preset_id: str) -> None:
        """Take a preset away; a notice offers it back (``undo_delete``)."""
        for preset in self.all:
            if preset.id == preset_id and self._put(other for other in self.all if other.id != preset_id):
                self._deleted[preset.id] = preset
                text = translate("Presets", "Deleted preset “{name}”.").format(name=preset.name)
                self.notice.emit(Notice("info", text, "", "undo_preset", preset.id))

    def undo_delete(self, preset_id: str) -> None:
        """Bring a deleted or replaced preset back, in the place of one that has its name now."""
        preset = self._deleted.pop(preset_id, None)
        if preset is not None:
            same = self._named(preset.name)
            if not self._put([*(known for known in self.all if known not in same), preset], undo=preset_id):
                self._deleted[preset_id] = preset

    def take_back(self, scope: Scope, keys: Iterable[str]) -> None:
        """Let ``scope`` set nothing of ``keys``; a notice offers the values back (``undo_take_back``)."""
        values = {key: scope.get(key) for key in keys if scope.is_set(key)}
        for key in values:
            scope.clear(key)
        if values:
            token = new_id()
            self._taken_back[token] = scope, values
            text = translate("Presets", "All changes reset.")
            self.notice.emit(Notice("info", text, "", "undo_settings", token))

    def undo_take_back(self, token: str) -> None:
        """Set again what :meth:`take_back` cleared."""
        if token in self._taken_back:
            scope, values = self._taken_back.pop(token)
            for key, value in values.items():
                scope.set(key, value)

    def apply(self, preset_id: str, scope: Scope, set_prompt: Callable[[str], object]) -> None:
        """Make what is in force in ``scope`` what the preset says; ``set_prompt`` gets its system prompt."""
        for preset in self.all:
            if preset.id == preset_id:
                core.apply(preset, scope)
                set_prompt(core.prompt_of(preset))

    def matching(self, scope: Scope, system_prompt: str) -> ReplyPreset | None:
        """The preset that says what is in force, if there is one."""
        return core.matching(self.all, scope, system_prompt)

    def _named(self, name: str) -> list[ReplyPreset]:
        return [known for known in self.all if known.name.casefold() == name.casefold()]

    def _put(self, presets: Iterable[ReplyPreset], undo: str = "") -> bool:
        """Store ``presets``; False, with a notice, if there is no room for them. ``undo``: what that offers to bring
        back, once there is.
        """
        try:
            self._settings.set(KEPT, msgspec.json.encode(list(presets)).decode())
        except ValueError:
            self.notice.emit(
                Notice(
                    "error", translate("Presets", "You can't save any more presets."),
                    translate("Presets", "Delete a preset you don't use."),
                    "undo_preset" if undo else "", undo,
                )
            )  # fmt: skip
            return False
        self.changed.emit()
        return True
