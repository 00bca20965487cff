"""The command palette."""

from app.ui.palette.commands import Command, commands
from app.ui.palette.palette import Palette

__all__ = ["Command", "Palette", "commands"]
