"""The cards on a model's page: what it is, its heads, its vision part, its files, what the person notes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.model_values import ModelEntry, VisionPart
from app.services.engine_client.head_measuring import Measuring
from app.services.models.care import NOTES_LENGTH
from app.ui.library.downloads import ProgressLine
from app.ui.numbers import count, percent, short_count, size
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.text import begin, follow_direction
from app.ui.widgets.tips import set_tip
from engine.protocol import Heads

translate = QCoreApplication.translate

SAVE_AFTER_MS = 700


def fact_rows(entry: ModelEntry) -> list[tuple[str, str]]:
    """What the file says of the model: names and values."""
    facts = entry.facts
    if facts is None:
        return []
    rows = [(translate("ModelFacts", "Architecture"), facts.architecture)]
    if facts.parameters:
        rows.append((translate("ModelFacts", "Parameters"), short_count(facts.parameters)))
    if facts.quantization:
        rows.append((translate("ModelFacts", "Quantization"), facts.quantization))
    if facts.n_ctx_train:
        trained = translate("ModelFacts", "%Ln token(s)", "", facts.n_ctx_train)
        rows.append((translate("ModelFacts", "Maximum context"), trained))
    if facts.n_layer:
        heads = translate("ModelFacts", "{layers} layers, {heads} query heads, {kv} KV heads").format(
            layers=count(facts.n_layer), heads=count(facts.n_head), kv=count(facts.n_head_kv)
        )
        rows.append((translate("ModelFacts", "Layers and heads"), heads))
    if facts.kv_bytes_per_token:
        each = translate("ModelFacts", "{amount} at f16").format(amount=size(facts.kv_bytes_per_token))
        rows.append((translate("ModelFacts", "KV cache per token"), each))
    rows.append(
        (
            translate("ModelFacts", "Chat template"),
            translate("ModelFacts", "Included")
            if facts.has_template
            else translate("ModelFacts", "Not included; Longthread uses a generic template"),
        )
    )
    return rows


class Facts(QWidget):
    """Names at the left, values at the right of them."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for i, (name, value) in enumerate(rows):
            label = dim(name, "dim")
            said = dim(value, "", wrap=True)
            said.setAccessibleName(f"{name}: {value}")
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, i, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(said, i, 1)


def heads_words(heads: Heads) -> tuple[str, str]:
    """What is known of a model's heads, and what that is good for."""
    match heads:
        case "measured":
            return (
                translate("ModelHeads", "Head profile: measured on this computer"),
                translate("ModelHeads", "Compaction keeps more detail in the heads that need it."),
            )
        case "built_in":
            return (
                translate("ModelHeads", "Head profile: built in"),
                translate("ModelHeads", "Compaction keeps more detail in the heads that need it."),
            )
        case "ranked":
            return (
                translate("ModelHeads", "Head profile: partly measured"),
                translate("ModelHeads", "Longthread measures the rest when idle, or you can start now."),
            )
        case "needless":
            return (
                translate("ModelHeads", "Head profile: not needed"),
                translate("ModelHeads", "This model doesn't support compaction."),
            )
        case "none":
            return (
                translate("ModelHeads", "Head profile: not measured"),
                translate(
                    "ModelHeads",
                    "Until Longthread measures the heads, compaction treats them all the same. Measuring takes a "
                    "few minutes, starts when Longthread is idle, and doesn't interrupt chats.",
                ),
            )


class HeadsCard(QWidget):
    """Signals: ``measure()``, ``stop()``."""

    measure = Signal()
    stop = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._heads: Heads | None = None
        self._measuring = Measuring()
        self._here = False
        self.state = dim("", "", wrap=True)
        self.state.setFont(font(theme().tokens.type.base, 500))
        self.words = dim("", "dim", wrap=True)
        self.words.setFont(font(theme().tokens.type.small))
        self.bar = ProgressLine()
        self.button = TextButton(translate("ModelHeads", "Measure now"), "", "gauge")
        self.button.clicked.connect(self._pressed)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self.state)
        words.addWidget(self.words)
        words.addWidget(self.bar)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 12, 12, 12)
        line.setSpacing(12)
        line.addLayout(words, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._show()

    def show_heads(self, heads: Heads | None) -> None:
        """What is known; None: the engine was not asked yet."""
        self._heads = heads
        self._show()

    def show_measuring(self, measuring: Measuring, path: str) -> None:
        """What is being measured, on the page of the model ``path``."""
        self._measuring, self._here = measuring, measuring.path == path
        self._show()

    def _pressed(self) -> None:
        (self.stop if self._here else self.measure).emit()

    def _show(self) -> None:
        if self._here:
            state = translate("ModelHeads", "Measuring… {share}").format(share=percent(self._measuring.share))
            words = translate("ModelHeads", "Measuring continues when no chat is waiting for a reply.")
        elif self._heads is None:
            state, words = translate("ModelHeads", "Head profile: unknown"), ""
        else:
            state, words = heads_words(self._heads)
        self.state.setText(state)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.bar.setVisible(self._here)
        self.bar.show_share(self._measuring.share, "accent")
        self.bar.setAccessibleName(state)
        again = self._heads in ("measured", "built_in")
        self.button.set_text(
            translate("ModelHeads", "Stop")
            if self._here
            else translate("ModelHeads", "Measure again")
            if again
            else translate("ModelHeads", "Measure now")
        )
        self.button.setVisible(self._here or self._heads not in (None, "needless"))
        other = bool(self._measuring.path) and not self._here
        self.button.setEnabled(not other and not (self._here and self._measuring.stopping))
        set_tip(self.button, translate("ModelHeads", "Longthread is measuring another model") if other else "")


class VisionCard(QWidget):
    """The file that looks at pictures for the model. Signals: ``chosen(path)`` ("": none), ``browse()``."""

    chosen = Signal(str)
    browse = Signal()

    def __init__(self, entry: ModelEntry, fitting: Sequence[VisionPart]) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(8)
        here = next((part for part in fitting if part.path == entry.mmproj), None)
        if entry.mmproj:
            name = Path(entry.mmproj).name
            there = here is not None or os.path.exists(entry.mmproj)
            words = (
                size(here.size) if here is not None else "" if there else translate("ModelVision", "File not found.")
            )
            column.addLayout(
                self._line(
                    name, words, translate("ModelVision", "Remove"), lambda: self.chosen.emit(""),
                    role="dim" if there else "error",
                )
            )  # fmt: skip
        else:
            none = dim(
                translate("ModelVision", "Add a vision projector (mmproj) so the model can see images. Drop the "
                                         "file made for this "
                                         "model into the window, or choose it."),
                "dim", wrap=True,
            )  # fmt: skip
            column.addWidget(none)
        for part in fitting:
            if part.path != entry.mmproj:
                line = self._line(
                    part.name, size(part.size), translate("ModelVision", "Add"),
                    lambda part=part: self.chosen.emit(part.path),
                )  # fmt: skip
                column.addLayout(line)
        browse = TextButton(translate("ModelVision", "Choose file…"), "link")
        browse.clicked.connect(self.browse)
        column.addWidget(browse, 0, Qt.AlignmentFlag.AlignLeft)

    def _line(self, name: str, words: str, word: str, act: object, role: str = "dim") -> QHBoxLayout:
        label = ElidedLabel(name)
        label.setFont(font(theme().tokens.type.base, 500))
        about = ElidedLabel(words)
        about.setProperty("role", role)
        about.setFont(font(theme().tokens.type.small))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(label)
        texts.addWidget(about)
        button = TextButton(word, "small")
        button.setAccessibleName(f"{word}: {name}")
        button.clicked.connect(act)
        line = QHBoxLayout()
        line.addLayout(texts, 1)
        line.addWidget(button)
        return line


class FilesCard(QWidget):
    """The files of the model. Signals: ``show_folder()``."""

    show_folder = Signal()

    def __init__(self, entry: ModelEntry) -> None:
        super().__init__()
        column = QVBoxLayout()
        column.setSpacing(3)
        for part in entry.parts or (entry.path,):
            column.addWidget(ElidedLabel(Path(part).name))
        where = ElidedLabel(str(Path(entry.path).parent))
        where.setProperty("role", "faint")
        where.setFont(font(theme().tokens.type.small))
        column.addWidget(where)
        amount = translate("ModelFiles", "%Ln file(s)", "", max(1, len(entry.parts)))
        about = dim(f"{amount} · {size(entry.size)}", "dim")
        about.setFont(font(theme().tokens.type.small))
        column.addWidget(about)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 12, 12, 12)
        line.addLayout(column, 1)
        show = IconButton("folder-open", translate("ModelFiles", "Show in folder"), size=17, box=32)
        show.clicked.connect(self.show_folder)
        line.addWidget(show, 0, Qt.AlignmentFlag.AlignVCenter)


class Notes(QPlainTextEdit):
    """What the person writes about the model. Signals: ``written(text)``, a moment after the last key."""

    written = Signal(str)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(translate("ModelNotes", "Notes on this model"))
        self.setPlaceholderText(translate("ModelNotes", "What the model does well, which settings suit it…"))
        self.setFixedHeight(92)
        follow_direction(self)
        self.setPlainText(text)
        self._told = text
        self._later = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._later.timeout.connect(self.save)
        self.textChanged.connect(self._later.start)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.save()
        super().focusOutEvent(event)

    def show_notes(self, notes: str) -> None:
        """They are other ones by now, by another window; what is being written here stays."""
        if not self.hasFocus() and self.toPlainText() == self._told and self._told[:NOTES_LENGTH] != notes:
            self._told = notes
            begin(self, notes)

    def save(self) -> None:
        """Tell of what was written and not told yet."""
        self._later.stop()
        text = self.toPlainText()
        if text != self._told:
            self._told = text
            self.written.emit(text)
