"""Controls that only the settings of replies need: texts to stop at, a seed with dice, a form that is checked."""

from __future__ import annotations

import random

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout

from app.core.scopes import LONGEST_OF_LIST, MOST_TEXTS, Setting, Value
from app.core.texts import Text
from app.ui.language import of_setting
from app.ui.sentences import whole
from app.ui.settings.fields import Field, NumberField, WholeNumber
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import dim
from app.ui.widgets.text import quietly
from app.ui.widgets.text_chips import TextChips

CHECK_MS = 400  # of quiet before a form is checked

translate = QCoreApplication.translate


def written(text: str) -> str:
    """A text as it is typed here: one line, with ``\\n`` and ``\\t``."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def meant(text: str) -> str:
    """The text that was typed as :func:`written` shows it."""
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\t", "\t") for part in parts)


class TextsField(Field):
    """Short texts as chips; Enter adds one, a click on its cross takes it away."""

    wide = True

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._label = of_setting(setting.label)
        self._texts: tuple[str, ...] = ()
        self._chips = TextChips(mono=True)
        self._chips.removed.connect(self._take)
        self.control = QLineEdit()
        self.control.setMaxLength(LONGEST_OF_LIST)
        self.control.setPlaceholderText(translate("ReplyFields", "Type text, then press Enter"))
        self.control.setAccessibleName(self._label)
        self.control.setAcceptDrops(False)
        self.control.returnPressed.connect(self._add)
        self.control.editingFinished.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._chips)
        column.addWidget(self.control)

    def show_value(self, value: Value) -> None:
        texts = value if isinstance(value, tuple) else ()
        self._texts = texts
        self._chips.show_texts(texts, written)

    def _add(self) -> None:
        text = meant(self.control.text())
        self.control.clear()
        if text and text not in self._texts and len(self._texts) < MOST_TEXTS:
            self._tell((*self._texts, text))

    def _take(self, text: str) -> None:
        self._tell(tuple(one for one in self._texts if one != text))

    def _tell(self, texts: tuple[str, ...]) -> None:
        self.show_value(texts)
        self.changed.emit(texts)


class SeedField(NumberField):
    """A number with dice beside it; -1 is said in words."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.control.setSpecialValueText(translate("ReplyFields", "Random"))
        if isinstance(self.control, WholeNumber):
            self.control.groups = False
        self.control.setGroupSeparatorShown(False)
        self.dice = IconButton("dices", translate("ReplyFields", "Pick a random seed"), size=16, box=30)
        self.dice.clicked.connect(self._throw)
        line = self.layout()
        assert isinstance(line, QHBoxLayout)
        line.setSpacing(4)
        line.insertWidget(0, self.dice)

    def _throw(self) -> None:
        self.control.setValue(random.SystemRandom().randint(1, 999_999))


class FormField(Field):
    """A schema or a grammar; after a moment of quiet ``check_asked(text)``, and the answer is shown below."""

    wide = True
    check_asked = Signal(str)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.control = QPlainTextEdit()
        self.control.setAcceptDrops(False)
        self.control.setProperty("kind", "field")
        self.control.setFont(font(theme().tokens.type.small, mono=True))
        self.control.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # schemas come in one line, too
        self.control.setAccessibleName(of_setting(setting.label))
        self.control.setTabChangesFocus(True)
        self.control.setFixedHeight(150)
        self.verdict = dim("", "dim", wrap=True)
        self.verdict.setFont(font(theme().tokens.type.small))
        self.verdict.setAccessibleName(translate("ReplyFields", "Validation result"))
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(CHECK_MS)
        self._quiet.timeout.connect(lambda: self.check_asked.emit(self.control.toPlainText()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.control)
        column.addWidget(self.verdict)
        self.control.textChanged.connect(self._edited)

    def _edited(self) -> None:
        self.verdict.setText("")
        self._quiet.start()
        self.changed.emit(self.control.toPlainText())

    def show_value(self, value: Value) -> None:
        if self.control.toPlainText() != value:
            quietly(self.control, str(value), anew=False)
            self.recheck()

    def begin(self, value: Value) -> None:
        quietly(self.control, str(value), anew=True)
        self.recheck()

    def show_kind(self, output: str) -> None:
        """Give an example of what is wanted: a ``schema`` or a ``grammar``."""
        examples = {
            "schema": translate("ReplyFields", '{"type": "object", "properties": {"name": {"type": "string"}}}'),
            "grammar": translate("ReplyFields", 'root ::= "yes" | "no"'),
        }
        self.control.setPlaceholderText(examples.get(output, ""))

    def recheck(self) -> None:
        """It may be judged another way now."""
        self.verdict.setText("")
        self._quiet.start()

    def show_verdict(self, text: str, problem: Text | None) -> None:
        """The answer to ``check_asked(text)``; one to an earlier text is not shown."""
        if text != self.control.toPlainText():
            return
        self.verdict.setProperty("role", "dim" if problem is None else "warn")
        self.verdict.style().polish(self.verdict)
        good = translate("ReplyFields", "Valid.")
        self.verdict.setText(good if problem is None else whole(problem))
