"""What a window can be asked to do, as its actions, its palette and its dialogs know it."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QWidget

from app.core.chat_values import Folder
from app.core.document_values import Project
from app.core.work_values import Notice
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.ui.chat.chat_page import ChatPage
from app.ui.documents.project_sheet import ProjectSheet
from app.ui.notices import Toasts
from app.ui.window.attention import News


class AllWindows(Protocol):
    """All windows of the program, as each of them knows them."""

    @property
    def news(self) -> News:
        """What is told outside of the windows."""

    @property
    def project_sheets(self) -> dict[str, ProjectSheet]:
        """The sheets of folders that are open, whichever window they are over."""

    def open(self, chat: str = "", front: bool = True) -> object:
        """Another window; ``chat`` "": with an empty one."""

    def open_apart(self, chat: str) -> None:
        """Show a chat in a window of its own."""

    def show_project(self, folder: Folder, left: Project) -> None:
        """Go on with what was written of a folder, in the window that is used."""

    def quit(self) -> None:
        """Close all windows."""


class WindowCommands(Protocol):
    """A window."""

    @property
    def context(self) -> AppContext:
        """The services of the program."""

    @property
    def talk(self) -> Conversation:
        """The conversation that the window shows."""

    @property
    def chat(self) -> ChatPage:
        """The page that shows it."""

    @property
    def toasts(self) -> Toasts:
        """The notices that leave after a while."""

    @property
    def windows(self) -> AllWindows:
        """This window and the others."""

    @property
    def has_notice(self) -> bool:
        """Whether there is something that ``go_to_notice`` goes to."""

    def go_to_notice(self) -> None:
        """Give the keyboard to the newest notice, else to what stands above the chat."""

    def tell(self, notice: Notice, stay: bool = False) -> None:
        """Show a notice; ``stay``: until it is dismissed."""

    def use_model(self, path: str) -> None:
        """Load a model; what it costs is asked first."""

    def show_page(self, page: QWidget) -> None:
        """Show a page instead of the chat."""

    def close_palette(self) -> None:
        """Close the palette, if it is open."""

    def show_chat(self) -> None: ...
    def show_library(self) -> None: ...
    def find_models(self) -> None: ...
    def show_settings(self, section: str = "") -> None: ...
    def show_activity(self) -> None: ...
    def show_privacy(self) -> None: ...
    def check_for_updates(self) -> None: ...
    def show_shortcuts(self) -> None: ...
    def show_prompts(self) -> None: ...
    def show_documents(self) -> None: ...
    def show_knowledge(self) -> None: ...
    def show_server(self) -> None: ...
    def toggle_sidebar(self) -> None: ...
    def focus_search(self) -> None: ...
    def search_chats(self) -> None: ...
    def new_chat(self) -> None: ...
    def open_chat(self, chat_id: str, message_id: str = "") -> None: ...
    def step_chat(self, by: int) -> None: ...
    def find_in_chat(self) -> None: ...
    def copy_reply(self) -> None: ...
    def undo_delete(self) -> None: ...
    def compact(self) -> None: ...
    def read_now(self) -> None: ...
    def toggle_meter(self) -> None: ...
    def toggle_chat_settings(self) -> None: ...
    def choose_files(self) -> None: ...
    def choose_model(self) -> None: ...
    def close(self) -> bool: ...
