"""The chat list as model: headings, folders and chats, and what a drag takes along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QFontMetrics

from app.core.chat_values import Chat, ChatGroup, Folder
from app.ui.numbers import share, short_count
from app.ui.widgets.tips import plain

translate = QCoreApplication.translate

ROW = Qt.ItemDataRole.UserRole + 1
MIME = "application/x-longthread-chats"  # ids of dragged chats, one a line
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class FolderRow:
    """A folder with the number of chats in it."""

    folder: Folder
    count: int


@dataclass(frozen=True)
class ChatRow:
    """A chat; ``inside`` a folder it stands further in."""

    chat: Chat
    inside: bool = False


ListRow = str | FolderRow | ChatRow


def rows_of(groups: Sequence[ChatGroup]) -> list[ListRow]:
    """The rows in order; those of a collapsed folder are left out."""
    rows: list[ListRow] = []
    for group in groups:
        if group.folder is not None:
            rows.append(FolderRow(group.folder, len(group.chats)))
            if not group.folder.collapsed:
                rows.extend(ChatRow(chat, inside=True) for chat in group.chats)
        elif group.chats:
            rows.append(heading(group.key))
            rows.extend(ChatRow(chat) for chat in group.chats)
    return rows


def _shape(row: ListRow) -> tuple[str, str, bool]:
    """What a row is of, and what its height may depend on."""
    if isinstance(row, ChatRow):
        return row.chat.id, row.chat.title, row.inside
    return (row.folder.id, row.folder.name, row.folder.collapsed) if isinstance(row, FolderRow) else (row, "", False)


class ChatModel(QAbstractListModel):
    """Headings (text rows that cannot be chosen), folders and chats."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListRow] = []
        self._groups: Sequence[ChatGroup] = ()
        self._at_work: frozenset[str] = frozenset()
        self._unread: frozenset[str] = frozenset()
        self._drafts: Mapping[str, str] = {}

    def set_groups(self, groups: Sequence[ChatGroup]) -> bool:
        """Show ``groups``; False if each row is of what it was of, if with other figures: then it stays in place."""
        if groups == self._groups:
            return False
        rows, self._groups = rows_of(groups), groups
        if [_shape(row) for row in rows] == [_shape(row) for row in self._rows]:
            changed = [at for at, (old, new) in enumerate(zip(self._rows, rows, strict=True)) if old != new]
            self._rows = rows
            if changed:
                self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def show_work(self, at_work: frozenset[str], unread: frozenset[str]) -> None:
        """What is said of chats in which a reply is written, or came unseen."""
        self._at_work, self._unread = at_work, unread

    def show_drafts(self, drafts: Mapping[str, str]) -> None:
        """What is said of chats in which something is written and not sent."""
        self._drafts = drafts

    def row_of(self, key: str) -> int:
        """The row of a chat or folder, -1 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if key_of(row) == key), -1)

    def chats(self) -> list[Chat]:
        """The chats shown."""
        return [row.chat for row in self._rows if isinstance(row, ChatRow)]

    def in_folder(self, folder: str) -> list[Chat]:
        """All chats of a folder, pinned ones and those of a collapsed one too."""
        return [chat for group in self._groups for chat in group.chats if chat.folder == folder]

    @property
    def empty(self) -> bool:
        return not self._rows

    def folder_at(self, index: Index) -> str | None:
        """The folder that a row belongs to, "" for none; None for what is no place to put a chat."""
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, FolderRow):
            return row.folder.id
        if isinstance(row, ChatRow):
            return row.chat.folder if row.inside else ""
        return "" if isinstance(row, str) or not index.isValid() else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if isinstance(row, str):
            return row if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if isinstance(row, FolderRow):
            return self._folder_data(row, role)
        return self._chat_data(row.chat, role)

    @staticmethod
    def _folder_data(row: FolderRow, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.folder.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            closed = row.folder.collapsed
            state = translate("Sidebar", "collapsed") if closed else translate("Sidebar", "expanded")
            return translate("Sidebar", "Folder {name}, %Ln chat(s), {state}", "", row.count).format(
                name=row.folder.name, state=state
            )
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(f"{row.folder.name}\n" + translate("Sidebar", "%Ln chat(s)", "", row.count))
        return None

    def _news(self, chat: Chat) -> str:
        if chat.id in self._at_work:
            return translate("Sidebar", "writing a reply")
        return translate("Sidebar", "new reply") if chat.id in self._unread else ""

    def _chat_data(self, chat: Chat, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return chat.title or translate("Sidebar", "New chat")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            draft = draft_line(self._drafts[chat.id]) if chat.id in self._drafts else ""
            news, line = self._news(chat), second_line(chat, chat.id in self._at_work)
            return ", ".join(part for part in (chat.title, news, draft, line if line != news else "") if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = [translate("Sidebar", "%Ln token(s)", "", chat.tokens)]
            if chat.compacted:
                parts.append(translate("Sidebar", "partly compacted"))
            parts.append(translate("Sidebar", "context {share} full").format(share=share(chat.fill)))
            lines = [chat.title, ", ".join(parts)]
            if chat.id in self._drafts:
                lines.append(draft_line(self._drafts[chat.id]))
            return plain("\n".join(lines))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        if not index.isValid():
            return flag.ItemIsDropEnabled
        row = self._rows[index.row()]
        if isinstance(row, ChatRow):
            return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsDragEnabled | flag.ItemIsDropEnabled
        if isinstance(row, FolderRow):
            return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsDropEnabled
        return flag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = [index.data(ROW) for index in indexes]
        data = QMimeData()
        ids = [row.chat.id for row in rows if isinstance(row, ChatRow)]
        data.setData(MIME, "\n".join(ids).encode())
        return data


def dragged(data: QMimeData) -> list[str]:
    """Ids of the chats in a drag; empty if it is of something else."""
    if not data.hasFormat(MIME):
        return []
    return [line for line in bytes(data.data(MIME).data()).decode("utf-8", "ignore").split("\n") if line]


def heading(key: str) -> str:
    """What stands above a group of chats."""
    match key:
        case "pinned":
            return translate("Sidebar", "Pinned")
        case "today":
            return translate("Sidebar", "Today")
        case "yesterday":
            return translate("Sidebar", "Yesterday")
        case "week":
            return translate("Sidebar", "This week")
    return translate("Sidebar", "Older")


def key_of(row: ListRow) -> str:
    """The id of what a row shows, "" for a heading."""
    if isinstance(row, ChatRow):
        return row.chat.id
    return row.folder.id if isinstance(row, FolderRow) else ""


def second_line(chat: Chat, at_work: bool = False) -> str:
    """ "Qwen3-4B · 6.1k tokens"; ``at_work``: a reply is being written, whose tokens count once it is there."""
    parts = [chat.model_name] if chat.model_name else []
    if at_work and not chat.tokens:
        return " · ".join([*parts, translate("Sidebar", "writing a reply")])
    parts.append(
        translate("Sidebar", "{tokens} tokens").format(tokens=short_count(chat.tokens))
        if chat.tokens
        else translate("Sidebar", "not loaded yet")
    )
    return " · ".join(parts)


def name_shortened(line: str, metrics: QFontMetrics, room: int) -> str:
    """A second line in ``room`` px: the name of the model gives way, not what is said behind it."""
    if metrics.horizontalAdvance(line) <= room:
        return line
    name, dot, rest = line.rpartition(" · ")
    left = room - metrics.horizontalAdvance(dot + rest)
    if not name or left < metrics.horizontalAdvance("MMM…"):
        return metrics.elidedText(line, Qt.TextElideMode.ElideRight, room)
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight, left) + dot + rest


def draft_line(words: str) -> str:
    """What is said of a chat with an unsent draft that begins with ``words``."""
    return translate("Sidebar", "Draft: {words}").format(words=words)
