"""How one model is loaded: each value its own, or as in the general settings."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.settings import MB, SettingsView, Value
from app.ui.language import of_setting
from app.ui.settings.automatic import show_choice
from app.ui.settings.choose import field_for
from app.ui.settings.fields import Field, NumberField
from app.ui.settings.row import RowWords, SettingRow
from app.ui.widgets.controls import ChoiceSegment, Slider
from engine.protocol import LoadChoice, ModelFacts

translate = QCoreApplication.translate

SIZE_KEYS = {"tokens": "model.n_ctx", "size": "model.memory_mb", "share": "model.memory_share"}
MEMORY_KEYS = ("model.memory_by", *SIZE_KEYS.values())
WORKERS_ON = "workers.on"
OTHER_KEYS = (
    "model.kv_type", "model.gpu_layers", "model.gpu_split", "model.threads", "model.batch", "model.flash_attention",
    WORKERS_ON,
)  # fmt: skip
LEAST_TOKENS, LEAST_MB = 512, 16
MOST_TOKENS = 131_072  # where the file does not say what the model was trained for


def is_own(row: SettingRow) -> bool:
    """Whether the value is the model's own; one without a fingerprint has none."""
    return len(row.scope.places) > 1 and row.is_set


OF_MODEL = RowWords(
    back=lambda row: translate("LoadSettings", "Reset {setting} to general settings").format(setting=row.label),
    origin=lambda row: "" if is_own(row) else translate("LoadSettings", "same as general settings"),
    here=is_own,
)


class MemorySize(Field):
    """How large the memory is: in tokens, in MB, or as a share; a slider, and the number itself.

    Signals: ``chosen(by, value)``.
    """

    chosen = Signal(str, object)
    wide = True

    def __init__(self, view: SettingsView) -> None:
        super().__init__()
        self._view = view
        self._by = "tokens"
        self._most = {"tokens": MOST_TOKENS, "size": 65_536}
        self._chosen = LEAST_TOKENS
        self.segments: dict[str, ChoiceSegment] = {}
        kinds = QButtonGroup(self)
        first = QHBoxLayout()
        first.setSpacing(0)
        for by, word in (
            ("tokens", translate("LoadSettings", "Tokens")),
            ("size", translate("LoadSettings", "MB")),
            ("share", translate("LoadSettings", "Share of free RAM/VRAM")),
        ):
            segment = ChoiceSegment(word)
            segment.setAccessibleName(translate("LoadSettings", "Context size in: {kind}").format(kind=word))
            segment.clicked.connect(lambda _=False, by=by: self.chosen.emit(by, self._view.get(SIZE_KEYS[by])))
            kinds.addButton(segment)
            self.segments[by] = segment
            first.addWidget(segment)
        first.addStretch(1)
        self.slider = Slider(translate("LoadSettings", "Context size"), 0.0, 1.0, 0.005)
        self.slider.setMinimumWidth(120)
        self.slider.setMaximumWidth(16_777_215)
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.moved.connect(self._moved)
        self.share = QLabel()
        self.share.setFixedWidth(120)
        self.share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        second = QHBoxLayout()
        second.setSpacing(12)
        second.addWidget(self.slider, 1)
        self.numbers: dict[str, NumberField] = {}
        for by in ("tokens", "size"):
            number = NumberField(view.declared(SIZE_KEYS[by]))
            number.changed.connect(lambda value, by=by: self.chosen.emit(by, value))
            self.numbers[by] = number
            second.addWidget(number)
        second.addWidget(self.share)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(first)
        column.addLayout(second)

    def set_limits(self, facts: ModelFacts | None, free: int) -> None:
        """How far the slider goes: what the model was trained for, and what memory there is (bytes, 0: unknown)."""
        if facts is not None and facts.n_ctx_train:
            self._most["tokens"] = max(2 * LEAST_TOKENS, self._allowed("tokens", facts.n_ctx_train))
        if free:
            self._most["size"] = max(2 * LEAST_MB, self._allowed("size", free // MB))
        self.show_value(self._view.get("model.memory_by"))

    def show_choice(self, choice: LoadChoice) -> None:
        """What the engine would choose."""
        self._chosen = choice.n_ctx
        show_choice({"model.n_ctx": self.numbers["tokens"]}, choice)
        self._show_place()

    def _allowed(self, by: str, value: int) -> int:
        """As far as the setting goes: some models were trained for more."""
        most = self._view.declared(SIZE_KEYS[by]).maximum
        return value if most is None else min(value, int(most))

    def show_value(self, value: Value) -> None:
        """``value``: what it is measured by."""
        self._by = str(value)
        self.segments[self._by].setChecked(True)
        for by, number in self.numbers.items():
            number.show_value(self._view.get(SIZE_KEYS[by]))
            number.setVisible(by == self._by)
        part = self._view.number("model.memory_share")
        self.share.setText(f"{part * 100:.0f} %")
        self.share.setVisible(self._by == "share")
        self._show_place()

    def _show_place(self) -> None:
        value = self._value()
        if self._value_at(self.slider.value) != value:  # else it stays: several of its steps may be one value
            self.slider.set_value(self._place(value))

    def _value(self) -> float:
        if self._by == "share":
            return self._view.number("model.memory_share")
        return max(self._least, self._view.integer(SIZE_KEYS[self._by]) or self._chosen)

    @property
    def _least(self) -> int:
        return LEAST_TOKENS if self._by == "tokens" else LEAST_MB

    def _place(self, value: float) -> float:
        """Where the slider stands for a value."""
        if self._by == "share":
            return value
        low, most = self._least, self._most[self._by]
        return min(1.0, math.log(value / low) / math.log(most / low))

    def _value_at(self, place: float) -> float:
        """What the slider stands for at a place."""
        if self._by == "share":
            return round(min(0.95, max(0.01, place)), 2)
        low, most, grain = self._least, self._most[self._by], 256 if self._by == "tokens" else 16
        value = low * (most / low) ** place
        return min(most, max(low, round(value / grain) * grain))

    def _moved(self, place: float) -> None:
        self.chosen.emit(self._by, self._value_at(place))


class LoadSettings(QWidget):
    """All of it for one model. Signals: ``changed()`` after each change."""

    changed = Signal()

    def __init__(self, view: SettingsView) -> None:
        """``view``: the settings of the model; what is changed is set there."""
        super().__init__()
        self._view = view
        self.rows: dict[str, SettingRow] = {}
        self.fields: dict[str, Field] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        self.memory = MemorySize(view)
        self.memory.chosen.connect(self._size_chosen)
        row = SettingRow(
            view, MEMORY_KEYS, translate("LoadSettings", "Context size"),
            translate("LoadSettings", "How much the model holds in full detail before it compacts. RAM use grows "
                                      "only as needed."),
            self.memory, OF_MODEL,
        )  # fmt: skip
        self._add("memory", row)
        column.addWidget(row)
        for key in OTHER_KEYS:
            setting = view.declared(key)
            field = field_for(setting)
            wide = key == "model.kv_type"  # four choices leave a narrow window no room beside them
            words = of_setting(setting.label), of_setting(setting.help)
            row = SettingRow(view, (key,), *words, field, OF_MODEL, below=wide)
            self.fields[key] = field
            self._add(key, row)
            column.addWidget(row)
        self.rows["model.gpu_split"].hide()
        self.set_limits(None, 0, gpu=False)
        self.show_values()

    def set_limits(self, facts: ModelFacts | None, free: int, gpu: bool) -> None:
        """What there is: the model's length and layers, free bytes, a GPU."""
        self.memory.set_limits(facts, free)
        layers = self.fields["model.gpu_layers"]
        if isinstance(layers, NumberField) and facts is not None and facts.n_layer:
            layers.control.setMaximum(max(facts.n_layer + 1, self._view.integer("model.gpu_layers")))
        chosen = self._view.integer("model.gpu_layers") != self._view.declared("model.gpu_layers").default
        self.rows["model.gpu_layers"].setVisible(gpu or chosen)

    def show_choice(self, choice: LoadChoice | None) -> None:
        """What the engine would choose, and whether there are several GPUs to choose for."""
        if choice is None:
            return
        self.memory.show_choice(choice)
        show_choice(self.fields, choice)
        split = bool(self._view.text("model.gpu_split"))
        self.rows["model.gpu_split"].setVisible(len(choice.devices) > 1 or split)

    def show_values(self) -> None:
        """Show what is in force; that of other computers where there are any."""
        self.rows[WORKERS_ON].setVisible(bool(self._view.text("workers.addresses")))
        for row in self.rows.values():
            row.show_value()

    def _add(self, name: str, row: SettingRow) -> None:
        self.rows[name] = row
        row.changed.connect(self._changed)

    def _size_chosen(self, by: str, value: Value) -> None:
        self._view.set("model.memory_by", by)
        self._view.set(SIZE_KEYS[by], value)
        self._changed()

    def _changed(self) -> None:
        self.show_values()
        self.changed.emit()
