"""What a search found, as model: a row for each chat, and below those that are opened one for each place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, Qt

from app.core.found import SearchHit, SearchPlaces
from app.ui.numbers import count
from app.ui.sidebar.chats import ROW, Index
from app.ui.widgets.tips import plain

translate = QCoreApplication.translate


@dataclass(frozen=True)
class FoundRow:
    """A chat that was found. ``places``: messages in it that hold what was looked for (0: not known yet); ``more``:
    there are more; ``opened``: they stand below it."""

    hit: SearchHit
    places: int = 0
    more: bool = False
    opened: bool = False

    @property
    def number(self) -> str:
        """The number of places, where there are several; else ""."""
        return f"{count(self.places)}{'+' * self.more}" if self.places > 1 else ""


@dataclass(frozen=True)
class PlaceRow:
    """A message of the chat above."""

    hit: SearchHit


class FoundModel(QAbstractListModel):
    """Rows are made of what was found and what is known of its places."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[SearchHit] = ()
        self._places: dict[str, SearchPlaces] = {}
        self._opened: set[str] = set()
        self._rows: list[FoundRow | PlaceRow] = []

    @property
    def found(self) -> Sequence[SearchHit]:
        """The chats found."""
        return self._found

    def show(self, found: Sequence[SearchHit], again: bool = False) -> bool:
        """Show ``found``; False (and nothing happens) if it is the same. ``again``: the same search found it, so that
        what was opened stays so, with the places known until now."""
        if found == self._found:
            return False
        self.beginResetModel()
        self._found = found
        there = {hit.chat.id for hit in found if hit.message} if again else set()
        self._places = {chat: places for chat, places in self._places.items() if chat in there}
        self._opened &= there
        self._rows = [row for hit in found for row in self._rows_of(hit)]
        self.endResetModel()
        return True

    def _rows_of(self, hit: SearchHit) -> list[FoundRow | PlaceRow]:
        places = self._places.get(hit.chat.id)
        if places is None:
            return [FoundRow(hit)]
        opened = hit.chat.id in self._opened
        below = [PlaceRow(place) for place in places.hits] if opened else []
        return [FoundRow(hit, len(places.hits), places.more, opened), *below]

    def show_places(self, places: SearchPlaces) -> None:
        """What is in a chat; nothing if it was not found."""
        at = self.row_of(places.chat)
        if at >= 0 and self._places.get(places.chat) != places:
            opened = places.chat in self._opened
            self.set_opened(places.chat, False)
            self._places[places.chat] = places
            self._rows[at] = FoundRow(self._rows[at].hit, len(places.hits), places.more)
            self._changed(at)
            if opened:
                self.set_opened(places.chat, True)

    def knows(self, chat: str) -> bool:
        """Whether it is known what is in a chat."""
        return chat in self._places

    def row_of(self, chat: str) -> int:
        """The row of a chat, -1 if it was not found."""
        rows = enumerate(self._rows)
        return next((at for at, row in rows if isinstance(row, FoundRow) and row.hit.chat.id == chat), -1)

    def row_like(self, other: FoundRow | PlaceRow) -> int:
        """The row of the same place, or of its chat where that is not shown; -1: neither is."""
        for at, row in enumerate(self._rows if isinstance(other, PlaceRow) else ()):
            same = (row.hit.chat.id, row.hit.message) == (other.hit.chat.id, other.hit.message)
            if same and isinstance(row, PlaceRow):
                return at
        return self.row_of(other.hit.chat.id)

    def set_opened(self, chat: str, opened: bool) -> bool:
        """Show or hide the places of a chat; False if that is so, or there is only one."""
        at = self.row_of(chat)
        row = self._rows[at] if at >= 0 else None
        if not isinstance(row, FoundRow) or opened == (chat in self._opened) or row.places == 1 or not row.hit.message:
            return False
        (self._opened.add if opened else self._opened.discard)(chat)
        if not row.places:
            return True  # they come when they are known
        places = self._places[chat].hits
        self._rows[at] = FoundRow(row.hit, row.places, row.more, opened)
        self._changed(at)
        if opened:
            self.beginInsertRows(QModelIndex(), at + 1, at + len(places))
            self._rows[at + 1 : at + 1] = [PlaceRow(hit) for hit in places]
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), at + 1, at + len(places))
            del self._rows[at + 1 : at + 1 + len(places)]
            self.endRemoveRows()
        return True

    def _changed(self, at: int) -> None:
        self.dataChanged.emit(self.index(at), self.index(at))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        hit = row.hit
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.snippet if isinstance(row, PlaceRow) else hit.chat.title or translate("Sidebar", "New chat")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            whole = (hit.snippet,) if isinstance(row, PlaceRow) else (f"{hit.chat.title}.", hit.snippet, spoken(row))
            return " ".join(part for part in whole if part)
        if role == Qt.ItemDataRole.ToolTipRole and hit.snippet:
            lines = [hit.snippet] if isinstance(row, PlaceRow) else [hit.snippet, spoken(row)]
            return plain("\n".join(line for line in lines if line))
        return None


def spoken(row: FoundRow) -> str:
    """What is said of the places of a chat; "" where there are not several."""
    if row.places < 2:
        return ""
    if row.more:
        text = translate("Sidebar", "Found in more than %Ln message(s)", "", row.places)
    else:
        text = translate("Sidebar", "Found in %Ln message(s)", "", row.places)
    state = translate("Sidebar", "expanded") if row.opened else translate("Sidebar", "collapsed")
    return f"{text}, {state}"
