"""The line in the transcript above which the model sees nothing."""

from __future__ import annotations

import msgspec
from pytestqt.qtbot import QtBot

from app.core.chat_values import CompactionMark
from app.core.work_values import MemoryState
from app.ui.chat.presenter import lacks_room, mark_places
from app.ui.chat.transcript import TranscriptView
from app.ui.chat.transcript.items import Item, MarkerItem, MessageItem
from app.ui.chat.transcript.markers import MarkerRow
from tests.ui import scenes


def test_it_says_how_many_messages_and_offers_to_bring_them_back(qtbot: QtBot) -> None:
    row = MarkerRow()
    qtbot.addWidget(row)
    row.bind(MarkerItem("f", forgotten=12, can_undo=True))
    assert row.label.startswith("The model no longer sees the 12 message"), "plurals are the catalogue's"
    assert row.accessibleName() == row.label
    assert row.undo.isVisibleTo(row) and row.undo.accessibleName() == "Show these messages to the model again"
    row.toggle()
    assert "The text stays here" in row._detail.text()
    row.bind(MarkerItem("f", forgotten=1))
    row.bind(MarkerItem("m", marks=(scenes.MARK,), can_undo=True))
    assert row.undo.accessibleName() == "Undo this compaction", "rows are used again"


def test_messages_above_it_are_not_in_compacted_memory() -> None:
    mark: CompactionMark = scenes.MARK
    items: list[Item] = [
        MessageItem("a"), MessageItem("b"), MarkerItem("f", forgotten=2), MessageItem("c"),
        MarkerItem("m", marks=(mark,)), MessageItem("d"),
    ]  # fmt: skip
    mark_places(items, busy=False, undo=mark.range)
    assert [item.compacted for item in items if isinstance(item, MessageItem)] == [False, False, True, False]
    assert [item.can_undo for item in items if isinstance(item, MarkerItem)] == [False, True], "the last one first"


def test_only_an_engine_that_says_so_lacks_room() -> None:
    memory: MemoryState = msgspec.structs.replace(scenes.memory(), undo=None)
    assert not lacks_room(memory), "another reason, as a stopped undo"
    assert lacks_room(msgspec.structs.replace(memory, undo_fits=False))
    assert not lacks_room(msgspec.structs.replace(scenes.memory(compacted=False), undo_fits=False))


def test_an_undo_without_room_is_shown_and_says_why(view: TranscriptView, qtbot: QtBot) -> None:
    items: list[Item] = [MessageItem("a"), MarkerItem("m", marks=(scenes.MARK,)), MessageItem("b")]
    assert "m" in mark_places(items, busy=False, no_room=True)
    marker = items[1]
    assert isinstance(marker, MarkerItem) and marker.no_room and not marker.can_undo
    view.set_items(items)
    row = view.visible_rows["m"]
    assert isinstance(row, MarkerRow)
    assert row.undo.isVisibleTo(row) and not row.undo.isEnabled()
    assert "no longer fit" in row.undo.toolTip() and row.accessibleDescription() == row.undo.toolTip()
    assert row.focusables() == [row], "Tab passes what cannot be pressed"
    mark_places(items, busy=True, no_room=True)
    assert not marker.no_room, "nor anything else while the engine works"


def test_nothing_compacts_at_a_threshold_then() -> None:
    from app.ui.chat.meter.words import read

    memory: MemoryState = scenes.memory(compacted=False)
    assert read(memory, 256, True).tick is not None
    assert read(msgspec.structs.replace(memory, forgets=True), 256, True).tick is None
