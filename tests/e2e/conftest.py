"""The engine process of the engine's tests, for tests that put it under pressure."""

from tests.engine.conftest import start_engine

__all__ = ["start_engine"]
