"""The models that a client may ask for: the loaded one, and those of a folder, loaded when they are."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from engine.errors import EngineError, NoModel
from engine.gguf.facts import pooling_of
from engine.gguf.header import read_header
from engine.server.gateway import Gateway
from engine.server.options import ServerOptions
from engine.server.problems import HttpProblem

MOST = 1000  # that are listed
NO_EMBEDDER = (
    "The server has no embedding model. Add one to the library of models, or start the server with --embeddings FILE."
)


class ServedModels:
    """Which models there are. What reads their files is for other threads than the event loop's, the rest for that one.

    Attributes:
        own_embedder: the chosen embedding model; any thread may set it.
    """

    def __init__(self, options: ServerOptions, gateway: Gateway) -> None:
        self._options, self._gateway = options, gateway
        self.own_embedder = options.embeddings
        self._switch = asyncio.Lock()
        self._users = 0
        self._pooled: dict[tuple[Path, int, int], bool | None] = {}
        self._unused = asyncio.Event()
        self._unused.set()

    def listed(self) -> dict[str, Path | None]:
        """Names and files, the loaded one first, then the one that the server was started with; without those that say
        of themselves that they cannot be loaded.
        """
        found: dict[str, Path | None] = {}
        loaded, first = self.loaded(), self._first()
        if loaded:
            found[loaded] = None
        if first is not None:
            found.setdefault(first.stem, first)
        for name, path in self._files().items():
            if name not in found and self._embeds(path) is not None:
                found[name] = path
        return found

    def _first(self) -> Path | None:
        """The file of the model that the server was started with, which requests for no other one load; None: there is
        none that writes.
        """
        first = Path(self._options.load.path) if self._options.load is not None else None
        return first if first is not None and self._embeds(first) is False else None

    def _files(self) -> dict[str, Path]:
        """Names and files of the folder, broken ones among them, and the chosen embedding model."""
        folder, own = self._options.models, self.own_embedder
        try:
            paths = [*folder.glob("*.gguf")] if folder is not None else []
        except OSError:  # a drive that is away: what is loaded serves on
            paths = []
        files = sorted(path for path in paths if os.path.isfile(path) and "mmproj" not in path.name.lower())
        found = {path.stem: path for path in files[:MOST]}
        return found if own is None else {**found, own.stem: found.get(own.stem, own)}

    def embedders(self) -> dict[str, Path]:
        """Names and files of embedding models, the chosen one first."""
        own = self.own_embedder
        found = {own.stem: own} if own is not None else {}
        for name, path in self.listed().items():
            if path is not None and name not in found and self._embeds(path):
                found[name] = path
        return found

    def embedder(self, name: str) -> Path:
        """The file of the embedding model that answers a request for ``name``.

        Raises:
            HttpProblem: there is none.
        """
        known, first = self.embedders(), self._first()
        writer = self.loaded() or (first.stem if first is not None else "")
        if name in known:
            return known[name]
        if known and (not name or (self._options.models is None and name != writer)):
            return next(iter(known.values()))
        if name and name != writer and name not in self.listed() and self._options.models is not None:
            raise HttpProblem(404, f"There is no model named {name[:100]!r}.", "model_not_found", "model")
        told = f"The model {(name or writer)[:100]!r} writes text. " if name or writer else ""
        where = f"Embedding models here: {', '.join(known)}." if known else NO_EMBEDDER
        raise HttpProblem(400, told + where, "model_not_supported", "model")

    def _embeds(self, path: Path) -> bool | None:
        """Whether a file of the folder is an embedding model, None: it is none at all; read once while it stays as it
        is.
        """
        try:
            stat = path.stat()
            key = (path, stat.st_mtime_ns, stat.st_size)
            if key not in self._pooled:
                self._pooled[key] = _pools(path)
            return self._pooled[key]
        except OSError:
            return None

    def loaded(self) -> str:
        """The name of the loaded one ("": none is)."""
        model = self._gateway.host.model
        return Path(model.facts.path).stem if model is not None else ""

    @contextlib.asynccontextmanager
    async def use(self, name: str) -> AsyncIterator[str]:
        """Inside, the model that answers a request for ``name`` stays loaded; it is loaded first if need be. Its name.

        Raises:
            HttpProblem: there is none of that name. EngineError: it cannot be loaded, or none is.
        """
        async with self._switch:  # who comes after a switch waits for it
            path = await asyncio.to_thread(self._file, name)
            if path is not None and path.stem != self.loaded():
                await self._unused.wait()
                assert self._options.load is not None
                await self._gateway.load(msgspec.structs.replace(self._options.load, path=str(path)))
            self._users += 1
            self._unused.clear()
        try:
            yield self.loaded()
        finally:
            self._users -= 1
            if not self._users:
                self._unused.set()

    def _file(self, name: str) -> Path | None:
        """The file that is wanted; None: what is loaded will do."""
        loaded = self.loaded()
        if loaded and (name in ("", loaded) or self._options.models is None):
            return None
        if self._options.load is None:
            raise NoModel("model.none")
        first = Path(self._options.load.path)
        path = first if name in ("", first.stem) or self._options.models is None else self._files().get(name)
        if path is None:
            raise HttpProblem(404, f"There is no model named {name[:100]!r}.", "model_not_found", "model")
        if self._embeds(path):
            told = f"The model {path.stem[:100]!r} makes embeddings. It doesn't write text."
            raise HttpProblem(400, told, "model_not_supported", "model")
        return path

    async def unload(self) -> None:
        """Give the memory of the loaded model back, unless it is used; the next request loads it again."""
        async with self._switch:
            if not self._users:
                await self._gateway.unload()


def _pools(path: Path) -> bool | None:
    """Whether a file says how its vectors are pooled, as embedding models do; None: it cannot be read."""
    try:
        return bool(pooling_of(read_header(path)))
    except EngineError:
        return None
