"""What the palette offers: chats, actions, pages of the settings, models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.core.model_values import ModelPhase
from app.core.settings import SETTINGS
from app.ui.language import of_setting
from app.ui.settings.page import ORDER
from app.ui.settings.search_words import SEARCH_WORDS
from app.ui.window.actions import Actions
from app.ui.window.window_commands import WindowCommands

translate = QCoreApplication.translate

OF_THIS_CHAT = (
    "stop", "rename", "pin", "duplicate", "export_text", "export_pdf", "print", "export", "compact", "read_now",
    "undo_compaction", "throw_away", "regenerate", "continue", "copy_reply", "read_aloud", "find", "undo_delete",
)  # fmt: skip


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


def commands(window: WindowCommands, actions: Actions) -> list[Command]:
    """Everything that can be done now, chats first, last used first."""
    return [*_chats(window), *_actions(actions), *_of_this_chat(window), *_settings(window), *_models(window)]


def _chats(window: WindowCommands) -> Iterator[Command]:
    shown = window.talk.view.chat.id
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


def _of_this_chat(window: WindowCommands) -> Iterator[Command]:
    chats, chat = window.context.chats, window.talk.view.chat
    if not window.talk.view.messages:
        return
    ids = [chat.id]
    for folder in chats.folders:
        if folder.id != chat.folder:
            title = translate("Palette", "Move chat to “{name}”").format(name=folder.name)
            yield Command(title, translate("Palette", "Folder"), "folder-input", partial(chats.move, ids, folder.id))
    if chat.folder:
        title = translate("Palette", "Remove chat from folder")
        yield Command(title, translate("Palette", "Folder"), "folder-input", partial(chats.move, ids, ""))


def _actions(actions: Actions) -> Iterator[Command]:
    """What is declared in app.ui.window.actions and makes sense now; that of the open chat first."""
    able = [one for one in actions.all.values() if one.id != "palette" and one.can()]
    for one in sorted(able, key=lambda one: one.id not in OF_THIS_CHAT):
        yield Command(one.title, one.section, one.icon, one.run, actions.keys(one.id), one.also)


def _settings(window: WindowCommands) -> Iterator[Command]:
    pages = [*ORDER, *dict.fromkeys(one.page for one in SETTINGS if not one.hidden and one.page not in ORDER)]
    for page in pages:
        on_page = [one for one in SETTINGS if one.page == page and not one.hidden]
        labels = " ".join(f"{of_setting(one.label)} {SEARCH_WORDS.get(one.key, '')}".rstrip() for one in on_page)
        if labels:
            yield Command(
                translate("Palette", "Settings: {page}").format(page=of_setting(page)),
                translate("Palette", "Settings"),
                "settings",
                partial(window.show_settings, page),
                also=labels,
            )


def _models(window: WindowCommands) -> Iterator[Command]:
    model = translate("Palette", "Model")
    models = window.context.models
    loaded = models.state.path if models.state.phase is ModelPhase.LOADED else ""
    for entry in models.entries:
        if entry.status == "ok" and entry.path != loaded:
            yield Command(
                translate("Palette", "Load {name}").format(name=entry.name),
                model,
                "cpu",
                partial(window.use_model, entry.path),
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
