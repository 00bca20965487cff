"""One chat in the engine: its token log, its part of the KV cache, its compactions."""
