"""Add-ons for graphics cards from a server on this machine, and archives that want out of their folder."""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import platform
import shutil
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import build_backend
import pytest
import update_manifest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.core import addons
from app.core.addons import AddOnProblem, search_path, unpack
from app.core.network_log import NetworkLog
from app.core.updates import UpdatePackage, UpdateSource
from app.services.addons import CudaAddOn
from app.services.background import Ops
from app.services.secrets import Secrets
from app.services.web import Web
from engine.model.plugins import find
from engine.protocol import Devices
from tests.hub_server import HubServer
from tests.words import said

KEY = base64.b64encode(bytes(range(32))).decode()
PUBLIC = base64.b64encode(
    Ed25519PrivateKey.from_private_bytes(bytes(range(32))).public_key().public_bytes_raw()
).decode()
MACHINE = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
NAME = "longthread-cuda-linux-x86_64.tar.gz"
FILES = {"cuda/libggml-cuda.so": os.urandom(300_000), "cuda/libcudart.so.12": b"runtime" * 1000}
VERSION = "1.0.0"


def packed(files: dict[str, bytes], *odd: tarfile.TarInfo) -> bytes:
    """An archive, the same bytes at any time: a compressed file tells in its head when it was made."""
    out = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as archive,
    ):
        folder = tarfile.TarInfo("cuda")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for member in odd:
            archive.addfile(member)
    return out.getvalue()


class StandInDevices(QObject):
    """What the engine tells of its devices."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.said = Devices()

    def tell(self, *found: str) -> None:
        self.said = Devices(found=found)
        self.changed.emit(self.said)


class AddOnHarness:
    """A program with a driver for NVIDIA's cards, and a release page on this machine."""

    def __init__(self, folder: Path, qtbot: QtBot, server: HubServer) -> None:
        self.folder, self.qtbot, self.server = folder, qtbot, server
        self.root = QObject()
        self.ops = Ops(self.root)
        self.web = Web(self.root, NetworkLog())
        self.devices = StandInDevices()
        self.driver = True
        self.shares: list[float] = []
        url = f"{server.base}/me/v{{version}}/resolve/main/addons.json"
        self.addon = CudaAddOn(
            UpdateSource("", PUBLIC, url), folder, self.web, Secrets(self.ops, self.root), self.ops,
            self.devices,  # type: ignore[arg-type]
            version=VERSION, driver=lambda: self.driver, delays=(0.0, 0.0), parent=self.root,
        )  # fmt: skip
        self.publish(packed(FILES))

    @property
    def target(self) -> Path:
        return self.folder / VERSION / "cuda"

    def publish(self, data: bytes, *, version: str = VERSION, key: str = KEY, come: bytes | None = None) -> None:
        """Put a signed manifest and an archive on the server; ``come``: what comes instead of it."""
        scratch = self.folder.parent / NAME
        scratch.write_bytes(data)
        repo = f"me/v{VERSION}"
        described = update_manifest.addon(scratch, f"{self.server.base}/{repo}/resolve/main")
        assert described is not None
        package = described["package"]
        assert isinstance(package, dict)
        package |= {"system": sys.platform, "machine": MACHINE}
        text = update_manifest.addon_manifest(version, [described], key)
        self.server.files[repo] = {"addons.json": text.encode(), NAME: data if come is None else come}

    def until(self, phase: str) -> None:
        self.qtbot.waitUntil(lambda: self.addon.state.phase == phase, timeout=10_000)

    def offer(self) -> None:
        self.addon.start()
        self.until("offered")

    def find(self) -> None:
        self.offer()
        self.addon.check()
        self.until("found")

    def problem(self) -> str:
        return said(self.addon.state.problem) if self.addon.state.problem is not None else ""

    def close(self) -> None:
        self.addon.shutdown()
        self.ops.shutdown()


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer()
    yield made
    made.close()


@pytest.fixture
def harness(tmp_path: Path, server: HubServer, qtbot: QtBot) -> Iterator[AddOnHarness]:
    made = AddOnHarness(tmp_path / "addons", qtbot, server)
    yield made
    made.close()


def test_it_is_offered_fetched_and_put_where_the_engine_looks(harness: AddOnHarness) -> None:
    harness.offer()
    assert harness.server.asked == [], "nothing is asked before the person asks"
    harness.addon.check()
    harness.until("found")
    addon = harness.addon.state.addon
    assert addon is not None and addon.unpacked == sum(map(len, FILES.values()))
    assert len(harness.server.asked) == 1 and not harness.target.exists()
    assert [one.why for one in harness.web.log.requests] == ["addon"]
    harness.addon.download()
    harness.until("installed")
    assert {file.name: file.read_bytes() for file in harness.target.iterdir() if file.suffix != ".json"} == {
        Path(name).name: data for name, data in FILES.items()
    }
    assert list((harness.folder / addons.DOWNLOADS).iterdir()) == [], "the archive is gone"
    folders = [Path(folder) for folder in search_path(harness.folder, VERSION, "/named").split(os.pathsep)]
    assert folders == [Path("/named"), harness.target]
    assert [plugin.name for plugin in find(folders)] == ["cuda"]


def test_it_is_not_offered_without_a_driver_or_with_cuda_in_use(harness: AddOnHarness) -> None:
    harness.offer()
    harness.devices.tell("CUDA0: Somebody's card", "CPU: a processor")
    assert harness.addon.state.phase == "hidden"
    harness.devices.tell("CPU: a processor")
    assert harness.addon.state.phase == "offered"
    harness.driver = False
    harness.addon.look()
    harness.until("hidden")


def test_a_build_without_a_key_offers_nothing(tmp_path: Path, harness: AddOnHarness) -> None:
    harness.addon._source = UpdateSource("", "", "")
    with harness.qtbot.assertNotEmitted(harness.addon.changed):
        harness.addon.start()
        harness.qtbot.waitUntil(lambda: harness.addon._seen)


def test_an_installed_one_is_kept_and_those_of_other_versions_go(harness: AddOnHarness) -> None:
    harness.find()
    harness.addon.download()
    harness.until("installed")
    other = harness.folder / "0.9.0" / "cuda"
    shutil.copytree(harness.target, other)
    addons.tidy(harness.folder, VERSION)
    assert harness.target.is_dir() and not other.parent.exists()
    (harness.target / "addon.json").unlink()  # it was not unpacked whole
    addons.tidy(harness.folder, VERSION)
    assert not harness.target.exists()
    harness.addon.look()
    harness.until("offered")


@pytest.mark.parametrize(
    ("version", "key", "words"),
    [("1.1.0", KEY, "for Longthread 1.1.0"), (VERSION, base64.b64encode(bytes(32)).decode(), "isn't signed")],
)
def test_one_of_another_version_or_of_somebody_else_is_refused(
    harness: AddOnHarness, version: str, key: str, words: str
) -> None:
    harness.publish(packed(FILES), version=version, key=key)
    harness.offer()
    harness.addon.check()
    harness.until("failed")
    assert words in harness.problem()
    harness.publish(packed(FILES))
    harness.addon.check()
    harness.until("found")


def test_other_bytes_than_were_signed_are_not_unpacked(harness: AddOnHarness) -> None:
    good = packed(FILES)
    harness.publish(good, come=good[:-20] + bytes(20))
    harness.find()
    harness.addon.download()
    harness.until("failed")
    assert not harness.target.exists() and harness.problem()


def test_what_failed_is_fetched_as_it_is_signed_by_now(harness: AddOnHarness) -> None:
    good = packed(FILES)
    harness.publish(good, come=good[:-20] + bytes(20))
    harness.find()
    harness.addon.download()
    harness.until("failed")
    harness.publish(packed({**FILES, "cuda/libcudart.so.12": b"mended"}))
    harness.addon.check()
    harness.until("found")
    harness.addon.download()
    harness.until("installed")


def test_an_archive_whose_unpacking_the_end_of_the_program_cuts_off_is_kept(harness: AddOnHarness) -> None:
    harness.find()
    ending = lambda state: harness.addon.shutdown() if state.phase == "unpacking" else None  # noqa: E731
    harness.addon.changed.connect(ending)
    harness.addon.download()
    harness.until("found")
    assert (harness.folder / addons.DOWNLOADS / NAME).is_file() and not harness.target.exists()
    again = AddOnHarness(harness.folder, harness.qtbot, harness.server)
    again.find()
    harness.server.asked.clear()
    again.addon.download()
    again.until("installed")
    assert harness.server.files_asked() == [], "all of it was here"
    again.close()


def test_a_download_can_be_given_up(harness: AddOnHarness) -> None:
    harness.find()
    harness.server.gate = threading.Event()
    harness.addon.download()
    harness.until("downloading")
    harness.qtbot.waitUntil(lambda: harness.addon.state.download is not None)
    harness.addon.stop()
    assert harness.addon.state.phase == "found"
    harness.server.gate.set()
    harness.qtbot.waitUntil(lambda: not list((harness.folder / addons.DOWNLOADS).glob("*")))
    harness.addon.download()
    harness.until("installed")


def test_a_full_disk_costs_no_second_download(harness: AddOnHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    harness.find()
    room = addons.ROOM_LEFT
    monkeypatch.setattr(addons, "ROOM_LEFT", 1 << 60)
    harness.addon.download()
    harness.until("failed")
    assert "disk space" in harness.problem()
    asked = len(harness.server.asked)
    monkeypatch.setattr(addons, "ROOM_LEFT", room)
    harness.addon.download()
    harness.until("installed")
    assert len(harness.server.asked) == asked
    assert list((harness.folder / addons.DOWNLOADS).iterdir()) == [], "the archive is gone"


# ------------------------------------------------------------------ archives


def addon_of(unpacked: int) -> addons.AddOn:
    return addons.AddOn("cuda", unpacked, UpdatePackage("linux", "x86_64", NAME, "https://x/y", 1, "0" * 64))


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, target
    return member


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(packed({"../outside.so": b"x", **FILES}), id="up"),
        pytest.param(packed({"/tmp/outside.so": b"x", **FILES}), id="absolute"),
        pytest.param(packed({"cuda/deeper/outside.so": b"x", **FILES}), id="folder"),
        pytest.param(packed({"outside.so": b"x", **FILES}), id="beside"),
        pytest.param(packed({"cuda/.hidden": b"x", **FILES}), id="hidden"),
        pytest.param(packed({"cuda/addon.json": b"{}", **FILES}), id="note"),
        pytest.param(packed(FILES, link("cuda/link.so", "/etc/passwd")), id="symbolic link"),
        pytest.param(packed(FILES, link("cuda/link.so", "/etc/passwd", tarfile.LNKTYPE)), id="hard link"),
        pytest.param(packed(FILES, link("cuda/pipe", "", tarfile.FIFOTYPE)), id="pipe"),
        pytest.param(packed({**FILES, "cuda/more.so": bytes(1000)}), id="more bytes than announced"),
        pytest.param(packed({f"cuda/{number}": b"" for number in range(70)} | FILES), id="too many files"),
        pytest.param(packed({"cuda/readme.txt": b"no backend"}), id="nothing in it"),
        pytest.param(packed(FILES)[:-2000], id="cut"),
        pytest.param(b"no archive at all", id="nonsense"),
        pytest.param(gzip.compress(b"\0" * 600), id="empty"),
    ],
)
def test_an_archive_that_is_not_what_it_should_be_leaves_nothing(tmp_path: Path, data: bytes) -> None:
    archive, target = tmp_path / NAME, tmp_path / "root" / VERSION / "cuda"
    archive.write_bytes(data)
    target.mkdir(parents=True)
    (target / "old").write_text("one that was there")
    with pytest.raises(AddOnProblem) as problem:
        unpack(archive, addon_of(sum(map(len, FILES.values()))), target)
    assert problem.value.text.code == "addon.bad_archive"
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*")) if path.is_file()] == [
        NAME, f"root/{VERSION}/cuda/old",
    ]  # fmt: skip


def test_a_full_disk_is_said_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(packed(FILES))
    with pytest.raises(AddOnProblem) as problem:
        unpack(tmp_path / NAME, addon_of(1 << 60), tmp_path / "cuda")
    assert problem.value.text.code == "addon.no_room" and not (tmp_path / "cuda").exists()


def test_a_disk_that_fills_up_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_bytes(packed(FILES))

    def full(_share: float) -> bool:
        raise OSError(28, "No space left on device")

    with pytest.raises(AddOnProblem) as problem:
        unpack(tmp_path / NAME, addon_of(sum(map(len, FILES.values()))), tmp_path / "cuda", full)
    assert "No space left" in said(problem.value.text) and list(tmp_path.iterdir()) == [tmp_path / NAME]


def test_all_files_are_on_the_disk_before_they_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_bytes(packed(FILES))
    noted: list[bool] = []
    note = tmp_path / "cuda.new" / "addon.json"
    monkeypatch.setattr(addons.os, "fsync", lambda _descriptor: noted.append(note.exists()))
    assert unpack(tmp_path / NAME, addon_of(sum(map(len, FILES.values()))), tmp_path / "cuda")
    assert noted == [False] * len(FILES)


def test_unpacking_stops_when_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(packed(FILES))
    assert not unpack(tmp_path / NAME, addon_of(sum(map(len, FILES.values()))), tmp_path / "cuda", lambda _: False)
    assert list(tmp_path.iterdir()) == [tmp_path / NAME]


# ------------------------------------------------------------------ the release


def test_the_release_signs_what_the_program_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_bytes(packed(FILES))
    monkeypatch.setenv(update_manifest.KEY_ENV, KEY)
    out = tmp_path / "addons.json"
    base = "https://example.org/v1.0.0"
    arguments = ["--version", VERSION, "--base-url", base, "--out", str(out), str(tmp_path / NAME)]
    assert update_manifest.main(["addons", *arguments]) == 0
    found = addons.opened(out.read_bytes(), PUBLIC, VERSION)
    one = addons.fitting(found, "cuda", "linux", "AMD64")
    assert one.package.url == f"{base}/{NAME}" and one.unpacked == sum(map(len, FILES.values()))
    with pytest.raises(AddOnProblem):
        addons.fitting(found, "cuda", "win32", "AMD64")
    assert update_manifest.package(tmp_path / NAME, base) is None, "it is no package of the program"
    update_manifest.new_key("https://x/u.json", tmp_path / "source.json", "https://x/v{version}/addons.json")
    assert json.loads((tmp_path / "source.json").read_text())["addons"] == "https://x/v{version}/addons.json"


def test_a_driver_is_told_by_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def exists(path: Path) -> bool:
        seen.append(path.name)
        return False

    monkeypatch.setattr(addons.sys, "platform", "linux")
    which: Callable[[str], str | None] = lambda _name: None  # noqa: E731
    monkeypatch.setattr(addons.shutil, "which", which)
    monkeypatch.setattr(addons.Path, "exists", exists)
    assert not addons.nvidia_driver() and set(seen) == {"libcuda.so.1"}
    monkeypatch.setattr(addons.Path, "exists", lambda path: path.name == "libcuda.so.1")
    assert addons.nvidia_driver()
    monkeypatch.setattr(addons.sys, "platform", "darwin")
    assert not addons.nvidia_driver()


@pytest.mark.parametrize(
    ("said_of_cards", "of_use"),
    [
        ("6.1", False),  # GeForce GTX 10
        ("5.2\n7.0", False),
        ("6.1\n8.6", True),
        ("7.5", True),
        ("12.0", True),
        ("", True),
        ("[N/A]", True),
        ("6.1\n[Unknown Error]", True),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script")
def test_cards_that_the_add_on_has_no_code_for_are_not_offered_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said_of_cards: str, of_use: bool
) -> None:
    """A gigabyte would come, and its trial would fail."""
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = --query-gpu=compute_cap ] || exit 2\nprintf '{said_of_cards}\\n'\n")
    program.chmod(0o755)
    monkeypatch.setattr(addons.sys, "platform", "linux")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert addons.cuda_of_use() is of_use
    program.write_text("#!/bin/sh\necho 'Field \"compute_cap\" is not a valid field to query.'; exit 2\n")
    assert addons.cuda_of_use(), "an old driver does not say"
    program.write_text("no program")
    assert addons.cuda_of_use()


def test_the_least_capability_is_the_one_that_packages_have_code_for() -> None:
    least = min(int(one.partition("-")[0]) for one in build_backend.CUDA_ARCHITECTURES.split(";"))
    assert divmod(least, 10) == addons.LEAST_CAPABILITY
