"""What is stored where, and getting rid of parts of it. Asks nobody: the window asks before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.knowledge.values import KnowledgeSize
from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.core.problem import reason_of
from app.core.store import Store
from app.core.stored import Part, StoredKind, measure, wipe_folder, wipe_logs
from app.core.texts import say
from app.core.work_values import Notice
from app.services.addons import CudaAddOn
from app.services.background import Ops
from app.services.chat.chat_list import ChatList
from app.services.chat.conversations import Conversations
from app.services.chat.deletion import delete_hidden
from app.services.chat.drafts import Drafts
from app.services.chat.transfer import Transfers
from app.services.documents.cartridges import DocumentCartridges
from app.services.documents.documents import Documents
from app.services.knowledge import Knowledge
from app.services.local_server import LocalServerSwitch
from app.services.models.curated import CuratedDownloads
from app.services.models.downloads import Downloads
from app.services.models.models import Models
from app.services.saved_prompts import SavedPrompts
from app.services.secrets import HUB_TOKEN, Secrets
from app.services.spelling import Spelling
from app.services.updates import Updates
from app.services.web import Web

EMPTIED, DELETED = 0.1, 0.9  # share of the work on all chats that is done once their folder, the store has none of them


class Privacy(QObject):
    """Signals:
    measured(tuple[StoredKind, ...]): what there is now.
    working(Part, float): a part is being wiped, share done; 1.0 when it is over.
    notice(Notice): how it ended.
    """

    measured = Signal(object)
    working = Signal(str, float)
    notice = Signal(object)
    _progress = Signal(str, float)

    def __init__(
        self, paths: Paths, store: Store, ops: Ops, web: Web, secrets: Secrets, chats: ChatList, drafts: Drafts,
        talks: Conversations, models: Models, prompts: SavedPrompts, spelling: Spelling,
        server: LocalServerSwitch, documents: Documents, cartridges: DocumentCartridges, knowledge: Knowledge,
        addon: CudaAddOn, downloads: Downloads, curated: CuratedDownloads, updates: Updates, transfers: Transfers,
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._paths, self._store, self._ops, self._web, self._secrets = paths, store, ops, web, secrets
        self._chats, self._drafts, self._talks, self._models, self._prompts = chats, drafts, talks, models, prompts
        self._spelling, self._server = spelling, server
        self._documents, self._cartridges, self._knowledge = documents, cartridges, knowledge
        self._addon, self._downloads, self._curated, self._updates = addon, downloads, curated, updates
        self._transfers = transfers
        self._busy = ""
        self._progress.connect(self._told)  # from another thread to this one

    @property
    def busy(self) -> str:
        """The part that is being wiped, "" if none is."""
        return self._busy

    def look(self) -> None:
        """Measure; ``measured`` follows."""

        def with_facts(found: tuple[StoredKind, ...], facts: KnowledgeSize) -> None:
            ours = StoredKind("knowledge", "", facts.relations, facts.bytes)
            self.measured.emit(tuple(ours if kind.part == "knowledge" else kind for kind in found))

        def on_disk(found: tuple[StoredKind, ...]) -> None:
            self._knowledge.size(lambda facts: with_facts(found, facts))

        self._ops.run(lambda: measure(self._paths), on_disk)

    def wipe(self, part: Part) -> None:
        """Be rid of a part. While one is being wiped, another wish is not heard."""
        if self._busy:
            return
        self._busy = part
        self.working.emit(part, 0.0)
        match part:
            case "chats":
                self._without_model(self._wipe_chats)
            case "memories":
                self._without_model(lambda then: self._wipe_folder(part, then))
            case "documents":
                self._without_model(self._wipe_documents)
            case "knowledge":
                self._knowledge.wipe(self._wipe_copies, self._failed)
            case "server":
                self._without_server(lambda then: self._wipe_folder(part, then))
            case "models":
                self._updates.stop()
                self._curated.give_up()
                self._downloads.give_up()
                again = self._elsewhere()
                self._models.unload(lambda: self._wipe_folder(part, lambda: self._forget_models(again)))
            case "addons":
                self._addon.stop()
                self._wipe_folder(part, self._addon.look)
            case "logs":
                self._ops.run(lambda: wipe_logs(self._paths.logs), self._wiped_logs)
            case "prompts":
                self._prompts.wipe()
                self._drafts.wipe_forms()
                self._wipe_copies()
            case "words":
                self._spelling.wipe()
                self._wipe_copies()
            case "secrets":
                self._server.forget_key(self._forget_token)

    def _forget_token(self, key_gone: bool) -> None:
        def forgotten(token_gone: bool) -> None:
            if key_gone and token_gone:
                self._over(0)
            else:
                self._end()
                self.notice.emit(Notice("warning", say("privacy.store_locked")))

        self._secrets.set(HUB_TOKEN, "", forgotten)

    @property
    def _in_use(self) -> str:
        """The model in use, unless it could not be loaded; else ""."""
        state = self._models.state
        return "" if state.phase is ModelPhase.FAILED else state.path

    def _load_again(self, path: str) -> None:
        if path and self._models.state.phase is ModelPhase.NONE:  # else another one was chosen meanwhile
            self._models.load(path)

    def _elsewhere(self) -> str:
        """The model in use if its file is none of the program's own; else ""."""
        path = self._in_use
        return "" if self._paths.models.resolve() in Path(path).parents else path

    def _forget_models(self, again: str) -> None:
        """Files that were there are no longer missed. ``again``: the model to be loaded again."""
        folder = self._paths.models.resolve()
        for entry in self._models.entries:
            if folder in Path(entry.path).parents:
                self._models.forget(entry.path)
        self._models.refresh(lambda: self._load_again(again))

    def _without_model(self, work: Callable[[Callable[[], None]], None]) -> None:
        """The engine writes the memories of its chats when it closes them; so it closes them before."""
        path = self._in_use
        self._talks.leave_all()
        self._models.unload(lambda: work(lambda: self._load_again(path)))

    def _without_server(self, work: Callable[[Callable[[], None]], None]) -> None:
        """The engine saves sessions when it lets go of the model; so it does before, while no client can begin one."""

        def stopped() -> None:
            def again(then: Callable[[], None]) -> None:
                self._server.resume()
                then()

            self._without_model(lambda then: work(lambda: again(then)))

        self._server.pause(stopped)

    def _wipe_folder(self, part: Part, then: Callable[[], None]) -> None:
        folders = {"server": self._paths.server, "models": self._paths.models, "addons": self._paths.addons}
        folder = folders.get(part, self._paths.chats)

        def over(left: int) -> None:
            then()
            self._over(left)

        def work() -> int:
            if part == "models":
                wipe_folder(self._paths.updates)
            return wipe_folder(folder, lambda done, of: self._progress.emit(part, min(0.99, done / of)))

        self._ops.run(work, over, lambda problem: self._failed(problem, then))

    def _wipe_chats(self, then: Callable[[], None]) -> None:
        self._transfers.cancel_import()  # what it reads from now on would come after all others went
        self._drafts.wipe()
        self._talks.leave_all()  # chats that had a draft keep nothing else either
        self._talks.forget_all()

        def work() -> tuple[list[str], list[str], int]:
            chats, folders = self._store.begin_wiping()
            self._store.wipe_drafts()
            return chats, folders, wipe_folder(self._paths.pictures)

        def done(gone: tuple[list[str], list[str], int]) -> None:
            chats, folders, left = gone
            self._documents.mounts.leave("chat", chats)
            self._documents.mounts.leave("folder", folders)
            self._chats.forget_removed()
            self._chats.refresh()
            self._ops.run(empty, lambda more: emptied(chats, left + more), failed)

        def empty() -> int:
            return wipe_folder(
                self._paths.chats, lambda done, of: self._progress.emit("chats", EMPTIED * min(1.0, done / of))
            )

        def emptied(chats: list[str], left: int) -> None:
            then()  # what is left to do takes a while, and is none of the engine's
            self._delete_hidden(chats, lambda more: self._over(left + more))

        def failed(problem: Exception) -> None:
            self._failed(problem, then)

        self._ops.store(work, done, failed)

    def go_on(self) -> None:
        """The program ended while all chats were being deleted: delete what is left of them."""

        def hidden(chats: list[str]) -> None:
            self._delete_hidden(chats, self._over)

        self._busy = "chats"
        self.working.emit("chats", 0.0)
        self._ops.store(self._store.hidden, hidden, self._failed)

    def _delete_hidden(self, chats: list[str], done: Callable[[int], None]) -> None:
        """Delete chats that are out of sight already, a part at a time, and what the files hold of them. ``done`` gets
        how many files could not be deleted. Where the store refuses something, the next start goes on.
        """

        def over(_: Sequence[str], problem: Exception | None) -> None:
            if problem is not None:
                self._failed(problem)
            else:
                # what follows takes room
                self._ops.store(self._store.wipe_copies, lambda _: merge(False), self._failed)

        def merge(whole: bool) -> None:
            if whole:
                self._ops.store(tidy, done, self._failed)
            else:
                self._ops.store(self._store.merge_indexes, merge, self._failed)

        def tidy() -> int:
            self._store.tidy_file()
            left = self._store.wipe_copies()  # the text is in one that was made meanwhile
            self._store.end_wiping()
            return left

        def progress(gone: int) -> None:
            self.working.emit("chats", EMPTIED + (DELETED - EMPTIED) * gone / max(1, len(chats)))

        delete_hidden(self._store, self._ops, chats, over, progress)

    def _wipe_documents(self, then: Callable[[], None]) -> None:
        """All of them with their passages, the places that cite them, and what models made of them; what chats were
        given of them is of those. Their sources are left alone.
        """

        def work() -> int:
            self._store.tidy_file()
            left = sum(wipe_folder(folder) for folder in (self._paths.documents, self._paths.cartridges))
            left += self._store.wipe_copies()  # the text is in these, too
            self._store.backup_if_due()
            return left

        def over(left: int) -> None:
            then()
            self._over(left)

        def failed(problem: Exception) -> None:
            self._failed(problem, then)

        def gone() -> None:
            self._ops.store(work, over, failed)

        self._cartridges.wipe(lambda: self._documents.wipe(gone, failed))

    def _wipe_copies(self) -> None:
        """What was deleted from the database is in its earlier copies, too."""

        def work() -> int:
            self._store.tidy_file()
            left = self._store.wipe_copies()
            self._store.backup_if_due()
            return left

        self._ops.store(work, self._over, self._failed)

    def _wiped_logs(self, left: int) -> None:
        self._web.log.clear()
        self._over(left)

    def _told(self, part: str, share: float) -> None:
        """It may come after the result of the same work, which takes another way."""
        if part == self._busy:
            self.working.emit(part, share)

    def _failed(self, problem: Exception, then: Callable[[], None] = lambda: None) -> None:
        then()
        self._end()
        self.notice.emit(Notice("error", say("privacy.not_all_deleted", reason=reason_of(problem))))

    def _over(self, left: int) -> None:
        self._end()
        if left:
            self.notice.emit(Notice("warning", say("privacy.in_use")))
        else:
            self.notice.emit(Notice("info", say("privacy.deleted")))

    def _end(self) -> None:
        part, self._busy = self._busy, ""
        self.working.emit(part, 1.0)
        self.look()
