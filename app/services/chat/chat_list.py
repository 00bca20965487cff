"""The chats beside the one that is open: list, folders, trash."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core.chat_values import Chat, ChatGroup, Folder, RemovedFolder, new_id
from app.core.store import Store, StoreError, grouped
from app.core.store.copying import ChatCopy
from app.core.texts import say
from app.core.transcript import line_of
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.chat.copy_titles import copy_of
from app.services.chat.copying import copy_chat
from app.services.chat.deletion import delete_hidden

translate = QCoreApplication.translate


class ChatList(QObject):
    """What was asked for is stored first; then the signals tell.

    Signals:
    changed(tuple[ChatGroup, ...]): the list to show.
    trash_changed(tuple[Chat, ...]): what lies in the trash, last thrown away first.
    renamed(str, str): id and new title.
    trashed(tuple[Chat, ...]): chats were moved to the trash.
    copied(str, str, dict[str, str]): a chat, its copy, and what the ids of its messages are there.
    restored(): chats were taken out of the trash.
    deleted(tuple[str, ...]): ids of chats that are gone for good.
    folder_removed(str): the id of a folder that was taken away.
    notice(Notice)
    """

    changed = Signal(object)
    trash_changed = Signal(object)
    renamed = Signal(str, str)
    trashed = Signal(object)
    copied = Signal(str, str, object)
    restored = Signal()
    deleted = Signal(object)
    folder_removed = Signal(str)
    notice = Signal(object)

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._groups: tuple[ChatGroup, ...] = ()
        self._trash: tuple[Chat, ...] = ()
        self._removed: dict[str, RemovedFolder] = {}  # by id, until they are brought back

    @property
    def groups(self) -> tuple[ChatGroup, ...]:
        """The list as last read."""
        return self._groups

    @property
    def chats(self) -> list[Chat]:
        """All chats of the list, in its order."""
        return [chat for group in self._groups for chat in group.chats]

    @property
    def folders(self) -> list[Folder]:
        """All folders by name."""
        return [group.folder for group in self._groups if group.folder is not None]

    @property
    def trash_can(self) -> tuple[Chat, ...]:
        """The trash as last read."""
        return self._trash

    def refresh(self) -> None:
        """Read the list and the trash again."""

        def read() -> tuple[tuple[ChatGroup, ...], tuple[Chat, ...]]:
            return grouped(self._store.chats(), self._store.folders()), tuple(self._store.trashed())

        def show(result: tuple[tuple[ChatGroup, ...], tuple[Chat, ...]]) -> None:
            self._groups, trash = result
            self.changed.emit(self._groups)
            if trash != self._trash:
                self._trash = trash
                self.trash_changed.emit(trash)

        self._ops.store(read, show)

    # one chat ------------------------------------------------------------------

    def rename(self, chat_id: str, title: str) -> None:
        """Give a chat another title; blank: nothing."""
        clean = line_of(title)
        if not clean:
            return

        def done(_: None) -> None:
            self.renamed.emit(chat_id, clean)
            self.refresh()

        self._ops.store(lambda: self._store.rename_chat(chat_id, clean), done)

    def duplicate(self, chat_id: str, then: Callable[[str], None] | None = None) -> None:
        """Make a copy with all its branches; ``then`` gets its id."""

        def begin(seconds: float) -> ChatCopy | None:
            chat = self._store.chat(chat_id)
            return self._store.duplicate_chat(chat_id, copy_of(chat.title), seconds) if chat is not None else None

        def done(copy: ChatCopy | None) -> None:
            self.refresh()
            if copy is not None:
                self.copied.emit(chat_id, copy.chat.id, copy.ids)
                if then is not None:
                    then(copy.chat.id)

        copy_chat(self._store, self._ops, begin, done, lambda: self.notice.emit(Notice("info", say("chat.copying"))))

    # several -------------------------------------------------------------------

    def pin(self, ids: Iterable[str], pinned: bool) -> None:
        """Keep chats at the top, or no longer."""
        chosen = tuple(ids)
        self._ops.store(lambda: self._store.pin_chats(chosen, pinned), lambda _: self.refresh())

    def move(self, ids: Iterable[str], folder: str) -> None:
        """Put chats into a folder; "": out of any."""
        chosen = tuple(ids)
        self._ops.store(lambda: self._store.move_chats(chosen, folder), lambda _: self.refresh())

    def trash(self, ids: Iterable[str]) -> None:
        """Move chats to the trash; ``trashed`` follows, and ``restore`` takes them back."""
        chosen = tuple(ids)

        def work() -> tuple[Chat, ...]:
            gone = self._store.trash_chats(chosen)
            return tuple(chat for chat in map(self._store.chat, gone) if chat is not None)

        def done(chats: tuple[Chat, ...]) -> None:
            if chats:
                self.trashed.emit(chats)
                one = translate("Chats", "Moved “{title}” to the trash.").format(title=chats[0].title)
                many = translate("Chats", "Moved %Ln chat(s) to the trash.", "", len(chats))
                ids = ",".join(chat.id for chat in chats)
                self.notice.emit(Notice("info", one if len(chats) == 1 else many, "", "undo_trash", ids))
            self.refresh()

        self._ops.store(work, done)

    def restore(self, ids: Iterable[str]) -> None:
        """Take chats out of the trash. A notice says so where there is none of them any more."""
        chosen = tuple(ids)

        def work() -> bool:
            self._store.restore_chats(chosen)
            chats = map(self._store.chat, chosen)
            return any(chat is not None and chat.trashed_at is None for chat in chats)

        def done(there: bool) -> None:
            if there:
                self.restored.emit()
            elif chosen:
                self.notice.emit(Notice("warning", say("chat.gone")))
            self.refresh()

        self._ops.store(work, done)

    def delete_for_good(self, ids: Iterable[str]) -> None:
        """Delete chats that are in the trash, with their memory; ``deleted`` follows. Nothing brings them back."""
        chosen = tuple(ids)

        def over(gone: Sequence[str], problem: Exception | None) -> None:
            if gone:
                self.deleted.emit(tuple(gone))
                self.refresh()
            if problem is not None:
                self._ops.pass_on(problem)

        def hidden(ids: list[str]) -> None:
            self.refresh()  # all of them are out of the trash now
            delete_hidden(self._store, self._ops, ids, over)

        self._ops.store(lambda: self._store.hide_trashed(chosen), hidden)

    # folders -------------------------------------------------------------------

    def create_folder(self, name: str, ids: Iterable[str] = ()) -> None:
        """Make a folder and put chats into it; blank: nothing."""
        clean = line_of(name)
        if not clean:
            return
        folder, chosen = Folder(new_id(), clean), tuple(ids)

        def work() -> None:
            self._store.create_folder(folder)
            self._store.move_chats(chosen, folder.id)

        self._ops.store(work, lambda _: self.refresh())

    def rename_folder(self, folder_id: str, name: str) -> None:
        """Give a folder another name; blank: nothing."""
        clean = line_of(name)
        if clean:
            self._ops.store(lambda: self._store.rename_folder(folder_id, clean), lambda _: self.refresh())

    def collapse_folder(self, folder_id: str, collapsed: bool) -> None:
        """Hide or show the chats of a folder in the list."""
        self._ops.store(lambda: self._store.collapse_folder(folder_id, collapsed), lambda _: self.refresh())

    def delete_folder(self, folder_id: str) -> None:
        """Take a folder away; its chats stay. A notice offers it back as it was (``restore_folder``)."""

        def done(removed: RemovedFolder | None) -> None:
            if removed is not None:
                self._removed[folder_id] = removed
                self.folder_removed.emit(folder_id)
                words = translate("Chats", "Removed folder “{name}”.").format(name=removed.folder.name)
                self.notice.emit(Notice("info", words, "", "undo_folder", folder_id))
            self.refresh()

        self._ops.store(lambda: self._store.delete_folder(folder_id), done)

    def restore_folder(self, folder_id: str) -> None:
        """Bring a folder back that was taken away, with its chats and all that was its own. What the store refuses is
        offered again.
        """
        removed = self._removed.pop(folder_id, None)
        if removed is None:
            return

        def failed(problem: Exception) -> None:
            self._removed[folder_id] = removed
            if isinstance(problem, StoreError):
                self.notice.emit(Notice("error", problem.text, "", "undo_folder", folder_id))
            else:
                self._ops.pass_on(problem)

        self._ops.store(lambda: self._store.restore_folder(removed), lambda _: self.refresh(), failed)

    def forget_removed(self) -> None:
        """Folders that were taken away are gone for good."""
        self._removed.clear()
