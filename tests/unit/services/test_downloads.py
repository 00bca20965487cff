"""Search and downloads against a hub on this machine that drops connections, lies, and asks for tokens."""

from __future__ import annotations

import errno
import hashlib
import itertools
import json
import logging
import os
import random
import shutil
import threading
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import keyring.backend
import keyring.errors
import msgspec
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.core import part_file
from app.core.hub import HubRepo
from app.services.background import Ops
from app.services.models import downloads
from app.services.models.downloads import Download, Downloads
from app.services.models.hub import Hub
from app.services.secrets import HUB_TOKEN, Secrets
from app.services.web import Web, WebProblem
from tests.hub_server import REVISION, HubServer
from tests.words import said

DATA = random.Random(7).randbytes(300_000)
REPO = "owner/tiny-GGUF"
NAME = "tiny-Q4_1.gguf"


class MemoryRing(keyring.backend.KeyringBackend):
    """A secret store that lives as long as the test."""

    priority = 1  # type: ignore[assignment]
    broken: BaseException | None = None

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError("none")


class DownloadsHarness:
    """All that a download needs, and what it told."""

    def __init__(self, folder: Path, server: HubServer, qtbot: QtBot) -> None:
        self.folder, self.server, self.qtbot = folder, server, qtbot
        self.root = QObject()
        self.ops = Ops(self.root)
        self.web = Web(self.root)
        self.secrets = Secrets(self.ops, self.root)
        self.hub = Hub(self.web, self.secrets, server.base, self.root)
        self.downloads = Downloads(
            folder, self.web, self.secrets, self.ops, server.base, delays=(0.0, 0.0, 0.0), parent=self.root
        )
        self.arrived: list[str] = []
        self.problems: list[WebProblem] = []
        self.phases: list[str] = []
        self.downloads.arrived.connect(self.arrived.append)
        self.hub.failed.connect(self.problems.append)
        self.downloads.changed.connect(lambda all_: self.phases.extend(one.phase for one in all_))

    def close(self) -> None:
        self.downloads.shutdown()
        self.hub.cancel()
        self.ops.shutdown()

    def listed(self, repo: str = REPO) -> HubRepo:
        with self.qtbot.waitSignal(self.hub.listed) as told:
            self.hub.list_files(repo)
        answer: HubRepo = told.args[0]
        return answer

    def fetch(self, *, until: str = "done") -> Download:
        repo = self.listed()
        self.downloads.start(repo, repo.files[0])
        self.until(until)
        return self.downloads.downloads[0]

    def until(self, phase: str) -> None:
        self.qtbot.waitUntil(lambda: [one.phase for one in self.downloads.downloads] == [phase])


@pytest.fixture
def ring() -> Iterator[MemoryRing]:
    before = keyring.get_keyring()
    mine = MemoryRing()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer(files={REPO: {NAME: DATA}})
    yield made
    made.close()


@pytest.fixture
def harness(tmp_path: Path, server: HubServer, ring: MemoryRing, qtbot: QtBot) -> Iterator[DownloadsHarness]:
    made = DownloadsHarness(tmp_path / "models", server, qtbot)
    yield made
    made.close()


def arrived_at(harness: DownloadsHarness) -> Path:
    return harness.folder / "owner" / "tiny-GGUF" / NAME


def test_nothing_is_asked_of_the_network_before_the_person_asks(harness: DownloadsHarness) -> None:
    harness.downloads.find_left_over()
    harness.qtbot.waitUntil(lambda: harness.downloads.downloads == ())
    assert harness.server.asked == []
    assert not harness.web.active


def test_search_finds_repositories(harness: DownloadsHarness) -> None:
    with harness.qtbot.waitSignal(harness.hub.found) as told:
        harness.hub.search("tiny")
    assert [model.repo for model in told.args[0]] == [REPO]
    assert not harness.web.active


def test_who_still_waits_for_the_token_at_the_end_asks_nothing(harness: DownloadsHarness) -> None:
    token: list[str] = []
    harness.hub.search("tiny")  # the token is read by another thread
    harness.secrets.get(HUB_TOKEN, token.append)
    harness.web.shutdown()
    harness.qtbot.waitUntil(lambda: bool(token))
    assert not harness.web.active and harness.server.asked == [] and harness.web.log.requests == []


def test_the_last_question_is_the_one_answered(harness: DownloadsHarness) -> None:
    answers: list[object] = []
    harness.hub.found.connect(answers.append)
    harness.hub.search("nothing like it")
    harness.hub.search("tiny")
    harness.qtbot.waitUntil(lambda: bool(answers))
    assert [len(answer) for answer in answers if isinstance(answer, tuple)] == [1]


def test_a_file_arrives_whole(harness: DownloadsHarness) -> None:
    active: list[bool] = []
    harness.web.active_changed.connect(active.append)
    download = harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA
    assert harness.arrived == [str(arrived_at(harness))]
    assert download.done == download.total == len(DATA)
    assert [path.name for path in arrived_at(harness).parent.iterdir()] == [NAME]
    assert active[0] and not active[-1]


def test_dropped_connections_go_on_where_they_stopped(harness: DownloadsHarness) -> None:
    harness.server.drops, harness.server.drop_after = 3, 70_000
    harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA
    starts = [asked.start for asked in harness.server.files_asked()]
    assert len(starts) >= 4
    assert all(0 <= later - earlier <= 70_000 for earlier, later in itertools.pairwise(starts))
    assert starts[-1] > 0
    assert "retrying" in harness.phases


def test_a_server_without_ranges_starts_over(harness: DownloadsHarness) -> None:
    harness.server.drops, harness.server.ranges = 1, False
    harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA


def test_a_server_that_begins_again_and_again_is_given_up(harness: DownloadsHarness) -> None:
    """What comes for the second time is no progress."""
    harness.server.drops, harness.server.ranges = 50, False
    assert "lost" in said(harness.fetch(until="failed").problem)
    assert harness.server.drops > 0


def test_another_part_than_was_asked_for_is_not_taken_for_the_rest(harness: DownloadsHarness) -> None:
    harness.server.drops, harness.server.shifted = 1, 10
    download = harness.fetch(until="failed")
    assert said(download.problem) == "The server sent the wrong part of the file."
    assert arrived_at(harness).with_name(f"{NAME}.part").read_bytes() == DATA[:1000]
    harness.server.shifted = 0
    harness.downloads.resume(download.id)
    harness.until("done")
    assert arrived_at(harness).read_bytes() == DATA


def test_what_a_server_cannot_build_upon_is_fetched_from_the_beginning(harness: DownloadsHarness) -> None:
    """Else each new try would be refused as the one before."""
    harness.server.drops, harness.server.page = 1, b"<html>log in</html>"
    download = harness.fetch(until="failed")
    harness.server.page, harness.server.statuses = b"", [416]
    harness.downloads.resume(download.id)
    harness.until("failed")
    harness.downloads.resume(download.id)
    harness.until("done")
    assert harness.server.files_asked()[-1].start == 0
    assert arrived_at(harness).read_bytes() == DATA


@pytest.mark.parametrize(("wait", "seconds"), [("60", 60), ("9" * 400, 120)])
def test_a_busy_hub_says_when_to_ask_again(harness: DownloadsHarness, wait: str, seconds: int) -> None:
    harness.server.statuses, harness.server.wait = [429], wait
    harness.fetch(until="retrying")
    assert harness.downloads._timer.interval() == seconds * 1000


@pytest.mark.parametrize(
    ("page", "sized", "told", "asked"),
    [
        (b"<html>log in</html>", True, "lost", 1 + 3),
        (b"<html>log in</html>", False, "lost", 1 + 3),
        (DATA + b"more", True, "larger than announced", 1 + 1),
    ],
    ids=["short", "of a length that is not told", "long"],
)
def test_another_answer_than_the_rest_of_the_file_costs_nothing_that_has_come(
    harness: DownloadsHarness, page: bytes, sized: bool, told: str, asked: int
) -> None:
    harness.server.drops, harness.server.page, harness.server.sized = 1, page, sized
    download = harness.fetch(until="failed")
    assert told in said(download.problem)
    assert len(harness.server.files_asked()) >= asked, "Qt asks again where a kept connection was just closed"
    part = arrived_at(harness).with_name(f"{NAME}.part")
    assert part.read_bytes() == DATA[:1000]
    harness.server.page = b""
    harness.downloads.resume(download.id)
    harness.until("done")
    assert harness.server.files_asked()[-1].start == 1000
    assert arrived_at(harness).read_bytes() == DATA


def test_a_busy_hub_is_asked_again_and_given_up_in_the_end(harness: DownloadsHarness) -> None:
    harness.server.statuses = [503, 429]
    harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA


def test_what_failed_is_fetched_as_it_is_listed_by_now(harness: DownloadsHarness) -> None:
    harness.server.lies = {NAME}
    assert "checksum" in said(harness.fetch(until="failed").problem)
    harness.server.lies = set()
    harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA
    assert [path.name for path in arrived_at(harness).parent.iterdir()] == [NAME]


def test_a_wait_that_is_no_number_is_none(harness: DownloadsHarness) -> None:
    harness.server.statuses, harness.server.wait = [503, 429], "²"
    harness.fetch()
    assert arrived_at(harness).read_bytes() == DATA


def test_a_hub_that_stays_down_fails_and_can_be_resumed(harness: DownloadsHarness) -> None:
    harness.server.statuses = [503] * 4
    download = harness.fetch(until="failed")
    assert "503" in said(download.problem)
    harness.server.statuses = [503]  # as patiently as before
    harness.downloads.resume(download.id)
    harness.until("done")
    assert arrived_at(harness).read_bytes() == DATA


def test_a_file_that_was_deleted_since_is_fetched_again(harness: DownloadsHarness) -> None:
    harness.fetch()
    arrived_at(harness).unlink()
    repo = harness.listed()
    harness.downloads.start(repo, repo.files[0])
    harness.qtbot.waitUntil(lambda: len(harness.arrived) == 2)
    assert arrived_at(harness).read_bytes() == DATA


def test_a_wrong_checksum_is_thrown_away(harness: DownloadsHarness) -> None:
    harness.server.lies = {NAME}
    download = harness.fetch(until="failed")
    assert "checksum" in said(download.problem)
    assert not list(arrived_at(harness).parent.iterdir())
    assert harness.arrived == []


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def damaged(data: bytes) -> bytes:
    return data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]


def test_a_present_file_is_verified_and_not_fetched(harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    put(arrived_at(harness), DATA)
    monkeypatch.setattr(part_file, "_PIECE", len(DATA) // 4)
    monkeypatch.setattr(downloads, "TELL_SECONDS", 0.0)
    shares: list[float] = []
    harness.downloads.changed.connect(
        lambda all_: shares.extend(one.checked for one in all_ if one.phase == "checking")
    )
    harness.fetch()
    assert harness.server.files_asked() == []
    assert "checking" in harness.phases
    assert list(dict.fromkeys(shares)) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert harness.arrived == [str(arrived_at(harness))]


def test_a_damaged_file_of_the_right_size_is_fetched_again_and_kept_until_then(harness: DownloadsHarness) -> None:
    put(arrived_at(harness), damaged(DATA))
    harness.server.gate = threading.Event()
    repo = harness.listed()
    harness.downloads.start(repo, repo.files[0])
    harness.qtbot.waitUntil(lambda: harness.downloads.downloads[0].phase == "running", timeout=10_000)
    assert arrived_at(harness).read_bytes() == damaged(DATA)
    harness.server.gate.set()
    harness.until("done")
    assert arrived_at(harness).read_bytes() == DATA
    assert [path.name for path in arrived_at(harness).parent.iterdir()] == [NAME]


def test_a_present_file_is_verified_once(harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"big-{n:05d}-of-00002.gguf" for n in (1, 2)]
    harness.server.files[REPO] = {names[0]: DATA[:1000], names[1]: DATA[1000:3000]}
    first = put(arrived_at(harness).with_name(names[0]), DATA[:1000])
    hashed: list[str] = []
    real = part_file.PartFile.whole

    def counted(self: part_file.PartFile, go_on: part_file.GoOn) -> bool | None:
        hashed.append(self.target.name)
        return real(self, go_on)

    monkeypatch.setattr(part_file.PartFile, "whole", counted)
    harness.server.statuses = [404]
    download = harness.fetch(until="failed")
    harness.downloads.resume(download.id)
    harness.until("done")
    assert hashed == [names[0]]
    assert [asked.path.rpartition("/")[2] for asked in harness.server.files_asked()] == [names[1]] * 2
    assert first.read_bytes() == DATA[:1000]


def test_verifying_stops_when_the_download_is_paused(
    harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(arrived_at(harness), DATA)
    monkeypatch.setattr(part_file, "_PIECE", 1000)
    answers: list[bool | None] = []
    real = part_file.PartFile.whole
    paused = threading.Event()

    def waits(self: part_file.PartFile, go_on: part_file.GoOn) -> bool | None:
        def one_piece(share: float) -> bool:
            paused.wait(30)
            return go_on(share)

        answers.append(real(self, one_piece))
        return answers[-1]

    monkeypatch.setattr(part_file.PartFile, "whole", waits)
    repo = harness.listed()
    download_id = harness.downloads.start(repo, repo.files[0])
    assert harness.downloads.downloads[0].phase == "checking"
    harness.downloads.pause(download_id)
    paused.set()
    harness.qtbot.waitUntil(lambda: answers == [None], timeout=10_000)
    assert harness.downloads.downloads[0].phase == "paused"
    harness.downloads.resume(download_id)
    harness.until("done")
    assert harness.server.files_asked() == []


def test_the_end_of_the_program_does_not_wait_for_a_file_to_be_verified(
    harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of tens of gigabytes takes minutes."""
    put(arrived_at(harness), DATA)
    monkeypatch.setattr(part_file, "_PIECE", 1000)
    pieces: list[float] = []
    begun, ended = threading.Event(), threading.Event()
    real = part_file.PartFile.whole

    def waits(self: part_file.PartFile, go_on: part_file.GoOn) -> bool | None:
        def one_piece(share: float) -> bool:
            pieces.append(share)
            begun.set()
            ended.wait(30)
            return go_on(share)

        return real(self, one_piece)

    monkeypatch.setattr(part_file.PartFile, "whole", waits)
    repo = harness.listed()
    harness.downloads.start(repo, repo.files[0])
    assert begun.wait(30)
    harness.downloads.shutdown()
    ended.set()
    harness.ops.shutdown()
    assert len(pieces) == 1, "it is the last one"


def test_a_check_that_was_stopped_too_late_leaves_the_file_to_the_next(tmp_path: Path) -> None:
    """Flushing a large file takes seconds, in which a person may pause the download and resume it."""
    source = part_file.DownloadSource(REPO, "a" * 40, NAME, len(DATA), hashlib.sha256(DATA).hexdigest())
    first, again = part_file.PartFile(tmp_path / NAME, source), part_file.PartFile(tmp_path / NAME, source)
    first.begin()
    first.append(0, DATA)
    ended: list[bool] = []

    def go_on(share: float) -> bool:
        if share == 1.0 and not ended:
            ended.append(first.finish())
        return True

    assert again.finish(go_on) and ended == [True]
    assert [file.name for file in tmp_path.iterdir()] == [NAME] and (tmp_path / NAME).read_bytes() == DATA


def test_a_part_holds_what_came_last_and_never_more_than_was_announced(tmp_path: Path) -> None:
    """Of some files no checksum is known, and a server may send bytes without end."""
    part = part_file.PartFile(tmp_path / NAME, part_file.DownloadSource(REPO, "a" * 40, NAME, 1000))
    assert part.begin() == 0
    assert part.append(0, DATA[:900]) == 900
    with pytest.raises(part_file.PartProblem) as longer:
        part.append(900, DATA[900:1001])
    assert longer.value.text.code == "download.longer" and part.part.stat().st_size == 900
    with pytest.raises(part_file.PartProblem) as shorter:
        part.finish()
    assert shorter.value.text.code == "download.incomplete" and not part.present
    assert part.append(0, DATA[:100]) == part.part.stat().st_size == 100, "it was begun again"
    part.append(100, DATA[100:1000])
    assert part.finish() and (tmp_path / NAME).read_bytes() == DATA[:1000]


def test_some_room_stays_free_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system whose disk is full does not work, nor does what saves chats."""
    usage, free = namedtuple("usage", "total used free"), 1000 + part_file.ROOM_LEFT
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 10, free))
    part = part_file.PartFile(tmp_path / NAME, part_file.DownloadSource(REPO, "a" * 40, NAME, 1000))
    assert part.begin() == 0
    part.append(0, DATA[:100])
    free -= 100
    assert part.begin() == 100, "what has come is not needed again"
    free -= 1
    with pytest.raises(part_file.PartProblem) as refused:
        part.begin()
    assert refused.value.text.code == "download.no_room"


def test_the_bytes_are_on_the_disk_before_the_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut leaves a model of the right size and name that is none."""
    source = part_file.DownloadSource(REPO, "a" * 40, NAME, len(DATA), hashlib.sha256(DATA).hexdigest())
    part = part_file.PartFile(tmp_path / NAME, source)
    part.begin()
    part.append(0, DATA)
    done: list[str] = []
    sync, put = os.fsync, part_file.put_in_place
    monkeypatch.setattr(os, "fsync", lambda file: (done.append("bytes"), sync(file))[1])
    monkeypatch.setattr(part_file, "put_in_place", lambda *files: (done.append("name"), put(*files))[1])
    assert part.finish() and done[:2] == ["bytes", "name"]


@pytest.mark.parametrize(
    ("changes", "note", "have"),
    [
        ({}, True, 100), ({"revision": "b" * 40}, True, 0), ({"sha256": "0" * 64}, True, 0), ({"size": 99}, True, 0),
        ({"size": len(DATA) + 1}, True, 0), ({"repo": "other/tiny-GGUF"}, True, 0), ({}, False, 0),
    ],
    ids=["the same", "revision", "checksum", "shorter", "longer", "repository", "without a note"],
)  # fmt: skip
def test_only_what_came_of_the_same_file_is_built_upon(
    tmp_path: Path, changes: dict[str, Any], note: bool, have: int
) -> None:
    source = part_file.DownloadSource(REPO, "a" * 40, NAME, len(DATA), hashlib.sha256(DATA).hexdigest())
    before = part_file.PartFile(tmp_path / NAME, source)
    before.begin()
    before.append(0, DATA[:100])
    if not note:
        (tmp_path / f"{NAME}{part_file.SUFFIX}.json").unlink()
    again = part_file.PartFile(tmp_path / NAME, msgspec.structs.replace(source, **changes))
    assert again.begin() == have == again.here


def test_what_cannot_be_deleted_while_it_is_verified_goes_afterwards(
    harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows deletes no file that is being read."""
    read, cancelled = threading.Event(), threading.Event()
    real = part_file.PartFile.finish

    def waits(self: part_file.PartFile, go_on: part_file.GoOn) -> bool:
        read.set()
        try:
            cancelled.wait(30)
            return real(self, go_on)
        finally:
            read.clear()

    deletes = part_file.discard
    monkeypatch.setattr(part_file.PartFile, "finish", waits)
    monkeypatch.setattr(
        part_file, "discard", lambda path: None if read.is_set() and path.suffix == ".part" else deletes(path)
    )
    repo = harness.listed()
    download_id = harness.downloads.start(repo, repo.files[0])
    harness.until("checking")
    harness.qtbot.waitUntil(read.is_set)
    harness.downloads.cancel(download_id)
    left = list(arrived_at(harness).parent.iterdir())
    assert [path.suffix for path in left] == [".part"]
    cancelled.set()
    harness.qtbot.waitUntil(lambda: list(arrived_at(harness).parent.iterdir()) == [])


def test_a_server_that_sends_less_than_was_promised_is_given_up(harness: DownloadsHarness) -> None:
    harness.server.ranges, harness.server.promised = False, 1
    harness.fetch(until="failed")
    assert len(harness.server.files_asked()) == 1 + 3  # one try, and one for each delay


def test_repositories_whose_names_run_together_have_a_place_of_their_own(harness: DownloadsHarness) -> None:
    harness.server.files = {"a_b/c": {NAME: DATA[:5000]}, "a/b_c": {NAME: DATA[5000:11_000]}}
    for repo in ("a_b/c", "a/b_c"):
        listed = harness.listed(repo)
        harness.downloads.start(listed, listed.files[0])
    harness.qtbot.waitUntil(lambda: len(harness.arrived) == 2, timeout=10_000)
    assert [Path(path).read_bytes() for path in harness.arrived] == [DATA[:5000], DATA[5000:11_000]]


def test_a_file_fetched_by_an_earlier_version_counts_where_it_lies(harness: DownloadsHarness) -> None:
    earlier = put(harness.folder / "owner_tiny-GGUF" / NAME, DATA)
    harness.fetch()
    assert harness.arrived == [str(earlier)]
    assert harness.server.files_asked() == []


def test_a_damaged_file_of_an_earlier_version_is_replaced(harness: DownloadsHarness) -> None:
    earlier = put(harness.folder / "owner_tiny-GGUF" / NAME, damaged(DATA))
    harness.fetch()
    assert harness.arrived == [str(earlier)]
    assert earlier.read_bytes() == DATA


def test_a_file_that_another_repository_may_have_left_is_not_overwritten(harness: DownloadsHarness) -> None:
    harness.server.files = {"a/b_c": {NAME: DATA}}
    others = put(harness.folder / "a_b_c" / NAME, damaged(DATA))
    repo = harness.listed("a/b_c")
    harness.downloads.start(repo, repo.files[0])
    harness.until("done")
    assert others.read_bytes() == damaged(DATA)
    assert harness.arrived == [str(harness.folder / "a" / "b_c" / NAME)]
    assert harness.downloads.downloads[0].path == harness.arrived[0]
    assert Path(harness.arrived[0]).read_bytes() == DATA


def test_a_download_begun_by_an_earlier_version_goes_on_where_it_lies(harness: DownloadsHarness) -> None:
    repo = harness.listed()
    part = repo.files[0].parts[0]
    source = part_file.DownloadSource(REPO, repo.revision, part.path, part.size, part.sha256)
    earlier = part_file.PartFile(harness.folder / "owner_tiny-GGUF" / NAME, source)
    earlier.begin()
    earlier.append(0, DATA[:100_000])
    harness.fetch()
    assert harness.arrived == [str(earlier.target)]
    assert [asked.start for asked in harness.server.files_asked()] == [100_000]
    assert earlier.target.read_bytes() == DATA


@pytest.mark.parametrize(
    "changes",
    [
        {"repo": "no repository"},
        {"repo": "../../etc"},
        {"repo": ""},
        {"url": "file:///etc/passwd"},
        {"path": "../x.gguf"},
        {"size": 0},
        {"sha256": "0" * 20_000},
    ],
)
def test_a_planted_note_of_a_download_is_passed_over(harness: DownloadsHarness, changes: dict[str, object]) -> None:
    good = {"repo": REPO, "revision": "0" * 40, "path": NAME, "size": 10, "sha256": "", "url": ""}
    for name, note in (("good", good), ("planted", good | changes)):
        put(harness.folder / f"{name}.gguf{part_file.SUFFIX}.json", json.dumps(note).encode())
    harness.downloads.find_left_over()
    harness.until("paused")
    assert [Path(one.path).name for one in harness.downloads.downloads] == ["good.gguf"]


def test_pause_keeps_and_a_new_start_of_the_program_goes_on(
    harness: DownloadsHarness, tmp_path: Path, server: HubServer, qtbot: QtBot
) -> None:
    server.gate = threading.Event()
    repo = harness.listed()
    download_id = harness.downloads.start(repo, repo.files[0])
    harness.qtbot.waitUntil(lambda: harness.downloads.downloads[0].done > 0)
    harness.downloads.pause(download_id)
    assert harness.downloads.downloads[0].phase == "paused"
    server.gate.set()
    server.gate = None
    have = arrived_at(harness).with_name(NAME + part_file.SUFFIX).stat().st_size
    assert 0 < have < len(DATA)
    harness.close()
    later = DownloadsHarness(tmp_path / "models", server, qtbot)
    server.asked.clear()
    later.downloads.find_left_over()
    later.until("paused")
    assert server.asked == []
    assert later.downloads.downloads[0].done == have
    later.downloads.resume(later.downloads.downloads[0].id)
    later.until("done")
    assert [asked.start for asked in server.files_asked()] == [have]
    assert arrived_at(later).read_bytes() == DATA
    later.close()


def test_a_download_that_began_meanwhile_is_not_left_over_as_well(harness: DownloadsHarness) -> None:
    """The folder is looked through while the person begins already: two would write into one file."""
    repo, harness.server.gate = harness.listed(), threading.Event()
    harness.downloads.start(repo, repo.files[0])
    harness.qtbot.waitUntil(lambda: harness.downloads.downloads[0].done > 0)
    found = part_file.PartFile.left_over(harness.folder)
    assert len(found) == 1
    harness.downloads._show_left_over(found)
    assert [one.phase for one in harness.downloads.downloads] == ["running"]


def test_cancel_leaves_nothing(harness: DownloadsHarness) -> None:
    harness.server.gate = threading.Event()
    repo = harness.listed()
    download_id = harness.downloads.start(repo, repo.files[0])
    harness.qtbot.waitUntil(lambda: harness.downloads.downloads[0].done > 0)
    harness.downloads.cancel(download_id)
    assert harness.downloads.downloads == ()
    assert not list(arrived_at(harness).parent.iterdir())
    assert not harness.web.active


def test_a_gated_model_needs_a_token_which_stays_with_the_hub(harness: DownloadsHarness, ring: MemoryRing) -> None:
    harness.server.gated, harness.server.cdn = {REPO}, True
    download = harness.fetch(until="failed")
    assert download.needs == "token"
    with harness.qtbot.waitSignal(harness.secrets.changed):
        harness.secrets.set(HUB_TOKEN, harness.server.token)
    assert ring.kept == {("Longthread", HUB_TOKEN): harness.server.token}
    harness.downloads.resume(download.id)
    harness.until("done")
    assert arrived_at(harness).read_bytes() == DATA
    ours = [asked for asked in harness.server.asked if asked.host == harness.server.base.removeprefix("http://")]
    others = [asked for asked in harness.server.asked if asked not in ours]
    assert ours[-1].token == harness.server.token
    assert [asked.token for asked in others] == [""]


def test_terms_that_were_not_accepted_are_named(harness: DownloadsHarness) -> None:
    harness.server.denied = {REPO}
    assert harness.fetch(until="failed").needs == "terms"


class BackendPanic(BaseException):
    """As libraries written in other languages raise it."""


BROKEN = [keyring.errors.NoKeyringError("none here"), KeyError("foreign"), BackendPanic("foreign")]


@pytest.mark.parametrize("problem", BROKEN, ids=lambda problem: type(problem).__name__)
def test_a_secret_store_that_fails_in_any_way_is_an_answer(
    harness: DownloadsHarness, ring: MemoryRing, problem: BaseException
) -> None:
    ring.broken = problem
    told: list[object] = []
    harness.secrets.get(HUB_TOKEN, told.append)
    harness.qtbot.waitUntil(lambda: told == [""], timeout=10_000)
    harness.secrets.set(HUB_TOKEN, "hf_x", told.append)
    harness.qtbot.waitUntil(lambda: told == ["", False], timeout=10_000)


def test_a_token_set_while_the_store_is_asked_is_the_one_that_counts(
    harness: DownloadsHarness, ring: MemoryRing
) -> None:
    tokens: list[str] = []
    harness.secrets.get(HUB_TOKEN, tokens.append)
    harness.secrets.set(HUB_TOKEN, "hf_x")
    harness.qtbot.waitUntil(lambda: bool(tokens), timeout=10_000)
    harness.secrets.get(HUB_TOKEN, tokens.append)
    assert tokens == ["hf_x", "hf_x"]


def test_words_searched_for_and_addresses_are_not_logged(
    harness: DownloadsHarness, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    harness.server.answers_searches = 500
    with harness.qtbot.waitSignal(harness.hub.failed, timeout=10_000):
        harness.hub.search("marker words")
    assert "InternalServerError" in caplog.text
    assert "marker" not in caplog.text
    assert "/api/" not in caplog.text


def test_without_a_secret_store_a_token_serves_until_the_end(harness: DownloadsHarness, ring: MemoryRing) -> None:
    ring.broken = keyring.errors.NoKeyringError("none here")
    kept: list[bool] = []
    harness.secrets.set(HUB_TOKEN, "hf_x", kept.append)
    harness.qtbot.waitUntil(lambda: kept == [False])
    tokens: list[str] = []
    harness.secrets.get(HUB_TOKEN, tokens.append)
    assert tokens == ["hf_x"]
    assert not harness.secrets.lasting


def test_a_split_model_is_one_download(harness: DownloadsHarness) -> None:
    names = [f"big-{n:05d}-of-00002.gguf" for n in (1, 2)]
    harness.server.files[REPO] = {names[0]: DATA[:1000], names[1]: DATA[1000:3000]}
    download = harness.fetch()
    assert download.total == 3000
    assert harness.arrived == [str(harness.folder / "owner" / "tiny-GGUF" / names[0])]
    assert (harness.folder / "owner" / "tiny-GGUF" / names[1]).read_bytes() == DATA[1000:3000]


def split_model(server: HubServer) -> list[str]:
    """A model in three parts of 1000, 2000 and 3000 bytes; their names."""
    names = [f"big-{n:05d}-of-00003.gguf" for n in (1, 2, 3)]
    server.files[REPO] = {names[0]: DATA[:1000], names[1]: DATA[1000:3000], names[2]: DATA[3000:6000]}
    return names


def test_a_split_model_goes_on_with_all_its_parts_after_a_new_start(
    harness: DownloadsHarness, tmp_path: Path, server: HubServer, qtbot: QtBot
) -> None:
    names = split_model(server)
    first = server.gate = threading.Event()
    repo = harness.listed()
    harness.downloads.start(repo, repo.files[0])
    qtbot.waitUntil(lambda: harness.downloads.downloads[0].done > 0)
    second = server.gate = threading.Event()
    first.set()
    qtbot.waitUntil(lambda: harness.downloads.downloads[0].done == 2000)  # half of the second part
    harness.close()
    second.set()
    server.gate = None
    later = DownloadsHarness(tmp_path / "models", server, qtbot)
    server.asked.clear()
    later.downloads.find_left_over()
    later.until("paused")
    (left,) = later.downloads.downloads
    folder = later.folder / "owner" / "tiny-GGUF"
    assert (left.name, left.total, left.done, left.path) == ("big.gguf", 6000, 2000, str(folder / names[0]))
    assert later.downloads.start(repo, repo.files[0]) == left.id, "asked for again, it goes on"
    later.until("done")
    assert [(Path(one.path).name, one.start) for one in server.files_asked()] == [(names[1], 1000), (names[2], 0)]
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == server.files[REPO]
    assert later.arrived == [str(folder / names[0])]
    later.close()


def test_a_split_model_whose_download_ended_between_two_parts_is_left_over(
    harness: DownloadsHarness, server: HubServer
) -> None:
    names = split_model(server)
    folder = harness.folder / "owner" / "tiny-GGUF"
    sources = [
        part_file.DownloadSource(REPO, REVISION, name, len(data), hashlib.sha256(data).hexdigest())
        for name, data in server.files[REPO].items()
    ]
    part = part_file.PartFile(folder / names[0], sources[0])
    part.begin(sources)
    part.append(0, DATA[:1000])
    part.finish()
    harness.downloads.find_left_over()
    harness.until("paused")
    (left,) = harness.downloads.downloads
    assert (left.name, left.total, left.done) == ("big.gguf", 6000, 1000)
    harness.downloads.resume(left.id)
    harness.until("done")
    assert [Path(one.path).name for one in server.files_asked()] == names[1:]
    assert sorted(file.name for file in folder.iterdir()) == names


def test_a_split_model_does_not_begin_where_its_other_parts_find_no_room(tmp_path: Path) -> None:
    names = [f"big-{number:05d}-of-00003.gguf" for number in (1, 2, 3)]
    sizes = (1000, 500, 1 << 60)
    sources = [
        part_file.DownloadSource(REPO, REVISION, f"Q4/{name}", size) for name, size in zip(names, sizes, strict=True)
    ]
    (tmp_path / names[1]).write_bytes(bytes(500))
    with pytest.raises(part_file.PartProblem) as problem:
        part_file.PartFile(tmp_path / names[0], sources[0]).begin(sources)
    assert problem.value.text.code == "download.no_room"
    assert problem.value.text.args["size"] == 1000 + (1 << 60), "the second one is here"
    assert [file.name for file in tmp_path.iterdir()] == [names[1]]


def test_a_folder_that_cannot_be_read_hides_no_other_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network drive in the models folder may be away."""
    source = part_file.DownloadSource("owner/pack", "a" * 40, "m.gguf", 100)
    for owner in ("a", "z"):
        part_file.PartFile(tmp_path / owner / "m.gguf", source).begin()
    (tmp_path / "drive").mkdir()
    real = os.scandir

    def scandir(path: Any = ".") -> Any:
        if Path(path).name == "drive":
            raise OSError(errno.ENOTCONN, "Transport endpoint is not connected")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = part_file.PartFile.left_over(tmp_path)
    assert [part.target.parent.name for parts in found for part in parts] == ["a", "z"]


@pytest.mark.parametrize("other", ["../elsewhere.gguf", NAME, "", "big.gguf\n"])
def test_a_note_names_no_files_but_those_beside_it(harness: DownloadsHarness, other: str) -> None:
    own = {"repo": REPO, "revision": "0" * 40, "path": NAME, "size": 10}
    note = own | {"parts": [own, own | {"path": other, "size": 20}]}
    put(harness.folder / f"{NAME}{part_file.SUFFIX}.json", json.dumps(note).encode())
    harness.downloads.find_left_over()
    harness.until("paused")
    (left,) = harness.downloads.downloads
    assert (left.total, left.path) == (10, str(harness.folder / NAME))


def test_a_full_disk_is_told_before_anything_is_fetched(
    harness: DownloadsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 10, 1000))
    download = harness.fetch(until="failed")
    assert "disk space" in said(download.problem)
    assert harness.server.files_asked() == []


def test_two_downloads_follow_each_other(harness: DownloadsHarness) -> None:
    harness.server.files[REPO]["other.gguf"] = DATA[:5000]
    repo = harness.listed()
    for file in repo.files:
        harness.downloads.start(repo, file)
    harness.qtbot.waitUntil(lambda: len(harness.arrived) == 2)
    assert [one.phase for one in harness.downloads.downloads] == ["done", "done"]


def test_the_same_file_asked_for_twice_is_one_download(harness: DownloadsHarness) -> None:
    harness.server.gate = threading.Event()
    repo = harness.listed()
    first = harness.downloads.start(repo, repo.files[0])
    assert harness.downloads.start(repo, repo.files[0]) == first
    harness.server.gate.set()
    harness.until("done")


def test_a_hub_that_is_not_there_is_told(harness: DownloadsHarness) -> None:
    harness.server.close()
    with harness.qtbot.waitSignal(harness.hub.failed):
        harness.hub.search("tiny")
    assert harness.problems[0].passing
    harness.server.__post_init__()


def test_an_unknown_repository_is_told(harness: DownloadsHarness) -> None:
    with harness.qtbot.waitSignal(harness.hub.failed):
        harness.hub.list_files("owner/none")
    assert harness.problems[0].status == 404


def test_a_file_of_no_size_is_no_choice(harness: DownloadsHarness) -> None:
    harness.server.files[REPO] = {"empty.gguf": b""}
    assert harness.listed().files == ()
