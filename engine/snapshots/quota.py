"""How much of the disk saved states may take where nobody says; cartridges of documents may take as much again."""

from __future__ import annotations

import shutil
from pathlib import Path

MOST_BYTES = 20 * 10**9
SHARE_OF_DISK = 0.1


def usual_quota(folder: Path, stored: int) -> int:
    """Bytes that all in ``folder`` may take: a tenth of what the disk could give, at most 20 GB.

    Args:
        stored: bytes that they take now, which the disk could give, too.
    """
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        free = shutil.disk_usage(place).free
    except OSError:
        return MOST_BYTES
    return min(MOST_BYTES, round(SHARE_OF_DISK * (free + stored)))
