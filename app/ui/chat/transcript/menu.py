"""The menu of the transcript's texts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QTextBrowser, QTextEdit, QWidget

from app.ui.chat.transcript.fragments import rich_data
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.markdown import safe_link
from app.ui.chat.transcript.overlay import length, selected_text
from app.ui.chat.transcript.plain import message_text
from app.ui.chat.transcript.rich import copy_message
from app.ui.chat.transcript.rows import RowPart, TranscriptRow
from app.ui.chat.transcript.selection import Selection
from app.ui.chat.transcript.wide import copied_html, copied_text

translate = QCoreApplication.translate


def menu_for(
    view: QWidget,
    selection: Selection,
    row: TranscriptRow | None,
    part: RowPart | None,
    place: QPoint,
    read: Callable[[str, str, str], object] | None = None,
    reading: str | None = None,
) -> QMenu:
    """The menu at ``place`` of the screen, on a part of a row or beside all.

    ``read(what, key, text)``: asked to read aloud, None where there is no voice; ``reading``: what is read now.
    """
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    edit = part.edit if part is not None else None
    own = edit is not None and edit.textCursor().hasSelection()
    across = selection.active
    copy = menu.addAction(translate("Transcript", "Copy"))
    copy.setEnabled(own or across)
    copy.triggered.connect(lambda: selection.copy() if across else edit.copy() if edit is not None else None)
    if across:
        menu.addAction(translate("Transcript", "Copy as Markdown")).triggered.connect(
            lambda: selection.copy(markdown=True)
        )
    item = row.item if row is not None else None
    if isinstance(item, MessageItem):
        menu.addAction(translate("Transcript", "Copy message")).triggered.connect(lambda: copy_message(item))
        source = message_text(item, markdown=True)
        menu.addAction(translate("Transcript", "Copy message as Markdown")).triggered.connect(
            lambda: to_clipboard(source)
        )
    if read is not None:
        if across:
            menu.addAction(translate("Transcript", "Read selection aloud")).triggered.connect(
                lambda: read("read_markdown", "", selection.text(markdown=True))
            )
        elif own and edit is not None:
            menu.addAction(translate("Transcript", "Read selection aloud")).triggered.connect(
                lambda: read("read_text", "", selected_text(edit))
            )
        if isinstance(item, MessageItem) and item.state != "streaming" and reading != item.key:
            menu.addAction(translate("Transcript", "Read aloud")).triggered.connect(
                lambda: read("read_aloud", item.key, "")
            )
        if reading is not None:
            menu.addAction(translate("Transcript", "Stop reading aloud")).triggered.connect(
                lambda: read("stop_reading", "", "")
            )
    if edit is not None and edit.property("grid"):
        menu.addAction(translate("Transcript", "Copy table")).triggered.connect(lambda: copy_all(edit))
    if isinstance(edit, QTextBrowser):
        address = edit.anchorAt(edit.viewport().mapFromGlobal(place))
        if safe_link(address):
            menu.addAction(translate("Transcript", "Copy link address")).triggered.connect(
                lambda: to_clipboard(address)
            )
    menu.addSeparator()
    menu.addAction(translate("Transcript", "Select all in chat")).triggered.connect(selection.select_all)
    return menu


def copy_all(edit: QTextEdit) -> None:
    """Put all of a text on the clipboard, as text and as rich text."""
    span = 0, length(edit)
    QGuiApplication.clipboard().setMimeData(rich_data(copied_text(edit, *span), copied_html(edit, *span)))


def to_clipboard(text: str) -> None:
    """Put ``text`` on the clipboard."""
    QGuiApplication.clipboard().setText(text)
