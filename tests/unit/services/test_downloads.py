"""Search and downloads against a hub on this machine that drops connections, lies, and asks for tokens."""

from __future__ import annotations

import itertools
import json
import logging
import random
import shutil
import threading
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backend
import keyring.errors
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
from tests.hub_server import HubServer
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


class Desk:
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
def desk(tmp_path: Path, server: HubServer, ring: MemoryRing, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path / "models", server, qtbot)
    yield made
    made.close()


def arrived_at(desk: Desk) -> Path:
    return desk.folder / "owner" / "tiny-GGUF" / NAME


def test_nothing_is_asked_of_the_network_before_the_person_asks(desk: Desk) -> None:
    desk.downloads.find_left_over()
    desk.qtbot.waitUntil(lambda: desk.downloads.downloads == ())
    assert desk.server.asked == []
    assert not desk.web.active


def test_search_finds_repositories(desk: Desk) -> None:
    with desk.qtbot.waitSignal(desk.hub.found) as told:
        desk.hub.search("tiny")
    assert [model.repo for model in told.args[0]] == [REPO]
    assert not desk.web.active


def test_the_last_question_is_the_one_answered(desk: Desk) -> None:
    answers: list[object] = []
    desk.hub.found.connect(answers.append)
    desk.hub.search("nothing like it")
    desk.hub.search("tiny")
    desk.qtbot.waitUntil(lambda: bool(answers))
    assert [len(answer) for answer in answers if isinstance(answer, tuple)] == [1]


def test_a_file_arrives_whole(desk: Desk) -> None:
    active: list[bool] = []
    desk.web.active_changed.connect(active.append)
    download = desk.fetch()
    assert arrived_at(desk).read_bytes() == DATA
    assert desk.arrived == [str(arrived_at(desk))]
    assert download.done == download.total == len(DATA)
    assert [path.name for path in arrived_at(desk).parent.iterdir()] == [NAME]
    assert active[0] and not active[-1]


def test_dropped_connections_go_on_where_they_stopped(desk: Desk) -> None:
    desk.server.drops, desk.server.drop_after = 3, 70_000
    desk.fetch()
    assert arrived_at(desk).read_bytes() == DATA
    starts = [asked.start for asked in desk.server.files_asked()]
    assert len(starts) >= 4
    assert all(0 <= later - earlier <= 70_000 for earlier, later in itertools.pairwise(starts))
    assert starts[-1] > 0
    assert "retrying" in desk.phases


def test_a_server_without_ranges_starts_over(desk: Desk) -> None:
    desk.server.drops, desk.server.ranges = 1, False
    desk.fetch()
    assert arrived_at(desk).read_bytes() == DATA


def test_a_busy_hub_is_asked_again_and_given_up_in_the_end(desk: Desk) -> None:
    desk.server.statuses = [503, 429]
    desk.fetch()
    assert arrived_at(desk).read_bytes() == DATA


def test_a_hub_that_stays_down_fails_and_can_be_resumed(desk: Desk) -> None:
    desk.server.statuses = [503] * 4
    download = desk.fetch(until="failed")
    assert "503" in said(download.problem)
    desk.downloads.resume(download.id)
    desk.until("done")
    assert arrived_at(desk).read_bytes() == DATA


def test_a_wrong_checksum_is_thrown_away(desk: Desk) -> None:
    desk.server.lies = {NAME}
    download = desk.fetch(until="failed")
    assert "checksum" in said(download.problem)
    assert not list(arrived_at(desk).parent.iterdir())
    assert desk.arrived == []


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def damaged(data: bytes) -> bytes:
    return data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]


def test_a_present_file_is_verified_and_not_fetched(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    put(arrived_at(desk), DATA)
    monkeypatch.setattr(part_file, "_PIECE", len(DATA) // 4)
    monkeypatch.setattr(downloads, "TELL_SECONDS", 0.0)
    shares: list[float] = []
    desk.downloads.changed.connect(lambda all_: shares.extend(one.checked for one in all_ if one.phase == "checking"))
    desk.fetch()
    assert desk.server.files_asked() == []
    assert "checking" in desk.phases
    assert list(dict.fromkeys(shares)) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert desk.arrived == [str(arrived_at(desk))]


def test_a_damaged_file_of_the_right_size_is_fetched_again_and_kept_until_then(desk: Desk) -> None:
    put(arrived_at(desk), damaged(DATA))
    desk.server.gate = threading.Event()
    repo = desk.listed()
    desk.downloads.start(repo, repo.files[0])
    desk.qtbot.waitUntil(lambda: desk.downloads.downloads[0].phase == "running", timeout=10_000)
    assert arrived_at(desk).read_bytes() == damaged(DATA)
    desk.server.gate.set()
    desk.until("done")
    assert arrived_at(desk).read_bytes() == DATA
    assert [path.name for path in arrived_at(desk).parent.iterdir()] == [NAME]


def test_a_present_file_is_verified_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"big-{n:05d}-of-00002.gguf" for n in (1, 2)]
    desk.server.files[REPO] = {names[0]: DATA[:1000], names[1]: DATA[1000:3000]}
    first = put(arrived_at(desk).with_name(names[0]), DATA[:1000])
    hashed: list[str] = []
    real = part_file.PartFile.whole

    def counted(self: part_file.PartFile, go_on: part_file.GoOn) -> bool | None:
        hashed.append(self.target.name)
        return real(self, go_on)

    monkeypatch.setattr(part_file.PartFile, "whole", counted)
    desk.server.statuses = [404]
    download = desk.fetch(until="failed")
    desk.downloads.resume(download.id)
    desk.until("done")
    assert hashed == [names[0]]
    assert [asked.path.rpartition("/")[2] for asked in desk.server.files_asked()] == [names[1]] * 2
    assert first.read_bytes() == DATA[:1000]


def test_verifying_stops_when_the_download_is_paused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    put(arrived_at(desk), DATA)
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
    repo = desk.listed()
    download_id = desk.downloads.start(repo, repo.files[0])
    assert desk.downloads.downloads[0].phase == "checking"
    desk.downloads.pause(download_id)
    paused.set()
    desk.qtbot.waitUntil(lambda: answers == [None], timeout=10_000)
    assert desk.downloads.downloads[0].phase == "paused"
    desk.downloads.resume(download_id)
    desk.until("done")
    assert desk.server.files_asked() == []


def test_a_server_that_sends_less_than_was_promised_is_given_up(desk: Desk) -> None:
    desk.server.ranges, desk.server.promised = False, 1
    desk.fetch(until="failed")
    assert len(desk.server.files_asked()) == 1 + 3  # one try, and one for each delay


def test_repositories_whose_names_run_together_have_a_place_of_their_own(desk: Desk) -> None:
    desk.server.files = {"a_b/c": {NAME: DATA[:5000]}, "a/b_c": {NAME: DATA[5000:11_000]}}
    for repo in ("a_b/c", "a/b_c"):
        listed = desk.listed(repo)
        desk.downloads.start(listed, listed.files[0])
    desk.qtbot.waitUntil(lambda: len(desk.arrived) == 2, timeout=10_000)
    assert [Path(path).read_bytes() for path in desk.arrived] == [DATA[:5000], DATA[5000:11_000]]


def test_a_file_fetched_by_an_earlier_version_counts_where_it_lies(desk: Desk) -> None:
    earlier = put(desk.folder / "owner_tiny-GGUF" / NAME, DATA)
    desk.fetch()
    assert desk.arrived == [str(earlier)]
    assert desk.server.files_asked() == []


def test_a_damaged_file_of_an_earlier_version_is_replaced(desk: Desk) -> None:
    earlier = put(desk.folder / "owner_tiny-GGUF" / NAME, damaged(DATA))
    desk.fetch()
    assert desk.arrived == [str(earlier)]
    assert earlier.read_bytes() == DATA


def test_a_file_that_another_repository_may_have_left_is_not_overwritten(desk: Desk) -> None:
    desk.server.files = {"a/b_c": {NAME: DATA}}
    others = put(desk.folder / "a_b_c" / NAME, damaged(DATA))
    repo = desk.listed("a/b_c")
    desk.downloads.start(repo, repo.files[0])
    desk.until("done")
    assert others.read_bytes() == damaged(DATA)
    assert desk.arrived == [str(desk.folder / "a" / "b_c" / NAME)]
    assert desk.downloads.downloads[0].path == desk.arrived[0]
    assert Path(desk.arrived[0]).read_bytes() == DATA


def test_a_download_begun_by_an_earlier_version_goes_on_where_it_lies(desk: Desk) -> None:
    repo = desk.listed()
    part = repo.files[0].parts[0]
    source = part_file.DownloadSource(REPO, repo.revision, part.path, part.size, part.sha256)
    earlier = part_file.PartFile(desk.folder / "owner_tiny-GGUF" / NAME, source)
    earlier.begin()
    earlier.append(0, DATA[:100_000])
    desk.fetch()
    assert desk.arrived == [str(earlier.target)]
    assert [asked.start for asked in desk.server.files_asked()] == [100_000]
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
def test_a_planted_note_of_a_download_is_passed_over(desk: Desk, changes: dict[str, object]) -> None:
    good = {"repo": REPO, "revision": "0" * 40, "path": NAME, "size": 10, "sha256": "", "url": ""}
    for name, note in (("good", good), ("planted", good | changes)):
        put(desk.folder / f"{name}.gguf{part_file.SUFFIX}.json", json.dumps(note).encode())
    desk.downloads.find_left_over()
    desk.until("paused")
    assert [Path(one.path).name for one in desk.downloads.downloads] == ["good.gguf"]


def test_pause_keeps_and_a_new_start_of_the_program_goes_on(
    desk: Desk, tmp_path: Path, server: HubServer, qtbot: QtBot
) -> None:
    server.gate = threading.Event()
    repo = desk.listed()
    download_id = desk.downloads.start(repo, repo.files[0])
    desk.qtbot.waitUntil(lambda: desk.downloads.downloads[0].done > 0)
    desk.downloads.pause(download_id)
    assert desk.downloads.downloads[0].phase == "paused"
    server.gate.set()
    server.gate = None
    have = arrived_at(desk).with_name(NAME + part_file.SUFFIX).stat().st_size
    assert 0 < have < len(DATA)
    desk.close()
    later = Desk(tmp_path / "models", server, qtbot)
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


def test_cancel_leaves_nothing(desk: Desk) -> None:
    desk.server.gate = threading.Event()
    repo = desk.listed()
    download_id = desk.downloads.start(repo, repo.files[0])
    desk.qtbot.waitUntil(lambda: desk.downloads.downloads[0].done > 0)
    desk.downloads.cancel(download_id)
    assert desk.downloads.downloads == ()
    assert not list(arrived_at(desk).parent.iterdir())
    assert not desk.web.active


def test_a_gated_model_needs_a_token_which_stays_with_the_hub(desk: Desk, ring: MemoryRing) -> None:
    desk.server.gated, desk.server.cdn = {REPO}, True
    download = desk.fetch(until="failed")
    assert download.needs == "token"
    with desk.qtbot.waitSignal(desk.secrets.changed):
        desk.secrets.set(HUB_TOKEN, desk.server.token)
    assert ring.kept == {("Longthread", HUB_TOKEN): desk.server.token}
    desk.downloads.resume(download.id)
    desk.until("done")
    assert arrived_at(desk).read_bytes() == DATA
    ours = [asked for asked in desk.server.asked if asked.host == desk.server.base.removeprefix("http://")]
    others = [asked for asked in desk.server.asked if asked not in ours]
    assert ours[-1].token == desk.server.token
    assert [asked.token for asked in others] == [""]


def test_terms_that_were_not_accepted_are_named(desk: Desk) -> None:
    desk.server.denied = {REPO}
    assert desk.fetch(until="failed").needs == "terms"


class BackendPanic(BaseException):
    """As libraries written in other languages raise it."""


BROKEN = [keyring.errors.NoKeyringError("none here"), KeyError("foreign"), BackendPanic("foreign")]


@pytest.mark.parametrize("problem", BROKEN, ids=lambda problem: type(problem).__name__)
def test_a_secret_store_that_fails_in_any_way_is_an_answer(
    desk: Desk, ring: MemoryRing, problem: BaseException
) -> None:
    ring.broken = problem
    told: list[object] = []
    desk.secrets.get(HUB_TOKEN, told.append)
    desk.qtbot.waitUntil(lambda: told == [""], timeout=10_000)
    desk.secrets.set(HUB_TOKEN, "hf_x", told.append)
    desk.qtbot.waitUntil(lambda: told == ["", False], timeout=10_000)


def test_a_token_set_while_the_store_is_asked_is_the_one_that_counts(desk: Desk, ring: MemoryRing) -> None:
    tokens: list[str] = []
    desk.secrets.get(HUB_TOKEN, tokens.append)
    desk.secrets.set(HUB_TOKEN, "hf_x")
    desk.qtbot.waitUntil(lambda: bool(tokens), timeout=10_000)
    desk.secrets.get(HUB_TOKEN, tokens.append)
    assert tokens == ["hf_x", "hf_x"]


def test_words_searched_for_and_addresses_are_not_logged(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    desk.server.answers_searches = 500
    with desk.qtbot.waitSignal(desk.hub.failed, timeout=10_000):
        desk.hub.search("marker words")
    assert "InternalServerError" in caplog.text
    assert "marker" not in caplog.text
    assert "/api/" not in caplog.text


def test_without_a_secret_store_a_token_serves_until_the_end(desk: Desk, ring: MemoryRing) -> None:
    ring.broken = keyring.errors.NoKeyringError("none here")
    kept: list[bool] = []
    desk.secrets.set(HUB_TOKEN, "hf_x", kept.append)
    desk.qtbot.waitUntil(lambda: kept == [False])
    tokens: list[str] = []
    desk.secrets.get(HUB_TOKEN, tokens.append)
    assert tokens == ["hf_x"]
    assert not desk.secrets.lasting


def test_a_split_model_is_one_download(desk: Desk) -> None:
    names = [f"big-{n:05d}-of-00002.gguf" for n in (1, 2)]
    desk.server.files[REPO] = {names[0]: DATA[:1000], names[1]: DATA[1000:3000]}
    download = desk.fetch()
    assert download.total == 3000
    assert desk.arrived == [str(desk.folder / "owner" / "tiny-GGUF" / names[0])]
    assert (desk.folder / "owner" / "tiny-GGUF" / names[1]).read_bytes() == DATA[1000:3000]


def test_a_full_disk_is_told_before_anything_is_fetched(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 10, 1000))
    download = desk.fetch(until="failed")
    assert "room" in said(download.problem)
    assert desk.server.files_asked() == []


def test_two_downloads_follow_each_other(desk: Desk) -> None:
    desk.server.files[REPO]["other.gguf"] = DATA[:5000]
    repo = desk.listed()
    for file in repo.files:
        desk.downloads.start(repo, file)
    desk.qtbot.waitUntil(lambda: len(desk.arrived) == 2)
    assert [one.phase for one in desk.downloads.downloads] == ["done", "done"]


def test_the_same_file_asked_for_twice_is_one_download(desk: Desk) -> None:
    desk.server.gate = threading.Event()
    repo = desk.listed()
    first = desk.downloads.start(repo, repo.files[0])
    assert desk.downloads.start(repo, repo.files[0]) == first
    desk.server.gate.set()
    desk.until("done")


def test_a_hub_that_is_not_there_is_told(desk: Desk) -> None:
    desk.server.close()
    with desk.qtbot.waitSignal(desk.hub.failed):
        desk.hub.search("tiny")
    assert desk.problems[0].passing
    desk.server.__post_init__()


def test_an_unknown_repository_is_told(desk: Desk) -> None:
    with desk.qtbot.waitSignal(desk.hub.failed):
        desk.hub.list_files("owner/none")
    assert desk.problems[0].status == 404


def test_a_file_of_no_size_is_no_choice(desk: Desk) -> None:
    desk.server.files[REPO] = {"empty.gguf": b""}
    assert desk.listed().files == ()
