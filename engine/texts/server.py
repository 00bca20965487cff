"""The local server."""

from __future__ import annotations

from engine.texts.sentences import Entry

SERVER: dict[str, Entry] = {
    "server.key_missing": (
        "Other devices could reach this server, and it has no key.",
        "Set a key, or let it listen on this computer only.",
    ),
    "server.port_taken": ("Can't listen on port {port}.", "Choose another port."),
    "server.not_started": "The local server didn't start.",
    "server.ended": "The local server stopped unexpectedly.",
}
