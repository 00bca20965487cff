"""Where documents are mounted: what is of chats and folders that are gone keeps no model busy."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.document_values import MountLevel
from tests.attachment_files import put
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def mounted(h: Harness, tmp_path: Path, level: MountLevel, owner: str, name: str = "flood.txt") -> str:
    """A document that is mounted there; its id."""
    ids: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, name, f"The dam of {name} broke in 1953.\n")], ids.append)
    h.wait(lambda: ids and h.context.documents.idle)
    h.context.documents.mounts.mount(level, owner, ids[0])
    return ids[0][0]


def folder_of(h: Harness) -> str:
    h.context.chats.create_folder("Work")
    h.settle()
    (folder,) = h.context.store.folders()
    return folder.id


@pytest.mark.parametrize("way", ["deleted", "wiped"])
def test_what_was_mounted_in_a_deleted_chat_is_mounted_no_more(start: Start, tmp_path: Path, way: str) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    chat, mounts = h.conversation.view.chat.id, h.context.documents.mounts
    document = mounted(h, tmp_path, "chat", chat)
    changes: list[tuple[str, str]] = []
    mounts.changed.connect(lambda level, owner: changes.append((level, owner)))
    h.context.chats.trash([chat])
    h.settle()
    assert mounts.documents == (document,), "it may come back"
    if way == "deleted":
        h.context.chats.delete_for_good([chat])
    else:
        h.context.privacy.wipe("chats")
    h.wait(lambda: mounts.documents == ())
    h.settle()
    assert changes == [("chat", chat)] and h.context.store.mounts() == {}


def test_what_was_mounted_in_chats_long_in_the_trash_is_mounted_no_more(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    chat = h.conversation.view.chat.id
    mounted(h, tmp_path, "chat", chat)
    h.settle()
    h.context.store.trash_chats([chat], now=1000.0)
    h.context.store._connection.execute("UPDATE chat SET created = 1.0")
    h.context.shutdown()
    again = start()
    again.wait(lambda: again.context.store.chat(chat) is None)
    again.settle()
    assert again.context.documents.mounts.documents == ()


def test_documents_of_a_folder_go_and_come_back_with_it(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    folder, mounts = folder_of(h), h.context.documents.mounts
    document = mounted(h, tmp_path, "folder", folder)
    h.context.chats.delete_folder(folder)
    h.settle()
    assert mounts.documents == ()
    h.context.act(h.notices[-1])
    h.settle()
    assert mounts.of("folder", folder) == (document,)
    assert h.context.store.mounts() == {("folder", folder): (document,)}
    h.context.privacy.wipe("chats")
    h.wait(lambda: not h.context.privacy.busy)
    assert mounts.documents == ()
