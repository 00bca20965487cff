"""What is dropped into the window: what it is, judged by its content, and the overlay that says what will happen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.attachments.kinds import SAMPLE, sort_of
from app.core.model_values import ModelEntry, VisionPart
from app.core.transfer.sources import holds_chats
from app.core.vision import models_for
from app.ui.numbers import listed, size
from app.ui.sentences import hint as hint_of
from app.ui.sentences import sentence
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from engine.gguf.header import read_facts

translate = QCoreApplication.translate

MAGIC = b"GGUF"
OTHER_MODELS = frozenset({".safetensors", ".pt", ".pth", ".ckpt", ".onnx"})  # what else models are published as


@dataclass(frozen=True)
class Plan:
    """What will happen with what is dropped. All empty: nothing, and ``title`` says why."""

    title: str
    detail: str = ""
    models: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # to be attached to the message
    text: str = ""
    chats: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()  # why others of them are left out, a sentence each
    folders: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()

    @property
    def left_out(self) -> tuple[str, str]:
        """What is told of those that were refused, and in smaller print."""
        if len(self.refused) == 1:
            return self.refused[0], ""
        return translate("Drop", "Can't use %Ln item(s).", "", len(self.refused)), listed(self.refused)

    @property
    def useful(self) -> bool:
        return bool(self.models or self.files or self.text or self.chats or self.folders or self.documents)


def judge(
    paths: Sequence[str], library: Sequence[ModelEntry] = (), loaded: str = "", *, sees: bool = False, use: bool = True
) -> Plan:
    """What to do with files; a model is known by its first four bytes, never by its name alone.

    ``library``: the models there are, for files that look at pictures for one; ``loaded``: path of the one in use;
    ``sees``: whether that looks at pictures; ``use``: whether a model that is added is loaded.
    """
    if len(paths) == 1 and (part := vision_part(Path(paths[0]))) is not None:
        return _vision_plan(part, library, loaded)
    folder = Path(paths[0]) if len(paths) == 1 else Path()
    if len(paths) == 1 and os.path.isdir(folder) and not holds_chats(folder) and holds_models(folder):
        return Plan(
            translate("Drop", "Add model folder {folder}").format(folder=folder.name),
            translate("Drop", "New models appear automatically; Longthread copies nothing"),
            folders=tuple(paths),
        )
    models, files, chats, bad, pictures = [], [], [], [], 0
    for path in paths:
        kind, why, hint = look_at(Path(path), sees)
        if kind == "model":
            models.append(path)
        elif kind in ("file", "picture"):
            files.append(path)
            pictures += kind == "picture"
        elif kind == "chats":
            chats.append(path)
        else:
            bad.append((why, hint))
    refused = tuple(why for why, _ in bad)
    if models:
        name = Path(models[0]).name
        total = size(sum(Path(path).stat().st_size for path in models))
        title = (
            translate("Drop", "Add and load {name}") if use else translate("Drop", "Add {name} to the library")
        ).format(name=name)
        if len(models) > 1:
            title = translate("Drop", "Add %Ln model file(s)", "", len(models))
        detail = translate("Drop", "{size}, used in place without a copy").format(size=total)
        return Plan(
            title, _with_others(detail, chats, files), tuple(models), tuple(files), chats=tuple(chats), refused=refused
        )
    if chats:
        title = translate("Drop", "Import chats from {name}").format(name=Path(chats[0]).name)
        if len(chats) > 1:
            title = translate("Drop", "Import chats from %Ln export(s)", "", len(chats))
        detail = _with_others(translate("Drop", "Adds to your chats and changes none of them"), (), files)
        return Plan(title, detail, files=tuple(files), chats=tuple(chats), refused=refused)
    if files:
        title = translate("Drop", "Attach {name}").format(name=Path(files[0]).name)
        detail = translate("Drop", "The model reads the text; the file stays where it is")
        if len(files) > 1:
            title = translate("Drop", "Attach %Ln file(s)", "", len(files))
            detail = translate("Drop", "The model reads the text; the files stay where they are")
        if pictures == len(files):
            detail = translate("Drop", "The model sees the image, and the chat keeps a copy")
            if len(files) > 1:
                detail = translate("Drop", "The model sees the images, and the chat keeps copies")
        elif pictures:
            detail = translate("Drop", "The model sees the images and reads the text in the other files")
        return Plan(title, detail, files=tuple(files), refused=refused)
    if len(bad) == 1:
        return Plan(bad[0][0], bad[0][1], refused=refused)
    if bad:
        title, detail = Plan("", refused=refused).left_out
        hints = {hint for _, hint in bad}
        return Plan(title, "\n".join((detail, *hints)) if len(hints) == 1 else detail, refused=refused)
    return Plan(translate("Drop", "Can't use this here"), translate("Drop", "Drop a model, text file or document."))


def _with_others(detail: str, chats: Sequence[str], files: Sequence[str]) -> str:
    """What is done with the first kind of a mixed drop, and what with the others."""
    parts = [detail]
    if chats:
        parts.append(translate("Drop", "Also imports chats from %Ln export(s)", "", len(chats)))
    if files:
        parts.append(translate("Drop", "Also attaches %Ln file(s)", "", len(files)))
    return "\n".join(parts)


def _vision_plan(part: VisionPart, library: Sequence[ModelEntry], loaded: str) -> Plan:
    fitting = models_for(part, library, loaded)
    if not fitting:
        title = translate("Drop", "Add vision projector {file}").format(file=part.name)
        return Plan(
            title,
            translate("Drop", "This vision projector (mmproj) also needs the model it was made for"),
            (part.path,),
        )
    title = translate("Drop", "Add vision projector to {model}").format(model=fitting[0].name)
    return Plan(
        title, translate("Drop", "{file} lets the model see images and stays where it is").format(file=part.name),
        (part.path,),
    )  # fmt: skip


def vision_part(path: Path) -> VisionPart | None:
    """The file as one that looks at pictures for models; None if it is none (or no whole file)."""
    if not os.path.isfile(path):  # the method of Path raises where a folder above may not be entered
        return None
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
        facts = read_facts(path)
    except Exception:  # whatever a file makes the reader raise, it is no vision projector
        return None
    return VisionPart(path=str(path), name=path.name, facts=facts) if facts.kind == "vision" else None


def holds_models(folder: Path) -> bool:
    """Whether there is a model file in a folder or right below it, decided by a glance."""
    return any(next(folder.glob(pattern), None) is not None for pattern in ("*.gguf", "*/*.gguf"))


def look_at(path: Path, sees: bool = False) -> tuple[str, str, str]:
    """ "model", "chats", "file", "picture" (if the model ``sees``) or "", and why not, and what to do."""
    name = path.name
    try:
        if path.is_dir():
            if holds_chats(path):
                return "chats", "", ""
            return _refused(
                translate("Drop", "“{name}” is a folder.").format(name=name),
                translate("Drop", "Attach the files inside instead."),
            )
        if path.exists() and not path.is_file():  # a pipe, say: reading one would wait for whoever writes to it
            why = translate("Drop", "“{name}” isn't a readable file.").format(name=name)
            return _refused(why, translate("Drop", "Choose another file."))
        with path.open("rb") as file:
            head = file.read(SAMPLE)
            if head.startswith(MAGIC):
                return "model", "", ""
            if path.suffix.lower() == ".gguf":
                why = translate("Drop", "“{name}” isn't a valid GGUF model.").format(name=name)
                return _refused(why, translate("Drop", "Download the file again."))
            if is_other_model(name, head):
                why = translate("Drop", "“{name}” is a model in a format that Longthread can't load.").format(name=name)
                return _refused(why, translate("Drop", "Look for a GGUF version of the model in the model library."))
            if holds_chats(path, head):
                return "chats", "", ""
            sort = sort_of(name, head, file)
    except FileNotFoundError:
        why = translate("Drop", "Can't find “{name}”.").format(name=name)
        return _refused(why, translate("Drop", "The file was moved or deleted."))
    except OSError as problem:
        why = translate("Drop", "Can't read “{name}” ({why}).").format(name=name, why=problem.strerror)
        return _refused(why, translate("Drop", "Check the file's permissions."))
    if sort.picture and sees:
        return "picture", "", ""
    return ("file", "", "") if sort.kind is not None else _refused(sentence(sort.why), hint_of(sort.why))


def is_other_model(name: str, head: bytes) -> bool:
    """Whether a file that begins with ``head`` holds the weights of a model as other programs load them."""
    path = Path(name.lower())
    weights = path.suffix in OTHER_MODELS or (path.suffix == ".bin" and path.stem.startswith("pytorch_model"))
    return weights and b"\0" in head  # else it is text, of whatever sort


def _refused(why: str, hint: str) -> tuple[str, str, str]:
    return "", why, hint


def plan_for(
    data: QMimeData, library: Sequence[ModelEntry] = (), loaded: str = "", *, sees: bool = False, use: bool = True
) -> Plan | None:
    """The plan for dragged data; None if it holds nothing of interest."""
    if data.hasUrls():
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if paths:
            return judge(paths, library, loaded, sees=sees, use=use)
    if data.hasText() and data.text().strip():
        return Plan(
            translate("Drop", "Insert text into message"),
            translate("Drop", "You can edit the text before sending"), text=data.text(),
        )  # fmt: skip
    return None


def documents_plan(data: QMimeData) -> Plan | None:
    """The plan for what is dragged over the page of documents; None if it holds no files or folders."""
    paths = tuple(url.toLocalFile() for url in data.urls() if url.isLocalFile()) if data.hasUrls() else ()
    if not paths:
        return None
    title = translate("Drop", "Add {name} to your documents").format(name=Path(paths[0]).name)
    if len(paths) > 1:
        title = translate("Drop", "Add %Ln item(s) to your documents", "", len(paths))
    return Plan(title, translate("Drop", "Longthread reads the text; the files stay where they are"), documents=paths)


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
        self.setAccessibleName(f"{plan.title.rstrip('.')}. {plan.detail}".replace("\n", ". "))
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
        painter.setFont(font(kinds.base))
        detail = painter.boundingRect(words, int(across), self._plan.detail).height() if self._plan.detail else 0.0
        painter.setFont(font(kinds.title, 600))
        tall = high + 130 + detail
        card = QRectF((self.width() - wide) / 2, (self.height() - tall) / 2, wide, tall)
        painter.setPen(QPen(qcolor(scheme.line_strong), 1))
        painter.setBrush(qcolor(scheme.raised))
        painter.drawRoundedRect(card, 14, 14)
        name = (
            "package-plus"
            if self._plan.models or self._plan.folders
            else "download"
            if self._plan.chats
            else "paperclip"
            if self._plan.files
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
