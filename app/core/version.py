"""The version of the program; pyproject.toml has the same, which a test checks."""

from typing import Final

VERSION: Final = "0.1.0"
