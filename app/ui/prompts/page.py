"""Saved prompts: each with its command, changed in place; new ones, a file of all, and one read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.draft import PromptForms, WrittenPrompt
from app.core.saved_prompts import NAME_LENGTH, SavedPrompt, command_of
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.page import Page
from app.ui.widgets.text import follow_direction

translate = QCoreApplication.translate

Save = Callable[[str, str, str], bool]
HIGH = 110  # px of the field for a prompt


class PromptForm(QWidget):
    """Name and text of a prompt. Signals: ``saved(name, text)``, ``left()``, ``typed()``.

    Attributes:
        before: name and text that it began with.
    """

    saved = Signal(str, str)
    left = Signal()
    typed = Signal()

    def __init__(self, name: str = "", text: str = "") -> None:
        super().__init__()
        self.name = QLineEdit(name)
        self.name.setPlaceholderText(translate("SavedPrompts", "Name, for example “Fix grammar”"))
        self.name.setAccessibleName(translate("SavedPrompts", "Prompt name"))
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setAcceptDrops(False)
        self.command = dim("", "faint")
        self.command.setFont(font(theme().tokens.type.small, mono=True))
        self.text = QPlainTextEdit(text)
        follow_direction(self.text)
        self.text.setPlaceholderText(translate("SavedPrompts", "Prompt text"))
        self.text.setAccessibleName(translate("SavedPrompts", "Prompt text"))
        self.text.setProperty("kind", "field")
        self.text.setTabChangesFocus(True)
        self.text.setAcceptDrops(False)
        self.text.setFixedHeight(HIGH)
        self.save = TextButton(translate("SavedPrompts", "Save"), "accent")
        self.cancel = TextButton(translate("SavedPrompts", "Cancel"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.command, 1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.name)
        column.addWidget(self.text)
        column.addLayout(buttons)
        self.name.textChanged.connect(self._judge)
        self.text.textChanged.connect(self._judge)
        self.name.returnPressed.connect(self.text.setFocus)
        self.save.clicked.connect(lambda: self.saved.emit(self.name.text(), self.text.toPlainText()))
        self.cancel.clicked.connect(self.left)
        self.before = self.written  # as the fields have it: they make plain spaces of others
        self._judge()

    @property
    def written(self) -> tuple[str, str]:
        """Name and text as they are now."""
        return self.name.text(), self.text.toPlainText()

    @property
    def changed(self) -> bool:
        """Whether something was written that would be lost with it."""
        return self.written != self.before and any(part.strip() for part in self.written)

    def write(self, name: str, text: str) -> None:
        """Put another name and text in."""
        self.name.setText(name)
        self.text.setPlainText(text)

    def _judge(self) -> None:
        self.typed.emit()
        command = command_of(self.name.text())
        self.command.setText(f"/{command}" if command else "")
        self.save.setEnabled(bool(command and self.text.toPlainText().strip()))


class PromptRow(QWidget):
    """A prompt. Signals: ``edit()``, ``delete()``."""

    edit = Signal()
    delete = Signal()

    def __init__(self, prompt: SavedPrompt) -> None:
        super().__init__()
        self.prompt = prompt
        kinds = theme().tokens.type
        name = ElidedLabel(prompt.name)
        name.setFont(font(kinds.base, 600))
        text = ElidedLabel(" ".join(prompt.text.split()))
        text.setProperty("role", "dim")
        text.setFont(font(kinds.small))
        command = dim(f"/{prompt.command}", "faint")
        command.setFont(font(kinds.small, mono=True))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(name)
        words.addWidget(text)
        self.change = IconButton(
            "pencil", translate("SavedPrompts", "Edit “{name}”").format(name=prompt.name), size=16, box=30
        )
        self.change.clicked.connect(self.edit)
        self.away = IconButton(
            "trash-2", translate("SavedPrompts", "Delete “{name}”").format(name=prompt.name), size=16, box=30
        )
        self.away.clicked.connect(self.delete)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 10, 12, 10)
        line.setSpacing(8)
        line.addLayout(words, 1)
        for part in (command, self.change, self.away):
            line.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)


class PromptsPage(Page):
    """Signals: ``delete(id)``, ``export()``, ``import_()``; ``discarded(id, name, text)``: of a form that was left."""

    delete = Signal(str)
    discarded = Signal(str, str, str)
    export = Signal()
    import_ = Signal()

    def __init__(self, save: Save, forms: PromptForms, parent: QWidget | None = None) -> None:
        """``save(name, text, id)``: whether it could be kept; ``id`` "" for a new one. ``forms``: outlive the page."""
        super().__init__(translate("SavedPrompts", "Saved prompts"), parent)
        self._save, self._forms = save, forms
        self._prompts: Sequence[SavedPrompt] = ()
        self._editing: str | None = None  # the id, "" for a new one
        self.form: PromptForm | None = None
        self.rows: list[PromptRow] = []
        self.new = TextButton(translate("SavedPrompts", "New prompt"), "", "plus")
        self.new.clicked.connect(lambda: self._begin(""))
        self.head.addWidget(self.new)
        words = dim(translate("SavedPrompts", "Type “/” at the start of a message to use a prompt."), "dim", wrap=True)
        self.card = Card()
        self.save_file = TextButton(translate("SavedPrompts", "Export…"), "small", "upload")
        self.save_file.clicked.connect(self.export)
        self.read_file = TextButton(translate("SavedPrompts", "Import…"), "small", "download")
        self.read_file.clicked.connect(self.import_)
        files = QHBoxLayout()
        files.setSpacing(8)
        files.addWidget(self.save_file)
        files.addWidget(self.read_file)
        files.addStretch(1)
        self.body.addWidget(words)
        self.body.addWidget(self.card)
        self.body.addLayout(files)
        self.body.addStretch(1)

    def show_prompts(self, prompts: Sequence[SavedPrompt]) -> None:
        """The prompts there are; one that is being changed stays open, as a new one if it is gone from the list."""
        self._prompts = prompts
        form = self.form
        if form is not None and self._editing and all(prompt.id != self._editing for prompt in prompts):
            self._forms.pop(self._editing, None)
            self._editing = "" if form.changed else None
            form.setProperty("prompt", self._editing)
            self._remember()
        self._fill()

    def _open(self, prompt_id: str) -> None:
        if prompt_id != self._editing:
            self._tell_discarded()
        self._editing = prompt_id
        self._fill()
        assert self.form is not None
        self.form.name.setFocus()

    def _begin(self, prompt_id: str) -> None:
        """Open a form, with what an earlier run has left in it."""
        self._open(prompt_id)
        assert self.form is not None
        left = None if self.form.changed else self._forms.take(prompt_id, self._ids)
        if left is not None:
            self.form.write(left.name, left.text)

    @property
    def _ids(self) -> set[str]:
        return {prompt.id for prompt in self._prompts}

    def go_on(self) -> None:
        """Open the form that an earlier run has left, the newest if there are several."""
        for prompt in list(self._forms.left)[-1:]:
            self._begin(prompt if prompt in self._ids else "")

    def leave_form(self) -> bool:
        """Leave the form as its Cancel button does; whether there was one."""
        open_ = self.form is not None
        if open_:
            self._discard()
        return open_

    def resume(self, prompt_id: str, name: str, text: str) -> None:
        """Go on with a form that was left; as with that of a new prompt if its own is gone."""
        self.leave_form()  # the other one that was begun since
        self._open(prompt_id if prompt_id in self._ids else "")
        assert self.form is not None
        self.form.write(name, text)

    def _discard(self) -> None:
        self._tell_discarded()
        self._close()

    def _tell_discarded(self) -> None:
        """What is written in the form that is open, if there is one, is about to go."""
        if self.form is not None and self.form.changed:
            self.discarded.emit(self._editing or "", *self.form.written)
            self._forms.pop(self._editing or "", None)

    def _remember(self) -> None:
        """What is written outlives the program, until it is saved or discarded."""
        if self.form is None or self._editing is None:
            return
        if self.form.changed:
            self._forms[self._editing] = WrittenPrompt(*self.form.written)
        else:
            self._forms.pop(self._editing, None)

    def empty(self) -> None:
        """Close the form and offer nothing of it."""
        self._editing = None
        self._fill()

    def _close(self) -> None:
        before, self._editing = self._editing, None
        self._fill()
        row = next((row for row in self.rows if row.prompt.id == before), None)
        (row.change if row is not None else self.new).setFocus()

    def _fill(self) -> None:
        kept = self.form if self.form is not None and self._editing == self.form.property("prompt") else None
        if kept is not None and kept.written == kept.before:
            kept = None  # nothing was written in it: the prompt as it is now
        self.rows, self.form = [], None
        parts: list[QWidget] = [self._form("", "", "", kept)] if self._editing == "" else []
        for prompt in self._prompts:
            if prompt.id == self._editing:
                parts.append(self._form(prompt.id, prompt.name, prompt.text, kept))
                continue
            row = PromptRow(prompt)
            row.edit.connect(lambda one=prompt: self._begin(one.id))
            row.delete.connect(lambda one=prompt: self.delete.emit(one.id))
            self.rows.append(row)
            parts.append(row)
        self.card.put(parts)
        self.card.setVisible(bool(self.rows) or self.form is not None)
        self.save_file.setEnabled(bool(self._prompts))

    def _form(self, prompt_id: str, name: str, text: str, kept: PromptForm | None) -> PromptForm:
        """``kept``: the one that stays open, with what is written there."""
        form = kept if kept is not None else PromptForm(name, text)
        if kept is None:
            form.setProperty("prompt", prompt_id)
            form.saved.connect(lambda name, text: self._keep(name, text, self._editing or ""))
            form.left.connect(self._discard)
            form.typed.connect(self._remember)
        self.form = form
        return form

    def _keep(self, name: str, text: str, prompt_id: str) -> None:
        if self._save(name, text, prompt_id):
            self._forms.pop(prompt_id, None)
            self._close()
