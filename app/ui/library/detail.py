"""The page of one model: does it fit, how it is loaded, what it is, and what the person makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.model_values import ModelEntry, ModelPhase, ModelState, VisionPart
from app.core.settings import SettingsView
from app.core.vision import parts_for
from app.services.addons import AddOnState
from app.services.engine_client.head_measuring import Measuring
from app.services.wording import said_together
from app.ui.library.addon_card import AddOnCard
from app.ui.library.cards import Facts, FilesCard, HeadsCard, Notes, VisionCard, fact_rows
from app.ui.library.device_rows import device_rows
from app.ui.library.fit_words import FitReading, read
from app.ui.library.load_settings import LoadSettings
from app.ui.library.memory_bar import MemoryBars
from app.ui.library.rows import IconBadge, IconLine, verdict
from app.ui.sentences import sentence
from app.ui.sentences import whole as whole_text
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.focus import put_in_order
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.tips import set_tip
from engine.protocol import Devices, Error, Estimated, LoadChoice

translate = QCoreApplication.translate


def chosen_words(choice: LoadChoice | None) -> list[str]:
    """What the engine would choose and why, where anything that counts is left to it."""
    if choice is None or not {"n_ctx", "n_gpu_layers"} & set(choice.automatic):
        return []
    summary = sentence(choice.summary)
    if "n_ctx" in choice.automatic:  # which it begins with
        summary = translate("ModelPage", "Automatic: {choice}").format(choice=summary)
    return [summary, *(sentence(reason) for reason in choice.reasons)]


class ModelDetail(QWidget):
    """Made for one model; shown anew as that changes.

    Signals: ``back()``, ``load()``, ``unload()``, ``rename()``, ``remove()``, ``delete()``, ``show_folder()``,
    ``measure()``, ``stop_measuring()``, ``notes(text)``, ``vision(path)``, ``browse_vision()``, and
    ``settings_changed()``, after which an estimate is wanted.
    """

    back = Signal()
    load = Signal()
    unload = Signal()
    rename = Signal()
    remove = Signal()
    delete = Signal()
    show_folder = Signal()
    measure = Signal()
    stop_measuring = Signal()
    notes = Signal(str)
    vision = Signal(str)
    browse_vision = Signal()
    settings_changed = Signal()

    def __init__(self, entry: ModelEntry, view: SettingsView) -> None:
        """``view``: the settings of this model."""
        super().__init__()
        self.entry = entry
        self._state = ModelState()
        self._stale = False
        self._shown: tuple[object, ...] = ()
        self.reading: FitReading | None = None
        self._gpu = False
        self._devices = Devices()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self._head())
        self.verdict = QWidget()
        self._verdict = QVBoxLayout(self.verdict)
        self._verdict.setContentsMargins(2, 0, 0, 0)
        column.addWidget(self.verdict)
        self.settings = LoadSettings(view)
        self.settings.changed.connect(self.settings_changed)
        self._fit_card(column)
        self._heads_title = self._title(column, translate("ModelPage", "Attention heads"))
        self.heads = HeadsCard()
        self.heads.measure.connect(self.measure)
        self.heads.stop.connect(self.stop_measuring)
        self._heads_card = Card()
        self._heads_card.add(self.heads)
        column.addWidget(self._heads_card)
        self._vision_title = self._title(column, translate("ModelPage", "Vision projector (mmproj)"))
        self._vision_card = Card()
        column.addWidget(self._vision_card)
        self._title(column, translate("ModelPage", "Notes"))
        self.noted = Notes(entry.notes)
        self.noted.written.connect(self.notes)
        column.addWidget(self.noted)
        self._facts_title = self._title(column, translate("ModelPage", "Model details"))
        self._facts_card = Card()
        column.addWidget(self._facts_card)
        self._devices_title = self._title(column, translate("ModelPage", "Devices"))
        self._devices_card = Card()
        column.addWidget(self._devices_card)
        self.addon = AddOnCard()
        column.addWidget(self.addon)
        self._title(column, translate("ModelPage", "Files"))
        self._files_card = Card()
        column.addWidget(self._files_card)
        column.addLayout(self._foot())
        self.show_entry(entry, ())

    # ------------------------------------------------------------------ parts

    def _head(self) -> QVBoxLayout:
        back = TextButton(translate("ModelPage", "All models"), "link", "arrow-left")
        back.clicked.connect(self.leave)
        self.back_button = back
        self.name = ElidedLabel()
        self.name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.name.setFont(font(theme().tokens.type.title, 600))
        self.pencil = IconButton("pencil", translate("ModelPage", "Rename"), size=15, box=28)
        self.pencil.clicked.connect(self.rename)
        self.badges = QHBoxLayout()
        self.badges.setSpacing(6)
        self.button = TextButton(translate("ModelPage", "Load"), "accent")
        self.button.clicked.connect(self.load)
        self.away = TextButton(translate("ModelPage", "Unload"), "", "power")
        self.away.clicked.connect(self.unload)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(8)
        name = QHBoxLayout()
        name.setSpacing(4)
        name.addWidget(self.name)
        name.addWidget(self.pencil)
        name.addStretch(1)
        self._tools = QHBoxLayout()
        self._tools.setSpacing(8)
        self._tools.addLayout(self.badges)
        self._tools.addWidget(self.away)
        self._tools.addWidget(self.button)
        self._line.addLayout(name, 1)
        self._line.addLayout(self._tools)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(self._line)
        return column

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Badges and buttons stand below a name that would lose letters beside them."""
        need = self.name.fontMetrics().horizontalAdvance(self.name.text()) + self.pencil.width() + 20
        beside = need + self._tools.sizeHint().width() <= self.width()
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        alignment = Qt.AlignmentFlag.AlignVCenter if beside else Qt.AlignmentFlag.AlignLeft
        self._line.setAlignment(self._tools, alignment)

    def _fit_card(self, column: QVBoxLayout) -> None:
        self._load_title = self._title(column, translate("ModelPage", "Load settings"))
        self.bars = MemoryBars()
        self.fit_words = dim("", "dim", wrap=True)
        self.fit_words.setFont(font(theme().tokens.type.small))
        self.fit_words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        top = QWidget()
        inner = QVBoxLayout(top)
        inner.setContentsMargins(16, 14, 16, 12)
        inner.setSpacing(8)
        inner.addWidget(self.bars)
        inner.addWidget(self.fit_words)
        self.load_card = Card()
        self.load_card.add(top)
        for row in self.settings.rows.values():
            self.load_card.add(row)
        column.addWidget(self.load_card)

    def _title(self, column: QVBoxLayout, words: str) -> QWidget:
        title = dim(words, "")
        title.setFont(font(theme().tokens.type.base, 600))
        title.setContentsMargins(2, 10, 0, 0)
        column.addWidget(title)
        return title

    def _foot(self) -> QHBoxLayout:
        self.remove_button = TextButton(translate("ModelPage", "Remove from library"), "", "x")
        self.remove_button.clicked.connect(self.remove)
        self.delete_button = TextButton(translate("ModelPage", "Delete files…"), "", "trash-2")
        self.delete_button.clicked.connect(self.delete)
        line = QHBoxLayout()
        line.setContentsMargins(0, 8, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.remove_button)
        line.addWidget(self.delete_button)
        line.addStretch(1)
        return line

    # ------------------------------------------------------------------ what is shown

    def show_entry(self, entry: ModelEntry, parts: Sequence[VisionPart]) -> None:
        """Show the model as the library has it now, and the vision parts there are."""
        self.entry = entry
        self.noted.show_notes(entry.notes)
        fitting = parts_for(entry, parts)
        self.name.setText(entry.name)
        shown = (entry.facts, entry.parts, entry.status, entry.problem, entry.mmproj, tuple(fitting), entry.size)
        if shown != self._shown:
            self._shown = shown
            self._fill(fitting)
        self._show_buttons()

    def _fill(self, fitting: Sequence[VisionPart]) -> None:
        entry = self.entry
        while (item := self._verdict.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        name, role, words = verdict(entry)
        if entry.status == "missing":
            words = whole_text(entry.problem) or words
        self._verdict.addWidget(IconLine(name, role, words))
        usable = entry.status == "ok"
        for part in (self._load_title, self.load_card, self._heads_title, self._heads_card):
            part.setVisible(usable)
        rows = fact_rows(entry)
        self._facts_card.clear()
        if rows:
            self._facts_card.add(Facts(rows))
        self._facts_title.setVisible(bool(rows))
        self._facts_card.setVisible(bool(rows))
        self._vision_card.clear()
        card = VisionCard(entry, fitting)
        card.chosen.connect(self.vision)
        card.browse.connect(self.browse_vision)
        self._vision_card.add(card)
        self._vision_title.setVisible(usable)
        self._vision_card.setVisible(usable)
        files = FilesCard(entry)
        files.show_folder.connect(self.show_folder)
        self._files_card.clear()
        self._files_card.add(files)
        self.delete_button.setVisible(bool(entry.parts))
        if (whole := self.layout()) is not None:
            put_in_order(whole)

    def show_model(self, state: ModelState, stale: bool) -> None:
        """The model in use; ``stale``: it was loaded with other settings than those in force."""
        self._state, self._stale = state, stale
        self._show_buttons()
        self._show_devices()

    def show_devices(self, devices: Devices) -> None:
        """What the engine computes on, and what it left out."""
        self._devices = devices
        self._show_devices()

    def show_addon(self, state: AddOnState) -> None:
        """Support for graphics cards that can be downloaded."""
        self.addon.show_state(state)
        self._show_devices()

    def _show_devices(self) -> None:
        loaded = self._state.path == self.entry.path and self._state.phase is ModelPhase.LOADED
        rows = device_rows(self._devices, loaded)
        self._devices_card.clear()
        if rows:
            self._devices_card.add(Facts(rows))
        self._devices_title.setVisible(bool(rows) or not self.addon.isHidden())
        self._devices_card.setVisible(bool(rows))

    def _show_buttons(self) -> None:
        mine = self._state.path == self.entry.path
        loaded = mine and self._state.phase is ModelPhase.LOADED
        loading = mine and self._state.phase is ModelPhase.LOADING
        if self.button.hasFocus() and (loading or (loaded and not self._stale)):
            self.back_button.setFocus()  # else Qt gives it to the next control, which may be a way to reset something
        self.away.setVisible(loaded)
        self.button.setVisible(not loaded or self._stale)
        self.button.setEnabled(self.entry.status == "ok" and not loading)
        self.button.set_text(
            translate("ModelPage", "Loading…")
            if loading
            else translate("ModelPage", "Reload to apply")
            if loaded
            else translate("ModelPage", "Load")
        )
        badges = [(translate("ModelPage", "In use"), "pinned")] if loaded else []
        if self.reading is not None and self.reading.badge and self.entry.status == "ok":
            badges.append((self.reading.badge, self.reading.role))
        while (item := self.badges.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for words, role in badges:
            badge = IconBadge(words, role)
            set_tip(badge, self.reading.sentence if self.reading is not None and words == self.reading.badge else "")
            self.badges.addWidget(badge)
        self._make_room()

    def show_estimate(self, told: Estimated | Error) -> None:
        """What it would take, or why that cannot be told."""
        if isinstance(told, Error):
            self.reading = None
            self.bars.hide()
            self._say(whole_text(told.text), "error")
        else:
            self.bars.show()
            self.bars.show_estimate(told)
            self.reading = read(told)
            note = sentence(told.note)
            words = [*chosen_words(told.choice), self.reading.sentence, self.reading.hint, note]
            self._say(said_together(*words), self.reading.role)
            self.heads.show_heads(told.heads)
            self._gpu = self._gpu or bool(told.device_available or told.device)
            self.settings.set_limits(self.entry.facts, told.available, self._gpu)
            self.settings.show_choice(told.choice)
        self._show_buttons()

    def _say(self, words: str, role: str) -> None:
        self.fit_words.setText(words)
        self.fit_words.setProperty("role", role if role in ("error", "warn") else "dim")
        self.fit_words.style().polish(self.fit_words)

    def show_measuring(self, measuring: Measuring) -> None:
        self.heads.show_measuring(measuring, self.entry.path)

    # ------------------------------------------------------------------ leaving

    def leave(self) -> None:
        """Keep what was written, and go back."""
        self.noted.save()
        self.back.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
