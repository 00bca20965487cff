"""The prompts the person keeps: saved, changed, deleted with a way back, written to a file and read from one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core import saved_prompts as core
from app.core.chat_values import new_id
from app.core.outside_files import replacing_outside
from app.core.saved_prompts import SavedPrompt
from app.core.settings import Settings
from app.core.texts import say, why
from app.core.work_values import Notice
from app.services.background import Ops
from engine.files import open_file

KEPT = "chat.prompts"
LARGEST = 8 << 20  # bytes of a file that is read

translate = QCoreApplication.translate


def examples() -> tuple[SavedPrompt, ...]:
    """What there is until the person changes something."""
    pairs = (
        (translate("SavedPrompts", "Summarize"), translate("SavedPrompts", "Summarize this in five sentences:")),
        (
            translate("SavedPrompts", "Proofread"),
            translate("SavedPrompts", "Correct spelling and grammar, and list what you changed:"),
        ),
        (translate("SavedPrompts", "Translate"), translate("SavedPrompts", "Translate this into English:")),
        (
            translate("SavedPrompts", "Recap"),
            translate("SavedPrompts", "List what we decided in this chat so far, and what is still open."),
        ),
    )
    return tuple(SavedPrompt(f"example-{at}", name, text) for at, (name, text) in enumerate(pairs))


def _limit() -> str:
    return translate("SavedPrompts", "Prompts can have up to %Ln character(s).", "", core.TEXT_LENGTH)


class SavedPrompts(QObject):
    """Signals:
    changed(): the list is another.
    notice(Notice)
    """

    changed = Signal()
    notice = Signal(object)

    def __init__(self, settings: Settings, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._ops = settings, ops
        self._deleted: dict[str, SavedPrompt] = {}  # and those that were replaced

    @property
    def all(self) -> tuple[SavedPrompt, ...]:
        """By name."""
        kept = self._settings.text(KEPT)
        return core.stored(kept) if kept else core.in_order(examples())

    def save(self, name: str, text: str, prompt_id: str = "") -> bool:
        """Keep a prompt, or change the one of the id. Blank, too long, or with the command of another one: False."""
        name, text = core.clean_name(name), text.strip("\n")
        command = core.command_of(name)
        if not command or not text.strip():
            return False
        if len(text) > core.TEXT_LENGTH:
            words = translate(
                "SavedPrompts", "This prompt is %Ln character(s) too long.", "", len(text) - core.TEXT_LENGTH
            )
            self.notice.emit(Notice("warning", words, _limit()))
            return False
        others = [prompt for prompt in self.all if prompt.id != prompt_id]
        if any(prompt.command == command for prompt in others):
            words = translate("SavedPrompts", "A prompt with the command /{command} already exists.")
            hint = translate("SavedPrompts", "Choose another name.")
            self.notice.emit(Notice("warning", words.format(command=command), hint))
            return False
        return self._put([*others, SavedPrompt(prompt_id or new_id(), name, text)])

    def delete(self, prompt_id: str) -> None:
        """Take a prompt away; a notice offers it back (``undo_delete``)."""
        for prompt in self.all:
            if prompt.id == prompt_id and self._put(other for other in self.all if other.id != prompt_id):
                self._deleted[prompt.id] = prompt
                words = translate("SavedPrompts", "Deleted prompt “{name}”.").format(name=prompt.name)
                self.notice.emit(Notice("info", words, "", "undo_prompt", prompt.id))

    def undo_delete(self, ids: Iterable[str]) -> None:
        """Bring deleted or replaced prompts back, in the place of those that have their commands now."""
        kept = [self._deleted.pop(one) for one in ids if one in self._deleted]
        back = {prompt.command: prompt for prompt in kept}
        if back and not self._put(
            [*(other for other in self.all if other.command not in back), *back.values()],
            undo=",".join(prompt.id for prompt in kept),
        ):
            self._deleted.update({prompt.id: prompt for prompt in kept})

    def wipe(self) -> None:
        """Delete all, for good."""
        self._deleted.clear()
        self._put(())

    def export(self, path: Path) -> None:
        """Write all into a file."""
        data = core.to_file(self.all)

        def done(_: None) -> None:
            self.notice.emit(
                Notice("info", translate("SavedPrompts", "Prompts exported to {name}.").format(name=path.name))
            )

        def write() -> None:
            with replacing_outside(path) as file:
                file.write(data)

        self._ops.outside(write, done, self._failed, name=path.name)

    def import_from(self, path: Path) -> None:
        """Read a file; a prompt of it takes the place of one with the same command. Where that said something else, a
        notice offers it back (``undo_delete``).
        """

        def read() -> tuple[SavedPrompt, ...] | None:
            with open_file(path) as file:
                data = file.read(LARGEST)
            try:
                return core.from_file(data)
            except ValueError:
                return None

        def done(found: tuple[SavedPrompt, ...] | None) -> None:
            if not found:
                words = translate("SavedPrompts", "{name} contains no prompts.").format(name=path.name)
                hint = translate("SavedPrompts", "Choose a file that Longthread exported.")
                self.notice.emit(Notice("error", words, hint))
                return
            taken = [prompt for prompt in found if len(prompt.text) <= core.TEXT_LENGTH]
            if taken:
                self._take_in(taken)
            if len(taken) < len(found):
                words = translate(
                    "SavedPrompts", "Skipped %Ln prompt(s) that are too long.", "", len(found) - len(taken)
                )
                self.notice.emit(Notice("warning", words, _limit()))

        def failed(problem: Exception) -> None:
            if not isinstance(problem, OSError):
                raise problem
            words = translate("SavedPrompts", "Can't read {name} ({reason}).")
            self.notice.emit(Notice("error", words.format(name=path.name, reason=why(problem))))

        self._ops.outside(read, done, failed, name=path.name)

    def _take_in(self, imported: Iterable[SavedPrompt]) -> None:
        merged, replaced = {prompt.command: prompt for prompt in self.all}, list[SavedPrompt]()
        found = {prompt.command: prompt for prompt in imported}
        for command, prompt in found.items():
            here = merged.get(command)
            if here is not None and core.says_the_same(here, prompt):
                continue
            if here is not None:
                replaced.append(here)
            merged[command] = msgspec.structs.replace(prompt, id=new_id())
        if not self._put(merged.values()):
            return
        self.notice.emit(Notice("info", translate("SavedPrompts", "Imported %Ln prompt(s).", "", len(found))))
        if replaced:
            self._deleted.update({prompt.id: prompt for prompt in replaced})
            one = translate("SavedPrompts", "Replaced prompt “{name}”.").format(name=replaced[0].name)
            many = translate("SavedPrompts", "Replaced %Ln prompt(s).", "", len(replaced))
            ids = ",".join(prompt.id for prompt in replaced)
            self.notice.emit(Notice("info", one if len(replaced) == 1 else many, "", "undo_prompt", ids))

    def _failed(self, problem: Exception) -> None:
        if not isinstance(problem, OSError):
            raise problem
        self.notice.emit(Notice("error", say("transfer.not_written", reason=why(problem))))

    def _put(self, prompts: Iterable[SavedPrompt], undo: str = "") -> bool:
        """Store ``prompts``; False, with a notice, if there is no room for them. ``undo``: what that offers to bring
        back, once there is.
        """
        try:
            self._settings.set(KEPT, msgspec.json.encode(list(prompts)).decode())
        except ValueError:
            self.notice.emit(
                Notice(
                    "error",
                    translate("SavedPrompts", "You can't save any more prompts."),
                    translate("SavedPrompts", "Delete a prompt you don't use."),
                    "undo_prompt" if undo else "",
                    undo,
                )
            )
            return False
        self.changed.emit()
        return True
