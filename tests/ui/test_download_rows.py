"""What a row of the downloads says."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.library.downloads import DownloadsCard, share_of, words_for
from tests.ui.hub_scenes import download


def test_a_checksum_under_way_has_its_own_progress(qapp: QApplication) -> None:
    checking = download("a.gguf", "checking", 1.0, checked=0.4)
    assert words_for(checking) == "Verifying the file… 40 %"
    assert share_of(checking) == 0.4
    assert share_of(download("a.gguf", "running", 0.5)) == 0.5


def test_a_download_that_ends_or_begins_leaves_the_others_the_keyboard(qtbot: QtBot) -> None:
    card = DownloadsCard()
    qtbot.addWidget(card)
    one, two, three = (download(name, "running", 0.2) for name in ("a.gguf", "b.gguf", "c.gguf"))
    card.show_downloads([one, two])
    card.show()
    qtbot.waitExposed(card)
    row = card.lines[two.id]
    row.toggle.setFocus()
    card.show_downloads([two, three])
    assert card.lines[two.id] is row and card.focusWidget() is row.toggle
    row.away.setFocus()
    card.show_downloads([three])
    assert card.focusWidget() is card.lines[three.id].away, "it is in the place of the one that went"
