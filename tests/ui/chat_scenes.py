"""Pictures of the list of chats: folders, search, several at once, the palette, the trash."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect

from app.core.found import SearchPlaces
from app.services.chat.transfer import Transfer
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage


def _chat(stage: Stage) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=(scenes.MARK,)))
    stage.talk.state.memory_changed.emit(scenes.memory())


def folders(stage: Stage) -> None:
    _chat(stage)
    stage.context.chats.changed.emit(scenes.FILED)


def search(stage: Stage) -> None:
    _chat(stage)
    stage.window.sidebar.search_field.setText(scenes.QUERY)
    stage.window.chats.search.found.emit(scenes.QUERY, scenes.FOUND)


def search_places(stage: Stage) -> None:
    """All places of a chat that was found."""
    search(stage)
    chat = scenes.FOUND[1].chat
    texts = (
        "How are the keys chosen?", scenes.ANSWER, "And which **keys** do the heads of the first layers keep?",
        "Those keys that the queries of the last tokens look at, a few of each head.",
    )  # fmt: skip
    hits = tuple(scenes.found(chat, f"m{at}", text, scenes.QUERY) for at, text in enumerate(texts))
    window = stage.window
    window.chats.search.placed.emit(scenes.QUERY, SearchPlaces(chat.id, hits))
    other = scenes.FOUND[2].chat
    window.chats.search.placed.emit(scenes.QUERY, SearchPlaces(other.id, hits * 25, more=True))
    window.sidebar.results.open_places(window.sidebar.results.rows.index(1), True)
    window.sidebar.results.step(2)


def search_nothing(stage: Stage) -> None:
    _chat(stage)
    stage.window.sidebar.search_field.setText("albatross")
    stage.window.chats.search.found.emit("albatross", ())


def chosen(stage: Stage) -> None:
    folders(stage)
    side = stage.window.sidebar
    side.list.choose("f")
    side.list.setFocus()
    for key in ("g", "b", "c"):
        index = side.list.rows.index(side.list.rows.row_of(key))
        side.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def chat_menu(stage: Stage) -> None:
    folders(stage)
    side = stage.window.sidebar
    menu = side.menus.for_chats([scenes.GROUPS[1].chats[0]])
    menu.setParent(stage.window)
    menu.setGeometry(QRect(QPoint(120, 330), menu.sizeHint()))
    menu.show()


def importing(stage: Stage) -> None:
    folders(stage)
    stage.context.transfers.progress_changed.emit(
        Transfer("import", "conversations.json", 61_000_000, 142_000_000, 870)
    )


def palette(stage: Stage) -> None:
    folders(stage)
    stage.context.chats._groups = scenes.FILED
    stage.window.finder.open_palette()


def palette_typed(stage: Stage) -> None:
    palette(stage)
    stage.window.finder.field.setText("tri")


def trash(stage: Stage) -> None:
    _chat(stage)
    stage.context.chats.trash_changed.emit(scenes.trash(time.time()))
    stage.window.chats.show_trash()
    page = stage.window.chats.trash
    page.show_chats(scenes.trash(time.time()))
    page.list.setCurrentIndex(page.model.index(1))


def trash_empty(stage: Stage) -> None:
    _chat(stage)
    stage.window.chats.show_trash()


def wide(stage: Stage) -> None:
    stage.window.resize(1600, 900)
    folders(stage)


def narrow_folders(stage: Stage) -> None:
    stage.window.resize(760, 700)
    folders(stage)


SCENES = (
    folders, search, search_places, search_nothing, chosen, chat_menu, importing, palette, palette_typed, trash,
    trash_empty, wide,
    narrow_folders,
)  # fmt: skip
