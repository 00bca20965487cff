"""The chat list by mouse and keys: folders, several at once, drags, search results, menus."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetrics,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.core.chat_values import Chat, ChatGroup, Folder
from app.core.found import SearchHit, SearchPlaces
from app.services.chat.transfer import Transfer
from app.ui.sidebar import Sidebar, views
from app.ui.sidebar.chats import MIME, ROW, ChatRow, FolderRow, dragged, name_shortened, second_line
from app.ui.sidebar.delegate import RowDelegate, number_place, utf16
from app.ui.sidebar.drag import words
from app.ui.theme import font, theme
from app.ui.widgets.ask import TextSheet
from engine.protocol import Memory, Segment
from tests.ui import scenes
from tests.ui.conftest import Launch

WORK, TRIPS = Folder("work", "Work & more"), Folder("trips", "Trips", collapsed=True)
INSIDE = Chat(id="in", title="In a folder", folder="work")
HIDDEN = Chat(id="hid", title="In a closed one", folder="trips")
GROUPS = (
    scenes.GROUPS[0],
    ChatGroup("folder", (HIDDEN,), TRIPS),
    ChatGroup("folder", (INSIDE,), WORK),
    *scenes.GROUPS[1:],
)
NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class Asked:
    """Everything the sidebar asked for, in order."""

    def __init__(self, sidebar: Sidebar) -> None:
        self.told: list[tuple[object, ...]] = []
        for owner, names in (
            (sidebar, ("hit_opened", "open_chat", "search", "collapse_folder", "show_trash")),
            (
                sidebar.menus,
                ("rename", "pin", "move", "new_folder", "rename_folder", "delete_folder", "duplicate", "trash",
                 "export_json", "export_markdown", "export_all", "import_chats"),
            ),
        ):  # fmt: skip
            for name in names:
                getattr(owner, name).connect(lambda *what, name=name: self.told.append((name, *what)))

    def last(self) -> tuple[object, ...]:
        return self.told[-1] if self.told else ()


@pytest.fixture
def sidebar(qtbot: QtBot) -> Iterator[Sidebar]:
    made = Sidebar()
    qtbot.addWidget(made)
    made.resize(264, 900)
    made.show()
    made.set_open("b")
    made.set_groups(GROUPS)
    yield made
    for menu in made.findChildren(QMenu):
        menu.close()


@pytest.fixture
def asked(sidebar: Sidebar) -> Asked:
    return Asked(sidebar)


def place(sidebar: Sidebar, key: str) -> QPoint:
    view = sidebar.list
    return view.visualRect(view.rows.index(view.rows.row_of(key))).center()


def click(qtbot: QtBot, sidebar: Sidebar, key: str, keys: Qt.KeyboardModifier = NONE) -> None:
    qtbot.mouseClick(sidebar.list.viewport(), LEFT, keys, place(sidebar, key))


def actions(menu: QMenu) -> dict[str, QAction]:
    """By their text without the shortcut, those of submenus too."""
    found: dict[str, QAction] = {}
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found |= actions(inner)
        found[action.text().split("\t")[0]] = action
    return found


def chosen(sidebar: Sidebar) -> list[str]:
    return [chat.id for chat in sidebar.list.chosen()]


def test_new_figures_of_a_chat_lay_out_no_other_row(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[int] = []
    size_of = RowDelegate.sizeHint

    def counted(self: RowDelegate, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        laid_out.append(index.row())
        return size_of(self, option, index)

    monkeypatch.setattr(RowDelegate, "sizeHint", counted)  # before there is one: Qt looks for it once
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.resize(264, 900)
    sidebar.show()
    first, *others = (Chat(id=f"c{number}", title="Herons", tokens=10) for number in range(200))
    sidebar.set_groups([ChatGroup("today", (first, *others))])
    sidebar.list.choose("c0")
    QApplication.processEvents()
    assert 200 in laid_out
    laid_out.clear()
    sidebar.set_groups([ChatGroup("today", (msgspec.structs.replace(first, tokens=5000), *others))])
    QApplication.processEvents()
    assert max(laid_out) < 100, "only what is in sight is painted"
    assert [chat.tokens for chat in sidebar.list.chosen()] == [5000], "it is chosen still, with what it has now"
    sidebar.set_groups([ChatGroup("today", (msgspec.structs.replace(first, title="Cranes"), *others))])
    QApplication.processEvents()
    assert 200 in laid_out and [chat.title for chat in sidebar.list.chosen()] == ["Cranes"]


def test_groups_folders_and_rows(sidebar: Sidebar) -> None:
    rows = sidebar.list.rows
    texts = [rows.data(rows.index(row)) for row in range(rows.rowCount())]
    assert texts[:7] == [
        "Pinned", "Compaction paper notes", "Trips", "Work & more", "In a folder", "Today", "Refactor the tokenizer",
    ]  # fmt: skip
    assert rows.row_of("hid") == -1
    assert second_line(scenes.GROUPS[1].chats[0]) == "SmolLM2-135M · 6.1k tokens"
    fresh = msgspec.structs.replace(scenes.GROUPS[1].chats[0], tokens=0, model_name="")
    assert second_line(fresh) == "not loaded yet"
    assert second_line(fresh, at_work=True) == "writing a reply"
    assert not rows.flags(rows.index(0)) & Qt.ItemFlag.ItemIsSelectable
    spoken = [rows.data(rows.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(rows.rowCount())]
    assert spoken[2] == "Folder Trips, 1 chat, collapsed"
    assert all(spoken)


def test_a_long_name_of_a_model_leaves_room_for_the_tokens() -> None:
    metrics = QFontMetrics(font(11))
    line = "SmolLM2-135M-Instruct · 779 tokens"
    whole = metrics.horizontalAdvance(line)
    assert name_shortened(line, metrics, whole) == line
    shorter = name_shortened(line, metrics, whole - 20)
    assert shorter.endswith("… · 779 tokens") and metrics.horizontalAdvance(shorter) <= whole - 20
    assert metrics.horizontalAdvance(name_shortened(line, metrics, 60)) <= 60
    assert name_shortened("not loaded yet", metrics, 300) == "not loaded yet"


def test_open_by_click_and_keys(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    click(qtbot, sidebar, "b")
    assert asked.told == [("open_chat", "b", "")]
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Down)
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Return)
    assert asked.last() == ("open_chat", "c", "")


def test_no_single_key_deletes(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    sidebar.list.choose("b")
    for key in range(Qt.Key.Key_Space, Qt.Key.Key_Z + 1):
        qtbot.keyClick(sidebar.list, Qt.Key(key))
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape):
        qtbot.keyClick(sidebar.list, key)
    assert not [what for what in asked.told if what[0] == "trash"]
    sidebar.list.choose("b")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Delete, CONTROL)
    assert asked.last() == ("trash", ["b"])


def test_folders_open_and_close(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    click(qtbot, sidebar, "trips")
    assert asked.last() == ("collapse_folder", "trips", False)
    sidebar.list.choose("work")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Right)  # it is open
    assert len(asked.told) == 1
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Left)
    assert asked.last() == ("collapse_folder", "work", True)
    sidebar.list.choose("in")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Left)  # up to its folder
    assert sidebar.list.currentIndex().data(ROW) == FolderRow(WORK, 1)


def test_several_by_mouse_and_keys(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    click(qtbot, sidebar, "b")
    click(qtbot, sidebar, "d", CONTROL)
    assert chosen(sidebar) == ["b", "d"]
    assert asked.told == [("open_chat", "b", "")]  # choosing opens nothing
    click(qtbot, sidebar, "e", SHIFT)
    assert len(chosen(sidebar)) >= 2
    assert sidebar.chosen_bar.isVisible()
    qtbot.keyClick(sidebar.list, Qt.Key.Key_A, CONTROL)
    assert chosen(sidebar) == [scenes.CHAT, "in", "b", "c", "d", "e"]
    assert sidebar.chosen_bar.label.text() == "6 selected"
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Delete, CONTROL)
    assert asked.last() == ("trash", [scenes.CHAT, "in", "b", "c", "d", "e"])
    qtbot.mouseClick(sidebar.chosen_bar.clear_button, LEFT)
    assert chosen(sidebar) == ["b"]  # the open one
    assert not sidebar.chosen_bar.isVisible()
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Down, SHIFT)
    assert chosen(sidebar) == ["b", "c"]
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Escape)
    assert chosen(sidebar) == ["c"]


def test_what_is_chosen_stays_when_the_list_is_read_again(sidebar: Sidebar, qtbot: QtBot) -> None:
    click(qtbot, sidebar, "b")
    click(qtbot, sidebar, "d", CONTROL)
    today = ChatGroup("today", tuple(reversed(scenes.GROUPS[1].chats)))
    sidebar.set_groups((scenes.GROUPS[0], today, scenes.GROUPS[2]))
    assert sorted(chosen(sidebar)) == ["b", "d"]
    assert sidebar.list.currentIndex().data(ROW) == ChatRow(scenes.GROUPS[2].chats[0])
    sidebar.set_groups((scenes.GROUPS[0], today))
    assert chosen(sidebar) == ["b"]


def test_a_chat_that_is_not_in_the_list_leaves_none_chosen(sidebar: Sidebar) -> None:
    """A new one comes into the list with its first message; until then no other looks chosen."""
    assert chosen(sidebar) == ["b"]
    sidebar.set_open("new")
    assert chosen(sidebar) == []
    new = ChatGroup("today", (scenes.chat("new", "New"), *scenes.GROUPS[1].chats))
    sidebar.set_groups((scenes.GROUPS[0], new, scenes.GROUPS[2]))
    assert chosen(sidebar) == ["new"]


def test_menu_of_one_chat(sidebar: Sidebar, asked: Asked) -> None:
    menu = sidebar.menus.for_chats([scenes.GROUPS[1].chats[0]])
    acts = actions(menu)
    for name in ("Pin", "Duplicate", "Trips", "Markdown…", "JSON with all versions…", "Move to trash"):
        acts[name].trigger()
    assert asked.told == [
        ("pin", ["b"], True), ("duplicate", "b"), ("move", ["b"], "trips"), ("export_markdown", ["b"]),
        ("export_json", ["b"]), ("trash", ["b"]),
    ]  # fmt: skip
    assert not acts["Remove from folder"].isEnabled()
    assert "Work && more" in acts
    inside = actions(sidebar.menus.for_chats([INSIDE]))
    assert not inside["Work && more"].isEnabled()
    inside["Remove from folder"].trigger()
    assert asked.last() == ("move", ["in"], "")
    assert actions(sidebar.menus.for_chats([scenes.GROUPS[0].chats[0]]))["Unpin"]


def test_menu_of_several(sidebar: Sidebar, asked: Asked) -> None:
    acts = actions(sidebar.menus.for_chats(scenes.GROUPS[1].chats))
    assert "Rename…" not in acts and "Duplicate" not in acts
    acts["Move 2 chats to trash"].trigger()
    assert asked.last() == ("trash", ["b", "c"])


def test_menu_of_a_folder(sidebar: Sidebar, asked: Asked) -> None:
    acts = actions(sidebar.menus.for_folder(WORK, ["in"]))
    acts["Remove folder, keep chats"].trigger()
    acts["Markdown…"].trigger()
    assert asked.told == [("delete_folder", "work"), ("export_markdown", ["in"])]


def answer(sidebar: Sidebar, text: str) -> None:
    sheet = sidebar.findChildren(TextSheet)[-1]
    sheet.field.setText(text)
    (sheet.yes if sheet.yes.isEnabled() else sheet.no).click()
    QApplication.processEvents()


def test_questions(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    sidebar.list.choose("work")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_F2)
    answer(sidebar, "Job")
    sidebar.list.choose("b")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_F2)
    answer(sidebar, "Tokens")
    actions(sidebar.menus.for_all())["New folder…"].trigger()
    answer(sidebar, "  ")  # nothing
    actions(sidebar.menus.for_chats([INSIDE]))["New folder…"].trigger()
    answer(sidebar, "New")
    assert asked.told == [
        ("rename_folder", "work", "Job"), ("rename", "b", "Tokens"), ("new_folder", "New", ["in"]),
    ]  # fmt: skip


def test_menu_by_key_and_by_mouse(sidebar: Sidebar) -> None:
    for reason, spot in ((QContextMenuEvent.Reason.Keyboard, QPoint(1, 1)), (QContextMenuEvent.Reason.Mouse, None)):
        sidebar.list.choose("c")
        event = QContextMenuEvent(reason, spot or place(sidebar, "d"), QPoint(5, 5))
        QApplication.sendEvent(sidebar.list.viewport(), event)
        menu = [menu for menu in sidebar.findChildren(QMenu) if menu.isVisible() and "Rename…" in actions(menu)][-1]
        assert chosen(sidebar) == (["c"] if spot else ["d"])
        menu.close()


def mime(sidebar: Sidebar, *keys: str) -> QMimeData:
    rows = sidebar.list.rows
    return rows.mimeData([rows.index(rows.row_of(key)) for key in keys])


def drop(sidebar: Sidebar, data: QMimeData, at: QPoint) -> bool:
    """Drag ``data`` there and let go; whether it was taken."""
    action, view = Qt.DropAction.CopyAction, sidebar.list
    enter = QDragEnterEvent(at, action, data, LEFT, NONE)
    view.dragEnterEvent(enter)
    move = QDragMoveEvent(at, action, data, LEFT, NONE)
    view.dragMoveEvent(move)
    event = QDropEvent(QPointF(at), action, data, LEFT, NONE)
    if enter.isAccepted() and move.isAccepted():
        view.dropEvent(event)
        return event.isAccepted()
    return False


def test_chats_are_dragged_into_folders_and_out(sidebar: Sidebar, asked: Asked) -> None:
    assert drop(sidebar, mime(sidebar, "b", "c"), place(sidebar, "trips"))
    assert drop(sidebar, mime(sidebar, "b"), place(sidebar, "in"))
    assert drop(sidebar, mime(sidebar, "in"), place(sidebar, "d"))
    assert drop(sidebar, mime(sidebar, "in"), QPoint(50, sidebar.list.viewport().height() - 5))
    assert asked.told == [
        ("move", ["b", "c"], "trips"), ("move", ["b"], "work"), ("move", ["in"], ""), ("move", ["in"], ""),
    ]  # fmt: skip
    assert sidebar.delegate.drop_on is None


def pulled(sidebar: Sidebar, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, key: str) -> list[QDrag]:
    """The drags that begin when a chat is pulled with the mouse."""
    begun: list[QDrag] = []

    class Seen(QDrag):
        def exec(self, *_: object) -> Qt.DropAction:  # type: ignore[override]
            begun.append(self)
            return Qt.DropAction.CopyAction

    monkeypatch.setattr(views, "QDrag", Seen)
    viewport, at = sidebar.list.viewport(), place(sidebar, key)
    for kind, spot, pressed in (
        (QEvent.Type.MouseButtonPress, at, LEFT),
        (QEvent.Type.MouseMove, at + QPoint(30, 2), Qt.MouseButton.NoButton),
        (QEvent.Type.MouseMove, at + QPoint(60, 4), Qt.MouseButton.NoButton),
    ):
        QApplication.sendEvent(
            viewport, QMouseEvent(kind, QPointF(spot), viewport.mapToGlobal(spot).toPointF(), pressed, LEFT, NONE)
        )
    return begun


@pytest.mark.parametrize("several", [False, True])
def test_the_picture_of_a_drag_leaves_the_folder_free(
    sidebar: Sidebar, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, several: bool
) -> None:
    sidebar.list.choose("b")
    if several:
        sidebar.list.selectAll()
    chats = sidebar.list.chosen()
    drag = pulled(sidebar, qtbot, monkeypatch, "b")[0]
    assert dragged(drag.mimeData()) == [chat.id for chat in chats]
    size = drag.pixmap().deviceIndependentSize()
    assert size.height() <= 30 and size.width() <= 180, "not the row"
    spot = drag.hotSpot()
    assert not QRect(QPoint(0, 0), size.toSize()).contains(spot), "the pointer is beside it"
    shown = drag.pixmap().toImage()
    middle = shown.pixelColor(shown.width() // 2, 4)
    assert 120 < middle.alpha() < 230, "what is below shows through"
    assert words(chats) == (f"{len(chats)} chats" if several else chats[0].title)


def test_a_row_that_is_no_chat_is_not_dragged(sidebar: Sidebar, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pulled(sidebar, qtbot, monkeypatch, "work") == []


def test_files_and_text_go_on_to_the_window(sidebar: Sidebar, asked: Asked) -> None:
    files, text = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/model.gguf")])
    text.setText("hello")
    for data in (files, text):
        assert not drop(sidebar, data, place(sidebar, "work"))
    assert asked.told == []
    assert dragged(files) == []
    broken = QMimeData()
    broken.setData(MIME, b"\xff\n\nx")
    assert dragged(broken) == ["x"]


HITS = (
    SearchHit(scenes.GROUPS[1].chats[1], "m7", "… from Lisbon to Porto by train …", ((8, 14),), ((7, 13),)),
    SearchHit(scenes.GROUPS[2].chats[0], "", "", ((0, 7),)),
)


def test_search_is_debounced_and_empties_at_once(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    qtbot.keyClicks(sidebar.search_field, "lis")
    qtbot.waitUntil(lambda: bool(asked.told))
    assert asked.told == [("search", "lis")]
    sidebar.search_field.clear()
    assert asked.last() == ("search", "")


def test_results_by_keys_alone(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    field = sidebar.search_field
    field.setFocus()
    qtbot.keyClicks(field, "lisbon")
    qtbot.keyClick(field, Qt.Key.Key_Return)  # does not wait
    assert asked.told == [("search", "lisbon")]
    sidebar.set_found("lisbon", HITS)
    assert sidebar.stack.currentWidget() is sidebar.results
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked.told[-2:] == [("hit_opened", "m7", "lisbon"), ("open_chat", "c", "m7")]
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked.last() == ("open_chat", "d", "") and asked.told[-2][0] == "open_chat", "only its title was found"
    rows = sidebar.results.rows
    assert rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole).startswith("Trip to Lisbon. … from")
    sidebar.set_found("", ())
    assert sidebar.stack.currentWidget() is sidebar.list


PLACES = SearchPlaces(
    "c",
    tuple(
        SearchHit(scenes.GROUPS[1].chats[1], f"m{n}", f"{n} … from Lisbon to Porto by train …", (), ((9, 15),))
        for n in (3, 5, 7)
    ),
)


def rows_of(sidebar: Sidebar) -> list[str]:
    rows = sidebar.results.rows
    return [rows.data(rows.index(at)) for at in range(rows.rowCount())]


def test_all_places_of_a_chat_are_shown_by_key(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    sidebar.search_field.setText("lisbon")
    sidebar.set_found("lisbon", HITS)
    rows = sidebar.results.rows
    sidebar.set_places("porto", PLACES)
    assert rows.data(rows.index(0), ROW).places == 0, "that was another search"
    sidebar.set_places("lisbon", PLACES)
    spoken = rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert rows.data(rows.index(0), ROW).number == "3" and "Found in 3 message" in spoken
    closed = sidebar.results.sizeHintForRow(0)
    sidebar.search_field.setFocus()
    qtbot.keyClick(sidebar.search_field, Qt.Key.Key_End)
    qtbot.keyClick(sidebar.search_field, Qt.Key.Key_Right)
    titles = [hit.chat.title for hit in HITS]
    assert rows_of(sidebar) == [titles[0], *(hit.snippet for hit in PLACES.hits), titles[1]]
    assert sidebar.results.sizeHintForRow(0) < closed, "its best place stands among the others"
    sidebar.results.step(2)
    sidebar.results.open_row(sidebar.results.currentIndex())
    assert asked.told[-2:] == [("hit_opened", "m5", "lisbon"), ("open_chat", "c", "m5")]
    qtbot.keyClick(sidebar.results, Qt.Key.Key_Left)
    assert rows_of(sidebar) == titles and sidebar.results.currentIndex().row() == 0
    qtbot.keyClick(sidebar.results, Qt.Key.Key_Right)
    assert len(rows_of(sidebar)) == 5


def test_a_click_on_their_number_shows_and_hides_the_places(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    sidebar.set_found("lisbon", HITS)
    sidebar.set_places("lisbon", PLACES)
    view = sidebar.results

    def click_number() -> None:
        place = number_place(QRectF(view.visualRect(view.rows.index(0)))).center().toPoint()
        qtbot.mouseClick(view.viewport(), LEFT, pos=place)

    before = list(asked.told)
    click_number()
    assert len(rows_of(sidebar)) == 5 and asked.told == before
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.rows.index(1)).center())
    assert asked.last() == ("open_chat", "c", "m3")
    click_number()
    assert len(rows_of(sidebar)) == 2


def test_places_that_are_not_known_yet_are_asked_for(sidebar: Sidebar, asked: Asked, qtbot: QtBot) -> None:
    asked_for: list[str] = []
    sidebar.places_asked.connect(asked_for.append)
    sidebar.set_found("lisbon", HITS)
    view = sidebar.results
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert asked_for == ["c"] and len(rows_of(sidebar)) == 2
    sidebar.set_places("lisbon", PLACES)
    assert len(rows_of(sidebar)) == 5
    view.setCurrentIndex(view.rows.index(4))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert asked_for == ["c"], "of a title there are none"
    sidebar.set_places("lisbon", SearchPlaces("c", PLACES.hits[:2], True))
    assert view.rows.data(view.rows.index(0), ROW).number == "2+" and len(rows_of(sidebar)) == 4
    sidebar.set_places("lisbon", SearchPlaces("gone", PLACES.hits))
    assert len(rows_of(sidebar)) == 4


def test_places_stay_where_a_chat_changes_while_one_searches(sidebar: Sidebar) -> None:
    """A reply in any chat has the same search done again."""
    sidebar.set_found("lisbon", HITS)
    sidebar.set_places("lisbon", PLACES)
    view = sidebar.results
    view.open_places(view.rows.index(0), True)
    view.setCurrentIndex(view.rows.index(2))
    shown = rows_of(sidebar)
    longer = tuple(msgspec.structs.replace(hit, chat=msgspec.structs.replace(hit.chat, tokens=9)) for hit in HITS)
    sidebar.set_found("lisbon", longer)
    assert rows_of(sidebar) == shown and view.currentIndex().row() == 2
    one_more = (msgspec.structs.replace(PLACES.hits[0], message="m1", snippet="Lisbon"), *PLACES.hits)
    sidebar.set_places("lisbon", SearchPlaces("c", one_more))
    assert rows_of(sidebar)[1] == "Lisbon" and view.currentIndex().data() == shown[2]
    sidebar.set_found("lisbon", longer[::-1])
    assert rows_of(sidebar)[0] == shown[4] and view.currentIndex().data() == shown[2]
    sidebar.set_found("porto", HITS)
    assert len(rows_of(sidebar)) == 2 and view.currentIndex().row() == 0, "another search"


def test_nothing_found_and_no_chats_are_told(sidebar: Sidebar) -> None:
    sidebar.set_found("xyz", ())
    shown = sidebar.stack.currentWidget()
    assert "No results for “xyz”" in shown.text()  # type: ignore[attr-defined]
    sidebar.set_found("", ())
    sidebar.set_groups(())
    assert sidebar.stack.currentWidget() is shown
    assert "No chats yet" in shown.text()  # type: ignore[attr-defined]
    sidebar.set_groups((ChatGroup("folder", (), WORK),))  # an empty folder is something to drop on
    assert sidebar.stack.currentWidget() is sidebar.list


def test_a_list_with_nothing_to_show_any_more_lets_go_of_the_keyboard(sidebar: Sidebar, qtbot: QtBot) -> None:
    left: list[bool] = []
    sidebar.keyboard_left.connect(lambda: left.append(True))
    sidebar.activateWindow()
    qtbot.waitUntil(sidebar.isActiveWindow)
    sidebar.list.setFocus()
    sidebar.set_groups(())
    assert left and sidebar.new_button.hasFocus()
    sidebar.set_groups(GROUPS)
    sidebar.set_found("lisbon", HITS)
    sidebar.results.setFocus()
    sidebar.set_found("lisbon", ())
    assert sidebar.search_field.hasFocus() and len(left) == 1
    sidebar.set_found("", ())
    sidebar.new_button.setFocus()
    sidebar.set_groups(())
    assert sidebar.new_button.hasFocus() and len(left) == 1, "who is elsewhere stays there"


def test_marks_count_in_the_units_of_qt() -> None:
    assert utf16("a🐦b", 2) == 3


def test_progress_of_an_import(sidebar: Sidebar, qtbot: QtBot) -> None:
    bar = sidebar.transfer_bar
    assert bar.isHidden()
    bar.show_transfer(Transfer("import", "conversations.json", 450, 1000, 1))
    assert bar.isVisible()
    assert (bar.label.text(), bar.detail.text()) == ("Importing conversations.json", "45 % · 1 chat")
    with qtbot.waitSignal(bar.cancelled):
        qtbot.mouseClick(bar.cancel_button, LEFT)
    bar.show_transfer(None)
    assert bar.isHidden()


def test_chats_at_work_and_unseen_replies_are_marked(qtbot: QtBot) -> None:
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.set_groups(scenes.GROUPS)
    first, second = [chat.id for group in scenes.GROUPS for chat in group.chats][:2]
    sidebar.show_work(frozenset({first}), frozenset({second}))
    model = sidebar.list.model()
    said = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert sum("writing a reply" in words for words in said) == 1
    assert sum("new reply" in words for words in said) == 1
    assert sidebar._turning.isActive() != theme().reduced_motion
    sidebar.show_work(frozenset(), frozenset())
    assert not sidebar._turning.isActive()


def test_a_row_says_what_its_own_chat_takes(launch: Launch) -> None:
    """Others at work in the same context fill it, too: they are no part of this chat."""
    program = launch()
    (first,) = program.talk_in_new_chats("hello")
    own = (Segment("system", 10, 40), Segment("live", 10, 60))
    program.engine.unasked.emit(
        Memory(chat_id=first, segments=own, tokens=20, bytes_used=600, bytes_total=1000, free_tokens=80, fill=0.6)
    )
    program.wait(lambda: [chat.fill for chat in program.context.chats.chats] == [0.1])
