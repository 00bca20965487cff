"""What the palette offers: chats, actions, pages of the settings, models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.core.settings import SETTINGS
from app.core.types import ModelPhase
from app.ui.language import of_choice, of_setting
from app.ui.settings.page import ORDER

translate = QCoreApplication.translate

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


@dataclass(frozen=True)
class Command:
    """``kind`` stands at the right unless there are ``keys``.

    ``also``: words that find it, too; ``chat``: it opens one.
    """

    title: str
    kind: str
    icon: str
    run: Callable[[], object]
    keys: str = ""
    also: str = ""
    chat: bool = False


def commands(window: MainWindow) -> list[Command]:
    """Everything that can be done now, chats first, last used first."""
    return [*_chats(window), *_of_this_chat(window), *_actions(window), *_settings(window), *_models(window)]


def _chats(window: MainWindow) -> Iterator[Command]:
    shown = window.context.conversation.view.chat.id
    names = {folder.id: folder.name for folder in window.context.chats.folders}
    for chat in sorted(window.context.chats.chats, key=lambda chat: -chat.updated):
        if chat.id != shown:
            kind = names.get(chat.folder, translate("Palette", "Chat"))
            yield Command(
                chat.title or translate("Palette", "Chat"),
                kind,
                "message-square",
                partial(window.open_chat, chat.id),
                chat=True,
            )


def _of_this_chat(window: MainWindow) -> Iterator[Command]:
    action, kind = translate("Palette", "Action"), translate("Palette", "Folder")
    talk, chats, act = window.context.conversation, window.context.chats, window.chats
    chat = talk.view.chat
    if talk.phase.busy:
        yield Command(
            translate("Palette", "Stop"),
            action,
            "square",
            talk.stop,
            "Esc",
        )
    if not talk.view.messages:
        return
    name, word = (
        ("pin-off", translate("Palette", "Unpin this chat"))
        if chat.pinned
        else ("pin", translate("Palette", "Pin this chat"))
    )
    ids = [chat.id]
    yield Command(
        translate("Palette", "Rename this chat"),
        action,
        "pencil",
        window.chat.header.title.edit,
    )
    yield Command(word, action, name, partial(chats.pin, ids, not chat.pinned))
    yield Command(
        translate("Palette", "Duplicate this chat"),
        action,
        "copy-plus",
        partial(chats.duplicate, chat.id),
        also=translate("Palette", "copy"),
    )
    yield Command(
        translate("Palette", "Export this chat as Markdown…"),
        action,
        "upload",
        partial(act.export_markdown, ids),
        also=translate("Palette", "save"),
    )
    yield Command(
        translate("Palette", "Export this chat as JSON…"),
        action,
        "upload",
        partial(act.export_json, ids),
        also=translate("Palette", "save backup"),
    )
    if window.chat.meter.can_compact:
        yield Command(
            translate("Palette", "Compact the memory now…"),
            action,
            "fold-vertical",
            window.compact,
            "Ctrl+Shift+M",
            translate("Palette", "smaller"),
        )
    yield Command(
        translate("Palette", "Move this chat to the trash"),
        action,
        "trash-2",
        partial(chats.trash, ids),
        also=translate("Palette", "delete remove"),
    )
    for folder in chats.folders:
        if folder.id != chat.folder:
            yield Command(
                translate("Palette", "Move this chat to “{name}”").format(name=folder.name),
                kind,
                "folder-input",
                partial(chats.move, ids, folder.id),
            )
    if chat.folder:
        yield Command(
            translate("Palette", "Take this chat out of its folder"),
            kind,
            "folder-input",
            partial(chats.move, ids, ""),
        )


def _actions(window: MainWindow) -> Iterator[Command]:
    action, page = translate("Palette", "Action"), translate("Palette", "Page")
    act, menus = window.chats, window.sidebar.menus
    put = window.context.settings.set
    yield Command(
        translate("Palette", "New chat"),
        action,
        "square-pen",
        window.new_chat,
        "Ctrl+N",
    )
    yield Command(
        translate("Palette", "Search in all chats"),
        action,
        "search",
        window.search_chats,
        "Ctrl+Shift+F",
        translate("Palette", "find"),
    )
    yield Command(
        translate("Palette", "Show or hide the chats"),
        action,
        "panel-left",
        window.toggle_sidebar,
        "Ctrl+B",
        translate("Palette", "sidebar"),
    )
    yield Command(
        translate("Palette", "Model library"),
        page,
        "library",
        window.show_library,
        "Ctrl+L",
    )
    yield Command(
        translate("Palette", "Settings"),
        page,
        "settings",
        window.show_settings,
        "Ctrl+,",
        translate("Palette", "preferences options"),
    )
    yield Command(
        translate("Palette", "Trash"),
        page,
        "trash-2",
        act.show_trash,
        also=translate("Palette", "deleted restore"),
    )
    yield Command(
        translate("Palette", "New folder…"),
        action,
        "folder-plus",
        partial(menus.ask_new_folder, []),
    )
    yield Command(
        translate("Palette", "Import chats from a file…"),
        action,
        "download",
        act.choose_import,
        also=translate("Palette", "chatgpt lm studio jan"),
    )
    yield Command(
        translate("Palette", "Import chats from a folder…"),
        action,
        "download",
        act.choose_import_folder,
        also=translate("Palette", "lm studio jan"),
    )
    yield Command(
        translate("Palette", "Export all chats as JSON…"),
        action,
        "upload",
        partial(act.export_all, False),
        also=translate("Palette", "backup"),
    )
    yield Command(
        translate("Palette", "Export all chats as Markdown…"),
        action,
        "upload",
        partial(act.export_all, True),
    )
    yield Command(
        translate("Palette", "Add a model file…"),
        action,
        "plus",
        window.choose_model,
        also=translate("Palette", "gguf"),
    )
    for name, value in (("sun", "light"), ("moon", "dark"), ("monitor", "system")):
        yield Command(
            translate("Palette", "Theme: {name}").format(name=of_choice(value)),
            action,
            name,
            partial(put, "appearance.theme", value),
            also=translate("Palette", "colours"),
        )


def _settings(window: MainWindow) -> Iterator[Command]:
    pages = [*ORDER, *dict.fromkeys(one.page for one in SETTINGS if not one.hidden and one.page not in ORDER)]
    for page in pages:
        labels = " ".join(of_setting(one.label) for one in SETTINGS if one.page == page and not one.hidden)
        if labels:
            yield Command(
                translate("Palette", "Settings: {page}").format(page=of_setting(page)),
                translate("Palette", "Settings"),
                "settings",
                partial(window.show_settings, page),
                also=labels,
            )


def _models(window: MainWindow) -> Iterator[Command]:
    model = translate("Palette", "Model")
    models = window.context.models
    loaded = models.state.path if models.state.phase is ModelPhase.LOADED else ""
    for entry in models.entries:
        if entry.status == "ok" and entry.path != loaded:
            yield Command(
                translate("Palette", "Use {name}").format(name=entry.name),
                model,
                "cpu",
                partial(models.load, entry.path),
                also=translate("Palette", "load model"),
            )
    if loaded:
        yield Command(
            translate("Palette", "Unload {name}").format(name=models.state.name),
            model,
            "power",
            models.unload,
            also=translate("Palette", "model"),
        )
