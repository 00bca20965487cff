"""The models that a client may ask for: the loaded one, and those of a folder, loaded when they are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from engine.errors import NoModel
from engine.server.gateway import Gateway
from engine.server.options import ServerOptions
from engine.server.problems import Problem

MOST = 1000  # that are listed


class Models:
    """Which models there are. For the event loop."""

    def __init__(self, options: ServerOptions, gateway: Gateway) -> None:
        self._options, self._gateway = options, gateway
        self._lock = asyncio.Lock()

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

    async def named(self, name: str) -> str:
        """As :meth:`engine.server.context.Serving.model_named`."""
        loaded = self.loaded()
        if loaded and (name in ("", loaded) or self._options.models is None):
            return loaded
        if self._options.load is None:
            raise NoModel("model.none")
        first = Path(self._options.load.path)
        name = name or first.stem
        path = first if first.stem == name or self._options.models is None else self.listed().get(name)
        if path is None:
            raise Problem(404, f"There is no model named {name[:100]!r}.", "model_not_found", "model")
        async with self._lock:
            if path.stem != self.loaded():
                await self._gateway.load(msgspec.structs.replace(self._options.load, path=str(path)))
        return self.loaded()

    async def unload(self) -> None:
        """Give the memory of the loaded model back; the next request loads it again."""
        async with self._lock:
            await self._gateway.unload()
