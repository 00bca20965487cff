"""States of files in a message for the pictures of ``screens.py``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPolygonF

from app.core.attachments import from_text
from app.core.chat_values import Attachment, AttachmentKind
from app.core.draft import entries
from app.core.model_values import ModelPhase
from app.core.pictures import Pictures
from app.core.texts import say
from app.core.work_values import CompactionEstimate, MessageLimits
from app.services.chat.pictures import kept
from app.ui.widgets.thumbnails import thumbnails
from app.ui.window.drop import Plan
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
    note=say("attachment.blank_pages", blank=2, total=14),
)  # fmt: skip

MINUTES = (
    "minutes-of-january.txt", "minutes-of-february.txt", "minutes-of-march.txt", "minutes-of-april.txt",
    "minutes-of-may.txt", "minutes-of-june.txt", "minutes-of-july.txt", "minutes-of-august.txt",
    "minutes-of-september.txt", "minutes-of-october.txt", "minutes-of-november.txt", "minutes-of-december.txt",
)  # fmt: skip


def _chat(stage: Stage) -> None:
    question = msgspec.structs.replace(
        scenes.message("m3", "user", "What do these three say about the floor?"), attachments=(NOTES, SOURCE, PAPER)
    )
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, question, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def _draft(stage: Stage, *files: Attachment, text: str = "Compare them, please.") -> None:
    _chat(stage)
    composer = stage.window.chat.composer
    composer.set_text(text)
    composer._draft.files += entries(files)
    composer._show_files()


def _weigh(stage: Stage, limits: MessageLimits) -> None:
    """As if the engine had counted, in a memory with these limits."""
    attaching = stage.window.chat.attaching
    attaching._limits = lambda: limits  # type: ignore[method-assign]
    for file in stage.window.chat.composer.draft.attachments:
        attaching._files._counts[file.id, attaching._files._model] = len(file.text) // 4 or 576
    attaching._text_counted("Compare them, please.", 6, True)


def attached(stage: Stage) -> None:
    """Files in the draft and in the chat, all counted."""
    _draft(stage, NOTES, SOURCE, PAPER)
    _weigh(stage, MessageLimits(20_000, 48_000))


def attaching(stage: Stage) -> None:
    """Files that are being read; one has the keyboard."""
    _draft(stage, NOTES)
    composer = stage.window.chat.composer
    composer.add_file("job", "proceedings-of-the-meeting.pdf")
    composer.file_progress("job", 36, 120)
    composer.add_file("job2", "minutes.docx")
    composer.attachment_bar.chips[1].setFocus()


def attached_many(stage: Stage) -> None:
    """More files than there is room for, and too long for the context; the last one has the keyboard."""
    _draft(stage, *(file(name, "text", "word " * 9_000) for name in MINUTES))
    _weigh(stage, MessageLimits(2100, 48_000))
    stage.window.chat.composer.attachment_bar.chips[-1].setFocus()


def attached_too_much(stage: Stage) -> None:
    """More than the memory can take."""
    _draft(stage, file("everything.txt", "text", "word " * 90_000, size=450_000), NOTES)
    _weigh(stage, MessageLimits(2100, 48_000))


def attached_compacts(stage: Stage) -> None:
    """It fits once older text was compacted."""
    _draft(stage, PAPER)
    _weigh(stage, MessageLimits(2100, 48_000))


def attached_long(stage: Stage) -> None:
    """Longer than the context takes well: read if the person says so."""
    _draft(stage, file("everything.txt", "text", "word " * 60_000, size=300_000), NOTES)
    attaching = stage.window.chat.attaching
    _weigh(stage, MessageLimits(2100, 48_000, 190_000))
    attaching._loss_known(attaching._loss[0], CompactionEstimate(0.0, 12.4, 1000, 10, 0.14, same=0.91))


def attached_alone(stage: Stage) -> None:
    """A message of files only."""
    question = msgspec.structs.replace(scenes.message("m3", "user", ""), attachments=(SOURCE, PAPER))
    stage.talk.chat_opened.emit(scenes.view(question, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def attached_paste(stage: Stage) -> None:
    """A long paste and what is offered."""
    _chat(stage)
    composer = stage.window.chat.composer
    composer.editor.put("What does this say?\n\n" + scenes.TABLE * 12)


def attached_preview(stage: Stage) -> None:
    """A look at what was read of a file."""
    _chat(stage)
    dialog = stage.window.chat.attaching.look_at(PAPER)
    into_window(stage, dialog)


def attached_preview_code(stage: Stage) -> None:
    """A look at code."""
    _chat(stage)
    into_window(stage, stage.window.chat.attaching.look_at(SOURCE))


def into_window(stage: Stage, dialog: object) -> None:
    """A dialog is a window of its own; the picture is of one window, so it is put into that."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QDialog, QFrame

    from app.ui.theme import colors

    assert isinstance(dialog, QDialog)
    frame = QFrame(stage.window)
    frame.setObjectName("frame")
    frame.setProperty("window", True)  # it keeps its size when the window below changes
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


def picture(name: str, wide: int, high: int, place: Path) -> Attachment:
    """A picture with something to see in it, kept in ``place``."""
    image = QImage(wide, high, QImage.Format.Format_RGB888)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sky = QLinearGradient(0, 0, 0, high)
    sky.setColorAt(0, QColor("#27406b"))
    sky.setColorAt(1, QColor("#e6a15c"))
    painter.fillRect(image.rect(), sky)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fff1c9"))
    painter.drawEllipse(QPoint(wide * 2 // 3, high // 4), min(wide, high) // 9, min(wide, high) // 9)
    for at, colour in enumerate(("#3b4a6b", "#26314c", "#161d2f")):
        painter.setBrush(QColor(colour))
        top = high * (0.5 + 0.14 * at)
        ridge = QPolygonF([QPointF(0, high), QPointF(0, top)])
        for step in range(9):
            ridge.append(QPointF(wide * step / 8, top + high * 0.08 * ((step * (at + 3) * 7) % 5 - 2)))
        ridge.append(QPointF(wide, high))
        painter.drawPolygon(ridge)
    painter.end()
    return kept(image, name, Pictures(place))


def _seeing(stage: Stage) -> tuple[Attachment, Attachment]:
    """A model that looks at pictures, and two of them."""
    place, context = stage.window.context.pictures.folder, stage.window.context
    state = context.models.state
    facts = state.facts or scenes.FACTS
    context.models._state = msgspec.structs.replace(
        state, phase=ModelPhase.LOADED, facts=msgspec.structs.replace(facts, sees=True)
    )
    both = picture("mountains.jpg", 1536, 1024, place), picture("Screenshot 2026-03-02.png", 620, 1080, place)
    for one in both:
        thumbnails().now(one.digest)
    return both


def attached_pictures(stage: Stage) -> None:
    """Pictures in the chat, and in the draft beside a file."""
    wide, high = _seeing(stage)
    question = msgspec.structs.replace(
        scenes.message("m3", "user", "Where was this taken, and what does the note say?"),
        attachments=(wide, high, NOTES),
    )
    answer = scenes.message(
        "m4", "assistant", "In the mountains, shortly before dark. The note says why a floor is needed."
    )
    stage.talk.chat_opened.emit(scenes.view(question, answer))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    composer = stage.window.chat.composer
    composer.set_text("Compare them, please.")
    composer._draft.files += entries((wide, high, SOURCE))
    composer._show_files()
    _weigh(stage, MessageLimits(900, 48_000))


def attached_pictures_unseen(stage: Stage) -> None:
    """Pictures in the draft while the model in use cannot look at them; one in the chat is lost."""
    wide, high = _seeing(stage)
    models = stage.window.context.models
    models._state = msgspec.structs.replace(models.state, facts=msgspec.structs.replace(models.state.facts, sees=False))
    lost = msgspec.structs.replace(wide, digest="0" * 64, name="lost.png")
    thumbnails().now(lost.digest)
    question = msgspec.structs.replace(scenes.message("m3", "user", ""), attachments=(high, lost))
    answer = scenes.message("m4", "assistant", "One of them shows mountains at dusk.")
    stage.talk.chat_opened.emit(scenes.view(question, answer))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    composer = stage.window.chat.composer
    composer.set_text("Compare them, please.")
    composer._draft.files += entries((wide,))
    composer._show_files()
    _weigh(stage, MessageLimits(20_000, 48_000))


def attached_preview_picture(stage: Stage) -> None:
    """A look at a picture."""
    wide, _ = _seeing(stage)
    _chat(stage)
    into_window(stage, stage.window.chat.attaching.look_at(wide))


def drop_files(stage: Stage) -> None:
    """Files over the window."""
    _chat(stage)
    stage.window.overlay.show_plan(
        Plan(
            "Attach 3 files",
            "The model reads the text; the files stay where they are",
            files=("a",),
        )
    )


SCENES: tuple[Callable[[Stage], None], ...] = (
    attached, attaching, attached_many, attached_too_much, attached_long, attached_compacts, attached_alone,
    attached_paste, attached_preview,
    attached_preview_code, attached_pictures, attached_pictures_unseen, attached_preview_picture, drop_files,
)  # fmt: skip
