"""Which spell checker this system has. All are the system's own; nothing of them comes with the program."""

from __future__ import annotations

import sys

from app.core.spelling.enchant import find_enchant
from app.core.spelling.macos import find_macos
from app.core.spelling.windows import find_windows
from app.core.spelling.words import SpellChecker

FINDERS = {"darwin": find_macos, "win32": find_windows}
IN_BACKGROUND = sys.platform not in FINDERS  # reading dictionaries takes Enchant a while; the others want one thread


def find_checker(platform: str = sys.platform) -> SpellChecker | None:
    """The checker of the system; None where there is none."""
    return FINDERS.get(platform, find_enchant)()
