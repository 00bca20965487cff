"""The model in use and the library as the window sees them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import psutil  # type: ignore[import-untyped]
from PySide6.QtCore import QObject, Signal

from app.core import model_folders
from app.core.curated import CORES
from app.core.hub import Fit, fit
from app.core.library import Library, LibraryScan, UnusableModel, canonical, first_part, real, used
from app.core.load_guard import LoadGuard
from app.core.model_values import ModelEntry, ModelFacts, ModelFolder, ModelPhase, ModelState, VisionPart
from app.core.settings import Settings, SettingsView
from app.core.store import Store, StoredModel
from app.core.texts import Text, say
from app.core.work_values import Notice, NoticeAction
from app.services.background import Ops
from app.services.engine_client.process import DIED, Engine, EngineDied
from app.services.models import adding
from app.services.models.loads import Loads
from app.services.models.looks import Looks
from app.services.retried_writes import Write
from engine.protocol import AnyEvent, Embed, Error, Estimate, Load, Loaded, Progress, Ready, Unload
from engine.sizing.limits import limits, main_memory

log = logging.getLogger("models")


class Models(QObject):
    """Which models there are, and which one is loaded.

    Signals:
        state_changed(ModelState): the model in use, with load progress.
        library_changed(tuple[ModelEntry, ...])
        added(ModelEntry): a file was dropped in and is fine; of more than two a notice tells.
        vision_added(VisionPart): one that looks at pictures for models was.
        looked(Found): all that a look at the disk told.
        devices_changed(): ``has_gpu`` or ``vram`` is another.
        notice(Notice): a file was refused, a load failed, ...

    Attributes:
        has_gpu: whether the engine found a device that is no CPU; False until it is there.
        vram: bytes that its devices have beside the RAM of this computer; 0 until it is there.
        cores: physical cores of this computer.
    """

    state_changed = Signal(object)
    library_changed = Signal(object)
    added = Signal(object)
    vision_added = Signal(object)
    looked = Signal(object)
    devices_changed = Signal()
    notice = Signal(object)

    def __init__(
        self, library: Library, store: Store, settings: Settings, ops: Ops, engine: Engine, write: Write,
        parent: QObject,
    ) -> None:  # fmt: skip
        """``write``: stores what is given last under a key, when there is room for it."""
        super().__init__(parent)
        self._library, self._store, self._settings = library, store, settings
        self._ops, self._engine, self._write = ops, engine, write
        self._state = ModelState()
        self._entries: tuple[ModelEntry, ...] = ()
        self._ahead: ModelEntry | None = None  # the model that does not wait for a look at all folders
        self._vision: tuple[VisionPart, ...] = ()
        self._folders: tuple[ModelFolder, ...] = ()
        self._files: dict[str, str] = {}  # by the names of models, as of the last look
        self._rows: dict[str, StoredModel] = {}
        self._known = False  # the rows were read from the store
        self._version = self._looked_at = 0  # of what the person made of them: now, and as the last look knew it
        self._looked_in: tuple[str, ...] = ()  # folders, by the last look
        self._slow_folders: set[str] = set()
        self._looks = Looks(ops, self._scan, self._scanned, self._slow)
        self._wanted = ""  # path to have loaded; survives the engine
        self.has_gpu = False
        self.vram = 0
        cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or CORES
        self.cores = min(cores, limits().processors or cores)
        self._ended = False  # the program ends
        self._on_cpu = ""  # path of the model whose load or replies the graphics driver ended
        self._guard = LoadGuard(settings)
        self._loads = Loads(engine, self._guard)  # of what is wanted
        engine.ready.connect(self._engine_ready)
        engine.died.connect(self._engine_died)

    @property
    def state(self) -> ModelState:
        """The model in use."""
        return self._state

    @property
    def in_use(self) -> bool:
        """Whether there is a model to unload."""
        return bool(self._state.path) and self._state.phase is not ModelPhase.RESTING

    @property
    def fingerprint(self) -> str:
        """What the settings of the model in use go by; "" while none is."""
        return self._state.facts.fingerprint if self._state.facts is not None else ""

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """The library as of the last look."""
        return self._entries

    @property
    def vision_parts(self) -> tuple[VisionPart, ...]:
        """The files there are that look at pictures for models."""
        return self._vision

    @property
    def folders(self) -> tuple[ModelFolder, ...]:
        """The folders that were looked through, the program's own first."""
        return self._folders

    def entry(self, path: str) -> ModelEntry | None:
        """The entry of a model, None if it is not in the library."""
        ahead = self._ahead if self._ahead is not None and self._ahead.path == path else None
        return next((entry for entry in self._entries if entry.path == path), ahead)

    def with_fingerprint(self, fingerprint: str) -> ModelEntry | None:
        """The model with that fingerprint, if it can be used; the one in use before others that are the same."""
        if fingerprint and fingerprint == self.fingerprint:
            return self.entry(self._state.path)
        usable = (entry for entry in self._entries if entry.status == "ok" and entry.facts is not None)
        return next((one for one in usable if one.facts and fingerprint and one.facts.fingerprint == fingerprint), None)

    def row(self, path: str) -> StoredModel | None:
        """What is stored of a model."""
        return self._rows.get(path)

    @property
    def stale(self) -> bool:
        """Whether the model in use was loaded with other settings than those in force now."""
        state = self._state
        if state.phase is not ModelPhase.LOADED or self._loads.last is None:
            return False
        return self.request(state.path) != self._loads.last

    def request(self, path: str) -> Load:
        """What the engine would be asked to load: the model with its settings and its vision part."""
        entry, load = self.entry(path), self.settings_of(path).load(path)
        if path == self._on_cpu:
            load = msgspec.structs.replace(load, n_gpu_layers=0, workers=())
        return msgspec.structs.replace(load, mmproj=entry.mmproj if entry else "")

    def estimate(self, path: str) -> Estimate:
        """What the engine would be asked that tells what :meth:`request` takes."""
        return msgspec.structs.replace(self.settings_of(path).estimate(path), mmproj=self.request(path).mmproj)

    def embed(self, path: str, texts: tuple[str, ...]) -> Embed:
        """What the engine is asked for vectors of texts, however long they are: with the model's settings, and without
        a card whose driver failed.
        """
        load = self.settings_of(path).load(path)
        layers = 0 if self._on_cpu else load.n_gpu_layers
        return Embed(id=0, path=path, texts=texts, cut=True, n_gpu_layers=layers, n_threads=load.n_threads)

    @property
    def sees(self) -> bool:
        """Whether the model in use looks at pictures, also while it rests and comes back from that."""
        facts = self._state.facts
        return self._state.phase is not ModelPhase.FAILED and facts is not None and facts.sees

    def settings_of(self, path: str) -> SettingsView:
        """The settings of a model; what is set there is set for it alone."""
        facts = self._facts(path)
        return self._settings.scoped(model=facts.fingerprint if facts is not None else "")

    def _facts(self, path: str) -> ModelFacts | None:
        entry = self.entry(path)
        if entry is not None:
            return entry.facts
        return self._state.facts if self._state.path == path else None

    # library ------------------------------------------------------------------

    def refresh(self, then: Callable[[], None] | None = None, settle: float = 0.0) -> None:
        """Look at the folders and the referenced files again; ``library_changed`` follows.

        ``settle``: leave files alone that were written to in the last seconds, so many.
        """

        def begin(rows: list[StoredModel]) -> None:
            self._rows = {**{row.path: row for row in rows}, **self._rows}
            self._known = True
            look()

        def look() -> None:
            elsewhere = model_folders.chosen(self._settings) != self._looked_in
            self._looks.ask(then, settle, elsewhere=elsewhere)

        if self._known:
            look()
        else:
            self._ops.store(self._store.models, begin)

    def _scan(self, settle: float) -> Callable[[], LibraryScan]:
        in_use = self._state.path if self.in_use else ""  # one that rests is found by its new name when it is wanted
        rows, folders = tuple(self._rows.values()), model_folders.chosen(self._settings)
        self._looked_at, self._looked_in = self._version, folders
        return lambda: self._library.scan(rows, folders, settle, in_use)

    def _scanned(self, found: LibraryScan) -> bool:
        if self._looked_at != self._version:
            return False  # something was changed meanwhile that the answer does not know of
        for row in found.changed:
            self._keep(row)
        for before, path in found.moved.items():
            self._drop(before)
            if self._settings.text("model.last") == before:
                self._settings.set("model.last", path)
            if self._state.path == before and self._state.phase is ModelPhase.RESTING:
                self._set(msgspec.structs.replace(self._state, path=path))
        self._ahead = None
        self._vision, self._folders, self._files = tuple(found.vision), tuple(found.folders), found.files
        self._show(found.entries)
        self.looked.emit(found)
        return True

    def _slow(self) -> None:
        """A folder may lie on a drive that does not answer: all others wait for it. Each is told once."""
        if self._library.at in self._slow_folders:
            return
        self._slow_folders.add(self._library.at)
        self.notice.emit(Notice("warning", say("folder.slow", name=self._library.at), "", "open_library"))

    def _show(self, entries: Iterable[ModelEntry]) -> None:
        self._entries = tuple(entries)
        used = self.entry(self._state.path)
        if used is not None:  # it may have another name now
            self._set(msgspec.structs.replace(self._state, name=used.name))
        self.library_changed.emit(self._entries)

    def _keep(self, row: StoredModel) -> None:
        self._rows[row.path] = row
        self._write(("model", row.path), lambda: self._store.put_model(row))

    def keep(self, row: StoredModel) -> None:
        """Store what a person changed of a model; the library is shown anew with it."""
        self._version += 1
        self._keep(row)
        self.refresh()

    def forget(self, path: str) -> StoredModel | None:
        """Store no more of a model; returns what was stored."""
        self._version += 1
        row = self._drop(path)
        self.refresh()
        return row

    def _drop(self, path: str) -> StoredModel | None:
        self._write(("model", path), lambda: self._store.delete_model(path))
        return self._rows.pop(path, None)

    def add(self, paths: Iterable[str], load: bool = True) -> None:
        """Check files that came in by their header, reference them in place, load the first that can be chatted with.

        The parts of a split model and a file dropped in twice count once. A file that looks at pictures for models goes
        to the one it fits.
        """
        wanted = list(dict.fromkeys(canonical(first_part(Path(path))) for path in paths))
        known = dict(self._rows)
        names = [row.path for row in known.values() if row.hidden] + [entry.path for entry in self._entries]
        listed = {name: self._files.get(name, "") for name in names}

        def judge() -> tuple[list[StoredModel], list[Text], ModelEntry | None]:
            good, bad = adding.judged(self._library, wanted, known, listed)
            first = next((row.path for row in good if adding.writes(row.facts)), "")
            return good, bad, self._library.alone(first, [*known.values(), *good]) if load and first else None

        def done(result: tuple[list[StoredModel], list[Text], ModelEntry | None]) -> None:
            good, bad, first = result

            def told() -> None:
                if good:
                    self._listed([row.path for row in good], load and first is None)
                for notice in adding.refusals(bad):  # last, so that what was added does not push them out of sight
                    self.notice.emit(notice)

            if not good:
                told()
                return
            self._version += 1
            for row in good:
                self._keep(row)
            if first is not None:
                self.load_known(first)
            self.refresh(told)

        name = Path(wanted[0]).name if wanted else ""
        self._ops.outside(judge, done, name=name)

    def add_vision(self, path: str, then: Callable[[VisionPart | None], None]) -> None:
        """Take a file in that is to look at pictures for a model; ``then`` gets it, None if it is no such file."""
        name = canonical(path)
        known = self._rows.get(name)

        def judge() -> StoredModel | None:
            try:
                row = self._library.judge(name, known)
            except UnusableModel as problem:
                log.info("no vision part: %s", problem)
                return None
            return row if row.facts is not None and row.facts.kind == "vision" else None

        def judged(row: StoredModel | None) -> None:
            if row is None:
                then(None)
                return
            self._version += 1
            self._keep(row)
            file = real(name)
            self.refresh(lambda: then(next((part for part in self._vision if real(part.path) == file), None)))

        self._ops.outside(judge, judged, name=Path(name).name)

    def _listed(self, paths: Sequence[str], load: bool) -> None:
        """What was added, in this order, stands in the library now, maybe by another name of the same file."""
        fine = {self._file(path): place for place, path in enumerate(paths)}
        added = [entry for entry in self._entries if self._file(entry.path) in fine]
        added.sort(key=lambda entry: fine[self._file(entry.path)])
        if len(added) > adding.TOLD_ALONE:
            self.notice.emit(Notice("info", say("library.added", n=len(added)), "", "open_library"))
        else:
            for entry in added:
                self.added.emit(entry)
        for part in self._vision:
            if self._file(part.path) in fine:
                self.vision_added.emit(part)
        first = next((entry.path for entry in added if adding.writes(entry.facts)), "")
        if load and first:
            self.load(first)

    def _file(self, path: str) -> str:
        """The file itself that has this name."""
        return self._files.get(path) or real(path)

    def fit(self, n_bytes: int) -> Fit:
        """Whether a model file of so many bytes runs here, roughly; what the loaded model takes counts as free.

        Layers that find no room on cards stay in RAM, so a model may take both.
        """
        return self.judge()(n_bytes)

    def judge(self) -> Callable[[int], Fit]:
        """``fit`` for many files: by the memory there is now, which is looked up once."""
        ram, free = main_memory()
        loaded = self._state.facts.bytes if self._state.facts is not None and self.in_use else 0
        total = ram + self.vram
        room = min(free + loaded + self.vram, total)
        return lambda n_bytes: fit(n_bytes, room, total)

    def set_devices(self, has_gpu: bool, vram: int) -> None:
        """What the engine computes on, as it said last."""
        if (has_gpu, vram) != (self.has_gpu, self.vram):
            self.has_gpu, self.vram = has_gpu, vram
            self.devices_changed.emit()

    # loading ----------------------------------------------------------------

    def load_known(self, entry: ModelEntry) -> None:
        """Load a model that no look at all folders has told of yet."""
        self._ahead = entry
        self.load(entry.path)

    def none(self) -> None:
        """There is no model to be loaded."""
        self._set(ModelState())

    def load(self, path: str) -> None:
        """Load a model in place of the loaded one; at once, or as soon as the engine is there.

        A load under way that makes no progress is ended, and the engine with it.
        """
        self._on_cpu = ""
        self._load(path)

    def _load(self, path: str) -> None:
        hung = self._loads.give_up()
        self._loads.fresh()
        self._wanted = path
        if hung or self._engine.watchdog.stuck:
            self._set(self._named(ModelPhase.LOADING, path))
            self._engine.force_stop()  # the new one loads it
        else:
            self._begin()

    def _begin(self) -> None:
        before, state = self._state, self._named(ModelPhase.LOADING, self._wanted)
        if before.phase is ModelPhase.RESTING and before.path == state.path:
            state = msgspec.structs.replace(state, facts=before.facts)
        self._set(state)
        if self._engine.running:
            self._send()
        elif not self._ended:
            self._engine.start()  # after a death for good nobody else does

    def _named(self, phase: ModelPhase, path: str) -> ModelState:
        entry = self.entry(path)
        return ModelState(phase, path, entry.name if entry else Path(path).stem, entry.facts if entry else None)

    def force_stop(self) -> None:
        """End the engine, which starts anew; a model whose load hung waits for the person."""
        if self._loads.hangs:
            self._loads.give_up()
            path, self._wanted = self._wanted, ""
            state = self._named(ModelPhase.FAILED, path)
            problem = say("model.hung", name=state.name)
            self._set(msgspec.structs.replace(state, problem=problem))
            self.notice.emit(Notice("warning", problem, "", "retry_model", also=("model_settings", "open_library")))
        self._engine.force_stop()

    def careful(self, path: str) -> bool:
        """Whether a model waits for the person, since its loads did not end some times in a row."""
        return self._guard.careful(path)

    def leave_alone(self, path: str) -> None:
        """A model whose load did not end some times in a row waits for the person."""
        self._wanted = ""
        state = self._named(ModelPhase.FAILED, path)
        problem = say("model.left_alone", times=self._guard.times(path), name=state.name)
        self._set(msgspec.structs.replace(state, problem=problem))
        self.notice.emit(Notice("warning", problem, "", "retry_model", also=("model_settings", "open_library")))

    def retry(self) -> None:
        """Load again what failed to load."""
        if self._wanted or self._state.path:
            self.load(self._wanted or self._state.path)

    def wake(self) -> None:
        """Something is to be done with a model that rests, or whose engine ended for good: load it once more.

        A model whose loads ended the engine waits for the person to choose.
        """
        state = self._state
        if state.phase is ModelPhase.RESTING:
            self._load(state.path)  # as it was: without the card whose driver failed, say
        elif state.phase is ModelPhase.FAILED and state.stopped and not self._guard.careful(state.path):
            self.retry()

    def use_cpu(self) -> None:
        """Load the model in use without a GPU, from now on."""
        path = self._wanted or self._state.path
        self.settings_of(path).set("model.gpu_layers", 0)
        self.load(path)

    @property
    def ways_out(self) -> tuple[NoticeAction, ...]:
        """What a person can do, beside trying again, when the model in use ended the engine."""
        path = self._state.path
        if not path:
            return ("open_library",)
        cards = self.has_gpu and self.settings_of(path).integer("model.gpu_layers") != 0
        return (*(("use_cpu",) if cards else ()), "model_settings", "open_library")

    def _send(self) -> None:
        path = self._wanted
        self._loads.send(
            self.request(path),
            lambda event: self._closed(path, event),
            lambda event: self._progress(path, event),
        )

    def _progress(self, path: str, event: AnyEvent) -> None:
        if isinstance(event, Progress) and path == self._wanted:
            self._set(msgspec.structs.replace(self._state, progress=event.done / max(1, event.total)))

    def _closed(self, path: str, event: AnyEvent) -> None:
        if path != self._wanted:
            return  # another one was chosen meanwhile, and its Load is on its way
        self._loads.ended(event, path)
        if isinstance(event, Loaded):
            self._settings.set("model.last", path)
            row = self._rows.get(path)
            if row is not None:
                self._keep(used(row))
            self._set(
                ModelState(
                    ModelPhase.LOADED, path, self._state.name or event.model.name, event.model, event.n_ctx,
                    event.devices, 1.0, choice=event.choice,
                )
            )  # fmt: skip
            if event.note:
                self.notice.emit(Notice("info", event.note))
        elif isinstance(event, Error) and event.code != DIED:
            self._wanted = ""
            self._set(msgspec.structs.replace(self._state, phase=ModelPhase.FAILED, problem=event.text, progress=0.0))
            self.notice.emit(Notice("error", event.text, "", "retry_model", also=self.ways_out))

    def unload(self, then: Callable[[], None] = lambda: None) -> None:
        """Give the memory of the model back; ``then`` is called when the engine has let go of its file."""
        hung = self._loads.give_up()
        self._wanted = ""
        self._set(ModelState())
        if self._engine.running:
            self._engine.request(Unload(id=0), lambda event: then())
            if hung:
                self._engine.force_stop()
        else:
            then()

    def rest(self) -> None:
        """Give the memory of the loaded model back until something is to be done with it, see :meth:`wake`."""
        if self._state.phase is ModelPhase.LOADED:
            path, self._wanted = self._wanted, ""
            resting = self._named(ModelPhase.RESTING, path)
            self._set(msgspec.structs.replace(resting, facts=self._state.facts))  # they tell what it can do
            if self._engine.running:
                self._engine.request(Unload(id=0), lambda _: None)

    def _engine_ready(self, ready: Ready) -> None:
        self.set_devices(any(not name.upper().startswith("CPU") for name in ready.devices), self.vram)
        if self._wanted and not self._loads.under_way:
            if self._loads.tried and self._guard.careful(self._wanted):
                self.leave_alone(self._wanted)
            else:
                self._begin()

    def _engine_died(self, death: EngineDied) -> None:
        self._loads.lost()
        if self._wanted:
            ended = not death.restarting
            if death.driver_failed and self.has_gpu and not self._on_cpu and not ended:
                self._on_cpu = self._wanted
                self.notice.emit(Notice("warning", say("model.on_cpu", name=self._state.name), "", "retry_model"))
            self._set(
                msgspec.structs.replace(
                    self._state,
                    phase=ModelPhase.FAILED if ended else ModelPhase.LOADING,
                    progress=0.0,
                    problem=death.reason if ended else None,
                    stopped=ended,
                )
            )

    def shutdown(self) -> None:
        """A load that the end of the program cuts short is nobody's fault, unless it hung."""
        self._ended = True
        self._looks.end()
        self._loads.give_up()

    def _set(self, state: ModelState) -> None:
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)
