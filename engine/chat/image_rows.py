"""What stands for a picture in a decode: rows of embeddings in place of the numbers that the token log has for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.chat.token_log import PictureRun, TokenLog
from engine.model.pictures import BadPicture
from engine.model.vision import VisionEncoder
from engine.protocol import Picture
from engine.scheduling.steps import Decode


def image_rows(
    work: Decode,
    log: TokenLog,
    seen: PictureRun,
    at: int,
    pictures: Mapping[str, Picture],
    vision: VisionEncoder | None,
) -> Decode:
    """``work``, the tokens of the log from ``at`` on, with the rows of the picture ``seen`` that they stand for.

    Raises:
        BadPicture: it cannot be looked at again.
    """
    picture = pictures.get(seen.digest)
    if vision is None or picture is None:
        raise BadPicture("picture.not_seen_again")
    piece = slice(at - seen.start, at - seen.start + len(work.tokens))
    rows = vision.rows(picture, seen.part, log.tokens[seen.start : seen.end])
    places = vision.places(picture, seen.part, work.pos)
    return replace(
        work,
        rows=rows[piece],
        places=None if places is None else places[piece],
        whole=vision.at_once,
        causal=not vision.whole,
    )
