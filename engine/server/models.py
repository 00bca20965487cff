"""The models that a client may ask for: the loaded one, and those of a folder, loaded when they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from engine.errors import NoModel
from engine.server.gateway import Gateway
from engine.server.options import ServerOptions
from engine.server.problems import HttpProblem

MOST = 1000  # that are listed


class ServedModels:
    """Which models there are. For the event loop."""

    def __init__(self, options: ServerOptions, gateway: Gateway) -> None:
        self._options, self._gateway = options, gateway
        self._switch = asyncio.Lock()
        self._users = 0
        self._unused = asyncio.Event()
        self._unused.set()

    def listed(self) -> dict[str, Path | None]:
        """Names and files, the loaded one first."""
        found: dict[str, Path | None] = {}
        loaded = self.loaded()
        if loaded:
            found[loaded] = None
        folder = self._options.models
        if folder is not None:
            files = sorted(path for path in folder.glob("*.gguf") if "mmproj" not in path.name.lower())
            found.update({path.stem: path for path in files[:MOST] if path.stem not in found})
        return found

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
            path = self._file(name)
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
        path = first if name in ("", first.stem) or self._options.models is None else self.listed().get(name)
        if path is None:
            raise HttpProblem(404, f"There is no model named {name[:100]!r}.", "model_not_found", "model")
        return path

    async def unload(self) -> None:
        """Give the memory of the loaded model back, unless it is used; the next request loads it again."""
        async with self._switch:
            if not self._users:
                await self._gateway.unload()
