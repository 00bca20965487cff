"""One object that owns everything behind the window."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.addons import search_path
from app.core.chat_values import Chat, Message
from app.core.curated import read_curated
from app.core.instance import InstanceLock
from app.core.library import Library
from app.core.model_values import ModelPhase, ModelState
from app.core.network_log import NetworkLog
from app.core.paths import DATA_ENV, Paths, resource_path
from app.core.pictures import Pictures
from app.core.scopes import ScopedPlace
from app.core.settings import Settings
from app.core.spelling.words import FindChecker
from app.core.starter import read_starter
from app.core.store import Store, StoreError
from app.core.texts import Text, say
from app.core.updates import read_source
from app.core.version import VERSION
from app.core.work_values import Notice
from app.services.addons import CudaAddOn
from app.services.arrived_models import ArrivedModels
from app.services.background import Ops
from app.services.chat.attachments import Attachments
from app.services.chat.chat_list import ChatList
from app.services.chat.conversation import Conversation
from app.services.chat.conversations import LAST, Conversations, shown_at_end
from app.services.chat.drafts import Drafts
from app.services.chat.switching import ModelSwitch
from app.services.chat.titles import Titles, question
from app.services.chat.transfer import Transfers
from app.services.chat_remains import ChatRemains
from app.services.diagnostics import Diagnostics
from app.services.documents.cartridges import DocumentCartridges
from app.services.documents.documents import Documents
from app.services.documents.vectors import PassageVectors
from app.services.engine_client.activity import ActivityLog
from app.services.engine_client.devices import EngineDevices
from app.services.engine_client.head_measuring import HeadMeasuring
from app.services.engine_client.process import Engine, EngineProcess
from app.services.global_shortcut import FindGrabber, GlobalShortcut, system_grabber
from app.services.index_merging import IndexMerging
from app.services.knowledge import Knowledge
from app.services.left_behind import chat_folders, lost_at, lost_pictures
from app.services.local_server import LocalServerSwitch
from app.services.models.care import ModelCare
from app.services.models.curated import CuratedDownloads
from app.services.models.downloads import Downloads
from app.services.models.first_model import FirstModel
from app.services.models.folder_watch import FolderWatch
from app.services.models.hub import endpoint
from app.services.models.models import Models
from app.services.models.rest import ModelRest
from app.services.models.starter import Starter
from app.services.models.worker_calls import WorkerCalls
from app.services.power.awake import FindInhibitor, StayingAwake
from app.services.power.saving import OnBattery, PowerSaving
from app.services.presets import Presets
from app.services.privacy import Privacy
from app.services.retried_writes import RetriedWrites
from app.services.saved_prompts import SavedPrompts
from app.services.secrets import Secrets
from app.services.speech import FindVoice, Speech
from app.services.spelling import Spelling
from app.services.updates import Updates
from app.services.web import Web
from engine import protocol
from engine.files import PLUGINS_ENV
from engine.logs import FOLDER_ENV

log = logging.getLogger("app")

TITLE_TOKENS = 24


class AppContext(QObject):
    """Owns store, settings, models, engine, chats and conversation; made once, with explicit paths and engine.

    Signals:
        notice(Notice): everything that any part wants to tell the person.
        settled: the last chat is shown and the first model loaded, or it is known why not.
        leaving_safe_mode: the person wants what a safe start left out.

    Attributes:
        startup_notices: to be shown once the window is there.
        safe: started without the last chat and model, which wait for the person.
    """

    notice = Signal(object)
    settled = Signal()
    leaving_safe_mode = Signal()

    def __init__(
        self,
        paths: Paths,
        *,
        engine_command: Sequence[str] | None = None,
        engine: Engine | None = None,
        library: Library | None = None,
        find_checker: FindChecker | None = None,
        find_voice: FindVoice | None = None,
        find_grabber: FindGrabber | None = None,
        on_battery: OnBattery | None = None,
        find_inhibitor: FindInhibitor | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Takes the instance lock and opens the store; starts nothing.

        ``engine_command``: argv of the engine process, default the real one; ``engine``: one to use instead;
        ``find_checker``: looks for a spell checker, default none;
        ``find_voice``: the one that reads aloud, default none;
        ``find_grabber``: the system's way to a global shortcut, default none;
        ``on_battery``: whether the computer runs on its battery, default never;
        ``find_inhibitor``: the system's way to keep the computer awake, default none.

        Raises:
            InstanceRunning: another process uses these conversations.
            StoreError: they cannot be opened (too new, disk full, rights).
            OSError: the folders cannot be made.
        """
        super().__init__(parent)
        self.paths = paths
        paths.create()
        self._lock = InstanceLock(paths.lock)
        try:
            self.store = Store(paths.database, paths.backups)
            interrupted = self.store.recover_replies()
            stored, of_models = self.store.all_settings(), self.store.model_settings()
            shown = shown_at_end(Settings(stored))
            unsent = self.store.drafts()
            kept = {*shown, *(one.chat for one in unsent)}
            self.store.drop_left_settings(kept)
            self.store.drop_left_mounts(kept)
            lost = lost_at(self.store, paths, stored)
            left_pictures = lost_pictures(self.store, paths, stored) if lost else frozenset()
        except BaseException:
            self._lock.release()
            raise
        if interrupted:
            log.info("%d replies were cut off by the end of the program", interrupted)
        self.startup_notices = _startup_notices(self.store, _with_memory(paths) if self.store.fresh else 0)
        self.ops = Ops(self)
        self._writes = RetriedWrites(self.ops, self.ops.pass_on, self)
        self.settings = Settings(stored, self._put_setting)
        self.settings.adopt_models(of_models)
        for one in unsent:  # while nobody waits: a chat without a message is gone on with at once
            if not one.begun and ":" not in one.chat:
                self.settings.adopt_chat(one.chat, self.store.chat_settings(one.chat))
        self.engine = engine if engine is not None else self._engine_process(engine_command)
        self.library = library if library is not None else Library(paths.models)
        self.power = PowerSaving(self.settings, self.ops, self.engine, on_battery, self)
        self.awake = StayingAwake(self.settings, self.ops, find_inhibitor, self)
        self.devices = EngineDevices(self.engine, self)
        self.models = Models(self.library, self.store, self.settings, self.ops, self.engine, self._writes.write, self)
        self._first = FirstModel(self.models, self.library, self.store, self.settings, self.ops)
        self.care = ModelCare(self.models, self.ops, self)
        self.folders = FolderWatch(self.models, self.settings, self.ops, self)
        self.heads = HeadMeasuring(self.engine, self)
        self.web = Web(self, NetworkLog(paths.requests))
        self.settings.apply({"privacy.offline": lambda offline: self.web.set_offline(bool(offline))}, now=True)
        WorkerCalls(self.engine, self.models, self.settings, self.web)
        self.secrets = Secrets(self.ops, self)
        self.downloads = Downloads(paths.models, self.web, self.secrets, self.ops, endpoint(), parent=self)
        self.starter = Starter(
            read_starter(resource_path("starter.json")), paths.models, self.downloads, self.ops, self
        )
        self.curated = CuratedDownloads(
            read_curated(resource_path("models.json")), self.web, self.secrets, self.downloads, parent=self
        )
        releases = read_source(resource_path("updates.json"))
        self.updates = Updates(
            releases, paths.updates, self.settings, self.web, self.secrets, self.ops,
            parent=self,
        )  # fmt: skip
        self.addon = CudaAddOn(releases, paths.addons, self.web, self.secrets, self.ops, self.devices, parent=self)
        self.server = LocalServerSwitch(paths.server, self.settings, self.secrets, self.engine, self.models, self)
        self.activity = ActivityLog(self.store, self.ops, self.engine, self)
        self.diagnostics = Diagnostics(paths, self.ops, self.engine, self.models, self)
        self.presets = Presets(self.settings, self)
        self.prompts = SavedPrompts(self.settings, self.ops, self)
        self.global_shortcut = GlobalShortcut(self.settings, find_grabber or system_grabber(""), self)
        self.spelling = Spelling(self.settings, self.ops, find_checker, self)
        self.speech = Speech(find_voice, self)
        self.chats = ChatList(self.store, self.ops, self)
        self.drafts = Drafts(self.store, self.ops, unsent, self)
        self.drafts.reserve(shown)
        self.pictures = Pictures(paths.pictures)
        self.documents = Documents(self.store, self.ops, paths, self._writes.write, self)
        self.cartridges = DocumentCartridges(self.documents, self.engine, self.models, self.settings, self.power, self)
        self.conversations = Conversations(
            paths, self.store, self.settings, self.ops, self.engine, self.models, self.pictures, self.documents,
            self.cartridges, self.drafts, self,
        )  # fmt: skip
        self.remains = ChatRemains(
            paths, self.store, self.ops, self.settings, self.pictures, self.conversations, self.engine,
            unsent=kept, lost_at=lost, lost_pictures=left_pictures,
            purged=self._purged,
        )  # fmt: skip
        self.switching: ModelSwitch = ModelSwitch(
            paths, self.settings, self.models, self.conversations, self.engine, self
        )
        self.arrived_models = ArrivedModels(
            self.downloads, self.starter, self.curated, self.models, self.conversations, self.switching, self
        )
        self.attachments = Attachments(self.ops, self.engine, self.models, self.pictures, self)
        self.attachments.idle = lambda: self.conversations.idle
        self.grounding = self.conversations.grounding
        self.vectors = PassageVectors(self.documents, self.store, self.ops, self.engine, self.models, self)
        self.vectors.idle = lambda: self.conversations.idle and not self.power.saving
        self.grounding.vectors = self.vectors
        self.knowledge = Knowledge(
            self.documents, self.store, self.ops, self.engine, self.models, self.settings, self.power, self
        )
        self.knowledge.idle = lambda: (
            self.conversations.idle and (self.cartridges.paused or not self.cartridges.waiting)
        )
        self.chats.trashed.connect(lambda _: self.knowledge.chats_changed())
        self.chats.restored.connect(self.knowledge.chats_changed)
        self.conversations.list_changed.connect(self.knowledge.chats_said)
        self.chats.copied.connect(lambda *_: self.knowledge.chats_said())
        self.chats.copied.connect(self.documents.mounts.copied)
        self.conversations.list_changed.connect(self.chats.refresh)
        self.rest = ModelRest(self.settings, self.models, self._model_busy, self)
        self.server.changed.connect(lambda view: self.rest.used() if view.url else None)
        self.conversations.work_changed.connect(lambda chats, _: self.awake.set_working("replies", bool(chats)))
        self.downloads.changed.connect(
            lambda all_: self.awake.set_working("downloads", any(one.under_way for one in all_))
        )
        self.heads.changed.connect(lambda measuring: self.awake.set_working("heads", bool(measuring.path)))
        self.conversations.send_refused.connect(self.drafts.refused)
        self.conversations.amend_refused.connect(self.drafts.edit_refused)
        self.chats.renamed.connect(self.conversations.renamed)
        self.chats.changed.connect(self.conversations.moved)
        self.chats.copied.connect(self.conversations.copy_memory)
        self.chats.trashed.connect(self._trashed)
        self.chats.deleted.connect(self.remains.remove)
        self.chats.deleted.connect(self.drafts.forget)
        self.merging = IndexMerging(self.store, self.ops)
        for deleted in (self.chats.deleted, self.documents.changed, self.documents.removed):
            deleted.connect(self.merging.go_on)
        self.chats.deleted.connect(lambda gone: self.documents.mounts.leave("chat", gone))
        self.chats.folder_removed.connect(lambda gone: self.documents.mounts.leave("folder", [gone]))
        self.transfers = Transfers(self.store, self.ops, self)
        self.transfers.dropped.connect(self.merging.go_on)
        self.transfers.imported.connect(lambda _: self.chats.refresh())
        self.transfers.imported.connect(lambda _: self.knowledge.chats_said())
        self.transfers.imported.connect(lambda _: self.documents.mounts.read_projects())
        self.titles = Titles(self.conversations, self.store, self.ops, self)
        self.titles.ask = self._ask_for_title
        self.titles.titled.connect(self.conversations.titled)
        self.titles.titled.connect(lambda *_: self.chats.refresh())
        telling = (
            self.conversations, self.chats, self.models, self.care, self.heads, self.diagnostics, self.transfers,
            self.presets, self.prompts, self.starter, self.arrived_models, self.drafts, self.speech, self.devices,
            self.updates, self.documents,
        )  # fmt: skip
        for source in telling:
            source.notice.connect(self.notice)
        self.privacy = Privacy(
            paths,
            self.store,
            self.ops,
            self.web,
            self.secrets,
            self.chats,
            self.drafts,
            self.conversations,
            self.models,
            self.prompts,
            self.spelling,
            self.server,
            self.documents,
            self.cartridges,
            self.knowledge,
            self.addon,
            self.downloads,
            self.curated,
            self.updates,
            self.transfers,
            self,
        )
        self.privacy.notice.connect(self.notice)
        self.ops.failed.connect(self._operation_failed)
        self.ops.slow.connect(lambda name: self.notice.emit(Notice("info", say("file.slow", name=name))))
        self.devices.changed.connect(self._devices_changed)
        self.engine.watchdog.stalled.connect(lambda _: self._engine_stalled())
        self.models.state_changed.connect(self._model_changed)
        self.safe = self._cold = self._settled = self._closed = False

    @property
    def conversation(self) -> Conversation:
        """The one of the first window."""
        return self.conversations.all[0]

    def _model_busy(self) -> bool:
        """Whether something is being done with the model, or programs that use the local server may want it."""
        chats = bool(self.conversations.at_work) or not self.conversations.idle
        reading = self.cartridges.waiting and not self.cartridges.paused
        others = reading or self.knowledge.working or bool(self.heads.state.path)
        return chats or others or bool(self.server.view.url)

    def _devices_changed(self, _said: object) -> None:
        self.models.set_devices(self.devices.has_gpu, self.devices.said.vram)

    def _engine_process(self, command: Sequence[str] | None) -> EngineProcess:
        environment = {DATA_ENV: str(self.paths.data), FOLDER_ENV: str(self.paths.logs)}
        environment[PLUGINS_ENV] = search_path(self.paths.addons, VERSION, os.environ.get(PLUGINS_ENV, ""))
        return EngineProcess(command, self, environment=environment)

    def start(self, safe: bool = False) -> None:
        """Start the engine, list the chats, open the last one, load the last (or the starter) model.

        ``safe``: list the chats and models only; the engine comes with the first model that the person chooses.
        """
        folders = chat_folders(self.paths)  # before the engine makes those of chats that are not stored yet
        self.chats.refresh()
        self.spelling.start()
        self.global_shortcut.apply()
        self.power.start()
        if self.global_shortcut.problem is not None:
            self.notice.emit(Notice("warning", self.global_shortcut.problem))
        self.safe = self._cold = self.conversations.waiting = safe
        self.documents.start()
        self.knowledge.start()
        if safe:
            self.models.refresh(self._settle)
        else:
            self._start_rest()
        self.remains.tidy(folders)
        if self.store.is_wiping():
            self.privacy.go_on()
        self.merging.go_on()
        # once the windows were told what to show: of a large file it takes many seconds
        QTimer.singleShot(0, self, self._keep_copy)

    def _keep_copy(self) -> None:
        if not self._closed:
            # by itself: where there is no room for it, the folders of what was purged are to go all the same
            self.ops.run(self.store.backup_if_due)

    def _start_rest(self) -> None:
        self._cold = False
        self.addon.start()
        self.engine.start()
        last = self.settings.text(LAST)
        if self.can_show(last):
            self.conversation.open_chat(last)
        elif not self.conversations.show_unsent(self.conversation, last):
            self.conversation.new_chat()
        self._first.load_ahead()
        self.models.refresh(self._first_model)
        self.downloads.find_left_over()
        self.updates.start()

    def can_show(self, chat_id: str) -> bool:
        """Whether there is such a chat, and not in the trash."""
        chat = self.store.chat(chat_id) if chat_id else None
        return chat is not None and chat.trashed_at is None

    def _first_model(self) -> None:
        self._first.load()
        if self.models.state.phase is not ModelPhase.LOADING:
            self._settle()

    def _model_changed(self, state: ModelState) -> None:
        if state.phase is ModelPhase.LOADING and self._cold:
            self._cold = False
            self.engine.start()
        elif state.phase in (ModelPhase.LOADED, ModelPhase.FAILED):
            self._settle()

    def _settle(self) -> None:
        if not self._settled:
            self._settled = True
            self.settled.emit()

    def _ask_for_title(self, _chat: str, messages: Sequence[Message], told: Callable[[str], None]) -> None:
        """Have the model make a title, when it has nothing else to do."""
        if not self.settings.flag("chat.titles"):
            return

        def answered(event: protocol.AnyEvent) -> None:
            told(event.text if isinstance(event, protocol.Completed) else "")

        sampling = protocol.Sampling(temperature=0.0, max_tokens=TITLE_TOKENS)
        self.engine.request(protocol.Complete(id=0, prompt=question(messages), sampling=sampling), answered)

    def act(self, notice: Notice) -> None:
        """Do what the button of a notice offers (open_library is the window's own)."""
        match notice.action:
            case "retry_engine":
                self.models.retry()
                self.engine.start()  # where no model was in use
            case "use_cpu":
                self.models.use_cpu()
            case "retry_model":
                self.models.retry()
            case "start_as_usual" if self.safe:
                self.safe = self.conversations.waiting = False
                self.leaving_safe_mode.emit()
                self._settled = False
                self._start_rest()
            case "reload_model":
                self.models.load(self.models.state.path)
            case "force_stop":
                self.models.force_stop()
            case "undo_delete":
                self.conversations.undo_delete(notice.detail)
            case "undo_remove":
                self.care.restore(notice.detail)
            case "undo_prompt":
                self.prompts.undo_delete(notice.detail.split(","))
            case "undo_preset":
                self.presets.undo_delete(notice.detail)
            case "undo_settings":
                self.presets.undo_take_back(notice.detail)
            case "undo_edit":
                self.drafts.take_back(notice.detail)
            case "import_skipped":
                self.transfers.import_skipped(notice.detail)
            case "undo_trash":
                self.chats.restore(notice.detail.split(","))
            case "undo_folder":
                self.chats.restore_folder(notice.detail)
                self.documents.mounts.read_projects()

    def shutdown(self, timeout_ms: int = 3000) -> None:
        """Save, stop the engine (bounded wait), end the threads, close the store. Safe to call twice."""
        if self._closed:
            return
        self._closed = True
        self.speech.stop()
        self.global_shortcut.close()
        self.power.stop()
        self.rest.stop()
        self.awake.close()
        self.merging.shutdown()
        self.drafts.close()
        self.conversations.shutdown()
        self.attachments.shutdown()
        self.documents.shutdown()
        self.cartridges.shutdown()
        self.knowledge.shutdown()
        self.vectors.shutdown()
        self.downloads.shutdown()
        self.updates.shutdown()
        self.addon.shutdown()
        self.web.shutdown()
        self.transfers.shutdown()
        self.models.shutdown()
        self.folders.stop()
        self.engine.watchdog.end()
        self.engine.stop(timeout_ms)
        self.remains.shutdown()
        self._writes.close()
        self.ops.shutdown()
        self.store.close()
        self._lock.release()

    def _put_setting(self, key: str, value: str | None, place: ScopedPlace) -> None:
        self._writes.write((place, key), lambda: self.store.put_setting(key, value, place))

    def _purged(self, chats: Collection[str]) -> None:
        self.drafts.forget(chats)
        self.documents.mounts.leave("chat", chats)
        self.merging.go_on()

    def _trashed(self, chats: Sequence[Chat]) -> None:
        for chat in chats:
            self.conversations.trashed(chat.id)

    def _engine_stalled(self) -> None:
        self.notice.emit(Notice("warning", say("engine.no_progress"), "", "force_stop", also=("open_library",)))

    def _operation_failed(self, problem: Exception) -> None:
        if isinstance(problem, StoreError):
            self.notice.emit(Notice("error", problem.text))
        else:
            self.notice.emit(Notice("error", say("store.operation_failed", reason=str(problem))))


def _with_memory(paths: Paths) -> int:
    """Of how many chats the engine has kept something."""
    folders = (entry for entry in paths.chats.iterdir() if entry.is_dir() and entry != paths.pieces)
    return sum(1 for folder in folders if any(folder.iterdir()))


def _startup_notices(store: Store, remembered: int) -> tuple[Notice, ...]:
    """What the person should know of the conversations. ``remembered``: chats that were there by what the engine kept,
    where there was no file with conversations."""
    told: list[Text] = []
    rescued = say("rescue.some", n=store.rescued) if store.rescued else say("rescue.none")
    if store.copy is not None:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(store.copy.stat().st_mtime))
        rescued = say("rescue.copy", n=store.rescued, day=day)
    if store.damaged is not None:
        told.append(say("rescue.damaged", rescued=rescued, path=str(store.damaged)))
    elif store.copy is not None:
        told.append(say("rescue.emptied", rescued=rescued))
    elif remembered:
        told.append(say("rescue.memories", file=store.path.name, folder=str(store.path.parent)))
    if store.loosened:
        told.append(say("rescue.circle", loosened=say("rescue.loosened", n=store.loosened)))
    return tuple(Notice("warning", text) for text in told)
