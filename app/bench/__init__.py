"""Measures what the program does beside the engine: ``python -m app.bench``."""
