"""What the attacks are run on: the store, and the program behind the window."""

from __future__ import annotations

from tests.unit.core.conftest import store
from tests.unit.services.conftest import start

__all__ = ["start", "store"]
