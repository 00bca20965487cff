"""Files from the window into the message: what is dropped, pasted or chosen, what it weighs, and a look at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtGui import QImage

from app.core.attachments import ReadProblem
from app.core.attachments.names import clean_name
from app.core.chat_values import Attachment, Chat
from app.core.draft import Draft
from app.core.model_values import ModelPhase, ModelState
from app.core.work_values import CompactionEstimate, MessageLimits, Notice, Phase
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.attachment_preview import AttachmentPreview
from app.ui.chat.composer import Composer
from app.ui.chat.composer.cost import Cost, cost_of, unseen
from app.ui.chat.composer.editor import Editor
from app.ui.numbers import listed
from app.ui.sentences import sentence

translate = QCoreApplication.translate

MOST_FILES = 20  # of one message
GATHER_MS = 1500  # since the last one that came to nothing, while others are read: then they are told together


class TakesFiles(Protocol):
    """Where a message is written: the composer, or a message that is being edited."""

    @property
    def draft(self) -> Draft: ...
    @property
    def editor(self) -> Editor: ...
    def add_file(self, key: str, name: str) -> None: ...


class Attaching(QObject):
    """Binds the composer to the service that reads files, and says what the draft takes of the memory.

    ``dropped(paths)``: files were pasted, which may be anything, as those that are dropped. ``files_changed``: a file
    of some draft was read or taken away, or there is more to tell of it.
    """

    dropped = Signal(object)
    files_changed = Signal()

    def __init__(self, context: AppContext, talk: Conversation, composer: Composer, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._talk, self._composer, self._files = context, talk, composer, context.attachments
        self._counted: tuple[str, int, bool] = ("", 0, True)  # the draft's text, its tokens, whether they are counted
        self._loss: tuple[int, CompactionEstimate | None] = (0, None)  # what reading so many tokens would lose
        self._roomier = False  # messages went since the engine told how much room there is
        self._twice: list[str] = []  # names of files that were there already, not told yet
        self._bad: list[ReadProblem] = []  # of files that could not be read, not told yet
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self._tell_bad)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self._weigh)
        composer.files_pasted.connect(self.dropped)
        composer.picture_pasted.connect(self.add_picture)
        composer.removed.connect(self._files.cancel)
        composer.removed.connect(self._tell_twice)
        composer.refused.connect(self._tell)
        composer.opened.connect(self.look_at)
        composer.estimate.connect(self._estimate)
        self._files.progress.connect(composer.file_progress)
        self._files.read.connect(self._read)
        self._files.failed.connect(self._failed)
        self._files.counted.connect(self._again.start)
        talk.tokens_counted.connect(self._text_counted)  # a method, no lambda: this must end with the window
        talk.reading_previewed.connect(self._loss_known)
        ChatFollower(
            talk, self, memory_changed=self._told, messages_removed=self._removed, phase_changed=self._phase,
            chat_changed=self._chat_changed,
        )  # fmt: skip
        context.models.state_changed.connect(self._model_changed)
        rules = context.settings.keys("memory.")
        self.destroyed.connect(context.settings.watch(lambda *_: self._rules_changed(), *rules))

    # reading -------------------------------------------------------------------

    def add(self, paths: Sequence[str], into: TakesFiles | None = None) -> None:
        """Read files and put them into the draft shown, or into that of ``into``."""
        target = into or self._composer
        taken = paths[: self._room(target)]
        for path in taken:
            target.add_file(self._files.start(Path(path)), clean_name(Path(path).name))
        self._tell_left_out(len(paths) - len(taken))
        target.editor.setFocus()

    @staticmethod
    def _room(target: TakesFiles) -> int:
        return max(0, MOST_FILES - len(target.draft.files))

    def _tell_left_out(self, number: int) -> None:
        if number:
            text = translate("Attachment", "A message can have up to %Ln file(s).", "", MOST_FILES)
            hint = translate("Attachment", "%Ln file(s) not attached.", "", number)
            self._context.notice.emit(Notice("warning", text, hint))

    def _read(self, key: str, attachment: Attachment) -> None:
        if not self._composer.file_read(key, attachment):
            self._twice.append(attachment.name)
        self._tell_twice()
        self.files_changed.emit()

    def _tell_twice(self) -> None:
        """Say which files were there already, of all that were added, once they are read."""
        if not self._twice or any(draft.reading for draft in self._context.drafts.all()):
            return
        names, self._twice = self._twice, []
        if len(names) == 1:
            text = translate("Attachment", "“{name}” is already attached.").format(name=names[0])
        else:
            text = translate("Attachment", "%Ln file(s) are already attached.", "", len(names))
        self._context.notice.emit(Notice("info", text))

    def _failed(self, key: str, problem: ReadProblem) -> None:
        if self._composer.remove_file(key):  # else another window has it, or nobody any more
            self._bad.append(problem)
            if any(draft.reading for draft in self._context.drafts.all()):
                self._gather.start()  # others may come to nothing, too
            else:
                self._tell_bad()
        self._tell_twice()
        self.files_changed.emit()

    def _tell_bad(self) -> None:
        """Say which files could not be read, at once of all that came to nothing in a short while."""
        self._gather.stop()
        problems, self._bad = self._bad, []
        if len(problems) == 1:
            self._tell(problems[0])
        elif problems:
            text = translate("Attachment", "Can't attach %Ln file(s).", "", len(problems))
            whys = listed([sentence(problem.text) for problem in problems])
            self._context.notice.emit(Notice("warning", text, whys))

    def _tell(self, problem: ReadProblem) -> None:
        self._context.notice.emit(Notice("warning", problem.text))

    def add_picture(self, image: QImage, into: TakesFiles | None = None) -> None:
        """Put a picture that was pasted into the draft shown, or into that of ``into``."""
        target = into or self._composer
        if not self._context.models.sees:
            text = translate("Attachment", "No loaded model can see images.")
            hint = translate("Attachment", "Load a model with a vision projector (mmproj), or describe the image.")
            self._context.notice.emit(Notice("warning", text, hint, "open_library"))
            return
        if not self._room(target):
            self._tell_left_out(1)
            return
        name = translate("Attachment", "Pasted image")
        target.add_file(self._files.start_picture(image, name), name)

    def look_at(self, attachment: Attachment) -> AttachmentPreview:
        """Show what was read out of a file."""
        picture = self._context.pictures.path(attachment.digest) if attachment.kind == "picture" else None
        dialog = AttachmentPreview(attachment, *self._files.tokens(attachment), self._composer.window(), picture)
        dialog.open()
        return dialog

    # weighing ------------------------------------------------------------------

    def _estimate(self, text: str) -> None:
        for file in self._composer.draft.attachments:
            self._files.count(file)
        if not self._composer.draft.empty:
            self._talk.count_tokens(text)
        else:
            self._text_counted(text, 0, True)

    def _text_counted(self, text: str, tokens: int, counted: bool) -> None:
        self._counted = text, tokens, counted
        self._weigh()

    def _phase(self, phase: Phase) -> None:
        if phase is Phase.IDLE:  # what could only be guessed while it was at work
            self._estimate(self._composer.text)

    def _model_changed(self, _: ModelState) -> None:
        self._estimate(self._composer.text)

    def _chat_changed(self, _: Chat) -> None:
        self._rules_changed()

    def _rules_changed(self) -> None:
        """What a message may have follows from the system prompt and settings; of a new chat it is told when asked."""
        if not self._talk.state.stored:
            self._estimate(self._composer.text)

    def _told(self, _: object) -> None:
        self._roomier = False
        self._again.start()

    def _removed(self, _: object) -> None:
        self._roomier = True
        self._again.start()

    def _weigh(self) -> None:
        text, tokens, counted = self._counted
        files = self._composer.draft.attachments
        weights = {file.id: self._files.tokens(file) for file in files}
        self._composer.show_tokens(weights)
        tokens += sum(weight for weight, _ in weights.values())
        counted = counted and all(exact for _, exact in weights.values())
        if self._composer.draft.reading:
            return
        limits = self._limits()
        if limits.longest is not None and limits.longest < tokens <= (limits.most or 0) and self._loss[0] != tokens:
            self._loss = tokens, None
            self._talk.preview_reading(tokens)
        blind = any(file.kind == "picture" for file in files) and not self._context.models.sees
        cost = self._unseen() if blind else self._cost_of(tokens, counted, len(files), self._loss[1])
        if cost.refused and not blind and self._roomier:
            cost = replace(cost, refused=False)
        self._composer.set_cost(text, cost)

    def _loss_known(self, tokens: int, loss: CompactionEstimate) -> None:
        if tokens == self._loss[0]:
            self._loss = tokens, loss
            self._again.start()

    def cost(self, tokens: int, counted: bool, files: Sequence[Attachment]) -> Cost:
        """What a message takes whose text has so many tokens; of a file that was not weighed yet it is a guess."""
        for file in files:
            self._files.count(file)
            weight, exact = self._files.tokens(file)
            tokens, counted = tokens + weight, counted and exact
        blind = any(file.kind == "picture" for file in files) and not self._context.models.sees
        return self._unseen() if blind else self._cost_of(tokens, counted, len(files))

    def _unseen(self) -> Cost:
        return unseen(self._context.models.state.phase is ModelPhase.LOADED)

    def _cost_of(self, tokens: int, counted: bool, files: int, loss: CompactionEstimate | None = None) -> Cost:
        state = self._context.models.state
        entry = self._context.models.entry(state.path)
        speed = self._context.switching.speed(entry) if entry is not None else 0.0
        memory = self._talk.memory
        parts = memory.segments if memory is not None and memory.chat == self._talk.state.id else ()
        system = sum(part.tokens for part in parts if part.kind == "system")
        full = sum(part.tokens for part in parts) > 2 * system
        return cost_of(tokens, counted, self._limits(), files, loss, state.n_ctx, speed, full)

    def _limits(self) -> MessageLimits:
        state = self._context.models.state
        known = state.facts is not None and state.n_ctx
        return (self._talk.limits if known else None) or MessageLimits()
