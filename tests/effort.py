"""How much the property tests try: few examples, the same at every run, or many others.

``usual``: a change is judged by the same examples each time, so that what fails belongs to the change. ``thorough``
(``--hypothesis-profile=thorough``) looks for examples that nobody has tried, and remembers in .hypothesis what failed.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

USUAL, THOROUGH = "usual", "thorough"
MORE = 20  # times as many, where one example is dear
_ANY_MACHINE: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}  # slow ones as well


def register() -> None:
    """Make the profiles known and take the usual one; the option of the command line comes after this."""
    settings.register_profile(USUAL, max_examples=100, derandomize=True, print_blob=True, **_ANY_MACHINE)
    settings.register_profile(THOROUGH, max_examples=2000, print_blob=True, **_ANY_MACHINE)
    settings.load_profile(USUAL)


def dear(examples: int, **more: Any) -> settings:
    """Settings for a test whose single example takes milliseconds: so many of them, ``MORE`` times that if thorough."""
    times = MORE if settings.get_current_profile_name() == THOROUGH else 1
    return settings(max_examples=examples * times, **more)
