"""New versions against a server on this machine that lies, cuts, answers with other things, or is not there."""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import platform
import random
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from PySide6.QtCore import QObject, QUrl
from pytestqt.qtbot import QtBot

from app.core.network_log import NetworkLog
from app.core.settings import Settings
from app.core.updates import (
    Update,
    UpdatePackage,
    UpdateProblem,
    UpdateSource,
    numbered,
    offered,
    opened,
    package_for,
    read_source,
    tidy,
)
from app.core.version import VERSION
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.secrets import Secrets
from app.services.updates import WEEK, Updates
from app.services.web import Web
from tests.hub_server import HubServer
from tests.words import advised, said

ROOT = Path(__file__).resolve().parents[3]

import update_manifest

DATA = random.Random(5).randbytes(200_000)
KEY = base64.b64encode(bytes(range(32))).decode()
PUBLIC = base64.b64encode(
    Ed25519PrivateKey.from_private_bytes(bytes(range(32))).public_key().public_bytes_raw()
).decode()
NAME = {"linux": "Longthread-9.0.0-linux-x86_64.tar.gz", "win32": "Longthread-9.0.0-setup.exe"}.get(
    sys.platform, "Longthread-9.0.0-arm64.dmg"
)
MACHINE = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())


class UpdateHarness:
    """The updates of a program whose release page is on this machine."""

    def __init__(self, folder: Path, qtbot: QtBot, server: HubServer) -> None:
        self.folder, self.qtbot, self.server = folder, qtbot, server
        self.root = QObject()
        self.ops = Ops(self.root)
        self.web = Web(self.root, NetworkLog())
        self.settings = Settings({})
        self.opened: list[str] = []
        self.notices: list[Notice] = []
        url = f"{server.base}/me/program/resolve/main/update.json"
        self.updates = Updates(
            UpdateSource(url, PUBLIC), folder, self.settings, self.web, Secrets(self.ops, self.root), self.ops,
            version="1.0.0", open_file=self._open, delays=(0.0, 0.0), parent=self.root,
        )  # fmt: skip
        self.updates.notice.connect(self.notices.append)
        self.publish()

    def _open(self, url: QUrl) -> bool:
        self.opened.append(url.toLocalFile())
        return True

    def publish(
        self, version: str = "9.0.0", *, data: bytes = DATA, promised: bytes = DATA, key: str = KEY, name: str = NAME,
        days: int = update_manifest.DAYS,
    ) -> None:  # fmt: skip
        """Put a manifest, signed with ``key``, and a package on the server; ``promised``: what it is said to hold."""
        package = {
            "system": sys.platform, "machine": MACHINE, "name": name, "size": len(promised),
            "url": f"{self.server.base}/me/program/resolve/main/{name}",
            "sha256": hashlib.sha256(promised).hexdigest(),
        }  # fmt: skip
        text = update_manifest.manifest(version, "- Faster", [package], key, days)
        self.server.files["me/program"] = {"update.json": text.encode(), name: data}

    def answer(self, body: bytes) -> None:
        self.server.files["me/program"]["update.json"] = body

    def check(self, phase: str) -> None:
        self.updates.check()
        self.until(phase)

    def until(self, phase: str) -> None:
        self.qtbot.waitUntil(lambda: self.updates.state.phase == phase)

    def problem(self) -> str:
        problem = self.updates.state.problem
        return said(problem) if problem is not None else ""

    def close(self) -> None:
        self.updates.shutdown()
        self.ops.shutdown()


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer()
    yield made
    made.close()


@pytest.fixture
def harness(tmp_path: Path, server: HubServer, qtbot: QtBot) -> Iterator[UpdateHarness]:
    made = UpdateHarness(tmp_path / "updates", qtbot, server)
    yield made
    made.close()


def test_a_newer_version_is_offered_fetched_and_opened_only_when_asked(harness: UpdateHarness) -> None:
    assert harness.server.asked == []
    harness.check("offered")
    state = harness.updates.state
    assert state.update is not None
    assert (state.update.version, state.update.notes) == ("9.0.0", "- Faster")
    assert len(harness.server.asked) == 1, "nothing is fetched yet"
    assert [one.why for one in harness.web.log.requests] == ["update"]
    assert harness.notices == [], "the person is looking at it"
    harness.updates.download()
    harness.until("ready")
    assert (harness.folder / NAME).read_bytes() == DATA
    assert harness.opened == []
    harness.updates.install()
    harness.qtbot.waitUntil(lambda: bool(harness.opened))
    place = harness.folder if NAME.endswith("gz") else harness.folder / NAME
    assert harness.opened == [str(place)]


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
def test_the_same_or_an_earlier_version_is_not_offered(harness: UpdateHarness, version: str) -> None:
    harness.publish(version)
    harness.check("current")
    assert harness.updates.state.update is None


def test_an_older_offer_than_before_is_refused(harness: UpdateHarness) -> None:
    harness.check("offered")
    harness.publish("8.0.0")
    harness.check("failed")
    assert "8.0.0, although it offered 9.0.0" in harness.problem()


def test_a_manifest_of_somebody_else_is_refused(harness: UpdateHarness) -> None:
    harness.publish(key=base64.b64encode(bytes(32)).decode())
    harness.check("failed")
    assert "isn't signed by Longthread's developers" in harness.problem()
    assert harness.settings.text("updates.seen") == ""


def test_a_manifest_that_has_expired_is_refused(harness: UpdateHarness) -> None:
    harness.publish("1.0.0", days=1)
    harness.check("current")
    harness.publish("1.0.0", days=-1)
    harness.check("failed")
    assert "expired on 20" in harness.problem() and "newer version" in harness.problem()
    harness.publish("9.0.0", days=-1)
    harness.check("failed")
    assert harness.updates.state.update is None and harness.settings.text("updates.seen") == "1.0.0"
    harness.publish("9.0.0")
    harness.check("offered")


def test_a_manifest_that_was_renewed_is_believed_again(harness: UpdateHarness) -> None:
    harness.publish(days=-1)
    signed = harness.server.files["me/program"]["update.json"].decode()
    other = base64.b64encode(bytes(32)).decode()
    for bad, key in ((signed, other), ("{}", KEY), ("[]", KEY), ("<html>", KEY)):
        with pytest.raises(ValueError):
            update_manifest.renewed(bad, key)
    with pytest.raises(ValueError, match="add-ons"):
        update_manifest.renewed(update_manifest.addon_manifest("1.0.0", [], KEY), KEY)
    harness.answer(update_manifest.renewed(signed, KEY).encode())
    harness.check("offered")
    update = harness.updates.state.update
    assert update is not None and update == msgspec.structs.replace(
        opened(signed.encode(), PUBLIC), expires=update.expires
    )


@pytest.mark.parametrize("expires", [None, "", "20991231", "2099-02-30", "never"])
def test_a_manifest_that_never_expires_is_none(harness: UpdateHarness, expires: str | None) -> None:
    good = json.loads(harness.server.files["me/program"]["update.json"])
    content = {**json.loads(good["manifest"]), "expires": expires}
    if expires is None:
        del content["expires"]
    harness.answer(update_manifest._signed(content, KEY).encode())
    harness.check("failed")
    assert "Can't read" in harness.problem()


@pytest.mark.parametrize("version", ["", "9.0", "v9.0.0", "9.0.0-rc1"])
def test_a_manifest_of_no_version_does_not_say_that_there_is_none_newer(harness: UpdateHarness, version: str) -> None:
    good = json.loads(harness.server.files["me/program"]["update.json"])
    text = json.dumps({**json.loads(good["manifest"]), "version": version})  # not as our tool makes them
    signature = Ed25519PrivateKey.from_private_bytes(bytes(range(32))).sign(text.encode())
    envelope = {"manifest": text, "signature": base64.b64encode(signature).decode()}
    harness.answer(json.dumps(envelope).encode())
    harness.check("failed")
    assert "Can't read" in harness.problem()


def test_a_weekly_check_tells_once_that_what_came_has_expired(harness: UpdateHarness) -> None:
    harness.publish("1.0.0", days=-1)
    harness.settings.set("privacy.updates", True)
    harness.qtbot.waitUntil(lambda: bool(harness.notices))
    assert [(notice.level, notice.text.code, notice.action) for notice in harness.notices] == [  # type: ignore[union-attr]
        ("warning", "update.expired", "")
    ]
    harness.updates.look()
    assert len(harness.server.asked) == 1 and not harness.web.active, "again in a week"
    assert harness.updates.state.phase == "failed" and "expired on 20" in harness.problem(), "the privacy page tells"
    harness.publish("9.0.0")
    assert harness.settings.number("updates.last_check") == 0.0, "nothing was found out"
    harness.settings.set("updates.last_told", time.time() - WEEK - 1)
    harness.updates.look()
    harness.until("offered")
    assert harness.updates.state.problem is None
    harness.publish("9.0.0", days=-1)
    harness.updates.check()
    harness.until("failed")
    assert harness.updates.state.update is None, "it can be checked again, and not be downloaded"


def changed(answer: dict[str, Any]) -> bytes:
    answer["manifest"] = answer["manifest"].replace("9.0.0", "9.9.9", 1)
    return json.dumps(answer).encode()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda good: b"<html><body>Welcome to the hotel's network. Sign in.</body></html>", "sign in first"),
        (lambda good: b"", "Can't read"),
        (lambda good: good[:-40], "Can't read"),
        (lambda good: b"[]", "Can't read"),
        (lambda good: changed(json.loads(good)), "isn't signed"),
        (lambda good: json.dumps({**json.loads(good), "signature": "no base64!"}).encode(), "isn't signed"),
        (lambda good: json.dumps({**json.loads(good), "signature": ""}).encode(), "isn't signed"),
        (lambda good: b"x" * 400_000, "too long"),
    ],
)
def test_what_is_no_manifest_is_said(harness: UpdateHarness, made: Callable[[bytes], bytes], words: str) -> None:
    harness.answer(made(harness.server.files["me/program"]["update.json"]))
    harness.check("failed")
    problem = harness.updates.state.problem
    assert problem is not None
    assert words in f"{said(problem)} {advised(problem)}"
    harness.publish()
    harness.check("offered")


def test_a_server_is_called_by_its_own_name(harness: UpdateHarness) -> None:
    """What fails here may be the package index or a release page, not the hub that most requests go to."""
    for status, words in ((404, "doesn't have this file"), (429, "is busy"), (503, "server error"), (418, "refused")):
        harness.server.statuses.append(status)
        harness.check("failed")
        problem = harness.updates.state.problem
        assert words in said(problem) and "127.0.0.1" in said(problem)
        assert "Hugging Face" not in f"{said(problem)} {advised(problem)}"


def test_without_a_network_it_is_said_and_the_program_goes_on(harness: UpdateHarness) -> None:
    harness.settings.set("privacy.offline", True)
    harness.web.set_offline(True)
    harness.check("failed")
    assert "Stay offline" in harness.problem()
    assert harness.server.asked == []
    harness.web.set_offline(False)
    harness.server.statuses.append(503)
    harness.check("failed")
    harness.check("offered")


def test_a_download_that_is_cut_goes_on_where_it_stopped(harness: UpdateHarness) -> None:
    harness.server.drop_after = 50_000
    harness.check("offered")
    harness.server.drops = 2
    harness.updates.download()
    harness.until("ready")
    starts = [asked.start for asked in harness.server.asked if asked.path.endswith(NAME)]
    assert starts[0] == 0
    assert starts[-1] > 0
    assert (harness.folder / NAME).read_bytes() == DATA


def test_a_package_with_a_wrong_checksum_is_thrown_away(harness: UpdateHarness) -> None:
    harness.publish(data=bytes(len(DATA)))
    harness.check("offered")
    harness.updates.download()
    harness.until("failed")
    assert "checksum doesn't match" in harness.problem()
    assert list(harness.folder.iterdir()) == []
    harness.publish()
    harness.updates.download()
    harness.until("ready")


def test_a_package_that_failed_is_fetched_as_it_is_signed_by_now(harness: UpdateHarness) -> None:
    mended = DATA[:-1]
    harness.publish(data=mended)
    harness.check("offered")
    harness.updates.download()
    harness.until("failed")
    harness.publish(data=mended, promised=mended)
    harness.check("offered")
    harness.updates.download()
    harness.until("ready")


def test_a_package_that_failed_is_forgotten_for_that_of_a_newer_version(harness: UpdateHarness) -> None:
    harness.publish(data=bytes(len(DATA)))
    harness.check("offered")
    harness.updates.download()
    harness.until("failed")
    harness.publish("9.1.0", name=f"newer-{NAME}")
    harness.check("offered")
    phases: list[str] = []
    harness.updates.changed.connect(lambda state: phases.append(state.phase))
    harness.updates.download()
    harness.until("ready")
    assert "failed" not in phases


def test_a_package_that_is_changed_on_the_disk_is_not_opened(harness: UpdateHarness) -> None:
    harness.check("offered")
    harness.updates.download()
    harness.until("ready")
    (harness.folder / NAME).write_bytes(bytes(len(DATA)))
    harness.updates.install()
    harness.until("failed")
    assert "changed on the disk" in harness.problem()
    assert harness.opened == []


@pytest.mark.skipif(sys.platform != "linux", reason="AppImages are for Linux")
def test_an_appimage_is_shown_where_it_lies(harness: UpdateHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is for the person to put it in the place of the old one: opened, it would only start from there."""
    monkeypatch.setenv("APPIMAGE", "/somewhere/Longthread.AppImage")
    harness.publish(name="Longthread-9.0.0-x86_64.AppImage")
    harness.check("offered")
    harness.updates.download()
    harness.until("ready")
    harness.updates.install()
    harness.qtbot.waitUntil(lambda: bool(harness.opened))
    assert harness.opened == [str(harness.folder)]


def test_a_package_that_nothing_opens_is_told(harness: UpdateHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    phases: list[str] = []
    harness.updates.changed.connect(lambda state: phases.append(state.phase))
    harness.check("offered")
    harness.updates.install()  # of what is not here yet
    harness.updates.download()
    harness.until("ready")
    assert harness.opened == [] and "failed" not in phases
    monkeypatch.setattr(harness.updates, "_open", lambda _url: False)
    harness.updates.install()
    harness.qtbot.waitUntil(lambda: bool(harness.problem()))
    assert harness.problem() == f"Can't open {NAME}." and harness.updates.state.phase == "ready"


def test_nothing_goes_on_behind_a_program_that_ends(harness: UpdateHarness) -> None:
    harness.updates.check()
    assert harness.web.active
    harness.updates.shutdown()
    assert not harness.web.active
    harness.check("offered")
    harness.server.gate = threading.Event()
    harness.updates.download()
    harness.qtbot.waitUntil(lambda: harness.updates.downloads.downloads[0].done > 0)
    harness.updates.shutdown()
    assert not harness.web.active
    assert sorted(file.name for file in harness.folder.iterdir()) == [f"{NAME}.part", f"{NAME}.part.json"]


def test_a_download_can_be_given_up(harness: UpdateHarness) -> None:
    harness.check("offered")
    harness.server.gate = threading.Event()
    harness.updates.download()
    harness.qtbot.waitUntil(lambda: harness.updates.downloads.downloads[0].done > 0)
    harness.updates.stop()
    assert harness.updates.state.phase == "offered"
    assert list(harness.folder.iterdir()) == []


def test_weekly_only_where_it_is_switched_on(harness: UpdateHarness) -> None:
    harness.updates.start()
    harness.updates.look()
    assert harness.server.asked == [], "off by default"
    harness.settings.set("updates.last_check", time.time() - WEEK / 2)
    harness.settings.set("privacy.updates", True)
    assert not harness.web.active, "not yet a week"
    harness.settings.set("updates.last_check", time.time() - WEEK - 1)
    harness.updates.look()
    harness.until("offered")
    assert [(notice.text.code, notice.action) for notice in harness.notices] == [("update.available", "show_update")]  # type: ignore[union-attr]
    assert time.time() - harness.settings.number("updates.last_check") < 60


def test_a_program_that_runs_for_weeks_checks_each_week(harness: UpdateHarness) -> None:
    harness.settings.set("updates.last_check", time.time())
    harness.settings.set("privacy.updates", True)
    harness.updates._timer.setInterval(10)
    harness.updates.start()
    assert not harness.web.active
    harness.settings.set("updates.last_check", time.time() - WEEK - 1)
    harness.until("offered")


def test_a_weekly_check_is_none_while_the_person_stays_offline(harness: UpdateHarness) -> None:
    harness.web.set_offline(True)
    harness.settings.set("privacy.updates", True)
    assert (harness.updates.state.phase, harness.web.log.requests) == ("idle", [])
    harness.web.set_offline(False)
    harness.updates.look()
    harness.until("offered")


def test_a_check_of_days_to_come_counts_for_none(harness: UpdateHarness) -> None:
    """The clock was wrong then: until that day, nobody would be told of newer versions."""
    harness.settings.set("updates.last_check", time.time() + 300 * WEEK)
    harness.settings.set("privacy.updates", True)
    harness.until("offered")


def test_a_weekly_check_takes_nothing_from_a_person(harness: UpdateHarness) -> None:
    """Not an offer, where it fails, nor a package that is here or on its way."""
    harness.check("offered")
    update = harness.updates.state.update
    harness.settings.set("updates.last_check", 0.0)
    harness.server.statuses.append(503)
    harness.settings.set("privacy.updates", True)
    harness.until("offered")
    assert (harness.updates.state.update, harness.updates.state.problem) == (update, None)
    harness.updates.download()
    harness.updates.look()
    assert harness.updates.state.phase == "downloading"
    harness.until("ready")
    harness.updates.look()
    assert harness.updates.state.phase == "ready"


def test_a_weekly_check_that_fails_bothers_nobody(harness: UpdateHarness) -> None:
    harness.answer(b"<html>")
    harness.settings.set("privacy.updates", True)
    harness.qtbot.waitUntil(lambda: bool(harness.server.asked) and not harness.web.active)
    assert (harness.updates.state.phase, harness.updates.state.problem) == ("idle", None)
    assert harness.settings.number("updates.last_check") == 0.0, "it is tried again"


def test_the_person_hears_what_became_of_a_weekly_check_that_they_asked_for_too(harness: UpdateHarness) -> None:
    harness.answer(b"<html>")
    harness.settings.set("privacy.updates", True)
    assert harness.updates.state.phase == "checking"
    harness.check("failed")
    assert harness.problem()


def test_a_build_without_a_key_says_so(harness: UpdateHarness, tmp_path: Path) -> None:
    updates = Updates(
        UpdateSource("", ""), tmp_path, harness.settings, harness.web, Secrets(harness.ops, harness.root), harness.ops,
        parent=harness.root,
    )  # fmt: skip
    harness.settings.set("privacy.updates", True)
    updates.check()
    assert updates.state.problem is not None
    assert "can't check for updates" in said(updates.state.problem)
    updates.shutdown()


def test_packages_that_are_installed_by_now_go(tmp_path: Path) -> None:
    names = ("L-1.0.0-setup.exe", "L-0.9.0-arm64.dmg.part", "L-0.9.0-arm64.dmg.part.json", "L-1.0.1-setup.exe", "else")
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    tidy(tmp_path, "1.0.0")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["L-1.0.1-setup.exe", "else"]
    tidy(tmp_path / "nowhere", "1.0.0")


def test_versions_are_compared_as_numbers() -> None:
    assert numbered("1.10.0") > numbered("1.9.9")
    assert [numbered(text) for text in ("1.2", "v1.2.3", "1.2.3-rc1", "", "1.2.3\n", "1.2.١")][:4] == [(), (), (), ()]
    today = datetime.date(2030, 1, 31)
    update = Update("1.2.3", "", "", (), today.isoformat())
    assert offered(update, "1.2.2", "", today)
    assert not offered(update, "1.2.3", "1.2.3", today)
    with pytest.raises(UpdateProblem, match="although it offered"):
        offered(update, "1.0.0", "1.2.4", today)
    with pytest.raises(UpdateProblem, match="expired"):
        offered(update, "1.0.0", "", today + datetime.timedelta(1))


def test_the_package_of_a_computer() -> None:
    names = ["L-1.0.0-arm64.dmg", "L-1.0.0-x86_64.dmg", "L-1.0.0-setup.exe", "L-1.0.0-linux-x86_64.tar.gz",
             "L-1.0.0-x86_64.AppImage"]  # fmt: skip
    systems = ["darwin", "darwin", "win32", "linux", "linux"]
    machines = ["arm64", "x86_64", "x86_64", "x86_64", "x86_64"]
    update = Update("1.0.0", "", "", tuple(
        UpdatePackage(system, machine, name, "https://x/y", 1, "0" * 64)  # type: ignore[arg-type]
        for system, machine, name in zip(systems, machines, names, strict=True)
    ))  # fmt: skip

    def name(*computer: Any) -> str | None:
        found = package_for(update, *computer)
        return found.name if found is not None else None

    assert [name("darwin", "arm64"), name("darwin", "x86_64")] == names[:2]
    assert [name("win32", "AMD64"), name("linux", "x86_64"), name("linux", "x86_64", True)] == names[2:]
    assert name("linux", "aarch64") is None


@pytest.mark.parametrize(
    "change",
    [{"url": "http://example.com/x"}, {"url": "file:///etc/passwd"}, {"name": "../evil.exe"}, {"name": "evil.sh"},
     {"name": "a.exe/../../evil.sh"},
     {"size": 0}, {"sha256": "short"}],
)  # fmt: skip
def test_a_package_that_makes_no_sense_is_refused_though_it_is_signed(change: dict[str, Any]) -> None:
    package = {"system": "linux", "machine": "x86_64", "name": "a.tar.gz", "url": "https://x/a", "size": 1,
               "sha256": "0" * 64}  # fmt: skip
    assert opened(update_manifest.manifest("1.0.0", "", [package], KEY).encode(), PUBLIC).packages
    with pytest.raises(UpdateProblem):
        opened(update_manifest.manifest("1.0.0", "", [{**package, **change}], KEY).encode(), PUBLIC)


def test_the_tool_makes_keys_and_manifests_that_the_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "updates.json"
    assert update_manifest.main(["key", "--url", "https://x/update.json", "--source", str(source)]) == 0
    private = capsys.readouterr().out.strip()
    files = [tmp_path / name for name in ("L-1.2.3-linux-aarch64.tar.gz", "L-1.2.3-setup.exe", "SHA256SUMS")]
    for file in files:
        file.write_bytes(file.name.encode())
    (tmp_path / "NOTES.md").write_text("- New\n")
    make = ["make", "--version", "1.2.3", "--notes", str(tmp_path / "NOTES.md"), "--base-url", "https://x/v1.2.3/",
            "--out", str(tmp_path / "out.json"), *map(str, files)]  # fmt: skip
    assert update_manifest.main(make) == 1, "without the key nothing is signed"
    monkeypatch.setenv(update_manifest.KEY_ENV, private)
    assert update_manifest.main(make) == 0
    update = opened((tmp_path / "out.json").read_bytes(), read_source(source).public_key)
    assert [(one.system, one.machine, one.url) for one in update.packages] == [
        ("linux", "arm64", "https://x/v1.2.3/L-1.2.3-linux-aarch64.tar.gz"),
        ("win32", "x86_64", "https://x/v1.2.3/L-1.2.3-setup.exe"),
    ]
    assert update.packages[0].sha256 == hashlib.sha256(files[0].read_bytes()).hexdigest()
    renew = ["renew", "--days", "30", "--out", str(tmp_path / "again.json"), str(tmp_path / "out.json")]
    assert update_manifest.main(renew) == 0
    again = opened((tmp_path / "again.json").read_bytes(), read_source(source).public_key)
    assert again.packages == update.packages and again.expires < update.expires
    monkeypatch.delenv(update_manifest.KEY_ENV)
    assert update_manifest.main(renew) == 1
    with pytest.raises(ValueError, match=r"1\.2\.3"):
        update_manifest.manifest("v1.2", "", [], private)


def test_the_program_knows_its_version_and_ships_no_private_key() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
    source = json.loads((ROOT / "resources" / "updates.json").read_text(encoding="utf-8"))
    assert set(source) == {"url", "public_key"}


@pytest.mark.parametrize("notes", ["- a line of notes\n" * 3000, "no line ends " * 3000])
def test_notes_of_any_length_are_signed_so_that_the_program_reads_them(notes: str) -> None:
    package = {"system": "linux", "machine": "x86_64", "name": "a.tar.gz", "url": "https://x/a", "size": 1,
               "sha256": "0" * 64}  # fmt: skip
    found = opened(update_manifest.manifest("1.0.0", notes, [package], KEY).encode(), PUBLIC).notes
    assert found.endswith("…\n\nThe rest is in CHANGELOG.md.") and found.startswith(notes[:40])
    assert opened(update_manifest.manifest("1.0.0", notes[:500], [package], KEY).encode(), PUBLIC).notes == notes[:500]
