"""The local server: other programs use the loaded model by the protocols they know, through the engine's scheduler."""
