"""Settings of dmgbuild: dmgbuild -s dmg_settings.py -D app=dist/Longthread.app Longthread Longthread.dmg"""

from pathlib import Path

app = Path(defines["app"])  # type: ignore[name-defined]  # noqa: F821  # dmgbuild defines it

format = "ULFO"
filesystem = "APFS"
files = [str(app)]
symlinks = {"Applications": "/Applications"}
icon_locations = {app.name: (150, 170), "Applications": (450, 170)}
window_rect = ((200, 200), (600, 380))
default_view = "icon-view"
icon_size = 112
text_size = 13
