"""The cards on a model's page: what it is, its heads, its vision part, its files, what the person notes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.types import ModelEntry, VisionPart
from app.services.engine_client.head_measuring import Measuring
from app.ui.library.downloads import ProgressLine
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import ElidedLabel, count, dim, percent, short_count, size
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
        rows.append((translate("ModelFacts", "Weights in"), facts.quantization))
    if facts.n_ctx_train:
        trained = translate("ModelFacts", "%Ln token(s)", "", facts.n_ctx_train)
        rows.append((translate("ModelFacts", "Trained for"), trained))
    if facts.n_layer:
        heads = translate("ModelFacts", "{layers} layers, {heads} heads, {kv} of them with a memory").format(
            layers=count(facts.n_layer), heads=count(facts.n_head), kv=count(facts.n_head_kv)
        )
        rows.append((translate("ModelFacts", "Built of"), heads))
    if facts.kv_bytes_per_token:
        each = translate("ModelFacts", "{amount} each, at f16").format(amount=size(facts.kv_bytes_per_token))
        rows.append((translate("ModelFacts", "Memory of a token"), each))
    rows.append(
        (
            translate("ModelFacts", "Chat template"),
            translate("ModelFacts", "yes, its own")
            if facts.has_template
            else translate("ModelFacts", "none in the file; a plain one is used"),
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
                translate("ModelHeads", "Measured on this computer"),
                translate("ModelHeads", "A compaction gives each head what it needs."),
            )
        case "built_in":
            return (
                translate("ModelHeads", "Known: a profile came with the program"),
                translate("ModelHeads", "A compaction gives each head what it needs."),
            )
        case "ranked":
            return (
                translate("ModelHeads", "Half measured: which heads copy from far back"),
                translate("ModelHeads", "What each head loses is measured while the program is idle, or now."),
            )
        case "needless":
            return (
                translate("ModelHeads", "Nothing to measure"),
                translate("ModelHeads", "The memory of this model cannot be compacted."),
            )
        case "none":
            return (
                translate("ModelHeads", "Not measured yet"),
                translate(
                    "ModelHeads",
                    "Until then a compaction treats all heads alike. It is done while the program is idle, or now; "
                    "it takes some minutes, and chats go on meanwhile.",
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
            words = translate("ModelHeads", "It goes on while nobody waits for a reply.")
        elif self._heads is None:
            state, words = translate("ModelHeads", "Not known yet"), ""
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
        set_tip(self.button, translate("ModelHeads", "Another model is being measured") if other else "")


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
            there = here is not None or Path(entry.mmproj).exists()
            words = (
                size(here.size)
                if here is not None
                else ""
                if there
                else translate("ModelVision", "The file is not there any more.")
            )
            column.addLayout(
                self._line(
                    name, words, translate("ModelVision", "Take off"), lambda: self.chosen.emit(""),
                    role="dim" if there else "error",
                )
            )  # fmt: skip
        else:
            none = dim(
                translate("ModelVision", "Without one the model cannot look at pictures. It is a second file, "
                          "“mmproj”, made with the model; drop it into the window, or choose it."),
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
        browse = TextButton(translate("ModelVision", "Choose a file…"), "link")
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
        show = IconButton("folder-open", translate("ModelFiles", "Show in its folder"), size=17, box=32)
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
        self.setPlaceholderText(translate("ModelNotes", "What it is good at, which settings suit it…"))
        self.setFixedHeight(92)
        self.setPlainText(text)
        self._told = text
        self._later = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._later.timeout.connect(self.save)
        self.textChanged.connect(self._later.start)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.save()
        super().focusOutEvent(event)

    def save(self) -> None:
        """Tell of what was written and not told yet."""
        self._later.stop()
        text = self.toPlainText()
        if text != self._told:
            self._told = text
            self.written.emit(text)
