"""What is dropped into the window: what it is, judged by its content, and the overlay that says what will happen."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.transfer.sources import KNOWN
from app.core.types import ModelEntry, VisionPart
from app.core.vision import models_for
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.labels import size
from engine.errors import BadModelFile
from engine.gguf_header import read_facts

translate = QCoreApplication.translate

MAGIC = b"GGUF"
TEXT_LIMIT = 2_000_000


@dataclass(frozen=True)
class Plan:
    """What will happen with what is dropped. Both empty: nothing, and ``title`` says why."""

    title: str
    detail: str = ""
    models: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    text: str = ""
    chats: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()

    @property
    def useful(self) -> bool:
        return bool(self.models or self.texts or self.text or self.chats or self.folders)


def judge(paths: Sequence[str], library: Sequence[ModelEntry] = (), loaded: str = "") -> Plan:
    """What to do with files; a model is known by its first four bytes, never by its name alone.

    ``library``: the models there are, for files that look at pictures for one; ``loaded``: path of the one in use.
    """
    if len(paths) == 1 and (part := vision_part(Path(paths[0]))) is not None:
        return _vision_plan(part, library, loaded)
    if len(paths) == 1 and Path(paths[0]).is_dir() and not holds_chats(Path(paths[0])) and holds_models(Path(paths[0])):
        return Plan(
            translate("Drop", "Look for models in {folder}").format(folder=Path(paths[0]).name),
            translate("Drop", "What is put there later appears by itself; nothing is copied"),
            folders=tuple(paths),
        )
    models, texts, chats, bad = [], [], [], []
    for path in paths:
        kind, why = look_at(Path(path))
        if kind == "model":
            models.append(path)
        elif kind == "text":
            texts.append(path)
        elif kind == "chats":
            chats.append(path)
        else:
            bad.append(why)
    if models:
        name = Path(models[0]).name
        total = size(sum(Path(path).stat().st_size for path in models))
        title = (
            translate("Drop", "Add {name} and use it").format(name=name)
            if len(models) == 1
            else translate("Drop", "Add %Ln model file(s)", "", len(models))
        )
        return Plan(
            title,
            translate("Drop", "{total}, used where it lies; nothing is copied").format(total=total),
            tuple(models),
            tuple(texts),
        )
    if chats:
        name = Path(chats[0]).name if len(chats) == 1 else translate("Drop", "%Ln export(s)", "", len(chats))
        return Plan(
            translate("Drop", "Import the chats of {name}").format(name=name),
            translate("Drop", "They are added to yours; nothing is changed"),
            chats=tuple(chats),
        )
    if texts:
        name = Path(texts[0]).name if len(texts) == 1 else translate("Drop", "%Ln file(s)", "", len(texts))
        return Plan(
            translate("Drop", "Put the text of {name} into the message").format(name=name),
            translate("Drop", "You can still edit it before you send"),
            (),
            tuple(texts),
        )
    return Plan(
        bad[0] if bad else translate("Drop", "Nothing to use here"),
        translate("Drop", "Drop a .gguf model or a text file"),
    )


def _vision_plan(part: VisionPart, library: Sequence[ModelEntry], loaded: str) -> Plan:
    fitting = models_for(part, library, loaded)
    if not fitting:
        title = translate("Drop", "Add {file} for a model that is not here yet").format(file=part.name)
        return Plan(title, translate("Drop", "It looks at pictures for a model; add that, too"), (part.path,))
    title = translate("Drop", "Add vision part to {model}").format(model=fitting[0].name)
    return Plan(
        title, translate("Drop", "{file} looks at pictures for it; used where it lies").format(file=part.name),
        (part.path,),
    )  # fmt: skip


def vision_part(path: Path) -> VisionPart | None:
    """The file as one that looks at pictures for models; None if it is none (or no whole file)."""
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
        facts = read_facts(path)
    except (OSError, BadModelFile):
        return None
    return VisionPart(path=str(path), name=path.name, facts=facts) if facts.kind == "vision" else None


def holds_models(folder: Path) -> bool:
    """Whether there is a model file in a folder or right below it, decided by a glance."""
    return any(next(folder.glob(pattern), None) is not None for pattern in ("*.gguf", "*/*.gguf"))


def look_at(path: Path) -> tuple[str, str]:
    """ "model", "chats", "text" or "", and why not."""
    try:
        if path.is_dir():
            if holds_chats(path):
                return "chats", ""
            return "", translate("Drop", "{name} is a folder").format(name=path.name)
        with path.open("rb") as file:
            head = file.read(4096)
        length = path.stat().st_size
    except OSError as problem:
        return "", translate("Drop", "{name} cannot be read ({problem})").format(
            name=path.name, problem=problem.strerror
        )
    if head.startswith(MAGIC):
        return "model", ""
    if path.suffix.lower() == ".gguf":
        return "", translate(
            "Drop", "{name} is not a GGUF model: it does not begin like one. Download it again"
        ).format(name=path.name)
    if is_export(path, head):
        return "chats", ""
    if b"\0" in head:
        return "", translate("Drop", "{name} is neither a model nor text").format(name=path.name)
    if length > TEXT_LIMIT:
        return "", translate("Drop", "{name} is too long for a message ({size}; at most {limit})").format(
            name=path.name, size=size(length), limit=size(TEXT_LIMIT)
        )
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as problem:
        if problem.start < len(head) - 3:  # a character cut at the end of the sample is fine
            return "", translate("Drop", "{name} is not UTF-8 text").format(name=path.name)
    return "text", ""


def is_export(path: Path, head: bytes) -> bool:
    """Whether a file that begins with ``head`` is an export of chats: ours, or one of those that can be imported."""
    if head.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(path) as archive:
                return any(KNOWN.match(name.rpartition("/")[2]) for name in archive.namelist())
        except (OSError, zipfile.BadZipFile):
            return False
    begin = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return begin.startswith((b"{", b"[")) and (
        b'"longthread-chats"' in begin[:200]
        or (b'"mapping"' in begin and b'"create_time"' in begin)
        or KNOWN.match(path.name) is not None
    )


def holds_chats(folder: Path) -> bool:
    """Whether a folder looks like one of LM Studio's or Jan's: decided by a glance, not by searching all of it."""
    patterns = ("*.conversation.json", "thread.json", "*/thread.json", "*/*.conversation.json", "conversations.json")
    return any(next(folder.glob(pattern), None) is not None for pattern in patterns)


def plan_for(data: QMimeData, library: Sequence[ModelEntry] = (), loaded: str = "") -> Plan | None:
    """The plan for dragged data; None if it holds nothing of interest."""
    if data.hasUrls():
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if paths:
            return judge(paths, library, loaded)
    if data.hasText() and data.text().strip():
        return Plan(
            translate("Drop", "Put the text into the message"),
            translate("Drop", "You can still edit it before you send"),
            text=data.text(),
        )
    return None


def read_texts(paths: Sequence[str]) -> str:
    """The texts of files, one after the other (OSError if one cannot be read)."""
    return "\n\n".join(Path(path).read_text(encoding="utf-8", errors="replace").strip() for path in paths)


class DropOverlay(QWidget):
    """A dashed frame over the window with one line of what will happen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._window = parent
        self._plan = Plan("")
        self.hide()

    @property
    def plan(self) -> Plan:
        return self._plan

    def show_plan(self, plan: Plan) -> None:
        self._plan = plan
        self.setAccessibleName(f"{plan.title}. {plan.detail}")
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), qcolor(scheme.bg, 0.8))
        tint = scheme.accent if self._plan.useful else scheme.warn
        pen = QPen(qcolor(tint), 2, Qt.PenStyle.DashLine)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.setBrush(qcolor(tint, 0.04))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(16, 16, -16, -16), 16, 16)
        kinds = theme().tokens.type
        across = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        wide = min(600.0, self.width() - 90)
        painter.setFont(font(kinds.title, 600))
        words = QRectF(0, 0, wide - 64, 400)
        high = painter.boundingRect(words, int(across), self._plan.title).height()
        card = QRectF((self.width() - wide) / 2, (self.height() - high - 150) / 2, wide, high + 150)
        painter.setPen(QPen(qcolor(scheme.line_strong), 1))
        painter.setBrush(qcolor(scheme.raised))
        painter.drawRoundedRect(card, 14, 14)
        name = (
            "download"
            if self._plan.chats
            else "package-plus"
            if self._plan.models or self._plan.folders
            else "file-text"
            if self._plan.useful
            else "circle-alert"
        )
        picture = icon_pixmap(name, tint, 40, self.devicePixelRatioF())
        painter.drawPixmap(int(card.center().x()) - 20, int(card.top()) + 28, picture)
        words.moveTo(card.left() + 32, card.top() + 84)
        painter.setPen(qcolor(scheme.text))
        painter.drawText(words, int(across), self._plan.title)
        words.moveTop(words.top() + high + 8)
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(font(kinds.base))
        painter.drawText(words, int(across), self._plan.detail)
        painter.end()
