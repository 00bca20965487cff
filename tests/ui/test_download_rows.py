"""What a row of the downloads says."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.ui.library.downloads import share_of, words_for
from tests.ui.hub_scenes import download


def test_a_checksum_under_way_has_its_own_progress(qapp: QApplication) -> None:
    checking = download("a.gguf", "checking", 1.0, checked=0.4)
    assert words_for(checking) == "Verifying the file… 40 %"
    assert share_of(checking) == 0.4
    assert share_of(download("a.gguf", "running", 0.5)) == 0.5
