"""Everything the window can do, declared once: for shortcuts, the palette, menus of help and tooltips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.core.keymap import KEY, Keymap
from app.ui.widgets.keys import shown, with_keys
from app.ui.window.chat_actions import ChatActions
from app.ui.window.window_commands import WindowCommands

translate = QCoreApplication.translate

IN_CHAT = ("next_message", "previous_message")  # keys of the chat page alone: boxes open by them elsewhere


@dataclass(frozen=True)
class Action:
    """``keys``: the default ones; ``also``: other words that find it; ``can``: whether it makes sense now."""

    id: str
    section: str
    title: str
    icon: str
    run: Callable[[], object]
    keys: str = ""
    also: str = ""
    can: Callable[[], bool] = lambda: True


def declared(window: WindowCommands, chats: ChatActions) -> Iterator[Action]:
    """The actions of a window, in the order in which they are listed."""
    context, talk, windows = window.context, window.talk, window.windows

    def some() -> bool:
        return bool(talk.view.messages)

    def here() -> list[str]:
        return [talk.view.chat.id]

    def pinned() -> bool:
        return any(chat.pinned for chat in context.chats.chats if chat.id in here())

    def turn() -> bool:
        return some() and not talk.phase.busy and talk.view.messages[-1].state != "streaming"

    def in_chat() -> bool:
        return some() and not window.chat.isHidden() and not window.chat.drawer_has_keyboard

    def undoable() -> bool:
        return not talk.phase.busy and talk.memory is not None and talk.memory.undo is not None

    def in_sight(run: Callable[[], object]) -> Callable[[], object]:
        """Shows the chat first: nothing in it changes behind another page."""

        def shown_first() -> None:
            if window.chat.isHidden():
                window.show_chat()
            run()

        return shown_first

    put = context.settings.set
    part = translate("Actions", "Go to")
    yield Action("palette", part, translate("Actions", "Command palette"), "command", window.focus_search, "Ctrl+K")
    yield Action("chat", part, translate("Actions", "Back to chat"), "message-square", window.show_chat, "Ctrl+J")
    yield Action("library", part, translate("Actions", "Model library"), "library", window.show_library, "Ctrl+L")
    yield Action("find_models", part, translate("Actions", "Find models"), "search", window.find_models,
                 also="download hugging face")  # fmt: skip
    yield Action("settings", part, translate("Actions", "Settings"), "settings", window.show_settings, "Ctrl+,",
                 "preferences options")  # fmt: skip
    yield Action("prompts", part, translate("Actions", "Saved prompts"), "bookmark", window.show_prompts,
                 also="library commands slash templates")  # fmt: skip
    yield Action("documents", part, translate("Actions", "Documents"), "files", window.show_documents, "Ctrl+Shift+D",
                 "pdf word files folder passages search")  # fmt: skip
    yield Action("knowledge", part, translate("Actions", "Knowledge"), "waypoints", window.show_knowledge,
                 "Ctrl+Shift+K", "facts graph entities people places who what")  # fmt: skip
    yield Action("server", part, translate("Actions", "Local server"), "globe", window.show_server,
                 also="api http openai anthropic port key agents editors")  # fmt: skip
    yield Action("activity", part, translate("Actions", "Activity"), "activity", window.show_activity, "Ctrl+Shift+A",
                 "log diagnostics engine")  # fmt: skip
    yield Action("trash", part, translate("Actions", "Trash"), "trash-2", chats.show_trash, also="deleted restore")
    yield Action("privacy", part, translate("Actions", "Privacy"), "shield-check", window.show_privacy,
                 also="stored data wipe delete network offline")  # fmt: skip
    yield Action("updates", part, translate("Actions", "Check for updates"), "download", window.check_for_updates,
                 also="new version upgrade release")  # fmt: skip
    yield Action("offline", part, translate("Actions", "Turn “Stay offline” on or off"), "wifi-off",
                 lambda: put("privacy.offline", not context.settings.flag("privacy.offline")),
                 also="network")  # fmt: skip
    yield Action("shortcuts", part, translate("Actions", "Keyboard shortcuts"), "keyboard", window.show_shortcuts, "F1",
                 "keys help")  # fmt: skip
    yield Action("sidebar", part, translate("Actions", "Show or hide sidebar"), "panel-left", window.toggle_sidebar,
                 "Ctrl+B", "sidebar")  # fmt: skip

    yield Action("notice", part, translate("Actions", "Go to newest notice"), "info", window.go_to_notice,
                 "F8", "toast notification undo", can=lambda: window.has_notice)  # fmt: skip

    part = translate("Actions", "Chats")
    yield Action("new_chat", part, translate("Actions", "New chat"), "square-pen", window.new_chat, "Ctrl+N")
    yield Action("new_window", part, translate("Actions", "New window"), "app-window", windows.open,
                 "Ctrl+Shift+N")  # fmt: skip
    yield Action("search_chats", part, translate("Actions", "Search chats"), "search", window.search_chats,
                 "Ctrl+Shift+F", "find")  # fmt: skip
    yield Action("next_chat", part, translate("Actions", "Next chat"), "arrow-down",
                 lambda: window.step_chat(1), "Ctrl+PgDown")  # fmt: skip
    yield Action("last_chat", part, translate("Actions", "Previous chat"), "arrow-up",
                 lambda: window.step_chat(-1), "Ctrl+PgUp")  # fmt: skip
    yield Action("new_folder", part, translate("Actions", "New folder…"), "folder-plus",
                 chats.ask_new_folder)  # fmt: skip
    yield Action("import", part, translate("Actions", "Import chats from file…"), "download", chats.choose_import,
                 also="chatgpt lm studio jan")  # fmt: skip
    yield Action("import_folder", part, translate("Actions", "Import chats from folder…"), "download",
                 chats.choose_import_folder, also="lm studio jan")  # fmt: skip
    yield Action("export_all", part, translate("Actions", "Export all chats as JSON…"), "upload",
                 lambda: chats.export_all(False), also="backup")  # fmt: skip
    yield Action("export_all_text", part, translate("Actions", "Export all chats as Markdown…"), "upload",
                 lambda: chats.export_all(True))  # fmt: skip

    part = translate("Actions", "This chat")
    yield Action("find", part, translate("Actions", "Find in chat"), "text-search", window.find_in_chat, "Ctrl+F",
                 can=some)  # fmt: skip
    yield Action("next_message", part, translate("Actions", "Next message"), "arrow-down",
                 lambda: window.chat.transcript.step_message(1), "Alt+Down", can=in_chat)  # fmt: skip
    yield Action("previous_message", part, translate("Actions", "Previous message"), "arrow-up",
                 lambda: window.chat.transcript.step_message(-1), "Alt+Up", can=in_chat)  # fmt: skip
    yield Action("stop", part, translate("Actions", "Stop"), "square", talk.stop,
                 can=lambda: talk.stoppable)  # fmt: skip
    yield Action("attach", part, translate("Actions", "Attach files"), "paperclip", window.choose_files, "Ctrl+U",
                 "document pdf word")  # fmt: skip
    yield Action("chat_settings", part, translate("Actions", "Chat settings"), "sliders-horizontal",
                 window.toggle_chat_settings, "Ctrl+.", "system prompt presets sampling")  # fmt: skip
    yield Action("regenerate", part, translate("Actions", "Regenerate"), "refresh-cw", in_sight(talk.regenerate),
                 "Ctrl+Shift+R", "regenerate retry", can=turn)  # fmt: skip
    yield Action("continue", part, translate("Actions", "Continue reply"), "play", in_sight(talk.continue_reply),
                 can=lambda: turn() and talk.view.messages[-1].can_continue)  # fmt: skip
    yield Action("copy_reply", part, translate("Actions", "Copy last reply"), "copy", window.copy_reply,
                 "Ctrl+Shift+C", can=some)  # fmt: skip
    if context.speech.available:
        yield Action("read_aloud", part, translate("Actions", "Read last reply aloud, or stop"), "volume-2",
                     window.chat.reading_aloud.read_last, also="voice speak speech listen",
                     can=lambda: some() or context.speech.reading is not None)  # fmt: skip
    yield Action("undo_delete", part, translate("Actions", "Undo delete"), "undo-2", window.undo_delete, "Ctrl+Z",
                 "restore messages", can=lambda: talk.deleted and not window.chat.isHidden())  # fmt: skip
    yield Action("rename", part, translate("Actions", "Rename chat"), "pencil",
                 in_sight(window.chat.header.title.edit), can=some)  # fmt: skip
    yield Action("pin", part, translate("Actions", "Pin or unpin chat"), "pin",
                 lambda: context.chats.pin(here(), not pinned()), can=some)  # fmt: skip
    yield Action("duplicate", part, translate("Actions", "Duplicate chat"), "copy-plus",
                 lambda: context.chats.duplicate(here()[0], window.open_chat), also="copy", can=some)  # fmt: skip
    yield Action("export_text", part, translate("Actions", "Export chat as Markdown…"), "upload",
                 lambda: chats.export_markdown(here()), also="save", can=some)  # fmt: skip
    yield Action("export_pdf", part, translate("Actions", "Export chat as PDF…"), "file-text",
                 lambda: chats.export_pdf(here()), also="save", can=some)  # fmt: skip
    yield Action("print", part, translate("Actions", "Print chat…"), "printer", chats.print_shown, "Ctrl+P",
                 "paper", can=some)  # fmt: skip
    yield Action("export", part, translate("Actions", "Export chat as JSON…"), "upload",
                 lambda: chats.export_json(here()), also="save backup", can=some)  # fmt: skip
    yield Action("compact", part, translate("Actions", "Compact now…"), "fold-vertical", window.compact,
                 "Ctrl+Shift+M", "smaller", can=lambda: window.chat.meter.can_compact)  # fmt: skip
    yield Action("undo_compaction", part, translate("Actions", "Undo last compaction"), "undo-2",
                 in_sight(talk.undo_compaction), also="restore full detail context",
                 can=undoable)  # fmt: skip
    yield Action("read_now", part, translate("Actions", "Read chat now"), "play", window.read_now,
                 also="rest unread context prefill", can=lambda: window.chat.meter.can_read)  # fmt: skip
    yield Action("meter", part, translate("Actions", "Show or hide context details"), "gauge", window.toggle_meter,
                 "Ctrl+Alt+M", "memory meter full compacted")  # fmt: skip
    yield Action("own_window", part, translate("Actions", "Open in new window"), "app-window",
                 lambda: windows.open_apart(here()[0]), also="open move", can=some)  # fmt: skip
    yield Action("throw_away", part, translate("Actions", "Move chat to trash"), "trash-2",
                 lambda: context.chats.trash(here()), also="delete remove", can=some)  # fmt: skip

    part = translate("Actions", "Models and appearance")
    yield Action("add_model", part, translate("Actions", "Add model file…"), "plus", window.choose_model, "Ctrl+O",
                 "gguf open")  # fmt: skip
    yield Action("unload", part, translate("Actions", "Unload model"), "power", context.models.unload,
                 can=lambda: context.models.in_use)  # fmt: skip
    yield Action("light", part, translate("Actions", "Theme: light"), "sun", lambda: put("appearance.theme", "light"),
                 also="colours")  # fmt: skip
    yield Action("dark", part, translate("Actions", "Theme: dark"), "moon", lambda: put("appearance.theme", "dark"),
                 also="colours")  # fmt: skip
    yield Action("system", part, translate("Actions", "Theme: system"), "monitor",
                 lambda: put("appearance.theme", "system"), also="colours")  # fmt: skip
    yield Action("close_window", part, translate("Actions", "Close window"), "x", window.close, "Ctrl+W")
    yield Action("quit", part, translate("Actions", "Quit Longthread"), "x", windows.quit, "Ctrl+Q", "exit close")


def fixed() -> tuple[tuple[str, str], ...]:
    """Keys that stay as they are, with what they do."""
    return (
        (shown("Esc"), translate("Actions", "Close the page, search or edit; otherwise stop")),
        (shown("Return"), translate("Actions", "Send; with Shift, new line (swap in Settings)")),
        (shown("Ctrl+Return"), translate("Actions", "Always send")),
        (shown("Tab"), translate("Actions", "Next field or button; with Shift, previous")),
        (shown("F2"), translate("Actions", "Rename selected chat or folder")),
        (shown("Ctrl+Del"), translate("Actions", "Move selected chats to trash")),
    )  # fmt: skip


class Actions(QObject):
    """The actions of a window with their keys. ``changed``: keys are other ones now."""

    changed = Signal()

    def __init__(self, window: WindowCommands, chats: ChatActions, parent: QWidget) -> None:
        """``parent``: the widget in which the keys act."""
        super().__init__(parent)
        self._window = window
        self.all = {action.id: action for action in declared(window, chats)}
        self.keymap = Keymap(window.context.settings, {action.id: action.keys for action in self.all.values()})
        self._shortcuts = {}
        for action in self.all.values():
            shortcut = QShortcut(window.chat if action.id in IN_CHAT else parent)
            if action.id in IN_CHAT:
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            if action.id == "undo_delete":  # a key that is held would bring back one deletion after the other
                shortcut.setAutoRepeat(False)
            shortcut.activated.connect(lambda one=action: self.run(one.id))
            self._shortcuts[action.id] = shortcut
        extra = QShortcut(QKeySequence("Ctrl+/"), parent)  # the other key that people try for this
        extra.activated.connect(lambda: self.run("shortcuts"))
        self._extra = extra
        self._apply()
        window.context.settings.apply({KEY: self._keys_changed})

    def run(self, action: str) -> None:
        """Do it, if it makes sense now."""
        one = self.all[action]
        if one.can():
            if action != "palette":
                self._window.close_palette()  # else it would cover what happens
            one.run()

    def keys(self, action: str) -> str:
        """The keys of an action the way of this system, "" if it has none."""
        return shown(self.keymap.keys(action))

    def tip(self, action: str, words: str) -> str:
        """``words`` with the keys behind them."""
        return with_keys(words, self.keymap.keys(action))

    def set_keys(self, action: str, keys: str) -> None:
        self.keymap.set(action, keys)

    def reset(self, action: str) -> None:
        self.keymap.reset(action)

    def reset_all(self) -> None:
        self.keymap.reset_all()

    def pause(self, paused: bool) -> None:
        """While keys are typed that are to become a shortcut, none acts."""
        for shortcut in (*self._shortcuts.values(), self._extra):
            shortcut.setEnabled(not paused)

    def _keys_changed(self, _: object) -> None:
        """Maybe in another window."""
        self.keymap.read()
        self._apply()

    def _apply(self) -> None:
        for action, shortcut in self._shortcuts.items():
            shortcut.setKey(QKeySequence(self.keymap.keys(action)))
        self._extra.setEnabled(not self.keymap.user_of("Ctrl+/"))
        self.changed.emit()
