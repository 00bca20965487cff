"""Head profiles: which (layer, KV head) pairs of a model copy from far back, as shares of what each should keep.

A profile is measured once per model (:mod:`engine.calibration`) or ships with the program, as JSON:
``{"heads": [{"layer": 0, "head": 0, "share": 0.12}, ...]}``, in a file named by the model's fingerprint.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import msgspec
import platformdirs

from engine.errors import DiskFull
from engine.files import replacing

log = logging.getLogger("engine.profile")

APP_NAME = "Longthread"
DATA_ENV = "LONGTHREAD_DATA"

Shares = dict[tuple[int, int], float]


class _Head(msgspec.Struct):
    layer: int
    head: int
    share: float


class _Profile(msgspec.Struct):
    heads: list[_Head]


def folders() -> list[Path]:
    """Where profiles are looked for: the person's data folder first, then what ships with the program."""
    return [_data_folder(), Path(__file__).resolve().parent.parent / "resources" / "profiles"]


def load(fingerprint: str) -> Shares | None:
    """Shares by (layer, KV head) of the model with that fingerprint, None when it was never measured."""
    for folder in folders():
        path = folder / f"{fingerprint}.json"
        try:
            profile = msgspec.json.decode(path.read_bytes(), type=_Profile)
        except FileNotFoundError:
            continue
        except (OSError, msgspec.DecodeError) as error:
            log.warning("the head profile %s cannot be used: %s", path, error)
            continue
        return {(head.layer, head.head): head.share for head in profile.heads}
    return None


def save(fingerprint: str, shares: Shares, path: Path | None = None) -> Path | None:
    """Keep a measured profile, in the data folder unless ``path`` says otherwise; None when it could not be written."""
    path = path or _data_folder() / f"{fingerprint}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    heads = [{"layer": key[0], "head": key[1], "share": round(share, 5)} for key, share in sorted(shares.items())]
    try:
        with replacing(path) as file:
            file.write(json.dumps({"heads": heads}, indent=1).encode())
    except DiskFull as error:
        log.warning("%s", error.message)
        return None
    return path


def _data_folder() -> Path:
    override = os.environ.get(DATA_ENV)
    base = Path(override) if override else Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))
    return base / "profiles"
