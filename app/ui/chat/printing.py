"""A chat on paper: as a document to print, or as a PDF."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QDateTime, QLocale, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from app.core.chat_values import ChatView, Message
from app.ui.chat.transcript.formulas import WantedFormula, typeset
from app.ui.chat.transcript.markdown import Chunk, code_html, to_html
from app.ui.chat.transcript.plain import chunks_of
from app.ui.chat.transcript.rich import text_html
from app.ui.chat.transcript.structured import format_name
from app.ui.chat.transcript.thinking import part
from engine.files import discard, put_in_place

translate = QCoreApplication.translate

TEXT, SMALL, CODE = 10, 8, 9  # points
DPI = 300
PIXELS = 96 / 72  # of a document for each point
SHARP = 4  # pixels of a formula's picture for each of the document
STYLE = f"""
p {{ margin: 0 0 7px 0; line-height: 135%; }}
p.item, p.end, li {{ margin: 0 0 3px 0; }} p.task {{ margin: 0 0 3px 14px; }}
p.title {{ font-size: 17pt; font-weight: 600; margin: 0 0 2px 0; }}
p.about, p.note, p.file {{ color: #5A6373; font-size: {SMALL}pt; }} p.about {{ margin: 0 0 18px 0; }}
p.who {{ color: #3E63DD; font-size: {SMALL}pt; font-weight: 600; margin: 14px 0 4px 0; }}
p.h1 {{ font-size: 14pt; font-weight: 600; }} p.h2 {{ font-size: 12pt; font-weight: 600; }}
p.h3 {{ font-size: 11pt; font-weight: 600; }}
a {{ color: #3E63DD; text-decoration: none; }} strong {{ font-weight: 600; }}
code, pre {{ font-family: 'JetBrains Mono'; font-size: {CODE}pt; }} pre {{ white-space: pre-wrap; margin: 0; }}
td.codebox {{ background-color: #F4F5F8; }} td.bar {{ background-color: #C9CED8; }} td.quoted {{ padding-left: 10px; }}
td.codebox pre {{ white-space: pre-wrap; }}
table.grid {{ border-collapse: collapse; border-color: #C9CED8; margin: 4px 0 8px 0; }}
table.grid th {{ font-weight: 600; }}
table.quote {{ margin: 4px 0 8px 0; }} table.rule td {{ background-color: #C9CED8; font-size: 1pt; }}
"""


class ChatDocument:
    """The branch shown of a chat as a document. May be made on any thread with an application."""

    def __init__(self, view: ChatView) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDefaultFont(_font("Inter", TEXT))
        self.document.setDefaultStyleSheet(STYLE)
        self.document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, self.title(view))
        self._formulas = 0
        self.document.setHtml("".join([self._head(view), *map(self._message, view.messages)]))
        _keep_letters_apart(self.document)

    @staticmethod
    def title(view: ChatView) -> str:
        """The chat's title, or what stands for it."""
        return view.chat.title or translate("Printing", "Chat")

    def _head(self, view: ChatView) -> str:
        day = QDateTime.fromSecsSinceEpoch(int(view.chat.created)).date()
        about = " · ".join(filter(None, (QLocale().toString(day, "d MMMM yyyy"), view.chat.model_name)))
        return f'<p class="title">{escape(self.title(view))}</p><p class="about">{escape(about)}</p>'

    def _message(self, message: Message) -> str:
        you = message.role == "user"
        who = translate("Printing", "You") if you else translate("Printing", "Reply")
        files = "".join(f'<p class="file">{escape(file.name)}</p>' for file in message.attachments)
        if you:
            body = text_html(message.content)
        else:
            name = format_name(message.meta.output)  # the chip and the card that the chat has
            chip = f'<p class="file">{escape(name)}</p>' if name else ""
            body = chip + "".join(map(self._chunk, chunks_of(message, part(message.content)[1])))
        return f'<p class="who">{escape(who)}</p>{files}{body}'

    def _chunk(self, chunk: Chunk) -> str:
        if chunk.kind == "code":
            return code_html(chunk.source)
        if chunk.kind == "math":
            made = self._formula(chunk.source, True)
            return f'<p class="math" align="center">{made}</p>' if made else code_html(chunk.source)
        return text_html(chunk.source) if chunk.kind == "plain" else to_html(chunk.source, self._formula, signs=True)

    def _formula(self, tex: str, display: bool) -> str:
        """A picture of a formula, "" where it cannot be drawn; then its source is printed."""
        try:
            svg, width, height, _ = typeset(WantedFormula(tex, display, TEXT + 1, "#171A21"))
        except ValueError:
            return ""
        width, height = width * PIXELS, height * PIXELS
        image = QImage(max(1, round(width * SHARP)), max(1, round(height * SHARP)), QImage.Format.Format_ARGB32)
        if image.isNull():
            return ""
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(image.rect()))
        painter.end()
        name = f"formula:{self._formulas}"
        self._formulas += 1
        self.document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        place = "vertical-align: middle"
        return f'<img src="{name}" width="{width:.1f}" height="{height:.1f}" style="{place}"/>'

    def print_to(self, device: QPagedPaintDevice) -> None:
        """Paint all pages, each with its number."""
        self.document.print_(device)


def write_pdf(view: ChatView, path: Path) -> None:
    """Write a chat as a PDF of the paper that is usual here.

    Raises:
        OSError: it cannot be written.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.touch()  # a writer of Qt says nothing of what it cannot write
        _write(view, unfinished)
        put_in_place(unfinished, path)
    except OSError:
        discard(unfinished)
        raise


def _write(view: ChatView, path: Path) -> None:
    writer = QPdfWriter(str(path))
    writer.setResolution(DPI)
    writer.setPageSize(QPageSize(usual_paper()))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)  # the document has its own
    writer.setTitle(ChatDocument.title(view))
    writer.setCreator("Longthread")
    ChatDocument(view).print_to(writer)


def print_chat(view: ChatView, parent: QWidget) -> None:
    """Ask for a printer, and print a chat there."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(ChatDocument.title(view))
    printer.setPageSize(QPageSize(usual_paper()))
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(translate("Printing", "Print chat"))
    if dialog.exec() == QPrintDialog.DialogCode.Accepted:
        ChatDocument(view).print_to(printer)


def usual_paper() -> QPageSize.PageSizeId:
    """Letter where inches are used, A4 elsewhere."""
    inches = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize.PageSizeId.Letter if inches else QPageSize.PageSizeId.A4


def _font(family: str, points: int) -> QFont:
    made = QFont(family)
    made.setPointSize(points)
    _draw_apart(made)
    return made


def _draw_apart(letters: QFont) -> None:
    """Draw letter by letter: of letters drawn as one, or as others, a PDF does not say what they are."""
    for feature in ("liga", "calt"):
        letters.setFeature(QFont.Tag(feature), 0)


def _keep_letters_apart(document: QTextDocument) -> None:
    """Draw code as the rest, whose font is the document's own."""
    block = document.begin()
    while block.isValid():
        found = block.begin()
        while not found.atEnd():
            fragment = found.fragment()
            letters = fragment.charFormat().font()
            if "JetBrains Mono" in letters.families():
                _draw_apart(letters)
                cursor = QTextCursor(document)
                cursor.setPosition(fragment.position())
                cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
                format_ = QTextCharFormat()
                format_.setFont(letters, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly)
                cursor.mergeCharFormat(format_)
            found += 1
        block = block.next()
