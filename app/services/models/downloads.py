"""Downloads of model files: one at a time, going on where they stopped, checked before they count."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.core import hub
from app.core.chat_values import new_id
from app.core.part_file import DownloadSource, GoOn, PartFile, PartProblem
from app.core.texts import Text, say
from app.services.background import Ops
from app.services.secrets import HUB_TOKEN, Secrets
from app.services.web import Call, Needs, Web, WebProblem

log = logging.getLogger("downloads")

DELAYS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds before another try; one that gets further than ever starts over
TELL_SECONDS = 0.1

T = TypeVar("T")

DownloadPhase = Literal["waiting", "running", "retrying", "checking", "paused", "failed", "done"]


class Download(msgspec.Struct, frozen=True, kw_only=True):
    """A model on its way. ``done`` of ``total`` bytes over all its parts; ``path``: the finished (first) file.

    ``checked``: share of 1 of the file at hand whose checksum was computed, in the phase "checking".
    """

    id: str
    repo: str
    name: str
    path: str
    total: int
    done: int = 0
    bytes_per_second: float = 0.0
    phase: DownloadPhase = "waiting"
    checked: float = 0.0
    problem: Text | None = None
    needs: Needs = ""

    @property
    def stopped(self) -> bool:
        """Whether it waits for somebody to resume it."""
        return self.phase in ("paused", "failed")

    @property
    def under_way(self) -> bool:
        """Whether it goes on without anybody."""
        return not self.stopped and self.phase != "done"

    @property
    def seconds_left(self) -> float:
        """0 when unknown."""
        return (self.total - self.done) / self.bytes_per_second if self.bytes_per_second > 0 else 0.0


class _Job:
    """What is fetched, file by file."""

    def __init__(self, shown: Download, parts: list[PartFile]) -> None:
        self.shown, self.parts = shown, parts
        self.otherwise: list[PartFile] = []  # where to fetch to if what lies there already is not this model
        self.right: dict[int, bool] = {}  # by part: whether what lies in its place was found right
        self.at = 0  # the part being fetched
        self.have = 0  # its bytes so far
        self.best = 0  # the most bytes of it that ever were here
        self.before = 0  # bytes of the parts before it
        self.tries = 0
        self.stop = threading.Event()  # told to stop while it is being checked
        self.given_up = False

    def begin_again(self) -> None:
        """From the first part on; those found right are passed over."""
        self.at = self.before = self.best = 0


class Downloads(QObject):
    """Signals:
    changed(tuple[Download, ...]): state of all downloads, some ten times a second while one runs.
    arrived(str): the path of a model that is complete.
    """

    changed = Signal(object)
    arrived = Signal(str)
    _hashed = Signal(object, float)  # a job, how far its checksum is; from the thread that computes it

    def __init__(
        self,
        folder: Path,
        web: Web,
        secrets: Secrets,
        ops: Ops,
        base: str,
        *,
        delays: tuple[float, ...] = DELAYS,
        parent: QObject | None = None,
    ) -> None:
        """``folder``: the models folder; ``base``: address of the hub; ``delays``: seconds before each further try."""
        super().__init__(parent)
        self._folder, self._web, self._secrets, self._ops, self._base = folder, web, secrets, ops, base
        self._delays = delays
        self._jobs: dict[str, _Job] = {}
        self._running: _Job | None = None
        self._call: Call | None = None
        self._told = 0.0
        self._pace: list[tuple[float, int]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fetch)
        self._hashed.connect(self._show_hashed)

    @property
    def downloads(self) -> tuple[Download, ...]:
        return tuple(job.shown for job in self._jobs.values())

    def find_left_over(self) -> None:
        """Show what an earlier run of the program left unfinished, paused; nothing is fetched."""
        self._ops.run(lambda: PartFile.left_over(self._folder), self._show_left_over)

    def _show_left_over(self, found: list[list[PartFile]]) -> None:
        known = {part.target for job in self._jobs.values() for part in job.parts}
        for parts in found:
            if known.isdisjoint(part.target for part in parts):
                source = parts[0].source
                path = hub.label_of(source.path) if len(parts) > 1 else source.path
                self._add(source.repo, Path(path).name, parts, "paused", sum(part.here for part in parts))
        self._tell(force=True)

    # ------------------------------------------------------------------ what a person does

    def start(self, repo: hub.HubRepo, file: hub.HubFile) -> str:
        """Fetch a file (all its parts) into the models folder; returns the download's id."""

        def parts_in(folder: Path) -> list[PartFile]:
            return [
                PartFile(
                    folder.joinpath(*part.path.split("/")),
                    DownloadSource(repo.repo, repo.revision, part.path, part.size, part.sha256),
                )
                for part in file.parts
            ]

        name = Path(file.label).name
        parts = parts_in(self._folder.joinpath(*repo.repo.split("/")))
        # before there was a folder for each owner, "a_b/c" and "a/b_c" had one place; what is there is used further
        flat = repo.repo.replace("/", "_")
        earlier = parts_in(self._folder / flat)
        if not any(part.begun or part.present for part in parts):
            if any(part.begun for part in earlier):
                return self.start_parts(name, repo.repo, earlier)
            if all(part.present for part in earlier):
                theirs_alone = flat.count("_") == 1  # then no other repository can have left it
                return self.start_parts(name, repo.repo, earlier, () if theirs_alone else parts)
        return self.start_parts(name, repo.repo, parts)

    def start_parts(self, name: str, place: str, parts: list[PartFile], otherwise: Sequence[PartFile] = ()) -> str:
        """Fetch files that belong together; ``place``: the repository, or whose server it is.

        ``otherwise``: the same files elsewhere, to fetch where ``parts`` lie there already but are not these.
        """
        for job in tuple(self._jobs.values()):
            if job.parts[0].target != parts[0].target or job.shown.phase == "done":
                continue
            if job.shown.stopped and _contents(job.parts) != _contents(parts):
                self.cancel(job.shown.id)  # the file is another one by now, and would never be found right
                break
            self.resume(job.shown.id)  # the same one again: go on with it
            return job.shown.id
        job = self._add(place, name, parts, "waiting")
        job.otherwise = list(otherwise)
        self._next()
        return job.shown.id

    def start_alone(self, name: str, place: str, part: PartFile) -> None:
        """Fetch a file as :meth:`start_parts`, and nothing else: what was to be another one goes."""
        for job in tuple(self._jobs.values()):
            if job.parts[0].target != part.target:
                self.cancel(job.shown.id)
        self.start_parts(name, place, [part])

    def _add(self, place: str, name: str, parts: list[PartFile], phase: DownloadPhase, done: int = 0) -> _Job:
        total = sum(part.source.size for part in parts)
        shown = Download(
            id=new_id(), repo=place, name=name, path=str(parts[0].target), total=total, phase=phase, done=done
        )
        job = _Job(shown, parts)
        self._jobs[shown.id] = job
        return job

    def pause(self, download_id: str) -> None:
        """Stop; what has come stays."""
        job = self._jobs.get(download_id)
        if job is not None and job.shown.phase not in ("done", "failed"):
            self._halt(job)
            self._set(job, phase="paused", bytes_per_second=0.0)
            self._next()

    def resume(self, download_id: str) -> None:
        """Go on with one that was paused or failed."""
        job = self._jobs.get(download_id)
        if job is not None and job.shown.stopped:
            job.tries = 0
            self._set(job, phase="waiting", problem=None, needs="")
            self._next()

    def cancel(self, download_id: str) -> None:
        """Stop and throw away what has come; a finished one only leaves the list."""
        job = self._jobs.pop(download_id, None)
        if job is not None:
            self._throw_away(job)
            self._next()

    def give_up(self) -> None:
        """:meth:`cancel` all of them; none that waits begins meanwhile."""
        jobs = tuple(self._jobs.values())
        self._jobs.clear()
        for job in jobs:
            self._throw_away(job)
        self._next()

    def _throw_away(self, job: _Job) -> None:
        if job.shown.phase != "done":
            job.given_up = True
            self._halt(job)
            _discard(job.parts)

    def shutdown(self) -> None:
        """End the connection; what has come stays for the next time."""
        for job in self._jobs.values():
            job.stop.set()
        self._timer.stop()
        self._drop_call()

    def _halt(self, job: _Job) -> None:
        job.stop.set()
        if job is self._running:
            self._running = None
            self._timer.stop()
            self._drop_call()

    def _drop_call(self) -> None:
        if self._call is not None:
            call, self._call = self._call, None
            call.abort()

    # ------------------------------------------------------------------ one after another

    def _next(self) -> None:
        if self._running is None:
            waiting = (job for job in self._jobs.values() if job.shown.phase == "waiting")
            self._running = next(waiting, None)
            if self._running is not None:
                self._running.begin_again()
                self._fetch()
        self._tell(force=True)

    def _fetch(self) -> None:
        """Fetch the rest of the part at hand, or go on to the next one."""
        job = self._running
        if job is None:
            return
        while job.at < len(job.parts) and job.parts[job.at].present and job.right.get(job.at):
            self._part_done(job)
        if job.at == len(job.parts):
            self._done(job)
            return
        part = job.parts[job.at]
        if part.present and job.at not in job.right:
            self._check_present(job, part)
            return
        try:
            job.have = part.begin([one.source for one in job.parts] if len(job.parts) > 1 else ())
        except PartProblem as problem:
            self._fail(job, problem.text)
            return
        job.best = max(job.best, job.have)
        self._pace = []
        self._set(job, phase="running", done=job.before + job.have, bytes_per_second=0.0)
        if job.have == part.source.size:
            self._check(job, part)
            return
        if part.source.url:
            self._call_hub(job, part, "")
        else:
            self._secrets.get(HUB_TOKEN, lambda token: self._call_hub(job, part, token))

    def _call_hub(self, job: _Job, part: PartFile, token: str) -> None:
        if job is not self._running or self._call is not None:
            return
        source = part.source
        url = source.url or hub.file_url(source.repo, source.revision, source.path, self._base)
        call = self._web.get(url, token, start_at=job.have)
        self._call = call
        call.begun.connect(partial(self._begun, job, part))
        call.data.connect(partial(self._take, job, part))
        call.done.connect(partial(self._ended, job, part))
        call.failed.connect(partial(self._lost, job))

    def _begun(self, job: _Job, part: PartFile, status: int, header: Callable[[str], str]) -> None:
        if status != 206:
            length, size = _length(header), part.source.size
            page = length is None and header("Content-Type").startswith("text/html")
            if length == size or (length is None and not (page and job.have)):
                job.have = 0  # the whole file comes, whatever was asked for
                return
            self._drop_call()  # it is something else, and costs nothing that has come
            if length is None or length < size:  # a page to log in at, say
                self._lost(job, WebProblem("web.connection_lost", passing=True))
            else:
                self._fail(job, say("download.longer", name=part.target.name))
            return
        match = header("Content-Range").removeprefix("bytes ").partition("-")[0]
        if match != str(job.have):
            self._drop_call()
            self._fail(job, say("hub.other_part"))

    def _take(self, job: _Job, part: PartFile, data: bytes) -> None:
        if job is not self._running:
            return
        try:
            job.have = part.append(job.have, data)
        except PartProblem as problem:
            self._drop_call()
            self._fail(job, problem.text)
            return
        if job.have > job.best:  # a server that sends the same bytes again and again brings nothing
            job.best = job.have
            job.tries = 0
        now = time.monotonic()
        self._pace.append((now, job.have))
        while self._pace[-1][0] - self._pace[0][0] > 5.0:
            self._pace.pop(0)
        seconds = now - self._pace[0][0]
        pace = (job.have - self._pace[0][1]) / seconds if seconds > 0.2 else job.shown.bytes_per_second
        self._set(job, phase="running", done=job.before + job.have, bytes_per_second=pace)

    def _ended(self, job: _Job, part: PartFile) -> None:
        self._call = None
        if job is not self._running:
            return
        if job.have < part.source.size:  # the connection ended early, in good order
            self._lost(job, WebProblem("web.connection_lost", passing=True))
            return
        self._check(job, part)

    def _lost(self, job: _Job, problem: WebProblem) -> None:
        self._call = None
        if job is not self._running:
            return
        if problem.status == 416:
            job.parts[job.at].discard()
        if not problem.passing or job.tries >= len(self._delays):
            self._fail(job, problem.text, problem.needs)
            return
        delay = max(self._delays[job.tries], min(problem.after, 120.0))
        job.tries += 1
        self._set(job, phase="retrying", problem=problem.text, bytes_per_second=0.0)
        self._timer.start(round(delay * 1000))

    def _check(self, job: _Job, part: PartFile) -> None:
        """Check what has come, and put it in its place."""

        def checked(whole: bool) -> None:
            if whole:
                job.right[job.at] = True
                self._fetch()

        self._hash(job, part.finish, checked)

    def _check_present(self, job: _Job, part: PartFile) -> None:
        """See whether a file that lies there already is the right one; it stays until the new one is here."""

        def checked(whole: bool | None) -> None:
            if whole is None:
                return
            if not whole:
                log.info("%s is damaged or another file, it is fetched again", part.target.name)
            if not whole and job.otherwise:
                job.parts, job.otherwise, job.right = job.otherwise, [], {}
                job.begin_again()
                self._set(job, path=str(job.parts[0].target))
            else:
                job.right[job.at] = whole
            self._fetch()

        job.have = 0
        self._hash(job, part.whole, checked)

    def _hash(self, job: _Job, work: Callable[[GoOn], T], then: Callable[[T], None]) -> None:
        """Compute a checksum on another thread; the download waits for it, unless it is told to stop."""
        stop = job.stop = threading.Event()
        self._set(job, phase="checking", checked=0.0, done=job.before + job.have, bytes_per_second=0.0)

        def go_on(share: float) -> bool:
            self._hashed.emit(job, share)
            return not stop.is_set()

        def wanted() -> bool:
            if job.given_up and all(other.parts[0].target != job.parts[0].target for other in self._jobs.values()):
                _discard(job.parts)  # Windows deletes no file that is being read
            return not stop.is_set()

        def done(result: T) -> None:
            if wanted():
                then(result)

        def failed(problem: Exception) -> None:
            if not isinstance(problem, PartProblem):
                raise problem
            if wanted():
                self._fail(job, problem.text)

        self._ops.run(lambda: work(go_on), done, failed)

    def _show_hashed(self, job: _Job, share: float) -> None:
        if job is self._running and job.shown.phase == "checking":
            self._set(job, checked=share)

    def _part_done(self, job: _Job) -> None:
        job.before += job.parts[job.at].source.size
        job.at += 1
        job.tries = job.best = 0

    def _done(self, job: _Job) -> None:
        self._running = None
        _discard(job.parts)  # only now: with the notes of finished parts, a later start would have found the others
        self._set(job, phase="done", done=job.shown.total, problem=None, bytes_per_second=0.0)
        log.info("downloaded %s (%d bytes)", job.shown.name, job.shown.total)
        self.arrived.emit(job.shown.path)
        self._next()

    def _fail(self, job: _Job, problem: Text, needs: Needs = "") -> None:
        self._running = None
        self._set(job, phase="failed", problem=problem, needs=needs, bytes_per_second=0.0)
        self._next()

    def _set(self, job: _Job, **changes: object) -> None:
        before = job.shown.phase
        job.shown = msgspec.structs.replace(job.shown, **changes)
        self._tell(force=job.shown.phase != before)

    def _tell(self, *, force: bool = False) -> None:
        now = time.monotonic()
        if force or now - self._told >= TELL_SECONDS:
            self._told = now
            self.changed.emit(self.downloads)


def _length(header: Callable[[str], str]) -> int | None:
    """The bytes of an answer, if it tells of them and comes as they are."""
    length = header("Content-Length")
    known = length.isascii() and length.isdigit() and len(length) < 20
    return int(length) if known and header("Content-Encoding") in ("", "identity") else None


def _contents(parts: Sequence[PartFile]) -> list[tuple[int, str]]:
    """What the files are to hold, whatever the revision."""
    return [(part.source.size, part.source.sha256) for part in parts]


def _discard(parts: Sequence[PartFile]) -> None:
    """Leave nothing of a download but its finished files."""
    for part in parts:
        with contextlib.suppress(OSError):
            part.discard()
