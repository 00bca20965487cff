"""What the palette offers: chats, actions, pages of the settings, models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.settings import SETTINGS
from app.core.types import ModelPhase
from app.ui.settings.page import ORDER

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
            kind = names.get(chat.folder, "Chat")
            yield Command(chat.title or "Chat", kind, "message-square", partial(window.open_chat, chat.id), chat=True)


def _of_this_chat(window: MainWindow) -> Iterator[Command]:
    talk, chats, act = window.context.conversation, window.context.chats, window.chats
    chat = talk.view.chat
    if talk.phase.busy:
        yield Command("Stop", "Action", "square", talk.stop, "Esc")
    if not talk.view.messages:
        return
    name, word = ("pin-off", "Unpin this chat") if chat.pinned else ("pin", "Pin this chat")
    ids = [chat.id]
    yield Command("Rename this chat", "Action", "pencil", window.chat.header.title.edit)
    yield Command(word, "Action", name, partial(chats.pin, ids, not chat.pinned))
    yield Command("Duplicate this chat", "Action", "copy-plus", partial(chats.duplicate, chat.id), also="copy")
    yield Command("Export this chat as Markdown…", "Action", "upload", partial(act.export_markdown, ids), also="save")
    yield Command("Export this chat as JSON…", "Action", "upload", partial(act.export_json, ids), also="save backup")
    yield Command("Compact the memory now", "Action", "fold-vertical", talk.compact_now)
    yield Command("Move this chat to the trash", "Action", "trash-2", partial(chats.trash, ids), also="delete remove")
    for folder in chats.folders:
        if folder.id != chat.folder:
            yield Command(
                f"Move this chat to “{folder.name}”", "Folder", "folder-input", partial(chats.move, ids, folder.id)
            )
    if chat.folder:
        yield Command("Take this chat out of its folder", "Folder", "folder-input", partial(chats.move, ids, ""))


def _actions(window: MainWindow) -> Iterator[Command]:
    act, menus = window.chats, window.sidebar.menus
    put = window.context.settings.set
    yield Command("New chat", "Action", "square-pen", window.new_chat, "Ctrl+N")
    yield Command("Search in all chats", "Action", "search", window.search_chats, "Ctrl+Shift+F", "find")
    yield Command("Show or hide the chats", "Action", "panel-left", window.toggle_sidebar, "Ctrl+B", "sidebar")
    yield Command("Model library", "Page", "library", window.show_library, "Ctrl+L")
    yield Command("Settings", "Page", "settings", window.show_settings, "Ctrl+,", "preferences options")
    yield Command("Trash", "Page", "trash-2", act.show_trash, also="deleted restore")
    yield Command("New folder…", "Action", "folder-plus", partial(menus.ask_new_folder, []))
    yield Command("Import chats from a file…", "Action", "download", act.choose_import, also="chatgpt lm studio jan")
    yield Command("Import chats from a folder…", "Action", "download", act.choose_import_folder, also="lm studio jan")
    yield Command("Export all chats as JSON…", "Action", "upload", partial(act.export_all, False), also="backup")
    yield Command("Export all chats as Markdown…", "Action", "upload", partial(act.export_all, True))
    yield Command("Add a model file…", "Action", "plus", window.choose_model, also="gguf")
    for name, value in (("sun", "light"), ("moon", "dark"), ("monitor", "system")):
        yield Command(f"Theme: {value}", "Action", name, partial(put, "appearance.theme", value), also="colours")


def _settings(window: MainWindow) -> Iterator[Command]:
    pages = [*ORDER, *dict.fromkeys(one.page for one in SETTINGS if not one.hidden and one.page not in ORDER)]
    for page in pages:
        labels = " ".join(one.label for one in SETTINGS if one.page == page and not one.hidden)
        if labels:
            yield Command(f"Settings: {page}", "Settings", "settings", partial(window.show_settings, page), also=labels)


def _models(window: MainWindow) -> Iterator[Command]:
    models = window.context.models
    loaded = models.state.path if models.state.phase is ModelPhase.LOADED else ""
    for entry in models.entries:
        if entry.status == "ok" and entry.path != loaded:
            yield Command(f"Use {entry.name}", "Model", "cpu", partial(models.load, entry.path), also="load model")
    if loaded:
        yield Command(f"Unload {models.state.name}", "Model", "power", models.unload, also="model")
