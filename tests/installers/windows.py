"""A Windows of its own, by Wine: its files, its registry, programs that run in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath

WINE = shutil.which("wine") or shutil.which("wine64")
COMPILER = "x86_64-w64-mingw32-gcc"
SECONDS = 180.0  # for the slowest of them, on a busy machine
USER = "HKEY_CURRENT_USER"

Values = Mapping[str, str]


def compile_program(source: str, target: Path, *options: str) -> None:
    """Compile a C file from beside this one for Windows.

    Raises:
        subprocess.CalledProcessError: the compiler could not.
    """
    file = Path(__file__).with_name(source)
    subprocess.run([COMPILER, "-municode", "-Os", "-s", *options, str(file), "-o", str(target)], check=True)


class Windows:
    """A Windows in ``folder``, which must be on a disk: it takes 700 MB.

    Attributes:
        drive: its C:. local: %LOCALAPPDATA%. roaming: %APPDATA%. Paths of this system.
    """

    def __init__(self, folder: Path) -> None:
        """Make it; takes half a minute.

        Raises:
            subprocess.CalledProcessError: Wine could not.
        """
        home = folder / "home"
        home.mkdir(parents=True)
        (folder / "windows").mkdir()
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("WINE", "XDG_", "DISPLAY"))},
            "HOME": str(home),  # it would write into menus there
            "WINEPREFIX": str(folder / "windows"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",  # no downloads, no entries in menus here
            "LC_ALL": "C.UTF-8",  # of names of files
        }
        self._server("-p")  # to stay: else all of it starts anew for each program
        try:
            self.run("wineboot", "--init", check=True)
            self.be("win10")
            self.drive = folder / "windows" / "drive_c"
            for helper in ("run", "in_use"):
                compile_program(f"{helper}.c", self.drive / f"{helper}.exe")
            (user,) = (one for one in (self.drive / "users").iterdir() if one.name != "Public")
            self.local, self.roaming = user / "AppData" / "Local", user / "AppData" / "Roaming"
        except BaseException:
            self.end()
            raise

    def start(self, *command: str | PureWindowsPath) -> subprocess.Popen[bytes]:
        """Start a program, and do not wait for it."""
        assert WINE
        arguments = [WINE, *map(str, command)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(arguments, env=self._environment, stdin=quiet, stdout=quiet, stderr=quiet)

    def run(self, *command: str | PureWindowsPath, check: bool = False) -> int:
        """Run a program to its end; its status."""
        with self.start(*command) as process:
            try:
                status = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        if check and status:
            raise subprocess.CalledProcessError(status, list(map(str, command)))
        return status

    def run_line(self, line: str) -> int:
        """Run a command line as it stands: Wine quotes arguments with blanks, as no shell of Windows does."""
        return self.run("C:/run.exe", line)

    def in_use(self, path: Path) -> bool:
        """Whether a file on C: is open, or a program that runs: the server learns of its end after we do."""
        return self.run("C:/in_use.exe", self.named(path)) != 0

    def be(self, version: str) -> None:
        """Be another version of Windows to programs that start from now on, as ``win81`` is."""
        self.write_registry(r"Software\Wine", "Version", version)

    def end(self) -> None:
        """End all that runs in it."""
        self._server("-k")
        self._server("-w")

    def _server(self, option: str) -> None:
        subprocess.run(["wineserver", option], env=self._environment, check=False, timeout=SECONDS)

    def named(self, path: Path) -> PureWindowsPath:
        """How a file on C: is called in there."""
        return PureWindowsPath("C:/", path.relative_to(self.drive))

    def here(self, path: str) -> Path:
        """Where a file on C: lies on this system."""
        return self.drive.joinpath(*PureWindowsPath(path).parts[1:])

    def registry(self, key: str = "Software") -> dict[str, Values]:
        """What the user's registry holds below ``key``: the keys' paths below HKEY_CURRENT_USER, in each the values by
        name, "" for the key's own, as they are written in exports.
        """
        export = self.drive / "export.reg"
        export.unlink(missing_ok=True)
        if self.run("reg", "export", rf"HKCU\{key}", self.named(export), "/y"):
            return {}
        found: dict[str, dict[str, str]] = {}
        for block in re.split(r"\r?\n\r?\n(?=\[)", export.read_text(encoding="utf-16"))[1:]:
            head, *lines = re.sub(r"\\\r?\n\s*", "", block).splitlines()
            values = found.setdefault(head.strip("[]").removeprefix(USER + "\\"), {})
            for line in lines:
                if match := re.fullmatch(r'(?:@|"((?:[^"\\]|\\.)*)")=(.*)', line):
                    text = match[2][1:-1] if match[2].startswith('"') else match[2]
                    values[_plain(match[1] or "")] = _plain(text)
        return found

    def write_registry(self, key: str, name: str, value: str) -> None:
        """Write a text; ``name`` "": the key's own."""
        which = ["/v", name] if name else ["/ve"]
        self.run("reg", "add", rf"HKCU\{key}", *which, "/d", value, "/f", check=True)

    def delete_key(self, key: str) -> None:
        """Delete a key with all below it, if it is there."""
        self.run("reg", "delete", rf"HKCU\{key}", "/f")


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Wait until ``true()``, which says ``what``."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, f"not within {SECONDS:g} s: {what}"
        time.sleep(0.05)
