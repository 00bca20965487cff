"""What is deleted on the privacy page is not said to be on its way, or here, any more; the model is loaded again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import keyring
import pytest
from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError
from shiboken6 import isValid

from app.core.hub import HubFile, HubPart, HubRepo
from app.core.model_values import ModelPhase
from app.core.part_file import DownloadSource, PartFile
from app.core.store import StoreFull, merging
from app.core.stored import Part
from app.core.updates import Update, UpdatePackage
from app.services import privacy
from app.services.local_server import ON
from app.services.manifest import part_of
from app.services.models.hub import Hub
from app.services.secrets import HUB_TOKEN, SERVER_KEY
from engine import protocol
from tests.attachment_files import put
from tests.fake_engine import Script
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def test_downloads_go_with_the_models(start: Start) -> None:
    h = start()
    h.wait_idle()
    downloads, updates, paths = h.context.downloads, h.context.updates, h.context.paths
    for name in ("one.gguf", "two.gguf"):
        part = PartFile(paths.models / "owner" / "pack" / name, DownloadSource("owner/pack", "a" * 40, name, 100))
        part.begin()
        part.append(0, b"GGUF")
    downloads.find_left_over()
    h.wait(lambda: [one.phase for one in downloads.downloads] == ["paused"] * 2)
    package = UpdatePackage("linux", "x86_64", "new-9.0.0.tar.gz", "https://example.org/new", 4, "")
    part_of(paths.updates, package).begin()
    updates._set(phase="ready", update=Update("9.0.0", "", "", (package,)), package=package, file="new")
    h.context.privacy.wipe("models")
    assert downloads.downloads == ()
    assert (updates.state.phase, updates.state.file) == ("offered", "")
    h.wait(lambda: not h.context.privacy.busy)
    assert list(paths.models.iterdir()) == list(paths.updates.iterdir()) == []


def test_how_far_it_was_is_not_told_once_it_is_over(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    told: list[float] = []
    late: list[Callable[[int, int], None]] = []
    h.context.privacy.working.connect(lambda _, share: told.append(share))

    def wiped(_: Path, progress: Callable[[int, int], None] | None = None) -> int:
        if progress is not None:
            progress(1, 2)
            late.append(progress)
        return 0

    monkeypatch.setattr(privacy, "wipe_folder", wiped)
    h.context.privacy.wipe("models")
    h.wait(lambda: told[-1] == 1.0)
    late[0](2, 2)  # from its thread, and what it told there comes after its result
    h.settle()
    assert told[-1] == 1.0, "all buttons would wait for it"


def test_a_model_that_is_looked_up_does_not_come_after_the_models_went(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    curated, downloads = h.context.curated, h.context.downloads
    model = curated.offer.models[0]
    repo = HubRepo(model.repo, "a" * 40, False, (HubFile(model.file, (HubPart(model.file, 100),)),))
    asked: list[Hub] = []
    monkeypatch.setattr(Hub, "list_files", lambda hub, _: asked.append(hub))
    curated.get(model)
    h.context.privacy.wipe("models")
    h.wait(lambda: not h.context.privacy.busy)
    assert not curated.looking_up(model)
    for hub in asked:
        if isValid(hub):
            hub.listed.emit(repo)
    assert downloads.downloads == () and list(h.context.paths.models.iterdir()) == []


@pytest.mark.parametrize("own", [False, True])
def test_a_model_that_lies_elsewhere_is_used_on(start: Start, tmp_path: Path, own: bool) -> None:
    h = start()
    h.wait_idle()
    file = tmp_path / "mine.gguf"
    file.write_bytes(b"GGUF")
    if not own:
        h.context.models.add([str(file)])
        h.wait(lambda: h.context.models.state.path == str(file))
        h.wait_idle()
    h.context.privacy.wipe("models")
    h.wait(lambda: not h.context.privacy.busy)
    h.wait(lambda: [entry.path for entry in h.context.models.entries] == ([] if own else [str(file)]))
    h.wait(lambda: h.context.models.state.phase is (ModelPhase.NONE if own else ModelPhase.LOADED))
    assert list(h.context.paths.models.iterdir()) == [] and file.exists()


def test_prompts_and_words_go_from_earlier_copies_too(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.context.prompts.save("Secret", "the heron's nest is under the bridge")
    h.context.spelling.add("xylophonist")
    h.settle()
    store, backups = h.context.store, h.context.paths.backups
    for copy in backups.glob("*"):
        copy.unlink()
    assert store.backup_if_due() is not None

    def held() -> bytes:
        return b"".join(file.read_bytes() for file in backups.iterdir())

    assert b"heron's nest" in held() and b"xylophonist" in held()
    for part in ("prompts", "words"):
        h.context.privacy.wipe(part)  # type: ignore[arg-type]
        h.wait(lambda: not h.context.privacy.busy)
    assert b"heron's nest" not in held() and b"xylophonist" not in held() and list(backups.iterdir())


@pytest.mark.parametrize(
    ("part", "folder"),
    [("chats", "backups"), ("chats", "pictures"), ("documents", "backups"), ("prompts", "backups"),
     ("knowledge", "backups")],
)  # fmt: skip
def test_what_cannot_be_deleted_is_not_said_to_be(
    start: Start, monkeypatch: pytest.MonkeyPatch, part: Part, folder: str
) -> None:
    """Another program may have an earlier copy open, in which all of it still is."""
    h = start()
    h.wait_idle()
    held: Path = getattr(h.context.paths, folder) / "held"
    held.parent.mkdir(exist_ok=True)
    held.write_text("words")
    unlink = Path.unlink

    def refused(file: Path, missing_ok: bool = False) -> None:
        if file == held:
            raise PermissionError(13, "in use")
        unlink(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    h.context.privacy.wipe(part)
    h.wait(lambda: not h.context.privacy.busy)
    assert held.exists() and h.notices[-1].level == "warning"


def loads(h: Harness) -> int:
    return len(h.requests(protocol.Load))


def full(*_: object) -> None:
    raise StoreFull("store.full")


def test_chats_whose_deletion_did_not_end_go_with_all(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    store, delete = h.context.store, h.context.store.delete_hidden
    gone, _ = converse(store, "unforgettable", "noted")
    h.context.chats.trash([gone.id])
    monkeypatch.setattr(store, "delete_hidden", full)
    h.context.chats.delete_for_good([gone.id])
    h.wait(lambda: h.notices and h.notices[-1].level == "error")
    monkeypatch.setattr(store, "delete_hidden", delete)
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert store.hidden() == [] and store.chat(gone.id) is None
    assert b"unforgettable" not in store.path.read_bytes()


def test_a_copy_that_is_made_while_all_chats_go_has_nothing_of_them(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weekly one, which no other work waits for: it may have its turn between any two steps."""
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    h = start()
    h.wait_idle()
    store, merge_indexes = h.context.store, h.context.store.merge_indexes
    converse(store, "unforgettable", "noted")
    copied: list[bool] = []

    def merge(*seconds: float) -> bool:
        copy = store.backup_if_due()
        if copy is not None:
            copied.append(b"unforgettable" in copy.read_bytes())
        return merge_indexes(*seconds)

    monkeypatch.setattr(store, "merge_indexes", merge)
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert copied == [True]
    assert not any(b"unforgettable" in copy.read_bytes() for copy in h.context.paths.backups.iterdir())


def test_a_model_that_failed_is_not_loaded_again(start: Start) -> None:
    h = start(Script(load_error="load_refused"))
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    tries = loads(h)
    h.context.privacy.wipe("memories")
    h.wait(lambda: not h.context.privacy.busy)
    h.settle()
    assert loads(h) == tries


def test_a_model_that_is_chosen_meanwhile_stays(start: Start) -> None:
    h = start(models=2)
    h.wait_idle()
    other = next(entry.path for entry in h.context.models.entries if not entry.starter)
    h.context.privacy.wipe("memories")
    h.wait(lambda: h.context.models.state.phase is ModelPhase.NONE)
    h.context.models.load(other)
    h.wait(lambda: not h.context.privacy.busy)
    h.wait_idle()
    assert h.context.models.state.path == other


@pytest.mark.parametrize(
    ("part", "operation"), [("chats", "begin_wiping"), ("documents", "remove_documents"), ("documents", "tidy_file")]
)
def test_where_the_store_refuses_the_model_is_loaded_again(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: Part, operation: str
) -> None:
    h = start()
    h.wait_idle()
    h.context.documents.add([put(tmp_path, "flood.txt", "The dam broke in 1953.\n")])
    h.wait(lambda: [entry.status for entry in h.context.documents.entries] == ["indexed"])
    path = h.context.models.state.path
    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, operation, full)
        h.context.privacy.wipe(part)
        h.wait(lambda: not h.context.privacy.busy)
    assert [notice.level for notice in h.notices] == ["error"]
    h.wait_idle()
    assert h.context.models.state.path == path


@pytest.mark.parametrize("serving", [False, True], ids=["", "while the server runs"])
@pytest.mark.parametrize("problem", [KeyringLocked, PasswordDeleteError])  # KWallet and macOS say only the second
@pytest.mark.parametrize("name", [HUB_TOKEN, SERVER_KEY])
def test_secrets_that_are_locked_away_are_not_said_to_be_deleted(
    start: Start, monkeypatch: pytest.MonkeyPatch, name: str, problem: type[Exception], serving: bool
) -> None:
    h = start()
    h.wait_idle()
    held = {HUB_TOKEN: "hf_secret", SERVER_KEY: "lt-key"}
    if serving:
        h.context.settings.set(ON, True)
        h.settle()

    def keep(_service: str, one: str, value: str) -> None:
        if one == name:
            raise KeyringLocked
        held[one] = value

    def delete(_service: str, one: str) -> None:
        if one == name:
            raise problem
        del held[one]

    monkeypatch.setattr(keyring, "delete_password", delete)
    monkeypatch.setattr(keyring, "set_password", keep)
    monkeypatch.setattr(keyring, "get_password", lambda _service, one: held.get(one))
    before = held[name]
    h.context.privacy.wipe("secrets")
    h.wait(lambda: not h.context.privacy.busy)
    h.settle()
    assert held[name] == before and h.notices[-1].level == "warning"
    assert held.get(SERVER_KEY) != "lt-key" or name == SERVER_KEY


def test_where_there_is_no_store_no_secret_is_left(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()

    def none(*_: str) -> None:
        raise NoKeyringError

    monkeypatch.setattr(keyring, "delete_password", none)
    h.context.privacy.wipe("secrets")
    h.wait(lambda: not h.context.privacy.busy)
    assert h.notices[-1].level == "info"


def test_facts_that_the_store_keeps_do_not_hold_up_the_next_wish(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "forget_knowledge", full)
        h.context.privacy.wipe("knowledge")
        h.settle()
    assert h.context.privacy.busy == ""
    assert [notice.level for notice in h.notices] == ["error"]
    h.context.privacy.wipe("knowledge")
    h.wait(lambda: not h.context.privacy.busy)
    assert h.notices[-1].level == "info"
