"""A chat on paper: as a document to print, or as a PDF."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from traceback import clear_frames

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QDateTime,
    QEventLoop,
    QIODevice,
    QLocale,
    QMarginsF,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QUrl,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTransform,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from app.core.chat_values import ChatView, Message
from app.core.outside_files import replacing_outside
from app.core.transfer import TransferError
from app.ui.chat.transcript.formulas import WantedFormula, typeset
from app.ui.chat.transcript.markdown import Chunk, code_html, to_html
from app.ui.chat.transcript.plain import chunks_of
from app.ui.chat.transcript.rich import text_html
from app.ui.chat.transcript.structured import format_name
from app.ui.chat.transcript.thinking import part
from engine.files import discard

translate = QCoreApplication.translate

TEXT, SMALL, CODE = 10, 8, 9  # points
DPI = 300
PIXELS = 96 / 72  # of a document for each point
MARGIN = 62  # points around what is on a page
SLICE = 16  # messages that become text at once
FIRST_MESSAGE = 2  # paragraph of a document, after those of its head
LAID_OUT = 200  # paragraphs that are laid out at once
WRITING, LAYING_OUT = 0.8, 0.85  # shares of the work that are done when all is text, and when it has its place
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
table.grid td.head {{ font-weight: 600; }}
table.quote {{ margin: 4px 0 8px 0; }} table.rule td {{ background-color: #C9CED8; font-size: 1pt; }}
"""

Step = Callable[[float], None]


def no_step(_share: float) -> None:
    """Called with how much of the work is done, 0 to 1; what it raises stops the work."""


class ChatDocument:
    """The branch shown of a chat as a document. May be made and printed on any thread with an application.

    ``step``: see :func:`no_step`; called between messages and between pages.
    """

    def __init__(self, view: ChatView, step: Step = no_step) -> None:
        self._step = step
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDefaultFont(_font("Inter", TEXT))
        self.document.setDefaultStyleSheet(STYLE)
        self.document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, self.title(view))
        self._formulas: dict[tuple[str, bool], str] = {}
        self._pictures = 0
        self._room = (QPageSize(usual_paper()).size(QPageSize.Unit.Point).width() - 2 * MARGIN) * PIXELS
        QEventLoop()  # gives a thread what the timers of layouts are kept in
        pieces = [self._head(view)]
        for at, message in enumerate(view.messages):
            if at and at % SLICE == 0:
                self._append("".join(pieces).strip())
                pieces = []
            step(WRITING * at / len(view.messages))
            pieces.append(self._message(message))
        self._append("".join(pieces).strip())

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
        if (tex, display) not in self._formulas:
            self._formulas[tex, display] = self._draw(tex, display)
        return self._formulas[tex, display]

    def _draw(self, tex: str, display: bool) -> str:
        try:
            svg, width, height, _ = typeset(WantedFormula(tex, display, TEXT + 1, "#171A21"))
        except ValueError:
            return ""
        scale = min(PIXELS, self._room / width)  # a wider one would end beyond the page
        width, height = width * scale, height * scale
        image = QImage(max(1, round(width * SHARP)), max(1, round(height * SHARP)), QImage.Format.Format_ARGB32)
        if image.isNull():
            return ""
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(image.rect()))
        painter.end()
        name = f"formula:{self._pictures}"
        self._pictures += 1
        self.document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        place = "vertical-align: middle"
        return f'<img src="{name}" width="{width:.1f}" height="{height:.1f}" style="{place}"/>'

    def _append(self, html: str) -> None:
        if self.document.isEmpty():
            self.document.setHtml(html)
            _keep_letters_apart(self.document.begin())
            return
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.block().length() > 1:  # it is empty after a table
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        begin = cursor.position()
        cursor.insertHtml(html)
        cursor.setPosition(begin)
        cursor.setBlockFormat(self.document.findBlockByNumber(FIRST_MESSAGE).blockFormat())  # insertHtml leaves it out
        _keep_letters_apart(cursor.block())

    def print_to(self, device: QPagedPaintDevice) -> None:
        """Paint all pages, each with its number. Raises OSError: the device takes none."""
        painter = QPainter()
        if not painter.begin(device):
            raise OSError(translate("Printing", "not available"))
        try:
            self._lay_out(device)
            pages = self.document.pageCount()
            for number in range(pages):
                self._step(LAYING_OUT + (1 - LAYING_OUT) * number / pages)
                if number and not device.newPage():
                    raise OSError(translate("Printing", "not available"))
                self._paint(painter, number)
        finally:
            painter.end()

    def _lay_out(self, device: QPagedPaintDevice) -> None:
        root, layout = self.document.rootFrame(), self.document.documentLayout()
        around = root.frameFormat()
        around.setMargin(MARGIN * PIXELS)
        root.setFrameFormat(around)
        layout.setPaintDevice(device)
        self.document.setPageSize(QSizeF(device.width(), device.height()))
        block, count = self.document.begin(), self.document.blockCount()
        while block.isValid():
            at = block.blockNumber()
            if at % LAID_OUT == 0:
                self._step(WRITING + (LAYING_OUT - WRITING) * at / count)
                layout.blockBoundingRect(block)  # lays out all up to there
            block = block.next()

    def _paint(self, painter: QPainter, number: int) -> None:
        size, device = self.document.pageSize(), painter.device()
        page = QRectF(0, number * size.height(), size.width(), size.height())
        ink = QPalette()
        ink.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.black)  # whatever the window's is
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette, context.clip = ink, page
        painter.save()
        painter.setTransform(QTransform.fromTranslate(0, -page.top()), combine=True)
        painter.setClipRect(page)
        self.document.documentLayout().draw(painter, context)
        painter.restore()
        painter.setFont(self.document.defaultFont())
        letters, point = painter.fontMetrics(), device.logicalDpiY() / 72
        right, bottom = size.width() - MARGIN * point, size.height() - MARGIN * point
        text = str(number + 1)
        below = bottom + letters.ascent() + 5 * point / PIXELS
        painter.drawText(QPointF(right - letters.horizontalAdvance(text), below), text)


def write_pdf(view: ChatView, path: Path, step: Step = no_step) -> None:
    """Write a chat as a PDF of the paper that is usual here. Of what ``step`` stops, nothing is left.

    Raises:
        OSError: it cannot be written.
    """
    buffer = QBuffer()  # a writer of Qt says nothing of what it cannot write into a file
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    with replacing_outside(path) as file:  # before the work: who cannot write there is told at once
        try:
            _write(view, buffer, step)
            file.write(bytes(buffer.data().data()))
        except BaseException as problem:
            clear_frames(problem.__traceback__)  # ends documents on their own thread
            raise


def _write(view: ChatView, device: QIODevice, step: Step) -> None:
    """``device`` is to live for longer than what writes to it here."""
    writer = QPdfWriter(device)
    writer.setResolution(DPI)
    writer.setPageSize(QPageSize(usual_paper()))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)  # the document has its own
    writer.setTitle(ChatDocument.title(view))
    writer.setCreator("Longthread")
    ChatDocument(view, step).print_to(writer)


def ask_printer(view: ChatView, parent: QWidget) -> QPrinter | None:
    """Ask where to print a chat; None: nowhere."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(ChatDocument.title(view))
    printer.setPageSize(QPageSize(usual_paper()))
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(translate("Printing", "Print chat"))
    try:
        return printer if dialog.exec() == QPrintDialog.DialogCode.Accepted else None
    finally:
        delete(dialog)  # the window would keep it for good, with a printer that is gone


def print_chat(view: ChatView, printer: QPrinter, step: Step = no_step) -> None:
    """Print a chat. Of what ``step`` stops, the printer gets nothing, where the system can still take it back.

    Raises:
        TransferError: the printer takes nothing.
    """
    try:
        ChatDocument(view, step).print_to(printer)
    except OSError:
        raise TransferError("print.refused") from None
    except BaseException as problem:
        clear_frames(problem.__traceback__)  # ends documents on their own thread
        printer.abort()
        if printer.outputFileName():
            discard(Path(printer.outputFileName()))
        raise


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


def _keep_letters_apart(block: QTextBlock) -> None:
    """Draw code from ``block`` on as the rest, whose font is the document's own."""
    document = block.document()
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
