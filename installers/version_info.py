"""The version resource of the Windows executable; without one, scanners trust it less and Explorer shows nothing."""

from __future__ import annotations

from typing import Any


def make(version: str) -> Any:
    """A VSVersionInfo of ``version`` (``major.minor.patch``)."""
    from PyInstaller.utils.win32 import versioninfo as v

    numbers = (*(int(part) for part in version.split(".")[:3]), 0)
    strings = {
        "CompanyName": "Longthread",
        "FileDescription": "Longthread",
        "FileVersion": version,
        "InternalName": "Longthread",
        "OriginalFilename": "Longthread.exe",
        "ProductName": "Longthread",
        "ProductVersion": version,
    }
    return v.VSVersionInfo(
        ffi=v.FixedFileInfo(filevers=numbers, prodvers=numbers),
        kids=[
            v.StringFileInfo([v.StringTable("040904B0", [v.StringStruct(k, s) for k, s in strings.items()])]),
            v.VarFileInfo([v.VarStruct("Translation", [0x0409, 1200])]),
        ],
    )
