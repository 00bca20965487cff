"""States of files in a message for the pictures of ``screens.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from app.core.attachments import from_text
from app.core.types import Attachment, AttachmentKind
from app.ui.composer.cost import Limits
from app.ui.composer.draft import entries
from app.ui.drop import Plan
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage

CODE = scenes.ANSWER.partition("```python\n")[2].partition("```")[0]


def file(name: str, kind: AttachmentKind = "markdown", text: str = scenes.TABLE, **more: object) -> Attachment:
    """A file as it was read."""
    made = from_text(text, name)
    return msgspec.structs.replace(made, kind=kind, **more)


NOTES = file("compaction-notes.md", size=12_400)
SOURCE = file("quality.py", "code", CODE * 12, language="python", size=6_100)
PAPER = file(
    "a-very-long-name-of-a-scanned-document-from-last-year.pdf", "pdf", scenes.TABLE * 40, pages=14, size=2_400_000,
    note="2 of 14 pages hold no text (pictures are not read).",
)  # fmt: skip


def _chat(stage: Stage) -> None:
    question = msgspec.structs.replace(
        scenes.message("m3", "user", "What do these three say about the floor?"), attachments=(NOTES, SOURCE, PAPER)
    )
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, question, scenes.REPLY))
    stage.talk.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def _draft(stage: Stage, *files: Attachment, text: str = "Compare them, please.") -> None:
    _chat(stage)
    composer = stage.window.chat.composer
    composer.set_text(text)
    composer._draft.files += entries(files)
    composer._show_files()


def _weigh(stage: Stage, limits: Limits) -> None:
    """As if the engine had counted, in a memory with these limits."""
    attaching = stage.window.chat.attaching
    attaching._limits = lambda: limits  # type: ignore[method-assign]
    for file in stage.window.chat.composer.draft.attachments:
        attaching._files._counts[file.id, ""] = len(file.text) // 4
    attaching._text_counted("Compare them, please.", 6, True)


def attached(stage: Stage) -> None:
    """Files in the draft and in the chat, all counted."""
    _draft(stage, NOTES, SOURCE, PAPER)
    _weigh(stage, Limits(20_000, 48_000))


def attaching(stage: Stage) -> None:
    """Files that are being read; one has the keyboard."""
    _draft(stage, NOTES)
    composer = stage.window.chat.composer
    composer.add_file("job", "proceedings-of-the-meeting.pdf")
    composer.file_progress("job", 36, 120)
    composer.add_file("job2", "minutes.docx")
    composer.shelf.chips[1].setFocus()


def attached_too_much(stage: Stage) -> None:
    """More than the memory can take."""
    _draft(stage, file("everything.txt", "text", "word " * 90_000, size=450_000), NOTES)
    _weigh(stage, Limits(2100, 48_000))


def attached_compacts(stage: Stage) -> None:
    """It fits once older text was compacted."""
    _draft(stage, PAPER)
    _weigh(stage, Limits(2100, 48_000))


def attached_alone(stage: Stage) -> None:
    """A message of files only."""
    question = msgspec.structs.replace(scenes.message("m3", "user", ""), attachments=(SOURCE, PAPER))
    stage.talk.chat_opened.emit(scenes.view(question, scenes.REPLY))
    stage.talk.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def attached_paste(stage: Stage) -> None:
    """A long paste and what is offered."""
    _chat(stage)
    composer = stage.window.chat.composer
    composer.editor._paste("What does this say?\n\n" + scenes.TABLE * 12)


def attached_preview(stage: Stage) -> None:
    """A look at what was read of a file."""
    _chat(stage)
    dialog = stage.window.chat.attaching.look_at(PAPER)
    _into_window(stage, dialog)


def attached_preview_code(stage: Stage) -> None:
    """A look at code."""
    _chat(stage)
    _into_window(stage, stage.window.chat.attaching.look_at(SOURCE))


def _into_window(stage: Stage, dialog: object) -> None:
    """A dialog is a window of its own; the picture is of one window, so it is put into that."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QDialog, QFrame

    from app.ui.theme import colors

    assert isinstance(dialog, QDialog)
    frame = QFrame(stage.window)
    frame.setObjectName("frame")
    frame.setStyleSheet(
        f"#frame {{ background: {colors().bg}; border: 1px solid {colors().line_strong}; border-radius: 0px; }}"
    )
    room = stage.window.rect()
    dialog.setModal(False)
    dialog.setWindowFlags(Qt.WindowType.Widget)
    dialog.setParent(frame)
    wide, high = dialog.width(), dialog.height()
    frame.setGeometry((room.width() - wide) // 2, (room.height() - high) // 2, wide, high)
    dialog.setGeometry(4, 4, wide - 8, high - 8)
    for part in (frame, dialog):
        part.show()
        part.raise_()


def drop_files(stage: Stage) -> None:
    """Files over the window."""
    _chat(stage)
    stage.window.overlay.show_plan(
        Plan(
            "Attach 3 files to the message",
            "The model reads the text in them; the files stay where they are",
            files=("a",),
        )
    )


SCENES: tuple[Callable[[Stage], None], ...] = (
    attached, attaching, attached_too_much, attached_compacts, attached_alone, attached_paste, attached_preview,
    attached_preview_code, drop_files,
)  # fmt: skip
