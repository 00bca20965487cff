"""What of a window stays English in another language.

Marks that take no room are put around every text that is translated, so that the window is laid out as without them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.core.curated import read_curated
from app.core.paths import resource_path
from app.ui.chat.transcript.rows import MessageRow

EDGES = " .,:;()“”«»「」\u00a0\u202f"
OPEN, SHUT = "\u2063", "\u2064"  # without a glyph, and words are wrapped as without them
# names and units, the same in every language
SAME = re.compile(
    r"(Longthread|CPU|GPU|MB|GB|kB|min|tok/s|((Ctrl|Strg|Shift|Umschalt|Maj|Mayús|Alt)\+)+"
    r"([^\s()]+( (ab|auf)wärts| suiv| préc| abajo| arriba)?)?|Esc(ape)?|Échap|Del|Supr|Suppr|Entf|Enter|Intro"
    r"|Return|Retour|Retroceso|Tab|F\d+|Markdown|JSON|python|bash|MIT|default|HF|hf|gguf|GGUF|Hugging Face"
    r"|huggingface\.co|f16|q8_0|English|Deutsch|Français|Español|tokens?(?=$)"
    r"|(?<!\S)/[^\W\d_-][\w-]*(?!\S)|[A-Z])"  # and commands made of names that are translated
)


class Marker(QTranslator):
    """Puts marks around every text of ours that goes through translation, in the words of a catalogue."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._catalogue = QTranslator(self)
        assert self._catalogue.load(f"longthread_{words}", str(resource_path("translations")))

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        ours = re.match("([A-Z][a-z]+)+$", context) and not re.match("Q[A-Z]", context)
        if not ours:
            return None  # type: ignore[return-value]  # "" would be taken as its text
        return f"{OPEN}{self._catalogue.translate(context, source, disambiguation, n) or source}{SHUT}"


class Data:
    """What the scenes put into the window: titles, names, texts."""

    def __init__(self) -> None:
        self.folder = Path("…")  # where the program keeps its files
        self.words: set[str] = set()
        texts = []
        for file in [*Path(__file__).parent.glob("*scenes.py"), Path(__file__).with_name("screens.py")]:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.append(plain(node.value))
                    pieces = (node.value, *node.value.split("/"), *re.findall(r"```(\w+)", node.value))
                    self.words.update(map(plain, pieces))
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "chat":
                    for title in node.args[1:2]:
                        if isinstance(title, ast.Constant):  # its end may stand on a line of its own
                            words = plain(str(title.value)).split()
                            self.words.update(" ".join(words[at:]) for at in range(1, len(words)))
        for model in read_curated(resource_path("models.json")).models:
            self.words.update((plain(model.name), plain(model.license)))
        self.all = f" {' '.join(texts)} "

    def knows(self, part: str) -> bool:
        """Whether a part of a text is data: a whole one, or several words of one."""
        words = plain(part)
        return words in self.words or (bool(re.search("[ .-]", words)) and words in self.all)

    def begins(self, part: str) -> bool:
        """Whether a text that was cut off begins like one of the data."""
        words = plain(part)
        return len(words) > 2 and any(one.startswith(words) for one in self.words)


def plain(text: str) -> str:
    """Letters and digits, without what Markdown adds."""
    return " ".join(re.findall(r"[\w.-]+", text.replace("*", "").replace("`", "")))


def words_of(widget: QWidget) -> Iterator[str]:
    """What a widget shows, says on pointing at it, and tells a screen reader."""
    yield widget.toolTip()
    name = widget.accessibleName()
    yield name.partition(":")[0] if isinstance(widget, MessageRow) else name  # the message itself follows
    yield widget.accessibleDescription()
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    if isinstance(widget, (QLineEdit, QTextEdit, QPlainTextEdit)):
        yield widget.placeholderText()
    if isinstance(widget, QAbstractSpinBox):
        yield widget.property("suffix") or ""
        yield widget.specialValueText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    if isinstance(widget, QMenu):
        yield from (action.text() for action in widget.actions())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        for row in range(widget.model().rowCount()):
            for role in roles:
                yield str(widget.model().index(row, 0).data(role) or "")


def english(text: str, data: Data) -> list[str]:
    """The parts of a text that were not translated and are no data."""
    text = text.replace(str(data.folder), "")
    while (shorter := re.sub(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}", "\n", text)) != text:
        text = shorter
    text = re.sub(f"{OPEN}[^{SHUT}\n]*…$", "", text)  # cut off, with the ends of its marks
    left = []
    for part in re.split(r"\n|\t| · |  +|, |、|: |; |\. |…", text):
        rest = SAME.sub("", part).strip(EDGES)
        if re.search("[A-Za-z]{2}", rest) and not data.knows(rest) and not data.knows(part.strip(EDGES)):
            left.append(part)
    return [] if "…" in text and len(left) == 1 and data.begins(left[0]) else left


def shown(window: QWidget) -> list[QWidget]:
    """The window, what is to be seen in it, and the menus that are open."""
    menus = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu) and widget.isVisible()]
    return [window, *(child for child in window.findChildren(QWidget) if child.isVisibleTo(window)), *menus]


@contextmanager
def noted() -> Iterator[list[str]]:
    """The texts that are painted meanwhile without a widget that could be asked for them."""
    painted: list[str] = []
    draw = QPainter.drawText

    def note(painter: QPainter, *arguments: object) -> object:
        painted.extend(one for one in arguments if isinstance(one, str))
        return draw(painter, *arguments)

    QPainter.drawText = note  # type: ignore[assignment]
    try:
        yield painted
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]


def left_english(window: QWidget, painted: Iterable[str], data: Data) -> dict[str, list[str]]:
    """What is seen of a window, or was painted, and is neither translated nor data; by the kind of its widget."""
    found: dict[str, list[str]] = {}
    for widget in shown(window):
        for text in words_of(widget):
            if left := english(text, data):
                found.setdefault(type(widget).__name__, []).extend(left)
    for text in painted:
        if left := english(text, data):
            found.setdefault("painted", []).extend(left)
    return found
