"""installers/windows/longthread.nsi, made from stand-ins for the program: installed, upgraded and removed under Wine.

Wine on Debian runs 64-bit programs only, so the installers here have NSIS' 64-bit stub; a release has the 32-bit one.
Wine lets folders be renamed in which files are open, so only the check for the program itself is tried.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

import pytest

from tests.installers.windows import COMPILER, WINE, Values, Windows, compile_program, wait_until

LACKING = [name for name, path in [
    ("makensis", shutil.which("makensis")), ("Wine", WINE), ("wineserver", shutil.which("wineserver")),
    (COMPILER, shutil.which(COMPILER)),
] if not path]  # fmt: skip
pytestmark = pytest.mark.skipif(
    bool(LACKING),
    reason=f"{', '.join(LACKING)} missing; on Debian: apt-get install nsis wine gcc-mingw-w64-x86-64",
)

SCRIPT = Path(__file__).parents[2] / "installers" / "windows" / "longthread.nsi"
UNINSTALL = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Longthread"
CLASSES = r"Software\Classes"
OPEN = CLASSES + r"\Longthread.gguf\shell\open\command"

LONGEST = "_internal/" + "folder/" * 14 + "file name.py"  # as long as build.py lets them be
FILES = {
    "_internal/base_library.zip": "library 1",
    "_internal/PySide6/translations/qtbase_de.qm": "German 1",
    "_internal/Größe und Übersicht/naïve 名前.txt": "names 1",
    LONGEST: "long 1",
    "_internal/empty": "",
}
NEWER = {
    "_internal/base_library.zip": "library 2",
    "_internal/PySide6/translations/qtbase_fr.qm": "French 2",
    "_internal/Größe und Übersicht/naïve 名前.txt": "names 2",
    LONGEST: "long 2",
}
DATA = {"longthread.db": "chats", "settings.json": "{}", "models/größer.gguf": "GGUF", "_internal/of a person": "mine"}


@dataclass(frozen=True)
class Installer:
    """An installer, on the C: that it is for, and the folder that it was made from."""

    file: PureWindowsPath
    source: Path


Make = Callable[[str, dict[str, str]], Installer]


@contextmanager
def running(windows: Windows, program: Path) -> Iterator[None]:
    """While ``program``, the stand-in, runs; it ends afterwards."""
    sign = windows.drive / "runs"
    with windows.start(windows.named(program), "--hold", windows.named(sign)) as process:
        wait_until(sign.exists, f"{program.name} runs")
        try:
            yield
        finally:
            sign.unlink()
        assert process.wait() == 0
    wait_until(lambda: not windows.in_use(program), f"{program.name} can be written to")


@pytest.fixture(scope="module")
def windows() -> Iterator[Windows]:
    with tempfile.TemporaryDirectory(prefix="longthread-wine-", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        made = Windows(Path(name))
        yield made
        made.end()


@pytest.fixture(scope="module")
def make(windows: Windows, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Makes the installer of a version, from a program that says its version and these files."""

    def made(version: str, files: dict[str, str]) -> Installer:
        source = tmp_path_factory.mktemp("frozen")
        compile_program("program.c", source / "Longthread.exe", "-mwindows", f'-DVERSION="{version}"')
        write(source, files)
        setup = windows.drive / f"{source.name}-setup.exe"
        options = {"VERSION": version, "SOURCE": str(source), "OUTFILE": str(setup), "SLASH": "/"}
        defined = [f"-D{name}={value}" for name, value in options.items()]
        subprocess.run(["makensis", "-V2", "-WX", "-XTarget amd64-unicode", *defined, str(SCRIPT)], check=True)
        return Installer(windows.named(setup), source)

    return made


@pytest.fixture(scope="module")
def first(make: Make) -> Installer:
    return make("1.0.0", FILES)


@pytest.fixture(scope="module")
def second(make: Make) -> Installer:
    return make("1.10.0", NEWER)


@pytest.fixture
def folder(windows: Windows) -> Iterator[Path]:
    """Where the program goes unless another folder is chosen; nothing is installed, and the person has data."""
    data = windows.local / "Longthread"
    write(data, DATA)
    yield windows.local / "Programs" / "Longthread"
    for place in (windows.local / "Programs", data, windows.drive / "Chosen"):
        shutil.rmtree(place, ignore_errors=True)
    (windows.roaming / "Microsoft/Windows/Start Menu/Programs/Longthread.lnk").unlink(missing_ok=True)
    for key in (UNINSTALL, r"Software\Longthread", CLASSES):
        windows.delete_key(key)


def write(folder: Path, files: dict[str, str]) -> None:
    """Write texts into files below ``folder``."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def content(folder: Path) -> dict[str, bytes]:
    """The files below ``folder``."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def installed(folder: Path) -> dict[str, bytes]:
    """What is in the folder of the program, beside the uninstaller, which must be there."""
    found = content(folder)
    assert found.pop("Uninstall.exe")[:2] == b"MZ"
    return found


def kept(windows: Windows) -> bool:
    """Whether the data is as it was."""
    found = content(windows.local / "Longthread")
    found.pop("started.txt", None)
    return found == {name: text.encode() for name, text in DATA.items()}


def shortcut(windows: Windows) -> Path:
    return windows.roaming / "Microsoft/Windows/Start Menu/Programs/Longthread.lnk"


def started(windows: Windows) -> list[str]:
    """The version that was started last, and what it was given."""
    return (windows.local / "Longthread" / "started.txt").read_text(encoding="utf-8").splitlines()


def ours(windows: Windows) -> dict[str, dict[str, str]]:
    """What the registry says of the program."""
    return {
        key: {name: value for name, value in values.items() if named(key, name, value)}
        for key, values in windows.registry().items()
        if named(key) or any(named(name, value) for name, value in values.items())
    }


def with_values(registry: dict[str, Values]) -> dict[str, Values]:
    """Without keys that hold nothing."""
    return {key: values for key, values in registry.items() if values}


def named(*texts: str) -> bool:
    return any("longthread" in text.lower() or ".gguf" in text.lower() for text in texts)


def remove(windows: Windows, folder: Path) -> int:
    """Run the uninstaller from elsewhere, as its own copy of itself runs, so that its end can be waited for."""
    copy = windows.drive / "Uninstall.exe"
    shutil.copy(folder / "Uninstall.exe", copy)
    return windows.run(windows.named(copy), "/S", f"_?={windows.named(folder)}")


def test_the_files_the_menu_and_the_registry(windows: Windows, first: Installer, folder: Path) -> None:
    assert windows.run(first.file, "/S") == 0
    assert max(len(name) for name in FILES) == 120
    assert installed(folder) == content(first.source)
    program = str(windows.named(folder / "Longthread.exe"))
    assert program.encode() in shortcut(windows).read_bytes()
    found = windows.registry()
    entry = found[UNINSTALL]
    size = int(entry.pop("EstimatedSize").removeprefix("dword:"), 16)
    assert size == pytest.approx(sum(map(len, content(folder).values())) / 1024, abs=2)
    assert entry == {
        "DisplayName": "Longthread",
        "DisplayVersion": "1.0.0",
        "DisplayIcon": program,
        "Publisher": "Longthread",
        "InstallLocation": str(windows.named(folder)),
        "UninstallString": f'"{windows.named(folder)}\\Uninstall.exe"',
        "QuietUninstallString": f'"{windows.named(folder)}\\Uninstall.exe" /S',
        "NoModify": "dword:00000001",
        "NoRepair": "dword:00000001",
    }
    assert found[CLASSES + r"\Longthread.gguf"] == {"": "Language model (GGUF)"}
    assert found[CLASSES + r"\Longthread.gguf\DefaultIcon"] == {"": f"{program},0"}
    assert found[CLASSES + r"\.gguf\OpenWithProgids"] == {"Longthread.gguf": ""}
    assert "" not in found.get(CLASSES + r"\.gguf", {}), "what opens them by itself is not ours to say"
    assert found[CLASSES + r"\Applications\Longthread.exe\SupportedTypes"] == {".gguf": "", ".json": ""}
    assert kept(windows)


def test_a_model_is_handed_over_as_one_argument(windows: Windows, first: Installer, folder: Path) -> None:
    assert windows.run(first.file, "/S") == 0
    model = r"C:\Meine Modelle\größer & kleiner.gguf"
    found = windows.registry(CLASSES)
    for key in (OPEN, CLASSES + r"\Applications\Longthread.exe\shell\open\command"):
        assert windows.run_line(found[key][""].replace("%1", model)) == 0
        assert started(windows) == ["1.0.0", model]


def test_an_upgrade_leaves_nothing_of_the_older_version(
    windows: Windows, first: Installer, second: Installer, folder: Path
) -> None:
    assert windows.run(first.file, "/S") == 0
    before = ours(windows)
    assert windows.run(second.file, "/S") == 0
    assert installed(folder) == content(second.source)
    assert windows.run(windows.named(folder / "Longthread.exe")) == 0
    assert started(windows) == ["1.10.0"]
    after = ours(windows)
    assert after[UNINSTALL].pop("DisplayVersion") == "1.10.0"
    for entries in (before, after):
        entries[UNINSTALL].pop("EstimatedSize", None), entries[UNINSTALL].pop("DisplayVersion", None)
    assert after == before
    assert kept(windows)


def test_the_same_version_again_changes_nothing(windows: Windows, first: Installer, folder: Path) -> None:
    assert windows.run(first.file, "/S") == 0
    before = ours(windows), content(folder)
    assert windows.run(first.file, "/S") == 0
    assert (ours(windows), content(folder)) == before


def test_a_version_that_cannot_be_written_leaves_the_older_one(
    windows: Windows, first: Installer, make: Make, folder: Path
) -> None:
    wrong = make("2.0.0", {"_internal/a/b.txt": "new", "_internal/b/com9": "no name of a file", "_internal/c": "new"})
    assert windows.run(wrong.file, "/S") == 2
    assert not folder.exists()
    assert windows.run(first.file, "/S") == 0
    before = ours(windows), content(folder)
    assert windows.run(wrong.file, "/S") == 2
    assert (ours(windows), content(folder)) == before
    assert kept(windows)


def test_an_installation_that_was_cut_off_is_mended(
    windows: Windows, first: Installer, make: Make, folder: Path
) -> None:
    wrong = make("2.0.0", {"_internal/com9": "no name of a file"})
    assert windows.run(first.file, "/S") == 0
    before = content(folder)
    for name in ("Longthread.exe", "_internal"):
        (folder / name).rename(folder / f"{name}.old")
    write(folder, {"Longthread.exe": "cut", "_internal/a.txt": "the only one"})
    assert windows.run(wrong.file, "/S") == 2
    assert content(folder) == before


def test_what_was_cut_off_stays_whole_while_it_cannot_be_mended(
    windows: Windows, first: Installer, second: Installer, folder: Path
) -> None:
    assert windows.run(first.file, "/S") == 0
    for name in ("Longthread.exe", "_internal"):
        (folder / name).rename(folder / f"{name}.old")
    write(folder, {"Longthread.exe": "cut"})
    helper = folder / "_internal" / "helper.exe"
    helper.parent.mkdir()
    shutil.copy(first.source / "Longthread.exe", helper)
    before = ours(windows), content(folder)
    with running(windows, helper):
        assert windows.run(second.file, "/S") == 2
        assert (ours(windows), content(folder)) == before
    assert windows.run(second.file, "/S") == 0
    assert installed(folder) == content(second.source)


def test_nothing_is_done_while_the_program_runs(
    windows: Windows, first: Installer, second: Installer, folder: Path
) -> None:
    assert windows.run(first.file, "/S") == 0
    before = ours(windows), content(folder)
    with running(windows, folder / "Longthread.exe"):
        assert windows.run(second.file, "/S") == 2
        assert windows.run(second.file, "/S", r"/D=C:\Chosen") == 2
        assert remove(windows, folder) == 2
        assert (ours(windows), content(folder)) == before
    assert windows.run(second.file, "/S") == 0
    assert installed(folder) == content(second.source)


def test_removing_leaves_the_data_and_what_others_put_there(windows: Windows, first: Installer, folder: Path) -> None:
    windows.write_registry(CLASSES + r"\.gguf\OpenWithProgids", "Other.gguf", "")
    windows.write_registry(CLASSES + r"\.gguf", "", "Other.gguf")
    before = ours(windows)
    assert windows.run(first.file, "/S") == 0
    assert windows.run(windows.named(folder / "Longthread.exe")) == 0
    write(folder, {"notes.txt": "of the person"})
    assert remove(windows, folder) == 0
    assert content(folder) == {"notes.txt": b"of the person"}
    assert ours(windows) == before
    assert not shortcut(windows).exists()
    assert kept(windows)


def test_removing_as_the_system_does_leaves_no_trace(windows: Windows, first: Installer, folder: Path) -> None:
    before = windows.registry()
    assert windows.run(first.file, "/S") == 0
    assert windows.registry() != before
    line = windows.registry(UNINSTALL)[UNINSTALL]["QuietUninstallString"]
    assert windows.run_line(line) == 0
    wait_until(lambda: not folder.exists() and not shortcut(windows).exists(), "the files are gone")
    wait_until(lambda: not windows.registry(r"Software\Longthread"), "the last entry is gone")
    assert with_values(windows.registry()) == with_values(before)
    assert kept(windows)


def test_a_folder_of_ones_own_choice_and_another(
    windows: Windows, first: Installer, second: Installer, folder: Path
) -> None:
    chosen, other = windows.drive / "Chosen" / "Käthes Programme" / "Longthread 名", windows.drive / "Chosen" / "B"
    assert windows.run_line(f"{first.file} /S /D={windows.named(chosen)}") == 0
    assert installed(chosen) == content(first.source)
    assert not folder.exists()
    assert windows.run_line(windows.registry(OPEN)[OPEN][""].replace("%1", "a b")) == 0
    assert started(windows) == ["1.0.0", "a b"]

    assert windows.run(second.file, "/S") == 0, "an upgrade goes where the program is"
    assert installed(chosen) == content(second.source)

    write(chosen, {"notes.txt": "of the person"})
    assert windows.run(first.file, "/S", f"/D={windows.named(other)}") == 0, "it moves"
    assert installed(other) == content(first.source)
    assert content(chosen) == {"notes.txt": b"of the person"}
    assert windows.registry(UNINSTALL)[UNINSTALL]["InstallLocation"] == str(windows.named(other))
    assert remove(windows, other) == 0
    assert not other.exists()
    assert ours(windows) == {}
    assert kept(windows)


def test_the_same_folder_by_another_name_is_upgraded(
    windows: Windows, first: Installer, second: Installer, folder: Path
) -> None:
    assert windows.run(first.file, "/S") == 0
    drive = windows.drive.parent / "dosdevices" / "y:"
    drive.symlink_to(folder.parent)
    try:
        assert windows.run(second.file, "/S", r"/D=Y:\Longthread") == 0
        assert installed(folder) == content(second.source)
        assert windows.registry(UNINSTALL)[UNINSTALL]["InstallLocation"] == r"Y:\Longthread"
    finally:
        drive.unlink()


def test_removing_a_copy_leaves_the_entries_of_the_other(windows: Windows, first: Installer, folder: Path) -> None:
    assert windows.run(first.file, "/S") == 0
    copy = windows.drive / "Chosen"
    shutil.copytree(folder, copy)
    before = ours(windows)
    assert remove(windows, copy) == 0
    assert not copy.exists()
    assert ours(windows) == before
    assert shortcut(windows).exists()
    assert installed(folder) == content(first.source)


def test_folders_that_will_not_do_are_refused(windows: Windows, first: Installer, folder: Path) -> None:
    taken = windows.drive / "Chosen"
    write(taken, {"_internal/of another program": "theirs"})
    assert windows.run(first.file, "/S", f"/D={windows.named(taken)}") == 2
    assert content(taken) == {"_internal/of another program": b"theirs"}

    longest = taken / ("x" * (134 - len(str(windows.named(taken))) - 1))
    assert windows.run(first.file, "/S", f"/D={windows.named(longest)}x") == 2
    assert not Path(f"{longest}x").exists()
    assert ours(windows) == {}
    assert windows.run(first.file, "/S", f"/D={windows.named(longest)}") == 0
    assert installed(longest) == content(first.source)
    assert windows.run(first.file, "/S") == 0
    assert installed(longest) == content(first.source)


def test_an_older_windows_is_refused(windows: Windows, first: Installer, folder: Path) -> None:
    windows.be("win81")
    try:
        assert windows.run(first.file, "/S") == 2
    finally:
        windows.be("win10")
    assert not folder.exists()
    assert ours(windows) == {}
