"""How like an uncompacted chat a compacted one goes on, in words. No widgets, so that each sentence can be tested."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

ALL = 0.995  # share from which it would be 100 of 100, which is never promised


def next_words(same: float) -> str:
    """ "about 98 of 100 next words unchanged"; "" where nothing tells it (below 0)."""
    if same < 0:
        return ""
    if same >= ALL:
        return translate("Compaction", "nearly all next words unchanged")
    return translate("Compaction", "about {number} of 100 next words unchanged").format(number=round(100 * same))


def as_before(same: float) -> str:
    """The same where "Next words" stands before it."""
    if same < 0:
        return translate("Compaction", "not known until the first compaction")
    if same >= ALL:
        return translate("Compaction", "nearly all unchanged")
    return translate("Compaction", "about {number} of 100 unchanged").format(number=round(100 * same))
