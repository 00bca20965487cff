"""What is deleted on the privacy page is not said to be on its way, or here, any more."""

from __future__ import annotations

from app.core.part_file import DownloadSource, PartFile
from app.core.updates import Update, UpdatePackage
from app.services.manifest import part_of
from tests.unit.services.conftest import Start


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
