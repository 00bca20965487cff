"""What lets a language model see: its vision part (an "mmproj" file), through the library's libmtmd.

A picture becomes rows of embeddings that stand where tokens would, each in a cell and at a position of its own.
"""

from __future__ import annotations

import ctypes
import importlib
import logging
import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import xxhash

from engine.errors import EngineError
from engine.files import on_disk
from engine.gguf.header import facts_of, read_model
from engine.model.compact_structs import Info
from engine.model.pictures import BadPicture, read_picture
from engine.model.runtime import Runtime
from engine.protocol import ModelFacts, Picture

log = logging.getLogger("engine.model.vision")

Rows = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]

MARKER = b"<__picture__>"
BESIDE = 256 << 20  # bytes that are computed in beside the weights, about
COUNTED = ("hunyuanvl",)  # projectors whose rows also say how many pictures stand before them
KEPT = 4  # pictures whose embeddings are kept: a long one is decoded in parts, and a memory may be built anew
_TEXT = 0
_IMAGE = 1
_GOLDEN = 0x9E3779B1  # odd: multiplied by it, rows of a picture get tokens that all differ


class BadVision(EngineError):
    """The vision part cannot be used with this model, or not at all."""

    code = "bad_vision"


class SeeingModel(Protocol):
    """A model as far as its vision encoder knows it; see :class:`engine.model.model.Model`."""

    @property
    def runtime(self) -> Runtime: ...
    @property
    def functions(self) -> Any: ...
    @property
    def handle(self) -> Any: ...
    @property
    def facts(self) -> ModelFacts: ...
    @property
    def n_ubatch(self) -> int: ...
    @property
    def n_embd_inp(self) -> int: ...
    def info(self, seq_id: int = 0) -> Info | None: ...


@dataclass(frozen=True)
class ImageChunk:
    """A part of how a picture stands in a prompt: ``tokens`` of the model, or in their place ``n`` rows of embeddings.

    Rows have tokens as well, below 0 and made from the picture's digest, so that token logs tell pictures apart as
    they tell texts apart. ``digest``, ``part``: of its picture, and which one of its parts it is. ``positions``: that
    its rows take together where they stand in a grid; 0: each has its own. Tokens of text with a ``digest`` are the
    text of that document.
    """

    tokens: Sequence[int]
    rows: bool = False
    digest: str = ""
    part: int = 0
    positions: int = 0


@dataclass(frozen=True)
class _Encoded:
    """A part of a picture: its rows; ``places``: int32 [n, SECTIONS], where they stand if the first one does at 0.

    None: at positions that follow one another.
    """

    rows: Rows
    places: Places | None


class VisionEncoder:
    """A model's vision part. Not for use from several threads at once.

    Attributes:
        path, bytes: its file, and how large that is.
        whole: a picture's rows look at one another, so that all of them go into one batch.
        grid: they stand in a grid, at one moment (M-RoPE).
    """

    def __init__(self, model: SeeingModel, path: str | Path, *, use_gpu: bool = True, n_threads: int = 0) -> None:
        """Load the vision part in ``path`` for ``model``.

        Args:
            use_gpu: to compute on a graphics card of this computer, if there is one with room; never on a worker's.

        Raises:
            BadModelFile: the file is broken.
            BadVision: it is no vision part, one for another model, or one that is not supported.
        """
        self._model, self._ctx = model, ctypes.c_void_p()
        self.path = Path(path)
        parts = _parts_of(self.path, model)
        self.bytes = sum(part.file_size for part in parts)
        self._name = facts_of(parts, self.path).fingerprint
        self._projector = parts[0].text("clip.projector_type") or parts[0].text("clip.vision.projector_type")
        self._m = _library(model)
        model.runtime.attach_log(self._m.mtmd_log_set)
        model.runtime.attach_log(self._m.mtmd_helper_log_set)
        model.runtime.forget_complaints()
        params = self._m.mtmd_context_params_default()
        # where the weights find no room, the library ends the process
        card = model.runtime.card_with_room(self.bytes + BESIDE) if use_gpu else 0
        params.use_gpu, params.device = bool(card), card or None
        params.n_threads = n_threads
        params.print_timings = False
        params.warmup = False
        params.media_marker = MARKER
        found = self._m.mtmd_init_from_file(os.fsencode(on_disk(self.path)), model.handle, params)
        if not found:
            why = model.runtime.recent_complaints() or "no reason given"
            raise BadVision("vision.load_failed", name=self.path.name, reason=why)
        self._ctx = ctypes.c_void_p(found)
        try:
            self._check()
        except BaseException:
            self.close()
            raise
        self.whole = bool(self._m.mtmd_decode_use_non_causal(self._ctx, None))
        self._kept: OrderedDict[tuple[str, int], _Encoded] = OrderedDict()

    def _check(self) -> None:
        if not self._m.mtmd_support_vision(self._ctx):
            raise BadVision("vision.for_sounds", name=self.path.name)
        self.grid = bool(self._m.mtmd_decode_use_mrope(self._ctx))
        if self._projector in COUNTED:
            raise BadVision("vision.counted")

    def close(self) -> None:
        """Free it; safe to call twice."""
        if self._ctx:
            self._m.mtmd_free(self._ctx)
            self._ctx = ctypes.c_void_p()

    def forget(self) -> None:
        """Let go of the embeddings that are kept."""
        self._kept.clear()

    def look(self, picture: Picture) -> list[ImageChunk]:
        """How ``picture`` stands in a prompt: this takes no longer than reading and scaling it.

        Raises:
            BadPicture: it cannot be read, or takes more room than this model's batches have.
        """
        chunks = self._chunks(picture)
        try:
            return [self._glimpse(picture, chunk, part) for part, chunk in enumerate(self._each(chunks))]
        finally:
            self._m.mtmd_input_chunks_free(chunks)

    def rows(self, picture: Picture, part: int, tokens: Sequence[int]) -> Rows:
        """Embeddings of the ``part`` of a picture that :meth:`look` told of, shape [n, n_embd_inp].

        Computing them takes up to some seconds on a processor; those of the last pictures are kept.

        Args:
            tokens: what stands for these rows in a log, or for the first of them.

        Raises:
            BadPicture: it cannot be read, or it was another vision part that looked at it when the log was written.
            BadVision: the library failed.
        """
        rows = self._known(picture, part).rows
        if row_tokens(self._named(picture, part), len(rows))[: len(tokens)] != list(tokens):
            raise BadPicture("picture.other_projector")
        return rows

    def places(self, picture: Picture, part: int, pos: int) -> Places | None:
        """Where the rows of a part stand if the first one does at ``pos``, int32 [n, SECTIONS]; raises as :meth:`rows`.

        None: at positions that follow one another.
        """
        places = self._known(picture, part).places
        if places is None:
            return None
        moved = places + pos
        moved[:, 3:] = places[:, 3:]  # says nothing of where they stand
        return moved

    def _known(self, picture: Picture, part: int) -> _Encoded:
        key = (picture.digest, part)
        if key not in self._kept:
            self._kept[key] = self._encoded(picture, part)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    # ------------------------------------------------------------------ in the library

    def _chunks(self, picture: Picture) -> Any:
        """The library's chunks for a picture, to be freed."""
        data = read_picture(picture)
        buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
        bitmap = self._m.mtmd_helper_bitmap_init_from_buf(self._ctx, buffer, len(data), False)
        if not bitmap:
            raise BadPicture("picture.not_decoded")
        chunks = self._m.mtmd_input_chunks_init()
        try:
            text = self._m.mtmd_input_text(MARKER, len(MARKER), False, True)
            bitmaps = (ctypes.c_void_p * 1)(bitmap)
            status = int(self._m.mtmd_tokenize(self._ctx, chunks, ctypes.byref(text), bitmaps, 1))
        finally:
            self._m.mtmd_bitmap_free(bitmap)
        if status:
            self._m.mtmd_input_chunks_free(chunks)
            raise BadPicture("picture.refused", reason=self._model.runtime.recent_complaints())
        return chunks

    def _each(self, chunks: Any) -> list[Any]:
        return [self._m.mtmd_input_chunks_get(chunks, i) for i in range(int(self._m.mtmd_input_chunks_size(chunks)))]

    def _glimpse(self, picture: Picture, chunk: Any, part: int) -> ImageChunk:
        kind, n = int(self._m.mtmd_input_chunk_get_type(chunk)), int(self._m.mtmd_input_chunk_get_n_tokens(chunk))
        if kind == _TEXT:
            count = ctypes.c_size_t()
            tokens = self._m.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
            return ImageChunk([int(tokens[i]) for i in range(count.value)])
        positions = int(self._m.mtmd_input_chunk_get_n_pos(chunk))
        if kind != _IMAGE or n <= 0 or not (0 < positions <= n if self.grid else positions == n):
            raise BadPicture("picture.not_rows")
        if self.at_once and n > self._model.n_ubatch:
            raise BadPicture("picture.step_too_small", tokens=n, most=self._model.n_ubatch)
        tokens = row_tokens(self._named(picture, part), n)
        return ImageChunk(tokens, True, picture.digest, part, positions if self.grid else 0)

    @property
    def at_once(self) -> bool:
        """Whether a picture's rows have to be decoded in one batch: also where nothing tells how many of a grid's rows
        the memory holds."""
        return self.whole or (self.grid and self._model.info() is None)

    def _named(self, picture: Picture, part: int) -> str:
        return f"{self._name}:{picture.digest}:{part}"

    def _encoded(self, picture: Picture, part: int) -> _Encoded:
        chunks = self._chunks(picture)
        try:
            each = self._each(chunks)
            if part >= len(each) or int(self._m.mtmd_input_chunk_get_type(each[part])) != _IMAGE:
                raise BadPicture("picture.other_projector")
            if self._m.mtmd_encode_chunk(self._ctx, each[part]) != 0:
                raise BadVision("picture.not_encoded", reason=self._model.runtime.recent_complaints())
            shape = int(self._m.mtmd_input_chunk_get_n_tokens(each[part])), self._model.n_embd_inp
            rows = np.array(np.ctypeslib.as_array(self._m.mtmd_get_output_embd(self._ctx), shape=shape))
            if not np.isfinite(rows).all():  # they would spread to every chat in the same cache
                raise BadVision("picture.not_encoded", reason="not a number")
            return _Encoded(rows, self._places(each[part], len(rows)) if self.grid else None)
        finally:
            self._m.mtmd_input_chunks_free(chunks)

    def _places(self, chunk: Any, n: int) -> Places:
        image, place = self._m.mtmd_input_chunk_get_tokens_image(chunk), self._m.mtmd_image_tokens_get_decoder_pos
        each = (place(image, 0, i) for i in range(n))
        return np.array([(at.t, at.y, at.x, at.z) for at in each], np.int32)


def look(vision: VisionEncoder | None, picture: Picture) -> list[ImageChunk]:
    """How ``picture`` stands in a prompt; raises as :meth:`VisionEncoder.look`, BadPicture without one."""
    if vision is None:
        raise BadPicture("vision.not_loaded")
    return vision.look(picture)


def row_tokens(name: str, n: int) -> list[int]:
    """``n`` numbers below 0, as int32, for the rows that ``name`` stands for."""
    first = xxhash.xxh3_64_intdigest(name.encode())
    return [-1 - ((first + i * _GOLDEN) & 0x7FFFFFFF) for i in range(n)]


def _parts_of(path: Path, model: SeeingModel) -> Any:
    """Headers of the file, once it is known to be a vision part of ``model``."""
    if not os.path.isfile(path):
        raise BadVision("vision.missing", name=path.name)
    parts = read_model(path)
    facts = facts_of(parts, path)
    if facts.kind != "vision":
        raise BadVision("vision.not_projector", name=path.name)
    if model.facts.n_embd not in facts.fits_widths:
        raise BadVision(
            "vision.other_model",
            name=path.name,
            widths=" or ".join(map(str, facts.fits_widths)) or "no",
            width=model.facts.n_embd,
        )
    return parts


def _library(model: SeeingModel) -> Any:
    os.environ.setdefault("MTMD_CPP_LIB", str(model.functions._base_path))  # beside the library in use
    try:
        return importlib.import_module("llama_cpp.mtmd_cpp")
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        raise BadVision("vision.no_library", reason=str(error)) from error
